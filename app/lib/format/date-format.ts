import { keptFormats } from "./kept-formats";

/** A format of dates, kept. */
export const dateFormat = keptFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** A day of the calendar, which is the same wherever one reads of it. @param day ISO 8601, without a time */
export function dayWords(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}
