import { z } from "zod";
import type { Enums } from "~/lib/backend/database.types";
import type { FormKeys } from "~/lib/forms/form";
import {
  choice,
  emailAddress,
  LIMITS,
  optionalDate,
  optionalEmailAddress,
  optionalPhone,
  optionalText,
  type Options,
  requiredDate,
  requiredText,
  rowId,
  seenVersion,
} from "~/lib/schema/fields";

/** What a colleague can be. */
export const teamRoles = [
  ["recruiter", "Recruiter"],
  ["hr_manager", "HR manager"],
  ["admin", "Admin"],
] as const satisfies Options<Exclude<Enums<"app_role">, "client">>;

const RIGHTS: Record<(typeof teamRoles)[number][0], string> = {
  recruiter: "works off the inbox, looks after requirements, and writes to clients",
  hr_manager: "the same, and downloads the lists",
  admin: "the same, invites people, changes what they may do and removes them, and reads the activity log",
};

/** What each of them may do, as the page says it where roles are given. */
export const roleRights = teamRoles.map(([role, name]) => ({ name, text: RIGHTS[role] }));

/** A role as people read it. */
export function roleName(role: string | null): string {
  return teamRoles.find(([value]) => value === role)?.[1] ?? "No role";
}

/** A role, or an access to a company, within a sentence: "HR manager", "owner". */
export function roleWords(value: string | null): string {
  return value === "hr_manager" ? "HR manager" : (value ?? "nothing");
}

/** Invites somebody to the team. */
export const inviteSchema = z.object({
  email: emailAddress(undefined, LIMITS.accountEmail),
  role: choice(teamRoles, "Choose the role"),
  full_name: optionalText("the name", LIMITS.name),
});
export const inviteKeys = { single: ["email", "role", "full_name"] } as const satisfies FormKeys;

/** What colleagues and clients see of a colleague, with the version that was read. */
export const detailsSchema = z.object({
  version: seenVersion,
  display_name: requiredText("Enter the name", LIMITS.name),
  contact_email: optionalEmailAddress(),
  contact_phone: optionalPhone(),
});
export type Details = z.output<typeof detailsSchema>;
export const detailsKeys = {
  single: ["display_name", "contact_email", "contact_phone", "version"],
} as const satisfies FormKeys;

/** Nobody, as a choice that somebody has made. */
export const NOBODY = "nobody";

/** To whom goes what somebody who leaves has in hand. */
export const removalSchema = z.object({
  successor: z.literal(NOBODY).or(rowId("Choose who takes it over, or nobody")),
});
export const removalKeys = { single: ["successor"] } as const satisfies FormKeys;

/** When somebody is away, and who stands in. */
export const absenceSchema = z
  .object({
    begins_on: optionalDate,
    until: requiredDate("Enter the last day, like 2026-12-03"),
    stand_in: rowId("Choose who stands in"),
    hands_over: z.string().transform((value) => value === "on"),
  })
  .refine(({ begins_on, until }) => begins_on === null || begins_on <= until, {
    path: ["begins_on"],
    error: "The first day is after the last one",
  });
export type Absence = z.output<typeof absenceSchema>;
export const absenceKeys = {
  single: ["begins_on", "until", "stand_in", "hands_over"],
  checkboxes: ["hands_over"],
} as const satisfies FormKeys;

/** What the small forms of the page name. */
const personSchema = z.object({ person: rowId() });
export const personRoleSchema = personSchema.extend({ new_role: choice(teamRoles, "Choose the role") });
export const invitationSchema = z.object({ invitation: rowId() });
