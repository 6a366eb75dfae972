import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { queryAsUser } from "~/lib/backend/supabase.server";
import { placeAfter, type Filters, type Place } from "~/features/inbox/filters";
import type { Line } from "./items";
import type { Ticket } from "~/lib/format/ticket";

/** Lines on one page; the database gives a few more, which tells that there is a next one. */
const PAGE_SIZE = 20;

export type InboxPage = {
  lines: Line[];
  /** Where the next page starts; null on the last. */
  next: string | null;
  /** How many of all its pages can be changed, where the list is narrowed down. */
  total?: number | undefined;
};

/** What is asked for, without what isn't: the database has its own word on that. */
export function argumentsOf({ suspect, order, group: _, ...filters }: Filters, place?: Place) {
  const asked = {
    ...filters,
    suspect: suspect && suspect === "yes",
    descending: order && order === "desc",
    ...(place ? { after_group: place[0], after_key: place[1], after_id: place[2] } : {}),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** One page of the inbox. @param place where it starts; the beginning when it is missing */
export async function loadInbox(
  context: Context,
  filters: Filters,
  place: Place | undefined,
): Promise<Result<InboxPage>> {
  const { group } = filters;
  const asked = argumentsOf(filters, place);
  const found = await queryAsUser(context, (person) =>
    group ? person.rpc("list_group", { ...asked, only_group: group }) : person.rpc("list_inbox", asked),
  );
  if (!found.ok) return found;
  const lines: Line[] = found.value.slice(0, PAGE_SIZE);
  const last = lines.at(-1);
  return { ok: true, value: { lines, next: found.value.length > PAGE_SIZE && last ? placeAfter(last) : null } };
}

/** The line after one in its list, and the group where it stands; undefined where the list has none. */
export type Next = { id: string; group: string | undefined };

/** Where a line stood when it was opened, and the group that is shown alone. */
export function placesOf({ group }: Filters, at: string | undefined) {
  return { ...(at ? { from_group: at } : {}), ...(group ? { only_group: group } : {}) };
}

/** What of a list is to do: how many there are, beyond a hundred so many, and the first fifty as they are now. */
export type Changeable = { total: number; tickets: Ticket[] };

/** What of a list can be changed at once. */
export async function loadChangeable(context: Context, filters: Filters): Promise<Result<Changeable>> {
  const found = await queryAsUser(context, (person) =>
    person.rpc("list_changeable", { ...placesOf(filters, undefined), ...argumentsOf(filters) }),
  );
  if (!found.ok) return found;
  const tickets = found.value.map(({ item_id, version }) => ({ id: item_id, seen: version }));
  return { ok: true, value: { total: found.value[0]?.total ?? 0, tickets } };
}

/**
 * The line after another in the list that it was opened from.
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
  const found = await queryAsUser(context, (person) =>
    person.rpc("next_item", { item: id, ...placesOf(filters, at), ...argumentsOf(filters) }),
  );
  if (!found.ok) return found;
  const [next] = found.value;
  return { ok: true, value: next ? { id: next.item_id, group: next.item_group } : null };
}
