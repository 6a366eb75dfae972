import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { emailAddress, LIMITS, optionalPhone, requiredText } from "~/lib/schema/fields";

/** A password's least length (§9). */
export const PASSWORD_MINIMUM = 6;
/** What a form says beside a new password: more than the least is better. */
export const PASSWORD_HINT = `At least ${PASSWORD_MINIMUM} characters; 12 or more, or a few words, is better.`;
/** bcrypt, which the authentication service uses, reads no further than this many bytes. */
const PASSWORD_MAXIMUM = 72;

function accountEmail(message?: string) {
  return emailAddress(message, LIMITS.accountEmail);
}

const password = z.string();

const newPassword = password
  .min(PASSWORD_MINIMUM, `Use ${PASSWORD_MINIMUM} characters or more for the password`)
  .refine(
    (value) => new TextEncoder().encode(value).length <= PASSWORD_MAXIMUM,
    `Use ${PASSWORD_MAXIMUM} characters or fewer for the password`,
  );

/** A password that somebody has already: at sign-up, or until now. */
const knownPassword = (message: string) => password.min(1, message);

export const signInSchema = z.object({
  email: accountEmail("Enter your email address"),
  password: knownPassword("Enter your password"),
});
/** "Remember me" has no effect (§2), but stays ticked when the form comes back. */
export const signInKeys = {
  single: ["email", "password", "remember"],
  checkboxes: ["remember"],
} as const satisfies FormKeys;

export const signUpSchema = z.object({
  company_name: requiredText("Enter the company name"),
  full_name: requiredText("Enter the contact person", LIMITS.name),
  email: accountEmail(),
  phone: optionalPhone(),
  password: newPassword,
});
export type SignUp = z.output<typeof signUpSchema>;

/** The sign-up of somebody invited: the invitation says for whom. */
export const invitedSchema = z.object({
  full_name: requiredText("Enter your name", LIMITS.name),
  password: newPassword,
});
export type InvitedSignUp = z.output<typeof invitedSchema>;

export const resetSchema = z.object({ email: accountEmail("Enter your email address") });

/**
 * Confirms an account: the password that was chosen at sign-up shows whose sign-up it was (docs/decisions/accounts.md).
 */
export const confirmSchema = z.object({ password: knownPassword("Enter the password you chose when you signed up") });

export const newPasswordSchema = z.object({ password: newPassword });

/**
 * A new password of somebody signed in, who shows by the old one that it is still them (docs/decisions/accounts.md).
 */
export const changePasswordSchema = z.object({
  current_password: knownPassword("Enter your current password"),
  password: newPassword,
});

/** What the links in our mails carry (docs/decisions/accounts.md). */
export const mailLinkSchema = z.object({
  token_hash: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  type: z.enum(["signup", "recovery", "email_change"]),
});
export type MailLink = z.output<typeof mailLinkSchema>;

/** The get-started form: the sign-up of a client, with the name in two parts (§2, §5). */
export const getStartedSchema = z
  .object({
    first_name: requiredText("Enter your first name", LIMITS.name / 2 - 1),
    last_name: requiredText("Enter your last name", LIMITS.name / 2),
    email: accountEmail(),
    company: requiredText("Enter the company"),
    phone: optionalPhone(),
    password: newPassword,
    terms: z.string().refine((value) => value === "on", "Agree to the terms to open an account"),
  })
  .transform(({ first_name, last_name, email, company, phone, password: secret }): SignUp => ({
    company_name: company,
    full_name: `${first_name} ${last_name}`,
    email,
    phone,
    password: secret,
  }));
export const getStartedKeys = {
  single: ["first_name", "last_name", "email", "company", "phone", "password", "terms"],
  checkboxes: ["terms"],
} as const satisfies FormKeys;

/** What a provider-made account lacks to submit requirements: its company (docs/decisions/specification.md). */
export const profileSchema = z.object({
  company_name: requiredText("Enter the company name"),
  full_name: requiredText("Enter the contact person", LIMITS.name),
  phone: optionalPhone(),
});
export type Profile = z.output<typeof profileSchema>;
/** Its fields, in their order. */
export const profileFields = Object.keys(profileSchema.shape) as (keyof Profile)[];
/** Confirms an account whose first password is not known here: both are chosen again. */
export const chooseSchema = profileSchema.extend({ password: newPassword });

/** The external identity providers (§7). */
export const providers = ["google", "linkedin_oidc"] as const;
export type Provider = (typeof providers)[number];

/** What a provider, or our own authentication service, brings back in the address. */
export const externalReturnSchema = z.union([
  z.object({ code: z.string().min(1).max(500) }),
  z.object({ error: z.string().min(1), error_description: z.string().optional(), error_code: z.string().optional() }),
]);
export type ExternalReturn = z.output<typeof externalReturnSchema>;
