import { ZONE } from "~/lib/format/clock";
import { dateFormat } from "~/lib/format/date-format";
import { toLocalTime } from "~/lib/format/zoned-time";

/** The messages of one day, by the calendar on the agency's wall. */
type Day<Written> = { day: string; words: string; messages: Written[] };

/** Puts messages under the days on which they were written; they are in order already. */
export function byDay<Written extends { created_at: string }>(messages: Written[]): Day<Written>[] {
  const days: Day<Written>[] = [];
  for (const message of messages) {
    const moment = new Date(message.created_at);
    const day = toLocalTime(moment, ZONE).slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else {
      const words = dateFormat("en-GB", { dateStyle: "full", timeZone: ZONE }).format(moment);
      days.push({ day, words, messages: [message] });
    }
  }
  return days;
}

/** The time of day by the same clock. */
export function timeWords(moment: string): string {
  return toLocalTime(new Date(moment), ZONE).slice(11);
}
