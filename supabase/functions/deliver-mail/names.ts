/** Who writes. The site has the same name in app/content/company.ts; a test compares the two. */
export const SITE_NAME = "Kaushal Global Hiring";

const LONGEST_NAME = 60;
const LONGEST_TITLE = 120;

/** Controls, line ends, and what changes the direction of a text or is not seen; joiners stay, which Indic scripts need. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u{fff9}-\u{fffb}]/u;
const UNSEEN_RUN = new RegExp(`(?:(?![\\u200c\\u200d])${UNSEEN.source})+`, "gu");
/** More than four digits, whatever stands between them that is no letter: a phone number. */
const NUMBER = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){4,}/gu;
/** What a link is made of: the dots of every script, which some programs take for the one of addresses, and `@`, `:`, `/`. */
const LINK_SIGN = /([.@:/\\\u0589\u06d4\u0701\u0702\u3002\ua4f8\ua60e\u{10a50}])(?=\S)/gu;

function clean(text: string, longest: number): string {
  // First the one form of each sign: fullwidth and raised dots, digits in circles, and ligatures are plain ones then.
  const line = text.normalize("NFKC").replace(UNSEEN_RUN, " ").replace(NUMBER, "…").replace(/\s+/g, " ").trim();
  const letters = [...line];
  const short =
    letters.length > longest
      ? `${letters
          .slice(0, longest - 1)
          .join("")
          .trimEnd()}…`
      : line;
  return short.replace(LINK_SIGN, "$1\u200b");
}

/**
 * A person's or a company's name as it may stand in a mail, since anybody can be invited under any: one line of at most 60
 * characters, in the order it was written, with no phone number, and nothing that a mail program would make a link of.
 */
export function named(name: string): string {
  return clean(name, LONGEST_NAME);
}

/** A requirement's title, in the same way; at most 120 characters. */
export function titled(title: string): string {
  return clean(title, LONGEST_TITLE);
}
