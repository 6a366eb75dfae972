import { z } from "zod";
import { Constants, type CompositeTypes } from "~/lib/backend/database.types";
import { moment } from "~/lib/backend/cursor";
import { labelOf, rowId, searchWords, type Options } from "~/lib/schema/fields";
import { pathWith } from "~/lib/http/path";
import { isEditable, statusWord } from "~/features/requirements/statuses";

const { requirement_status, requirement_priority } = Constants.public.Enums;

/** Where the team's list of requirements is. */
export const listPath = "/team/requirements";

/** The groups of what is open, in the order of the page (docs/decisions/requirements.md). */
export const groups = [
  ["silent", "No news for five days"],
  ["deadline", "Deadline this week"],
  ["nobodys", "Unassigned"],
  ["waiting", "Waiting for the company"],
  ["rest", "With us"],
] as const satisfies Options;

export type Group = (typeof groups)[number][0];

const groupNames = groups.map(([name]) => name) as [Group, ...Group[]];

/** What the list of what is open can be sorted by. */
export const sorts = ["age", "word", "deadline"] as const;

/** Anybody can write an address: what is no filter, no group and no order is none. */
const filterSchema = z.object({
  words: searchWords(),
  status: z.enum(requirement_status).optional().catch(undefined),
  priority: z.enum(requirement_priority).optional().catch(undefined),
  /** The recruiter: "me", "nobody", or somebody's id. */
  whose: z
    .union([z.enum(["me", "nobody"]), rowId()])
    .optional()
    .catch(undefined),
  /** The company's id. */
  client: rowId().optional().catch(undefined),
  /** One of the groups by itself. */
  group: z.enum(groupNames).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
  order: z.literal("desc").optional().catch(undefined),
});

/** Which requirements the team's list shows, and in which order: all of it stands in the address. */
export type RequirementFilters = z.output<typeof filterSchema>;

/** What an address asks for; of a list that has neither groups nor orders, which its page says, none of these. */
export function readFilters(search: URLSearchParams): RequirementFilters {
  const filters = withoutUnset(filterSchema.parse(Object.fromEntries(search)));
  return isWorklist(filters) ? filters : narrowingOf(filters);
}

function withoutUnset(filters: RequirementFilters): RequirementFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/**
 * Is it of what is open, which has groups and orders? A search or a company's list is so in a group or an order; without, as
 * what is closed always, it is the newest first.
 */
export function isWorklist({ words, client, status, group, sort }: RequirementFilters): boolean {
  if (status !== undefined && !isEditable(status)) return false;
  return (group ?? sort) !== undefined || (words === undefined && client === undefined);
}

/** Does an address ask for a group or an order where there is none? */
export function isUnordered(search: URLSearchParams, filters: RequirementFilters): boolean {
  return !isWorklist(filters) && (search.has("group") || search.has("sort"));
}

/** Where a search has looked, in words; undefined where it has looked everywhere. */
export function placeWords(filters: RequirementFilters): string | undefined {
  const { status, group } = filters;
  const places = [group && `“${labelOf(groups, group)}”`, status && statusWord(status)].filter(Boolean);
  return places.join(", ") || (isWorklist(filters) ? "all that is open" : undefined);
}

/** What of the filters lets rows through; the others say how they are shown. */
function narrowingOf({ group: _group, sort: _sort, order: _order, ...narrowing }: RequirementFilters) {
  return narrowing;
}

/** What of the requirements the database is asked for. */
export function filterOf({ group, order, ...filters }: RequirementFilters): CompositeTypes<"requirement_filter"> {
  return {
    status: filters.status ?? null,
    priority: filters.priority ?? null,
    whose: filters.whose ?? null,
    client: filters.client ?? null,
    words: filters.words ?? null,
    only_group: group ?? null,
    sort: filters.sort ?? null,
    descending: filters.sort ? order === "desc" : null,
  };
}

/** The address of a list, or of something that goes by the same filters. */
export function pathOf(filters: RequirementFilters & { before?: string | undefined }, path = listPath): string {
  return pathWith(path, filters);
}

/** Where a page of what is open starts: after the row of this group, key and id. */
const placeSchema = z
  .string()
  .max(120)
  .transform((value) => value.split("~"))
  .pipe(z.tuple([z.enum(groupNames), moment, rowId()]));

export type WorkPlace = z.output<typeof placeSchema>;

export function readWorkPlace(before: string | null): WorkPlace | undefined {
  return placeSchema.safeParse(before).data;
}
