/** The format of dates for a browser that asks for no language we know. */
const DEFAULT_LOCALE = "en-IN";

/**
 * The first language of an `Accept-Language` header that this runtime can format dates in.
 *
 * @returns a BCP 47 tag, `en-IN` when there is none
 */
export function preferredLocale(header: string | null): string {
  const tags = (header ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => part.split(";")[0]?.trim() ?? "");
  for (const tag of tags) {
    try {
      const [locale] = Intl.DateTimeFormat.supportedLocalesOf(tag);
      if (locale) return locale;
    } catch {
      // Not a language tag at all: "*", or nonsense.
    }
  }
  return DEFAULT_LOCALE;
}
