import { z } from "zod";
import { dashboardPath } from "~/content/navigation";
import { Constants } from "~/lib/backend/database.types";
import { searchWords, type Options } from "~/lib/schema/fields";
import { pathWith } from "~/lib/http/path";
import { isolated } from "~/lib/format/text";
import { statusWord } from "~/features/requirements/statuses";

/** Anybody can write an address: what is no filter is none. */
const filterSchema = z.object({
  status: z.enum(Constants.public.Enums.requirement_status).optional().catch(undefined),
  words: searchWords(),
  /** In which order, where that is not the newest first. */
  sort: z.enum(["oldest", "deadline"]).optional().catch(undefined),
  /** Only what has unread messages? */
  unread: z.literal("yes").optional().catch(undefined),
});

/** Which requirements a company's list shows: all of it stands in the address. */
export type OwnFilters = z.output<typeof filterSchema>;

export function readOwnFilters(search: URLSearchParams): OwnFilters {
  return filterSchema.parse(Object.fromEntries(search));
}

/** The orders of the list. */
export const orders = [
  ["newest", "Newest first"],
  ["oldest", "Oldest first"],
  ["deadline", "Deadline"],
] as const satisfies Options;

/** Where the list shows these alone: at the list itself, which who filters it wants to see. */
export function listPathWith(filters: OwnFilters): string {
  return `${pathWith(dashboardPath, filters)}#requirements`;
}

/** What none of them is, or has, where the filters let nothing through. */
export function filterWords({ status, unread, words }: OwnFilters): string {
  return [status && `is ${statusWord(status)}`, unread && "has unread messages", words && `says “${isolated(words)}”`]
    .filter(Boolean)
    .join(" and ");
}
