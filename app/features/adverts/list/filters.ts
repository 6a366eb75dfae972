import { z } from "zod";
import { jobsPath } from "~/content/navigation";
import { searchWords } from "~/lib/schema/fields";
import { WORK } from "~/features/adverts/job/schema";

/** Beyond this page nobody looks, and the database lists none (`private.public_jobs`). */
const LAST_PAGE = 400;

/** What jobs are looked for by, as the address of their list says it: whatever can't be read is left out. */
const filtersSchema = z.object({
  words: searchWords(),
  place: searchWords(),
  work: z.enum(WORK).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1),
});
export type JobFilters = z.output<typeof filtersSchema>;

/** Reads what an address asks for. */
export function readJobFilters(url: URL): JobFilters {
  return filtersSchema.parse(Object.fromEntries(url.searchParams));
}

/** Is it a search, or a later page: nobody's search result? */
export function isNarrowed({ words, place, work, page }: JobFilters): boolean {
  return words !== undefined || place !== undefined || work !== undefined || page > 1;
}

/** The heading of what was found, where a search leads: on a phone the form would stand before it. */
export const FOUND_ID = "found";

/** The address of the list by these filters, where what it has found begins. @param changes what is another; undefined for none of it */
export function jobsPathFor(filters: JobFilters, changes: Partial<JobFilters> = {}): string {
  const { page, ...others } = { ...filters, page: 1, ...changes };
  const entries = Object.entries({ ...others, page: page > 1 ? String(page) : undefined });
  const query = new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return `${jobsPath}${query.size > 0 ? `?${query.toString()}` : ""}#${FOUND_ID}`;
}
