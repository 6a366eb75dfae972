import { company } from "~/content/company";
import { toLocalTime } from "~/lib/format/zoned-time";
import { fromLocalTime } from "~/lib/schema/local-time";
import type { State } from "~/features/inbox/list/items";

/** What a button of an item's form does with the item, beside what was written. */
export type ItemAction = {
  state?: State;
  /** After so many days it is due again, when the team begins to work. */
  days?: number;
  /** Is the next one taken? */
  takesNext?: boolean;
  /** Does all that its sender sends from now on come as spam? */
  marksSender?: boolean;
};

/** By the button. */
export const itemActions = {
  note: {},
  done: { state: "done" },
  next: { state: "done", takesNext: true },
  spam: { state: "spam", takesNext: true },
  "spam-sender": { state: "spam", takesNext: true, marksSender: true },
  tomorrow: { state: "waiting", days: 1, takesNext: true },
  "three-days": { state: "waiting", days: 3, takesNext: true },
  week: { state: "waiting", days: 7, takesNext: true },
} as const satisfies Record<string, ItemAction>;

export type ItemActionName = keyof typeof itemActions;

/** What a button of the form is called: after a note, and after a reply, where that is another. */
export const snoozes = [
  ["tomorrow", "Tomorrow, Next"],
  ["three-days", "3 Days, Next"],
  ["week", "A Week, Next"],
] as const satisfies readonly (readonly [ItemActionName, string])[];

const DAY = 86_400_000;
const BEGINNING = "09:00";

/** The morning so many days on, on the calendar of the team's wall. */
export function morningAfter(days: number, now: Date): Date {
  const day = toLocalTime(new Date(now.getTime() + days * DAY), company.timeZone).slice(0, 10);
  return fromLocalTime(`${day}T${BEGINNING}`, company.timeZone) ?? new Date(now.getTime() + days * DAY);
}
