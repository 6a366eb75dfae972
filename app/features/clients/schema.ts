import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { emailAddress, LIMITS, optionalPhone, optionalText, requiredText, seenVersion } from "~/lib/schema/fields";
import { talkChannels } from "~/content/talk-channels";

/** Invites a company's owner. */
export const ownerSchema = z.object({
  email: emailAddress(undefined, LIMITS.accountEmail),
  full_name: optionalText("the name", LIMITS.name),
});
export const ownerKeys = { single: ["email", "full_name"] } as const satisfies FormKeys;

/** What was said, and how; a note of our own names no way. */
export const clientNoteSchema = z.object({
  channel: z
    .enum(talkChannels.map(([channel]) => channel))
    .or(z.literal(""))
    .catch("")
    .transform((way) => way || null),
  body: requiredText("Enter what was said", 4000),
});

/** A number of days that may be left out. */
function optionalDays(what: string, most: number) {
  return z
    .string()
    .transform((typed) =>
      typed
        .trim()
        .replace(/days?$/i, "")
        .trim(),
    )
    .refine((typed) => typed === "" || (/^\d{1,3}$/.test(typed) && Number(typed) <= most), {
      error: `Enter ${what} in days, at most ${most}, or nothing`,
    })
    .transform((typed) => (typed === "" ? null : Number(typed)));
}

/** On which terms we work for a company; version 0 where none were noted. */
export const termsSchema = z.object({
  fee: optionalText("the fee"),
  replacement_days: optionalDays("the time of free replacement", 730),
  payment_days: optionalDays("the time of payment", 365),
  remarks: optionalText("the remarks", 2000),
  version: seenVersion,
});

/** Whom to ask for at a company. */
export const contactSchema = z.object({
  full_name: optionalText("the name", LIMITS.name),
  phone: optionalPhone(),
  version: seenVersion,
});
