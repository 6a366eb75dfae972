import { company } from "~/content/company";
import { dateFormat } from "~/lib/format/date-format";
import { toLocalTime } from "~/lib/format/zoned-time";

/** The messages of one day, by the calendar on the agency's wall. */
type Day<Written> = { day: string; words: string; messages: Written[] };

/** Puts messages under the days on which they were written; they are in order already. */
export function byDay<Written extends { created_at: string }>(messages: Written[], locale: string): Day<Written>[] {
  const days: Day<Written>[] = [];
  for (const message of messages) {
    const moment = new Date(message.created_at);
    const day = toLocalTime(moment, company.timeZone).slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else {
      const words = dateFormat(locale, { dateStyle: "full", timeZone: company.timeZone }).format(moment);
      days.push({ day, words, messages: [message] });
    }
  }
  return days;
}

/** The time of day by the same clock, with its zone. */
export function timeWords(moment: string, locale: string): string {
  const style = { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone: company.timeZone } as const;
  return dateFormat(locale, style).format(new Date(moment));
}
