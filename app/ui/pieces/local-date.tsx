import { useSyncExternalStore } from "react";
import { dateFormat, dayWords } from "~/lib/format/date-format";

/** A moment, with the zone that its time is of; the script of the page tells it alike (`enhance/dates`). */
const MOMENT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;

/** A date without a time, which no zone changes. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** That there is a browser is so from the first. */
const neverChanges = () => () => undefined;

type LocalDateProps = {
  /** ISO 8601; a day without a time is that day everywhere. */
  value: string;
  /** A BCP 47 tag that this runtime knows. */
  locale: string;
  /** Shows the time of day as well. */
  hasTime?: boolean;
  /** The zone that the page tells its times in, which it says elsewhere; the reader's own where it is missing. */
  zone?: string | undefined;
};

/**
 * A date in the reader's own format: by the browser's preferred language here, and, unless the page has a zone of its
 * own, in the browser's time zone once the script of the page has run; until then in UTC, which a time says. What React
 * adds to a page later comes after that script, and so tells it for itself. A day of the calendar stays the day that it is.
 */
export function LocalDate({ value, locale, hasTime = false, zone }: LocalDateProps) {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (DAY.test(value)) return <time dateTime={value}>{dayWords(value, locale)}</time>;
  const clock = zone === undefined ? MOMENT : ({ dateStyle: "medium", timeStyle: "short" } as const);
  const style = hasTime ? clock : ({ dateStyle: "medium" } as const);
  const words =
    isInBrowser && zone === undefined
      ? new Date(value).toLocaleString(navigator.languages, style)
      : dateFormat(locale, { ...style, timeZone: zone ?? "UTC" }).format(new Date(value));
  return (
    <time dateTime={value} data-local={zone !== undefined ? undefined : hasTime ? "time" : ""}>
      {words}
    </time>
  );
}
