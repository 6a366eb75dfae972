import type { z } from "zod";
import { today } from "~/lib/format/clock";
import { phoneNumbersIn } from "~/lib/format/phone";
import { cleanText, firstCharacters, isolated, latinDigits, oneLine } from "~/lib/format/text";
import { readAmount } from "~/lib/schema/money";
import { cleanSkills } from "~/lib/schema/skills";
import { LIMITS } from "~/lib/schema/fields";
import { fields, labels, MOST_LINKS, type CandidateRecord, type Field } from "~/features/candidates/fields";
import { isNeverKept, type ColumnUse } from "./columns";
import { LONGEST_CELL } from "./table";

/** The entries of a row, as the database takes them. */
export type RowEntries = Partial<Omit<CandidateRecord, "is_adult">>;

/** A row of a table as it is read: without entries it can't be taken. */
export type ReadRow = { place: number; cells: string[]; entries: RowEntries | null; problems: string[] };

/** How a table is read: what its columns are called, and what each is. */
export type Reading = { head: readonly string[]; columns: readonly ColumnUse[] };

/** So much of a cell is read, in characters, before any expression looks at it; of a summary all that a table keeps. */
const LONGEST_LINE = 500;
const LONGEST: Partial<Record<ColumnUse, number>> = {
  summary: LONGEST_CELL,
  summary_line: LONGEST_CELL,
  skills: 2_000,
  links: 2_000,
};

/** Fields of one line, which are kept or left out. */
const LINES = ["phone", "headline", "city", "country", "notice_period", "employer", "source"] as const;

/** What is said of a pay's unit, by what the database calls it. */
const UNITS: readonly [string, RegExp][] = [
  ["hour", /hour|hr/i],
  ["day", /day|daily/i],
  ["month", /month|mth|p\.?m\.?$/i],
  ["year", /year|yr|annum|annual|lpa|p\.?a\.?$/i],
];

function valueOf<Schema extends z.ZodType>(schema: Schema, typed: string): z.output<Schema> | undefined {
  const read = schema.safeParse(typed);
  return read.success ? read.data : undefined;
}

/** What stands in a row under a use, each cell once. */
type Cells = (use: ColumnUse) => string[];

/** What the note on a row says of an amount without one. */
export const NO_UNIT = "says no unit";

/** What a column's amounts are that say no unit, where that is chosen for it. */
const PAY_USES = [
  ["expected_pay_amount", undefined],
  ["pay_month", "month"],
  ["pay_year", "year"],
] as const;

/** The pay, where it is certain: an amount with its period, in rupees unless the row says another country. */
function readPay(cells: Cells, problems: string[]): RowEntries {
  const found = PAY_USES.flatMap(([use, chosen]) => cells(use).map((typed) => ({ typed, chosen })))[0];
  if (found === undefined) return {};
  const { typed, chosen } = found;
  const [currencyWords = "", unitWords = "", country = ""] = [
    cells("expected_pay_currency")[0],
    cells("expected_pay_unit")[0],
    cells("country")[0],
  ];
  const amount = readAmount(typed);
  const said = UNITS.find(([, words]) => words.test(firstCharacters(unitWords, 40).trim()))?.[0];
  const isMonthly = /p\.? ?m\.?$|month/i.test(typed.trim());
  const unit = amount?.hasPeriod ? (isMonthly ? "month" : "year") : (said ?? chosen);
  const home = /^(india|in|bharat|)$/i.test(country.trim()) ? "INR" : undefined;
  const currency = valueOf(fields.expected_pay_currency.rule, currencyWords.trim().toUpperCase()) ?? amount?.currency;
  const certain = currency ?? (amount?.hasPeriod ? home : chosen && "INR");
  if (!amount || amount.value < 0 || !unit || !certain || (amount.hasPeriod && said && said !== unit)) {
    const words = `Expected pay “${isolated(firstCharacters(typed, 40))}”`;
    problems.push(
      amount && !unit
        ? `${words} ${NO_UNIT}, and is left out: choose one under the columns`
        : `${words} was not understood, and is left out`,
    );
    return {};
  }
  return {
    expected_pay_amount: amount.hasPeriod && isMonthly ? Math.round((amount.value / 12) * 100) / 100 : amount.value,
    expected_pay_currency: certain,
    expected_pay_unit: unit,
  };
}

/** The skills of a row: parted by , ; / | and ends of lines; "CNC/VMC" is two, "C/C++" as well. */
function readSkills(cells: Cells, problems: string[]): string[] {
  const all = cleanSkills(cells("skills").flatMap((cell) => cell.split(/[/|,;\r\n•·]+/)));
  const short = all.filter((skill) => skill.length <= LIMITS.skill);
  if (short.length < all.length) problems.push("A skill is too long, and is left out");
  if (short.length > LIMITS.skills) problems.push(`Only the first ${LIMITS.skills} skills are taken`);
  return short.slice(0, LIMITS.skills);
}

