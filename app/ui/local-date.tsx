/**
 * A date in the reader's own format: by the browser's preferred language here, and in its own time zone once the
 * script of the page has run.
 *
 * @param value ISO 8601
 * @param locale a BCP 47 tag that this runtime knows
 */
export function LocalDate({ value, locale }: { value: string; locale: string }) {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(value));
  return (
    <time dateTime={value} data-local>
      {text}
    </time>
  );
}
