/** The format of dates for a browser that asks for no language we know. */
const DEFAULT_LOCALE = "en-IN";

/** What the browsers' usual headers come to: to ask the runtime takes as long as a hundredth of a page. */
const known = new Map<string, string>();
/** So many are kept, and then forgotten together. */
const MOST_KNOWN = 500;

/**
 * The first language of an `Accept-Language` header that this runtime can format dates in.
 *
 * @returns a BCP 47 tag, `en-IN` when there is none
 */
export function preferredLocale(header: string | null): string {
  const asked = (header ?? "").slice(0, 200);
  let locale = known.get(asked);
  if (locale === undefined) {
    locale = findLocale(asked);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(asked, locale);
  }
  return locale;
}

function findLocale(asked: string): string {
  const tags = asked.split(",").map((part) => part.split(";")[0]?.trim() ?? "");
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
