import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import {
  choice,
  LIMITS,
  optionalEmailAddress,
  optionalText,
  requiredText,
  rowId,
  seenVersion,
  type Options,
} from "~/lib/schema/fields";

/** How something comes that is no form, as the team writes it down. */
export const sources = [
  ["phone", "By telephone"],
  ["whatsapp", "By WhatsApp"],
  ["walk_in", "In person"],
  ["email", "By e-mail"],
] as const satisfies Options;

/** What is done with what was written down: kept, taken as well, or made a requirement or a candidate of at once. */
export const intents = ["save", "take", "requirement", "candidate"] as const;

/** What a caller gives. */
const given = {
  name: requiredText("Enter who it is", LIMITS.name),
  phone: optionalText("the phone number"),
  email: optionalEmailAddress("Enter an email address, like name@example.com"),
  company: optionalText("the company"),
  requirement: requiredText("Enter what they want", LIMITS.long),
};

/** They can be answered by telephone or by e-mail: one of the two is there. */
function isAnswerable({ phone, email }: { phone: string | null; email: string | null }): boolean {
  return phone !== null || email !== null;
}

const unanswerable = {
  path: ["phone"],
  error: "Enter a phone number or an email address, so that we can answer",
  when: () => true,
};

export const enquirySchema = z
  .object({
    ...given,
    source: choice(sources, "Choose how it came"),
    /** The company that they are of, as far as anybody can tell. */
    client: z.union([z.literal("").transform(() => null), rowId()], "Choose one of the companies, or none"),
  })
  .refine(isAnswerable, unanswerable);

export type Enquiry = z.output<typeof enquirySchema>;

/** What of it its writer corrects, on the version that was seen. */
export const mendSchema = z.object({ ...given, seen: seenVersion }).refine(isAnswerable, unanswerable);
export const mendKeys = { single: [...Object.keys(given), "seen"] } satisfies FormKeys;
export type Mended = Omit<z.output<typeof mendSchema>, "seen">;

export const enquiryKeys = {
  single: ["source", "name", "phone", "email", "company", "requirement", "client", "looked"],
} as const satisfies FormKeys;
