import { z } from "zod";
import { moment } from "~/lib/backend/cursor";
import { pathWith } from "~/lib/http/path";
import { rowId, searchWords, type Options } from "~/lib/schema/fields";
import { groups, kinds, states } from "./list/items";

/** What the list can be sorted by, with the column that has the link. */
export const sorts = ["came", "due"] as const;

/** Whose items are shown, by who is asking. */
export const ownWhose = [
  ["me", "Mine"],
  ["me-or-nobody", "Mine and unassigned"],
  ["nobody", "Unassigned"],
] as const satisfies Options;

function known<Value extends string>(options: readonly (readonly [Value, string])[]) {
  return z.enum(options.map(([value]) => value) as [Value, ...Value[]]);
}

/** Anybody can write an address: what is no filter, no order or no place is none. */
const filterSchema = z.object({
  words: searchWords(),
  kind: known(kinds).optional().catch(undefined),
  state: known(states).optional().catch(undefined),
  /** One of `ownWhose`, or somebody's id. */
  whose: z
    .union([known(ownWhose), rowId()])
    .optional()
    .catch(undefined),
  /** One of the groups by itself. */
  group: known(groups).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
  order: z.enum(["asc", "desc"]).optional().catch(undefined),
});

/** What of the inbox is shown, and in which order: all of it stands in the address. */
export type Filters = z.output<typeof filterSchema>;

/** Where a page starts: after the item of this group, key and id. */
const placeSchema = z
  .string()
  .max(120)
  .transform((value) => value.split("~"))
  .pipe(z.tuple([z.enum([...groups.map(([name]) => name), "closed"]), moment, rowId()]));

export type Place = z.output<typeof placeSchema>;

/** The filters of an address; what is closed has no groups. */
export function readFilters(search: URLSearchParams): Filters {
  const filters = filterSchema.parse(Object.fromEntries(search));
  return isClosed(filters) ? { ...filters, group: undefined } : filters;
}

/** Is it of what is closed, which has no groups? */
function isClosed({ state }: Filters): boolean {
  return state === "done" || state === "spam";
}

/** Does an address ask for a group where there is none? */
export function isUngrouped(search: URLSearchParams, filters: Filters): boolean {
  return isClosed(filters) && search.has("group");
}

/** The list by the same filters, of one group. */
export function groupPath(filters: Filters, group: string): string {
  return pathOf({ ...filters, group: group as Filters["group"], state: isClosed(filters) ? undefined : filters.state });
}

export function readPlace(search: URLSearchParams): Place | undefined {
  return placeSchema.safeParse(search.get("after")).data;
}

/** The place after an item. */
export function placeAfter(item: { item_group: string; sort_key: string; id: string }): string {
  return [item.item_group, item.sort_key, item.id].join("~");
}

/** A page of a list; of an item that was opened on one, the group where it stood then; and whether it is about all of it. */
export type View = Filters & { after?: string | undefined; at?: string | undefined; all?: "yes" | undefined };

/** Where somebody came from, as the addresses of the lists' lines, of what is done with them and of the list itself say it. */
export function readView(search: URLSearchParams): View {
  return { ...readFilters(search), after: readPlace(search)?.join("~") };
}

/** The group in which an item stood when it was opened; undefined where nobody says. */
export function readGroup(search: URLSearchParams): string | undefined {
  return known(groups).safeParse(search.get("at")).data;
}

/** What of a view is asked for, as an address and a form have it. */
export function entriesOfView(view: View): [string, string][] {
  return Object.entries(view).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

/** The address of a list, or of something that leads back there; what is not asked for stays out of it. */
export function pathOf(view: View, path = "/team"): string {
  return pathWith(path, view);
}

/** Where the second skip link of the list's page leads: to its lines, or to what is said where there are none. */
export const LIST = "list";

export function itemPath(id: string): string {
  return `/team/inbox/${id}`;
}

/** So long an address may be that a notice carries along: it is a cookie's part. */
const LONGEST_PATH = 800;

/** Where a form's act is undone, which leads back to where somebody was, unless that is too long to say. */
export function undoPath(act: string, view: View): string {
  const path = pathWith("/team/inbox/undo", { ...view, act });
  return path.length > LONGEST_PATH ? pathWith("/team/inbox/undo", { act }) : path;
}

/** Does it leave out lines of a group that is shown? */
export function isFiltered({ words, kind, state, whose }: Filters): boolean {
  return [words, kind, state, whose].some((filter) => filter !== undefined);
}

/** Does it narrow down what is shown? */
export function isNarrowed(filters: Filters): boolean {
  return filters.group !== undefined || isFiltered(filters);
}

/** How the list is sorted, where the database would not say (`list_inbox`): grouped lines are not, others by when they came. */
export function sortingOf(filters: Filters): { by: (typeof sorts)[number]; order: "asc" | "desc" } | undefined {
  const { words, sort, order } = filters;
  const isGrouped = sort === undefined && words === undefined && !isClosed(filters);
  if (isGrouped) return undefined;
  return { by: sort ?? "came", order: order ?? (sort === undefined ? "desc" : "asc") };
}
