import { phoneNumbersIn } from "~/lib/format/phone";
import { cleanText, oneLine } from "~/lib/format/text";
import type { Options } from "~/lib/schema/fields";
import { fieldNames, labels, type Field } from "~/features/candidates/fields";

/**
 * What a column is read as: a field, a pay in rupees where it says no unit, a line of the summary with the column's name, the age
 * (which is only looked at), or nothing.
 */
export type ColumnUse = Exclude<Field, "is_adult"> | "pay_month" | "pay_year" | "summary_line" | "age" | "";

/** What may be chosen for a column. */
export const columnUses: Options<ColumnUse> = [
  ["", "Leave out"],
  ...fieldNames.filter((field) => field !== "is_adult").map((field) => [field, labels[field]] as const),
  ["pay_month", "Expected pay: INR a month where it says no unit"],
  ["pay_year", "Expected pay: INR a year where it says no unit"],
  ["summary_line", "A line of the summary"],
  ["age", "Age: looked at, not kept"],
];

/** Words that name a column, whole and in any capitals, by what it is read as; the labels of our own file are among them. */
const HEADS: Readonly<Record<Exclude<ColumnUse, "" | "pay_month" | "pay_year">, string>> = {
  full_name:
    "(full |first |last |sur|candidate'?s? |applicant |employee )?name( of (the )?candidate)?|surname|candidate|applicant",
  email: "e-?mails?( id| address| ids)?|mail( id)?|email id.*",
  phone:
    "(phone|mobile|cell|contact|whats ?app|tel|telephone|mob)( ?(no|number|num|nos|phone|details))?\\.?|phone ?1|mobile number 1",
  headline: "headline|title|job title|designation|position|role|profile|trade|current designation|resume headline",
  city: "(current |present )?(city|location|place|town)|current location|based (in|at)",
  country: "country( of residence)?",
  skills: "(key ?|primary |technical |main )?skills?( ?set)?|technologies|tools",
  notice_period: "notice( period)?|np|availability|available( from)?|joining( time)?",
  summary: "summary|remarks?|comments?|notes?|about|profile summary",
  links: "links?|linked-?in( url| profile)?|url|website|portfolio|git-?hub|resume link",
  expected_pay_amount: "(expected|exp\\.?) ?(pay|ctc|salary|package)( \\(.*\\))?|ectc|expectation",
  expected_pay_currency: "currency",
  expected_pay_unit: "paid for|per|pay period",
  employer: "(current |present )?(employer|company|organi[sz]ation)( name)?|works at|working (at|with)",
  source: "source|how we know of them|portal|referred by|reference",
  age: "age|date of birth|d\\.?o\\.?b\\.?|birth ?date",
  summary_line: "(total |years of |relevant )?(work )?(experience|exp\\.?)( \\(.*\\))?|education|qualification|degree",
};

/** What nothing is kept of: what somebody earned, and of family, belief or looks. */
const NEVER_KEPT =
  /^(current|present|last) ?(ctc|salary|pay|package)|^cctc|gender|^sex$|marital|religion|caste|father|mother|spouse|nationality|aadha|^pan\b|passport/i;

/** The columns of our own file that tell, and that nobody reads in. */
const TOLD_ONLY = /^(consent|created \(.*\)|last (contact|activity) \(.*\))$/i;

function useOfHead(head: string): ColumnUse | undefined {
  const whole = oneLine(cleanText(head.replaceAll("_", " ")));
  // Before any expression looks at it.
  if (whole.length > 100) return undefined;
  const words = whole.replace(/[*:]+$/, "").trim();
  if (words === "" || TOLD_ONLY.test(words) || NEVER_KEPT.test(words)) return undefined;
  const found = Object.entries(HEADS).find(([, pattern]) => new RegExp(`^(?:${pattern})$`, "i").test(words));
  return found?.[0] as ColumnUse | undefined;
}

/** Is a column one of which nothing is kept, whatever is chosen for it? */
export function isNeverKept(head: string): boolean {
  return NEVER_KEPT.test(oneLine(cleanText(head)));
}

/** So much of a cell is looked at, to tell what its column is. */
const LOOKED_AT = 320;

/** Has a cell what a mail address or a number has? */
const LOOKS: readonly [ColumnUse, (cell: string) => boolean][] = [
  ["email", (cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim())],
  ["phone", (cell) => phoneNumbersIn(cell.slice(0, 200)).length > 0],
  ["links", (cell) => /^https?:\/\//.test(cell.trim())],
  ["full_name", (cell) => /^\p{L}[\p{L}\p{M}.' ]{2,60}$/u.test(cell.trim())],
];

/** Is the first row what the columns are called? It names one that we know, or has no address and no number while others have. */
export function hasHead([first = [], ...rest]: readonly string[][]): boolean {
  if (first.some((cell) => useOfHead(cell) !== undefined)) return true;
  const reaches = (row: readonly string[]) =>
    row.some((whole) => {
      const cell = whole.slice(0, LOOKED_AT);
      return LOOKS[0]![1](cell) || LOOKS[1]![1](cell);
    });
  return !reaches(first) && rest.slice(0, 5).some(reaches);
}

/** What each column seems to be: by its name, else by what stands in it; no field that is one thing twice. */
export function guessColumns(head: readonly string[], rows: readonly string[][]): ColumnUse[] {
  const uses: (ColumnUse | undefined)[] = head.map(useOfHead);
  const isOpen = head.map((name, place) => !uses[place] && !TOLD_ONLY.test(name.trim()) && !isNeverKept(name));
  for (const [use, looks] of LOOKS) {
    if (uses.includes(use)) continue;
    const found = isOpen.findIndex((isThisOpen, place) => {
      if (!isThisOpen || uses[place] !== undefined) return false;
      const cells = rows
        .slice(0, 20)
        .map((row) => (row[place] ?? "").slice(0, LOOKED_AT))
        .filter((cell) => cell.trim() !== "");
      return cells.length > 0 && cells.filter(looks).length > cells.length / 2;
    });
    if (found !== -1) uses[found] = use;
  }
  return uses.map((use) => use ?? "");
}
