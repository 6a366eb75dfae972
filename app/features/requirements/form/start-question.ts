import { today } from "~/lib/format/clock";
import { readDate } from "~/lib/schema/dates";
import { QUESTIONS_ANSWERED } from "./pay-question";

/** The entry that answers it, and the word by which a form says that it was answered. */
export const START_ANSWER = "start";

type Entries = Readonly<Record<string, unknown>>;

function dateIn(entries: Entries, name: string): string | undefined {
  const typed = entries[name];
  return typeof typed === "string" ? readDate(typed) : undefined;
}

/** The date as long before another as nobody means a start any more: a month. */
function monthBefore(date: string): string {
  const before = new Date(`${date}T00:00Z`);
  before.setUTCDate(before.getUTCDate() - 31);
  return before.toISOString().slice(0, 10);
}

/**
 * What is to be asked about the start that a form names, once: whether it is meant, where it lies before the deadline for
 * applying, or more than a month back.
 *
 * @returns the question; undefined for nothing
 */
export function askAboutStart(entries: Entries): string | undefined {
  const [start, answered] = [dateIn(entries, "expected_start_date"), entries[QUESTIONS_ANSWERED]];
  const isAnswered = typeof answered === "string" && answered.split(" ").includes(START_ANSWER);
  if (start === undefined || isAnswered) return undefined;
  const deadline = dateIn(entries, "deadline");
  if (deadline !== undefined && start < deadline) return "The start is before the application deadline. Is that right?";
  return start < monthBefore(today()) ? "The start was long ago. Is that right?" : undefined;
}
