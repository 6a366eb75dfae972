import { z } from "zod";
import { isRowId, labelOf } from "~/lib/schema/fields";
import type { Act } from "~/features/inbox/item/changes.server";
import { states, type Names, type State } from "./items";
import { MOST_AT_ONCE, readVersionedIds, type VersionedId } from "~/lib/schema/versioned-id";

/** The page that lists several, and asks. */
export const bulkPath = "/team/inbox/several";

/** How many there are of a list: what can't be changed at once the database does not count. */
export function countWords(total: number): string {
  return total <= MOST_AT_ONCE ? String(total) : `more than ${MOST_AT_ONCE}`;
}

/** What several can be made, in the order of the list that offers it. */
export const offeredStates = ["done", "waiting", "spam", "open", "new"] as const satisfies State[];

const actSchema = z
  .string()
  .transform((value): Act | undefined => {
    const state = offeredStates.find((offered) => value === offered);
    if (state) return { state };
    if (value === "nobody") return { person: "" };
    return isRowId(value) ? { person: value } : undefined;
  })
  .pipe(z.custom<Act>((act) => act !== undefined));

/** What of several was ticked, and what is to be done with them; undefined where nothing was, or nothing that is known. */
export function readBulk(entries: URLSearchParams | FormData): { versionedIds: VersionedId[]; act: Act | undefined } {
  const versionedIds = readVersionedIds(entries, "item");
  return { versionedIds, act: actSchema.safeParse(entries.get("act")).data };
}

/**
 * What is asked before it is done, and what the button says.
 *
 * @param names of the team; undefined while the backend can't tell them
 */
export function bulkWords(act: Act, count: number, names: Names | undefined) {
  const items = count === 1 ? "one item" : `${count} items`;
  if ("state" in act) {
    const state = labelOf(states, act.state).toLowerCase();
    return { title: `Set ${items} to ${state}?`, button: `Set to ${labelOf(states, act.state)}` };
  }
  if (act.person === "") return { title: `Unassign ${items}?`, button: "Unassign" };
  const name = names ? (names[act.person] ?? "a former colleague") : "the colleague you chose";
  return { title: `Give ${items} to ${name}?`, button: `Give to ${name}` };
}
