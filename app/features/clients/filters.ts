import { z } from "zod";
import { searchWords } from "~/lib/schema/fields";

export const listPath = "/team/clients";

/** A company's page for the team. */
export function clientPath(id: string): string {
  return `${listPath}/${id}`;
}

/** Where the team changes what it keeps of a company. */
export function clientEditPath(id: string): string {
  return `${clientPath(id)}/edit`;
}

const sorts = ["name", "open"] as const;
/** What the list is sorted by; the newest first where it says nothing. */
export type ClientSort = (typeof sorts)[number];

export type ClientFilters = { words?: string | undefined; sort?: ClientSort | undefined };

const sortSchema = z.enum(sorts).optional().catch(undefined);

/** What an address of the list asks for. */
export function readClientFilters(search: URLSearchParams): ClientFilters {
  return {
    words: searchWords().parse(search.get("words") ?? undefined),
    sort: sortSchema.parse(search.get("sort") ?? undefined),
  };
}
