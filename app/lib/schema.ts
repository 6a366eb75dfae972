import { z } from "zod";
import { cleanText } from "./text";

/** The longest entries, in characters; the database holds the same limits. */
export const LIMITS = { name: 200, email: 320, short: 200, long: 10_000, skill: 100, skills: 50 } as const;

function tooLong(limit: number): string {
  return `Use ${limit.toLocaleString("en")} characters or fewer`;
}

/**
 * A required text: trimmed, not blank, within the limit.
 *
 * @param message what to do about it, such as "Enter your full name"
 * @param limit in characters
 */
export function requiredText(message: string, limit: number = LIMITS.short) {
  return z
    .string(message)
    .transform(cleanText)
    .pipe(z.string().min(1, message).max(limit, tooLong(limit)));
}

/** A text that may be left out: trimmed, within the limit; null when blank (§3). */
export function optionalText(limit: number = LIMITS.short) {
  return z
    .string()
    .transform(cleanText)
    .pipe(z.string().max(limit, tooLong(limit)))
    .transform((value) => value || null);
}

/** A required e-mail address. */
export function emailAddress(message = "Enter an email address, like name@example.com") {
  return z
    .string(message)
    .transform(cleanText)
    .pipe(z.string().min(1, message).max(LIMITS.email, tooLong(LIMITS.email)).pipe(z.email(message)));
}

/** Choices with their labels, as a form shows them. */
export type Options<Value extends string = string> = readonly (readonly [value: Value, label: string])[];

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
