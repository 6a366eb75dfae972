import { z } from "zod";
import { company as agency } from "~/content/company";
import { optionalText } from "~/lib/schema/fields";
import { versionedIdSchema } from "~/lib/schema/versioned-id";
import type { PhoneLink } from "./by-phone.server";

/** What the form says: at which number, that it was rung, and what the recruiter writes beside the question. */
export const askFormSchema = z.object({
  entry: versionedIdSchema,
  number: z.string().regex(/^[0-9]{7,15}$/, "Choose a number"),
  rung: z.string(),
  words: optionalText("your line", 300),
});
export const askFormKeys = { single: ["entry", "number", "rung", "words"], checkboxes: ["rung"] };

/** Where somebody is asked by telephone, and the link to give them is shown to who has asked. */
export function byPhonePath(requirement: string, entry: string): string {
  return `/team/requirements/${requirement}/candidates/${entry}/phone`;
}

/** A number as it is read out: "+91 98101 12345". */
export function numberWords(number: string): string {
  const [, indian] = /^91([0-9]{10})$/.exec(number) ?? [];
  return indian === undefined ? `+${number}` : `+91 ${indian.slice(0, 5)} ${indian.slice(5)}`;
}

/**
 * What the recruiter sends with the link. It names no company: a telephone shows it where others read along.
 *
 * @param href the address of the question
 */
export function messageWords(
  { first_name, recruiter, job_title, location, asker_words }: PhoneLink,
  href: string,
): string {
  return [
    `Hello ${first_name}, this is ${recruiter ?? "your recruiter"} of ${agency.name}.`,
    ...(asker_words === null ? [] : [asker_words]),
    `It is about the job “${job_title}”${location === null ? "" : `, ${location}`}. May we show you to the company? Here you see every word that they would read, and say yes or no:`,
    href,
    "If you do nothing, that is a no. This link is for you alone.",
  ].join("\n");
}
