import { z } from "zod";
import { addressMistake, readAddress } from "./address";
import { readDate } from "./dates";
import { readSearch } from "./search-words";
import { phoneNumbersIn } from "~/lib/format/phone";
import { cleanText, isWithin, oneLine } from "~/lib/format/text";

/**
 * The longest entries, in characters; the database holds the same limits. An account's address is the authentication
 * service's, which takes no more than 255.
 */
export const LIMITS = {
  name: 200,
  email: 320,
  accountEmail: 255,
  short: 200,
  long: 10_000,
  skill: 100,
  skills: 50,
} as const;

/**
 * A text of at most so many characters, counted as the database counts them.
 *
 * @param what what the text is, so that each line of a list of mistakes says which it is about: "the company"
 */
export function textWithin(limit: number, what: string) {
  return z.string().refine((value) => isWithin(value, limit), {
    error: ({ input }) =>
      `Use ${limit.toLocaleString("en")} characters or fewer for ${what}: there are ${[...String(input)].length.toLocaleString("en")}`,
    abort: true,
  });
}

/** Cleans a text of at most so many characters: one of a single line's length has no line ends and no doubled spaces within. */
function cleanedWithin(limit: number) {
  return (value: string) => (limit <= LIMITS.short ? oneLine(cleanText(value)) : cleanText(value));
}

/**
 * A required text: trimmed, not blank, within the limit.
 *
 * @param message what to do about it, such as "Enter your full name"
 * @param limit in characters
 */
export function requiredText(message: string, limit: number = LIMITS.short) {
  const what = message.replace(/^Enter /, "");
  return z.string(message).transform(cleanedWithin(limit)).pipe(textWithin(limit, what).min(1, message));
}

/** A text that may be left out: trimmed, within the limit; null when blank (§3). @param what see `textWithin` */
export function optionalText(what: string, limit: number = LIMITS.short) {
  return z
    .string()
    .transform(cleanedWithin(limit))
    .pipe(textWithin(limit, what))
    .transform((value) => value || null);
}

/** A phone number that may be left out, however it is written: one without a digit reaches nobody. */
export function optionalPhone() {
  return optionalText("the phone number").refine((number) => number === null || /\p{N}/u.test(number), {
    error: "Enter a phone number, such as +91 98765 43210, or none",
  });
}

/** The same of somebody whom a recruiter rings: one number or more that can be dialled. */
export function optionalDialledPhone() {
  return optionalText("the phone number").refine((typed) => typed === null || phoneNumbersIn(typed).length > 0, {
    error: "Enter a phone number of 7 to 15 digits, such as +91 98765 43210, or none. Of two, put a comma between",
  });
}

/** A date that may be left out, however it is written (`readDate`); ISO 8601, null when blank (§3). */
export const optionalDate = z
  .string()
  .transform((typed) => (cleanText(typed) === "" ? null : (readDate(typed) ?? "")))
  .refine((date) => date !== "", { error: "Enter a date, such as 2027-03-31", abort: true });

/** A date that must be there. @param message what to do about it */
export function requiredDate(message: string) {
  return z
    .string(message)
    .transform((typed) => readDate(typed) ?? "")
    .refine((date) => date !== "", message);
}

/** An address as it is kept. @param message for one whose mistake has no words of its own */
function address(message: string) {
  return z.string().superRefine((value, context) => {
    const mistake = addressMistake(value, message);
    if (mistake !== null) context.addIssue({ code: "custom", message: mistake });
  });
}

/** A required e-mail address: as it is kept, whatever was typed around it. */
export function emailAddress(message = "Enter an email address, like name@example.com", limit: number = LIMITS.email) {
  return z
    .string(message)
    .transform(readAddress)
    .pipe(textWithin(limit, "the email address").min(1, message).pipe(address(message)));
}

/** An e-mail address that may be left out; null when it is. */
export function optionalEmailAddress(message = "Enter an email address, like name@example.com, or none") {
  return z
    .string(message)
    .transform((typed) => readAddress(typed) || null)
    .pipe(textWithin(LIMITS.email, "the email address").pipe(address(message)).nullable());
}

/** Choices with their labels, as a form shows them. */
export type Options<Value extends string = string> = readonly (readonly [value: Value, label: string])[];

/** The label of a choice. */
export function labelOf<Value extends string>(options: Options<Value>, value: Value): string {
  return options.find(([known]) => known === value)?.[1] ?? value;
}

function valuesOf<Value extends string>(options: Options<Value>): [Value, ...Value[]] {
  return options.map(([value]) => value) as [Value, ...Value[]];
}

/** A required choice from a list. */
export function choice<Value extends string>(options: Options<Value>, message: string) {
  return z.string(message).pipe(z.enum(valuesOf(options), message));
}

/** A choice that may be left out; null when it is (§3). */
export function optionalChoice<Value extends string>(options: Options<Value>) {
  return z
    .string()
    .refine((value): value is Value | "" => value === "" || valuesOf(options).includes(value as Value), {
      error: "Choose one of the options",
    })
    .transform((value) => value || null);
}

/** The id of a row: whatever Postgres reads as a `uuid`, which is more than the versions that the standard has. */
export function rowId(message?: string) {
  // oxlint-disable-next-line no-restricted-properties -- this is the one place
  return z.guid(message);
}

/** Is it an id? What is none is the id of nothing. */
export function isRowId(id: string): boolean {
  return rowId().safeParse(id).success;
}

/** Words to search for, as an address of the site has them (`readSearch`); undefined for none. */
export function searchWords() {
  return z.string().transform(readSearch).pipe(z.string().min(1)).optional().catch(undefined);
}

/** The highest version that a row can have: an integer of the database. */
const MOST_CHANGED = 2_147_483_647;

/** The version of a row that a form was made from; whatever else was sent is one that nobody has seen, and so stale. */
export const seenVersion = z.coerce.number().int().min(1).max(MOST_CHANGED).catch(0);
