import type { Context } from "~/lib/context";
import type { Result } from "~/lib/result";
import { askAsPerson } from "~/lib/supabase.server";
import { placeAfter, type Filters, type Place } from "./filters";
import type { Line } from "./lines";

/** Lines on one page; the database gives a few more, which tells that there is a next one. */
const PAGE_SIZE = 20;

export type InboxPage = {
  lines: Line[];
  /** Where the next page starts; null on the last. */
  next: string | null;
};

/** What is asked for, without what isn't: the database has its own word on that. */
export function argumentsOf({ suspect, order, ...filters }: Filters, place: Place | undefined) {
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
  const found = await askAsPerson(context, (supabase) => supabase.rpc("list_inbox", argumentsOf(filters, place)));
  if (!found.ok) return found;
  const lines: Line[] = found.value.slice(0, PAGE_SIZE);
  const last = lines.at(-1);
  return { ok: true, value: { lines, next: found.value.length > PAGE_SIZE && last ? placeAfter(last) : null } };
}
