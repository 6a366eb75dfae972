import { dayWords } from "~/lib/format/clock";

type Person = { user_id: string; display_name: string };

/** A colleague; of one who is away, or will be, the last day, the first one if it is to come, and who stands in. */
export type TeamMember = Person & {
  away_until?: string | undefined;
  away_from?: string | undefined;
  stand_in?: string | undefined;
};

/** What people are called, by their ids; those who have left as well, and that they have. */
export function everyName({ team = [], former = [] }: { team?: Person[]; former?: Person[] }): Record<string, string> {
  return Object.fromEntries([
    ...former.map(({ user_id, display_name }) => [user_id, `${display_name} (has left)`] as const),
    ...team.map(({ user_id, display_name }) => [user_id, display_name] as const),
  ]);
}

/** When somebody is away, in words; undefined for who is here, and stays. */
export function awayWords({ away_until, away_from }: Omit<TeamMember, keyof Person>): string | undefined {
  if (away_until === undefined) return undefined;
  return away_from === undefined
    ? `away until ${dayWords(away_until)}`
    : `away from ${dayWords(away_from)} to ${dayWords(away_until)}`;
}

/** Is somebody away today? */
function isAway({ away_until, away_from }: TeamMember): boolean {
  return away_until !== undefined && away_from === undefined;
}

/** When somebody is away and who stands in, in words; undefined for who is here, and stays. @param names of the team, by id */
export function absenceWords(person: TeamMember, names: Record<string, string>): string | undefined {
  const away = awayWords(person);
  const standIn = names[person.stand_in ?? ""];
  return away && standIn !== undefined ? `${away}, stand-in ${standIn}` : away;
}

/** What somebody in charge is called, with when they are away and who stands in. @param names of all, by id */
export function chargeWords(id: string, team: readonly TeamMember[] = [], names: Record<string, string>): string {
  const person = team.find(({ user_id }) => user_id === id);
  const away = person && absenceWords(person, names);
  const name = names[id] ?? "Someone";
  return away ? `${name} (${away})` : name;
}

/** Who is in charge, as everybody who sees the requirement reads it; of who is away, until when, and who stands in. */
type InCharge = { display_name: string; away_until: string | null; stand_in: { display_name: string } | null };

/** What somebody in charge is called, with until when they are away and who stands in. */
export function inChargeWords({ display_name, away_until, stand_in }: InCharge): string {
  const away = awayWords({ away_until: away_until ?? undefined });
  if (!away) return display_name;
  return `${display_name} (${stand_in ? `${away}, stand-in ${stand_in.display_name}` : away})`;
}

/** For whom somebody stands in today. */
export function absentOf(team: readonly TeamMember[] = [], standIn: string): readonly TeamMember[] {
  return team.filter((person) => person.stand_in === standIn && isAway(person));
}

/** Everybody of the team, as a list to choose from has them: of who is away, or will be, it says when. */
export function colleagues(team: readonly TeamMember[] = []): [userId: string, name: string][] {
  return team.map((person) => {
    const away = awayWords(person);
    return [person.user_id, away ? `${person.display_name} (${away})` : person.display_name];
  });
}

/** Who of the team can take over from somebody: the others who are here. */
export function successors(team: readonly TeamMember[] = [], person: string): [userId: string, name: string][] {
  return colleagues(team.filter((member) => member.user_id !== person && !isAway(member)));
}
