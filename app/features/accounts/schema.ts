import { z } from "zod";
import type { FormKeys } from "~/lib/form";
import { emailAddress, LIMITS, optionalText, requiredText } from "~/lib/schema";

/** A password's least length (§9). */
export const PASSWORD_MINIMUM = 6;
/** bcrypt, which the authentication service uses, reads no further than this many bytes. */
const PASSWORD_MAXIMUM = 72;

const password = z.string();

const newPassword = password
  .min(PASSWORD_MINIMUM, `Use ${PASSWORD_MINIMUM} characters or more for the password`)
  .refine(
    (value) => new TextEncoder().encode(value).length <= PASSWORD_MAXIMUM,
    `Use ${PASSWORD_MAXIMUM} characters or fewer for the password`,
  );

export const signInSchema = z.object({
  email: emailAddress("Enter your email address"),
  password: password.min(1, "Enter your password"),
});
export const signInKeys = { single: ["email", "password"], secret: ["password"] } as const satisfies FormKeys;

export const signUpSchema = z.object({
  company_name: requiredText("Enter the company name"),
  full_name: requiredText("Enter the contact person", LIMITS.name),
  email: emailAddress(),
  phone: optionalText(),
  password: newPassword,
});
export type SignUp = z.output<typeof signUpSchema>;
export const signUpKeys = {
  single: ["company_name", "full_name", "email", "phone", "password"],
  secret: ["password"],
} as const satisfies FormKeys;

export const resetSchema = z.object({ email: emailAddress("Enter your email address") });
export const resetKeys = { single: ["email"] } as const satisfies FormKeys;

export const newPasswordSchema = z.object({ password: newPassword });
export const newPasswordKeys = { single: ["password"], secret: ["password"] } as const satisfies FormKeys;

/** What the links in our mails carry (DESIGN.md, decision 5). */
export const mailLinkSchema = z.object({
  token_hash: z.string().min(1).max(200),
  type: z.enum(["signup", "recovery", "email_change", "email"]),
});
export type MailLink = z.output<typeof mailLinkSchema>;
