type Person = { user_id: string; display_name: string };

/** What people are called, by their ids; those who have left as well, and that they have. */
export function everyName({ team = [], former = [] }: { team?: Person[]; former?: Person[] }): Record<string, string> {
  return Object.fromEntries([
    ...former.map(({ user_id, display_name }) => [user_id, `${display_name} (has left)`] as const),
    ...team.map(({ user_id, display_name }) => [user_id, display_name] as const),
  ]);
}

/** Everybody of the team, as a list to choose from has them. */
export function colleagues(team: readonly Person[] = []): [userId: string, name: string][] {
  return team.map(({ user_id, display_name }) => [user_id, display_name]);
}
