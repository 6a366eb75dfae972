import { ZONE } from "~/lib/config/agency";
import { dateFormat } from "./date-format";
import { toLocalTime } from "./zoned-time";

/** What is of one day, by the calendar on the agency's wall. */
type Day<Entry> = { day: string; words: string; entries: Entry[] };

/** Puts entries under the days that they are of; they are in order already. */
export function byDay<Entry extends { created_at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const moment = new Date(entry.created_at);
    const day = toLocalTime(moment, ZONE).slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else {
      const words = dateFormat("en-GB", { dateStyle: "full", timeZone: ZONE }).format(moment);
      days.push({ day, words, entries: [entry] });
    }
  }
  return days;
}

/** The time of day by the same clock. */
export function timeWords(moment: string): string {
  return toLocalTime(new Date(moment), ZONE).slice(11);
}

/** A moment within a day from now, by the same clock: "at 14:05", "tomorrow at 08:00". */
export function soonWords(moment: string): string {
  const [day, time] = toLocalTime(new Date(moment), ZONE).split("T");
  return `${day === toLocalTime(new Date(), ZONE).slice(0, 10) ? "" : "tomorrow "}at ${time}`;
}