/** The address of a row: the first of several. @returns null for none, undefined for what is no address */
function readEmail(cells: Cells, problems: string[]): string | null | undefined {
  const typed = cells("email").filter((cell) => !/^(-+|n\/?a|nil|none)$/i.test(cell));
  if (typed.length === 0) return null;
  const [first = typed[0]!, ...others] = typed
    .flatMap((cell) => cell.split(/[,;\s]+/))
    .filter((part) => part.includes("@"));
  const address = valueOf(fields.email.rule, first);
  if (address === undefined || address === null) {
    problems.push(`“${isolated(firstCharacters(first, 60))}” is no email address`);
    return undefined;
  }
  if (others.length > 0) problems.push("Only the first email address is taken");
  return address.toLowerCase();
}

/** Is somebody under 18, as far as a cell tells: an age, or a year of birth? @param year this year's */
function isYoung(cell: string, year: number): boolean {
  const digits = latinDigits(cell.trim());
  const born = /(?:^|[^0-9])((?:19|20)\d\d)(?:[^0-9]|$)/.exec(digits)?.[1];
  if (born !== undefined) return year - Number(born) < 18;
  return /^\d{1,2}( ?y.*)?$/i.test(digits) && Number.parseInt(digits, 10) < 18;
}

/** The summary: its own columns, and lines of those that have no field, each with the column's name. */
function readSummary(cells: readonly string[], { head, columns }: Reading, problems: string[]): string | null {
  const parts = columns.flatMap((use, place) => {
    const words = cleanText(cells[place] ?? "");
    if (words === "" || (use !== "summary" && use !== "summary_line")) return [];
    return [use === "summary" ? words : `${oneLine(head[place] ?? "")}: ${oneLine(words)}`];
  });
  const whole = parts.join("\n");
  const summary = firstCharacters(whole, 4_000);
  if (summary.length < whole.length) problems.push("The summary is cut after 4,000 characters");
  return summary || null;
}

/** This year's number where the agency is. */
const thisYear = () => Number(today().slice(0, 4));

/** Reads a row as a candidate's entries. */
export function readRow(row: { place: number; cells: string[] }, reading: Reading, year = thisYear()): ReadRow {
  const problems: string[] = [];
  const isKept = (place: number) => !isNeverKept(reading.head[place] ?? "");
  const cells: Cells = (use) => [
    ...new Set(
      reading.columns.flatMap((each, place) => {
        const cell = each === use && isKept(place) ? (row.cells[place] ?? "") : "";
        const words = cleanText(firstCharacters(cell, LONGEST[use] ?? LONGEST_LINE));
        return words === "" ? [] : [words];
      }),
    ),
  ];
  const mistakes: string[] = [];
  const full_name = valueOf(fields.full_name.rule, cells("full_name").join(" "));
  if (full_name === undefined)
    mistakes.push(cells("full_name").length === 0 ? "The name is missing" : "The name is too long");
  const email = readEmail(cells, problems);
  if (email === undefined) mistakes.push(problems.pop()!);
  if (cells("age").some((cell) => isYoung(firstCharacters(cell, 40), year)))
    mistakes.push("They seem to be under 18: we keep nothing about them");
  if (mistakes.length > 0) return { ...row, entries: null, problems: mistakes };
  const entries: RowEntries = { full_name: full_name!, email: email ?? null, ...readPay(cells, problems) };
  for (const field of LINES) {
    const typed = field === "phone" ? cells(field).join(" / ") : (cells(field)[0] ?? "");
    const value = valueOf(fields[field].rule as z.ZodType<string | null>, typed);
    if (value === undefined) problems.push(`${labels[field as Field]} is too long, and is left out`);
    else entries[field] = value;
  }
  if (entries.phone && phoneNumbersIn(entries.phone).length === 0)
    problems.push(`“${isolated(firstCharacters(entries.phone, 40))}” is no whole telephone number`);
  entries.skills = readSkills(cells, problems);
  const links = cells("links")
    .flatMap((cell) => cell.split(/[\s,;]+/).filter(Boolean))
    .slice(0, 2 * MOST_LINKS);
  const whole = links.filter((link) => valueOf(fields.links.rule, link) !== undefined).slice(0, MOST_LINKS);
  if (whole.length < links.length) problems.push("A link is no full address, and is left out");
  entries.links = whole;
  entries.summary = readSummary(
    row.cells.map((cell, place) => (isKept(place) ? cell : "")),
    reading,
    problems,
  );
  const filled = Object.entries(entries).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { ...row, entries: Object.fromEntries(filled), problems };
}
