import { z } from "zod";
import { accesses } from "~/content/access";
import type { Enums } from "~/lib/backend/database.types";
import type { FormKeys } from "~/lib/forms/form";
import {
  choice,
  emailAddress,
  LIMITS,
  optionalPhone,
  optionalText,
  type Options,
  requiredText,
  rowId,
} from "~/lib/schema/fields";

/** What somebody may be in a company. */
export const accessOptions: Options<Enums<"member_access">> = accesses.map(
  ({ access, name }) => [access, name] as const,
);

/** The company's profile, with the version that was read. */
export const companySchema = z.object({
  version: z.coerce.number().int().min(1),
  company_name: requiredText("Enter the company name"),
  full_name: optionalText("the contact person", LIMITS.name),
  phone: optionalPhone(),
});
export type CompanyEntries = z.output<typeof companySchema>;

/** What somebody is called in their company, with the version that was read of them. */
export const ownNameSchema = z.object({
  version: z.coerce.number().int().min(1),
  own_name: requiredText("Enter your name", LIMITS.name),
});
export type OwnName = z.output<typeof ownNameSchema>;

/** Invites a colleague. */
export const inviteSchema = z.object({
  email: emailAddress(undefined, LIMITS.accountEmail),
  access: choice(accessOptions, "Choose what they may do"),
  full_name: optionalText("the name", LIMITS.name),
});
export type Invite = z.output<typeof inviteSchema>;

/** What the small forms of the page name. */
export const invitationSchema = z.object({ invitation: rowId() });
export type InvitationEntry = z.output<typeof invitationSchema>;
export const memberAccessSchema = z.object({
  person: rowId(),
  new_access: choice(accessOptions, "Choose what they may do"),
  version: z.coerce.number().int().min(1),
});
export type MemberAccess = z.output<typeof memberAccessSchema>;

/** Nobody, as a choice that somebody has made. */
export const NOBODY = "nobody";

/** Who is the contact in the place of one who goes: asked of the contact alone. */
export const removalSchema = z.object({ contact: z.literal(NOBODY).or(rowId()).optional() });
export const removalKeys = { single: ["contact"] } as const satisfies FormKeys;
/** What is said when nothing was chosen. */
export const NO_CONTACT = { contact: { type: "validation", message: "Choose the new contact, or nobody" } };

/** Who was chosen; null for nobody. */
export function contactOf({ contact = NOBODY }: z.output<typeof removalSchema>): string | null {
  return contact === NOBODY ? null : contact;
}

/** Whether mails quote how a message begins, with the version of the company that was read. */
export const messageQuotesSchema = z.object({
  version: z.coerce.number().int().min(1),
  wanted: z.enum(["yes", "no"]).transform((word) => word === "yes"),
});
export type MessageQuotes = z.output<typeof messageQuotesSchema>;

/** To whom a company is handed over. */
export const handOverSchema = z.object({ person: rowId("Choose the new owner") });

/** Which company is left: the one that the page named. */
export const leaveSchema = z.object({ company: rowId(), name: z.string().catch("the company") });
export const leaveKeys = { single: ["company", "name", "contact"] } as const satisfies FormKeys;
