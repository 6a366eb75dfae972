import { z } from "zod";
import { cleanText, oneLine } from "~/lib/format/text";
import { readAmount, readDigits } from "./money";

/** Years as people say them beside the number: "3 years", "5+ yrs". */
const YEARS_WORDS = / ?\+? ?(?:years?|yrs?\.?)?$/i;
/** Small numbers in words. */
const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A number that may be left out, by how it is read; null when blank (§5). */
function optionalNumber(message: string, read: (typed: string) => number | undefined) {
  return z
    .string()
    .transform((typed) => (cleanText(typed) === "" ? null : (read(typed) ?? NaN)))
    .refine((value) => value === null || !Number.isNaN(value), message);
}

/** A whole number of years; "3 years", and "three", as well. @param what as each line of a list of mistakes names it: "the min experience" */
export function years(what: string) {
  return optionalNumber(`Enter a whole number of years from 0 to 100 for ${what}`, (typed) => {
    const said = oneLine(cleanText(typed)).replace(YEARS_WORDS, "");
    const word = NUMBER_WORDS.indexOf(said.toLowerCase());
    const value = word >= 0 ? word : Number(readDigits(said));
    return Number.isInteger(value) && value >= 0 && value <= 100 ? value : undefined;
  });
}

/** An amount of money. The column holds twelve digits before the point and two after; the specification sets no bound. */
export function amount(what: string) {
  return optionalNumber(
    `Enter one amount, such as 50000 or 3.5 lakh, for ${what}`,
    (typed) => readAmount(typed)?.value,
  );
}

/** A box to tick; it is checked again as the truth value that it has become. */
export const tick = z.union([z.string(), z.boolean()]).transform((value) => value === true || value === "on");
