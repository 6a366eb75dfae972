import { z } from "zod";
import { isRowId, type Options } from "~/lib/schema/fields";
import { pathWith } from "~/lib/http/path";
import { durationWords } from "./measures";

/** Where a manager sees who has what late. */
export const workloadPath = "/team/workload";

/** What is late, in the order of the page (private.late_of). */
export const lateKinds = [
  ["items", "Late in the inbox"],
  ["answers", "Company silent"],
  ["waiting", "Waits for us"],
  ["applied", "Applicants wait"],
  ["asked", "Candidate silent"],
  ["empty", "Nobody proposed"],
] as const satisfies Options;

export type LateKind = (typeof lateKinds)[number][0];

const lateNames = lateKinds.map(([name]) => name) as [LateKind, ...LateKind[]];

const rowsSchema = z.object({ person: z.string().refine(isRowId), kind: z.enum(lateNames) });

/** Whose late things of which kind an address asks for; undefined for the numbers of all. */
export type LateFilters = z.output<typeof rowsSchema>;

export function readLate(search: URLSearchParams): LateFilters | undefined {
  return rowsSchema.safeParse(Object.fromEntries(search)).data;
}

/** How long something is late, in words: an item since it was due, anything else since nothing has come of it. */
export function lateWords({ since, is_item }: { since: string; is_item: boolean }): string {
  const words = durationWords(Math.max(0, Date.now() - Date.parse(since)) / 1000);
  return is_item ? `${words} late` : `for ${words}`;
}

/** The address of somebody's late things of a kind. */
export function latePath(filters: LateFilters): string {
  return pathWith(workloadPath, filters);
}
