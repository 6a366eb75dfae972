import { cleanText, latinDigits, oneLine } from "~/lib/format/text";

/** The first and the last date that forms and the database take, as ISO 8601. */
const [FIRST_DATE, LAST_DATE] = ["1900-01-01", "2999-12-31"];

const MONTHS = "january february march april may june july august september october november december".split(" ");

/** A date of the calendar, as ISO 8601; undefined where there is none, or none between 1900 and 2999. */
function dateOf(year: string, month: number, day: number): string | undefined {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const time = Date.parse(`${date}T00:00Z`);
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isReal && date >= FIRST_DATE && date <= LAST_DATE ? date : undefined;
}

/** The number of a month by its name, or at least three letters of it; 0 for none. */
function monthOf(name: string): number {
  return MONTHS.findIndex((month) => name.length >= 3 && month.startsWith(name.toLowerCase())) + 1;
}

/**
 * A date as people write it where their browser has no field for one: 2027-03-31, 31.3.2027, 31/03/2027, 31 March 2027 or
 * March 31, 2027. With slashes or dashes the day may stand before the month or behind it: it is read where only one can be
 * meant.
 *
 * @returns ISO 8601; undefined for what is no date, or may be two, and for none between 1900 and 2999
 */
export function readDate(typed: string): string | undefined {
  const text = oneLine(latinDigits(cleanText(typed)));
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dateOf(iso[1]!, Number(iso[2]), Number(iso[3]));
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[3])];
    const isDayFirst = numbers[2] === "." || first > 12 || first === second;
    if (!isDayFirst && second <= 12) return undefined;
    return isDayFirst ? dateOf(numbers[4]!, second, first) : dateOf(numbers[4]!, first, second);
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]+)\.?,?[ -](\d{4})$/i.exec(text);
  if (dayFirst) return dateOf(dayFirst[3]!, monthOf(dayFirst[2]!), Number(dayFirst[1]));
  const monthFirst = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text);
  return monthFirst ? dateOf(monthFirst[3]!, monthOf(monthFirst[1]!), Number(monthFirst[2])) : undefined;
}
