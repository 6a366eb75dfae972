import { ZONE } from "~/lib/config/agency";
import { dateFormat } from "./date-format";
import { toLocalTime } from "./zoned-time";

/** The day of a moment where the agency is, as ISO 8601. */
export function localDay(moment: string | Date): string {
  return toLocalTime(new Date(moment), ZONE).slice(0, 10);
}

/** Today's date by that clock, as ISO 8601. */
export function today(): string {
  return localDay(new Date());
}

/** A moment: "23 Nov 2026, 22:57". @param moment ISO 8601, or a date */
export function momentWords(moment: string | Date): string {
  return dateFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: ZONE }).format(new Date(moment));
}

/** A day without a time, which no zone changes. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * A day: "23 Nov 2026".
 *
 * @param moment ISO 8601; a day without a time is that day everywhere
 * @param locale the language of its reader, where the specification asks for it (§2, "Client dashboard")
 */
export function dayWords(moment: string, locale = "en-GB"): string {
  const timeZone = DAY.test(moment) ? "UTC" : ZONE;
  return dateFormat(locale, { dateStyle: "medium", timeZone }).format(new Date(moment));
}

/** A day that something is promised by, as people say it: "Tuesday, 1 December"; of another year with that. @param moment as above */
export function dueDayWords(moment: string): string {
  const timeZone = DAY.test(moment) ? "UTC" : ZONE;
  const isThisYear = (DAY.test(moment) ? moment : localDay(moment)).slice(0, 4) === today().slice(0, 4);
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return dateFormat("en-IN", { weekday: "long", day: "numeric", month: "long", ...year, timeZone }).format(
    new Date(moment),
  );
}

/** Midnights from today on until a day, or since a moment (then below zero), by the agency's clock. */
export function daysUntil(day: string): number {
  const date = DAY.test(day) ? day : localDay(day);
  return Math.round((Date.parse(date) - Date.parse(today())) / 86_400_000);
}

/** Midnights between a moment and now, by that clock: "today", "yesterday", "3 days ago". @param moment ISO 8601 */
export function agoWords(moment: string): string {
  const days = -daysUntil(moment);
  if (days <= 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}
