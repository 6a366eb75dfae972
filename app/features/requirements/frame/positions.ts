import { dayWords } from "~/lib/format/clock";
import { numberWords } from "~/lib/format/number-format";

/** How many positions a requirement has, and how many of them the team has filled. */
export type Positions = { positions_count: number; positions_filled: number };

/** "60", and once some are filled "12 of 60 filled". */
export function positionsWords({ positions_count, positions_filled }: Positions, locale: string): string {
  const asked = numberWords(positions_count, locale);
  return positions_filled === 0 ? asked : `${numberWords(positions_filled, locale)} of ${asked} filled`;
}

/** What has become of one that is filled, as the beginning of a sentence. */
export function outcomeWords(filled: Positions & { joining_date: string | null }, locale: string): string {
  const { positions_count, positions_filled, joining_date } = filled;
  const isAll = positions_filled === 0 || positions_filled >= positions_count;
  const outcome = isAll
    ? "It is filled, and nothing more is needed"
    : `It is closed, with ${numberWords(positions_filled, locale)} of ${numberWords(positions_count, locale)} positions filled`;
  return joining_date === null ? outcome : `${outcome}; they begin on ${dayWords(joining_date)}`;
}

/** How many candidates are marked as joined. */
function joinedWords(persons: number): string {
  return persons === 1 ? "1 candidate is marked as joined" : `${persons} candidates are marked as joined`;
}

/** That of one that is filled more or fewer candidates are marked as joined than positions are filled; undefined for neither. */
export function differenceWords(filled: number, persons: number): string | undefined {
  if (filled === persons) return undefined;
  return `${filled === 1 ? "1 position is" : `${filled} positions are`} filled, and ${joinedWords(persons)}.`;
}
