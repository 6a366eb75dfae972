import { nearDayWords, type Clock } from "~/lib/format/near-days";
import type { ListedItem } from "./list/items";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So far hours are counted; beyond, days. */
const MOST_HOURS = 48;

function lengthOf(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR);
  if (hours < 1) return `${Math.max(1, Math.floor(milliseconds / MINUTE))} min`;
  return hours < MOST_HOURS ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** What of an item its due words are made of. */
type DueItem = Pick<ListedItem, "item_state" | "assignee" | "due_at">;

/** Is it past its due time, with something left to do? */
export function isLate({ item_state, due_at }: Pick<DueItem, "item_state" | "due_at">, { now }: Clock): boolean {
  return item_state !== "done" && item_state !== "spam" && Date.parse(due_at) < now.getTime();
}

/**
 * When something is due, in a few words: how late it is; how long the promise leaves, while it is nobody's; the day, once
 * somebody has it; when what waits comes back. Of what is closed, that.
 */
export function dueWords(item: DueItem, clock: Clock): string {
  const due = new Date(item.due_at);
  const left = due.getTime() - clock.now.getTime();
  if (item.item_state === "done") return "done";
  if (item.item_state === "spam") return "spam";
  if (left < 0) return `${lengthOf(-left)} late`;
  if (item.item_state === "waiting") return `comes back ${nearDayWords(due, clock)}`;
  return item.assignee === null ? `due in ${lengthOf(left)}` : nearDayWords(due, clock);
}
