import { z } from "zod";
import { searchWords } from "~/lib/schema/fields";
import { pathWith } from "~/lib/http/path";

/** Where the team's list of candidates is. */
export const listPath = "/team/candidates";

/** Anybody can write an address: what is no filter is none. */
const filterSchema = z.object({ words: searchWords(), city: searchWords() });

/** Which candidates the list shows: all of it stands in the address. */
export type CandidateFilters = z.output<typeof filterSchema>;

export function readFilters(search: URLSearchParams): CandidateFilters {
  const filters = filterSchema.parse(Object.fromEntries(search));
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** The address of the list, or of something that goes by the same filters. */
export function pathOf(filters: CandidateFilters, path = listPath): string {
  return pathWith(path, filters);
}

/** The page of a candidate. */
export function candidatePath(id: string): string {
  return `${listPath}/${id}`;
}

/** Where an entry stands on a page. */
export function entryAnchor(id: string): string {
  return `e-${id}`;
}

/** The page of a requirement's candidates with one entry opened. @param path the page's own */
export function entryPath(path: string, id: string): string {
  return `${pathWith(path, { open: id })}#${entryAnchor(id)}`;
}

/** Where one record is made of two. @param kept which of them stays */
export function mergePath(kept: string, merged: string): string {
  return `${candidatePath(kept)}/merge?with=${merged}`;
}
