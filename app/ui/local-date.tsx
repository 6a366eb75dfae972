import { dateFormat } from "~/lib/date-format";

/**
 * A date in the reader's own format: by the browser's preferred language here, and in its own time zone once the
 * script of the page has run.
 *
 * @param value ISO 8601
 * @param locale a BCP 47 tag that this runtime knows
 * @param hasTime shows the time of day as well: in UTC here, which it says
 */
export function LocalDate({ value, locale, hasTime = false }: { value: string; locale: string; hasTime?: boolean }) {
  const style = hasTime ? ({ dateStyle: "medium", timeStyle: "short" } as const) : ({ dateStyle: "medium" } as const);
  const text = dateFormat(locale, { ...style, timeZone: "UTC" }).format(new Date(value));
  return (
    <time dateTime={value} data-local={hasTime ? "time" : ""}>
      {hasTime ? `${text} UTC` : text}
    </time>
  );
}
