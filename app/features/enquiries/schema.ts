import { z } from "zod";
import type { FormKeys } from "~/lib/form";
import { emailAddress, LIMITS, optionalText, requiredText } from "~/lib/schema";

/** The contact form (§2, §5). */
export const contactSchema = z.object({
  name: requiredText("Enter your full name", LIMITS.name),
  email: emailAddress(),
  company: optionalText(),
  requirement: requiredText("Enter your hiring requirement", LIMITS.long),
});

export type ContactMessage = z.output<typeof contactSchema>;

export const contactKeys = { single: ["name", "email", "company", "requirement"] } as const satisfies FormKeys;
