import { getOrMake } from "~/lib/bounded-map";

/** The format of dates for a browser that asks for no language we know. */
const DEFAULT_LOCALE = "en-IN";

/** Whatever the reader's calendar and digits: beside English words they would be read wrong, and forms take no other years. */
const PAGES = { calendar: "gregory", numberingSystem: "latn" };

/** What the browsers' usual headers come to: to ask the runtime takes as long as a hundredth of a page. */
const known = new Map<string, string>();
/** So many are kept. */
const MOST_KNOWN = 500;

/**
 * The most wanted language of an `Accept-Language` header that this runtime can format dates in.
 *
 * @returns a BCP 47 tag with our calendar and Latin digits, `en-IN` when there is none
 */
export function preferredLocale(header: string | null): string {
  const asked = (header ?? "").slice(0, 200);
  return getOrMake(known, asked, MOST_KNOWN, () => findLocale(asked));
}

/** The languages of a header, the most wanted first; `q=0` names one that is not wanted (RFC 9110, 12.4.2). */
function wantedTags(asked: string): string[] {
  return asked
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter));
      return { tag, quality: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

function findLocale(asked: string): string {
  for (const tag of wantedTags(asked)) {
    try {
      const [locale] = Intl.DateTimeFormat.supportedLocalesOf(tag);
      if (locale) return new Intl.Locale(locale, PAGES).toString();
    } catch {
      // Not a language tag at all: "*", or nonsense.
    }
  }
  return DEFAULT_LOCALE;
}
