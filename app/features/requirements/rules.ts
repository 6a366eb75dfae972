import { z } from "zod";
import { today } from "~/lib/format/clock";
import { optionalDate } from "~/lib/schema/fields";
import { readDigits } from "~/lib/schema/money";

/** The first day that a form offers for a deadline: today, or the one that it has, as that may stay. */
export function earliestDeadline(filed: string | null): string {
  return filed !== null && filed < today() ? filed : today();
}

/** The same, from today on. */
export const dateFromToday = optionalDate.refine(
  (value) => value === null || value >= today(),
  "The application deadline must be today or later",
);

/** How many are wanted: from one to a hundred thousand. */
export const count = z
  .string()
  .transform((typed) => readDigits(typed) ?? "")
  .refine(
    (value) => /^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= 100_000,
    "Enter a whole number, 1 or more",
  )
  .transform(Number);
