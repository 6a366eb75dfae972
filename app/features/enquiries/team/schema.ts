import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import {
  choice,
  LIMITS,
  optionalEmailAddress,
  optionalText,
  requiredText,
  rowId,
  type Options,
} from "~/lib/schema/fields";

/** How something comes that is no form, as the team writes it down. */
export const sources = [
  ["phone", "By telephone"],
  ["whatsapp", "By WhatsApp"],
  ["walk_in", "In person"],
  ["email", "By e-mail"],
] as const satisfies Options;

/** What is done with what was written down: kept, taken as well, or made a requirement of at once. */
export const intents = ["save", "take", "requirement"] as const;

/** What a caller gives. They can be answered by telephone or by e-mail: one of the two is there. */
export const enquirySchema = z
  .object({
    source: choice(sources, "Choose how it came"),
    name: requiredText("Enter who it is", LIMITS.name),
    phone: optionalText("the phone number"),
    email: optionalEmailAddress("Enter an email address, like name@example.com"),
    company: optionalText("the company"),
    requirement: requiredText("Enter what they want", LIMITS.long),
    /** The company that they are of, as far as anybody can tell. */
    client: z.union([z.literal("").transform(() => null), rowId()], "Choose one of the companies, or none"),
  })
  .refine(({ phone, email }) => phone !== null || email !== null, {
    path: ["phone"],
    error: "Enter a phone number or an email address, so that we can answer",
    when: () => true,
  });

export type Enquiry = z.output<typeof enquirySchema>;

export const enquiryKeys = {
  single: ["source", "name", "phone", "email", "company", "requirement", "client", "looked"],
} as const satisfies FormKeys;
