import { cleanText, latinDigits, oneLine } from "~/lib/format/text";

/** A currency, as the database names it. */
export type Currency = keyof typeof CURRENCY_WORDS;

/** An amount of pay, as somebody has typed it. */
export type Amount = {
  /** For a year. */
  value: number;
  /** The currency that its words name: lakhs and crores are rupees. */
  currency: Currency | undefined;
  /** Do its words say for how long it is? */
  hasPeriod: boolean;
};

/** Words for a currency, before or behind a number. */
const CURRENCY_WORDS = {
  INR: "₹|rs\\.?|inr|rupees?",
  USD: "us\\$|\\$|usd|dollars?",
  EUR: "€|eur|euros?",
  GBP: "£|gbp|pounds?",
} as const;

/** Words for thousands and more, by how many zeros they stand for. */
const ZERO_WORDS: Record<number, string> = {
  3: "k|thousand",
  5: "l\\.?p\\.?a\\.?|la(?:kh|c)s?|l",
  6: "million|mn",
  7: "crores?|cr\\.?",
};

const YEAR = "(?:per|an?|/) ?(?:annum|year|yr)|p\\.? ?a\\.?|yearly";
const MONTH = "(?:per|a|/) ?(?:month|mth|mo)|p\\.? ?m\\.?|monthly";

/** A number, its signs and spaces before it, and behind it its thousands, currency and period, in one line. */
const AMOUNT = new RegExp(
  `^(${Object.values(CURRENCY_WORDS).join("|")})? ?([+-]?[\\d.][\\d., ]*(?:e[+-]?\\d{1,3})?) ?` +
    `(${Object.values(ZERO_WORDS).join("|")})?(?: ?/-)? ?(${Object.values(CURRENCY_WORDS).join("|")})? ?` +
    `(?:(${YEAR})|(${MONTH}))?$`,
  "i",
);

/** Nobody's number is longer, in characters. */
const LONGEST = 60;

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A number in groups, as it is written in India or elsewhere: the last group has three digits. */
const GROUPED = /^[+-]?\d{1,3}(?:[, ]\d{2,3})*[, ]\d{3}(?:\.\d*)?$/;

/**
 * A dot and three digits: forty-two thousand in Germany ("42.000"), and forty-two elsewhere. Neither is guessed, since a
 * salary that is a thousandth of what was meant is noticed by nobody; and no entry has three decimals.
 */
const AMBIGUOUS = /\.\d{3}$/;

/** What somebody typed as a number, in one line: on whatever keyboard. */
function typedLine(typed: string): string {
  return oneLine(latinDigits(cleanText(typed)));
}

/** A number without its groups ("12,00,000"), as the program reads it; undefined for what is none, or could be two. */
export function readDigits(typed: string): string | undefined {
  const line = typedLine(typed);
  if (line.length > LONGEST) return undefined;
  const digits = GROUPED.test(line) ? line.replace(/[, ]/g, "") : line;
  return NUMBER.test(digits) && !AMBIGUOUS.test(digits) ? digits : undefined;
}

/** The key of the words that one of these is, whole and in any capitals. */
function keyOf(words: Record<string, string>, said: string | undefined): string | undefined {
  return Object.keys(words).find((key) => said && new RegExp(`^(?:${words[key]!})$`, "i").test(said));
}

/**
 * Reads an amount of pay as people mean it: "₹4,50,000", "3.5 lakh", "12 LPA", "1.2 cr", "12k", "50,000/- a month". One for
 * a month counts twelve times: the form asks for a year's.
 *
 * @returns undefined for what can't be understood, has more than two decimals, or than the column's twelve digits
 */
export function readAmount(typed: string): Amount | undefined {
  const line = typedLine(typed);
  const [, before, number = "", thousands, behind, year, month] =
    line.length <= LONGEST ? (AMOUNT.exec(line) ?? []) : [];
  const zeros = Number(keyOf(ZERO_WORDS, thousands) ?? 0);
  // Whoever says lakhs writes decimals behind a dot.
  const isIndian = zeros === 5 || zeros === 7;
  const digits = isIndian && NUMBER.test(number.trim()) ? number.trim() : readDigits(number);
  if (digits === undefined) return undefined;
  // By the exponent, so that nothing is rounded on the way: 1.15 lakh is 115000.
  const said = Number(zeros === 0 ? digits : `${digits}e${zeros}`);
  const value = month === undefined ? said : Math.round(said * 1200) / 100;
  if (!(Math.abs(value) < 1e12) || Number(said.toFixed(2)) !== said) return undefined;
  const named = keyOf(CURRENCY_WORDS, before ?? behind) as Currency | undefined;
  return {
    // Of "-0" a nought is left that is shown without its sign.
    value: value + 0,
    currency: named ?? (isIndian ? "INR" : undefined),
    // "LPA" is lakhs per annum.
    hasPeriod: (year ?? month) !== undefined || /p/i.test(thousands ?? ""),
  };
}
