import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import type { CompositeTypes } from "~/lib/backend/database.types";
import { queryAsUser } from "~/lib/backend/calls.server";
import { placeAfter, type Filters, type Place } from "~/features/inbox/filters";
import type { ListedItem } from "./items";
import type { VersionedId } from "~/lib/schema/versioned-id";

/** Items on one page; the database gives a few more, which tells that there is a next one. */
const PAGE_SIZE = 20;

export type InboxPage = {
  items: ListedItem[];
  /** Where the next page starts; null on the last. */
  next: string | null;
  /** How many of all its pages can be changed, where the list is narrowed down. */
  total?: number | undefined;
};

/** What a list shows, as the database takes it. */
function filterOf({ order, group, ...filters }: Filters): CompositeTypes<"inbox_filter"> {
  return {
    kind: filters.kind ?? null,
    state: filters.state ?? null,
    whose: filters.whose ?? null,
    words: filters.words ?? null,
    sort: filters.sort ?? null,
    suspect: null,
    descending: order ? order === "desc" : null,
    only_group: group ?? null,
  };
}

/** What a page of a list is asked by. */
export function pageOf(filters: Filters, place: Place | undefined) {
  const [after_group, after_key, after_id] = place ?? [];
  return { filter: filterOf(filters), ...(place ? { after_group, after_key, after_id } : {}) };
}

/** One page of the inbox. @param place where it starts; the beginning when it is missing */
export async function loadInbox(
  context: Context,
  filters: Filters,
  place: Place | undefined,
): Promise<Result<InboxPage>> {
  const found = await queryAsUser(context, (person) => person.rpc("list_inbox", pageOf(filters, place)));
  if (!found.ok) return found;
  const items = found.value.slice(0, PAGE_SIZE) as ListedItem[];
  const last = items.at(-1);
  return { ok: true, value: { items, next: found.value.length > PAGE_SIZE && last ? placeAfter(last) : null } };
}

/** The item after one in its list, and the group where it stands; undefined where the list has none. */
export type Next = { id: string; group: string | undefined };

/** Where in a list an item stood when it was opened. @param at its group, where somebody says */
export function placeIn(filters: Filters, at: string | undefined) {
  return { filter: filterOf(filters), ...(at ? { from_group: at } : {}) };
}

/** What of a list is to do: how many there are, and the first fifty as they are now. */
export type Changeable = { total: number; versionedIds: VersionedId[] };

/** What of a list can be changed at once. */
export async function loadChangeable(context: Context, filters: Filters): Promise<Result<Changeable>> {
  const found = await queryAsUser(context, (person) => person.rpc("list_changeable", { filter: filterOf(filters) }));
  if (!found.ok) return found;
  const versionedIds = found.value.map(({ item_id, version }) => ({ id: item_id, seen: version }));
  return { ok: true, value: { total: found.value[0]?.total ?? 0, versionedIds } };
}

/**
 * The item after another in the list that it was opened from.
 *
 * @param at the group where that one stood
 * @returns null after the last
 */
export async function loadNext(
  context: Context,
  id: string,
  filters: Filters,
  at: string | undefined,
): Promise<Result<Next | null>> {
  const found = await queryAsUser(context, (person) => person.rpc("next_item", { item: id, ...placeIn(filters, at) }));
  if (!found.ok) return found;
  const [next] = found.value;
  return { ok: true, value: next ? { id: next.item_id, group: next.item_group } : null };
}
