import { dayWords } from "~/lib/format/clock";

type Person = { user_id: string; display_name: string };

/** Somebody of the team; of one who is away, the last day and who stands in. */
export type TeamMember = Person & { away_until?: string | undefined; stand_in?: string | undefined };

/** What people are called, by their ids; those who have left as well, and that they have. */
export function everyName({ team = [], former = [] }: { team?: Person[]; former?: Person[] }): Record<string, string> {
  return Object.fromEntries([
    ...former.map(({ user_id, display_name }) => [user_id, `${display_name} (has left)`] as const),
    ...team.map(({ user_id, display_name }) => [user_id, display_name] as const),
  ]);
}

/** Until when somebody is away, in words; undefined for who is here. */
export function awayWords({ away_until }: TeamMember): string | undefined {
  return away_until && `away until ${dayWords(away_until)}`;
}

/** Everybody of the team, as a list to choose from has them: of who is away it says until when. */
export function colleagues(team: readonly TeamMember[] = []): [userId: string, name: string][] {
  return team.map((person) => {
    const away = awayWords(person);
    return [person.user_id, away ? `${person.display_name} (${away})` : person.display_name];
  });
}

/** Who of the team can take over from somebody: the others who are here. */
export function successors(team: readonly TeamMember[] = [], person: string): [userId: string, name: string][] {
  return colleagues(team.filter(({ user_id, away_until }) => user_id !== person && away_until === undefined));
}
