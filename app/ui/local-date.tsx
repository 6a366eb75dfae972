import { dateFormat, dayWords } from "~/lib/date-format";

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

/**
 * A date in the reader's own format: by the browser's preferred language here, and in its own time zone once the
 * script of the page has run. A day of the calendar stays the day that it is.
 *
 * @param value ISO 8601
 * @param locale a BCP 47 tag that this runtime knows
 * @param hasTime shows the time of day as well, with its zone: in UTC here
 */
export function LocalDate({ value, locale, hasTime = false }: { value: string; locale: string; hasTime?: boolean }) {
  if (DAY.test(value)) return <time dateTime={value}>{dayWords(value, locale)}</time>;
  return (
    <time dateTime={value} data-local={hasTime ? "time" : ""}>
      {hasTime ? dateFormat(locale, { ...MOMENT, timeZone: "UTC" }).format(new Date(value)) : dayWords(value, locale)}
    </time>
  );
}
