import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { omitNulls, mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { CompanyEntries, InvitationEntry, Invite, MemberAccess, MessageQuotes, OwnName } from "./schema";

const access = z.enum(["owner", "member", "viewer"]);

const companySchema = z.object({
  id: z.string(),
  company_name: z.string(),
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  version: z.number(),
  /** Who of its people its contact is, if anybody. */
  contact_user_id: z.string().nullable(),
  /** Do mails quote how a message begins? */
  quotes_messages: z.boolean(),
  /** What the person who asks may do in it. */
  access,
  members: z.array(
    z.object({
      user_id: z.string(),
      email: z.string(),
      full_name: z.string().nullable(),
      access,
      version: z.number(),
      created_at: z.string(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      full_name: z.string().nullable(),
      access,
      expires_at: z.string(),
      invited_by: z.string().nullable(),
    }),
  ),
});

/** A company as its own people see it; its invitations are its owners' to see. */
export type Company = z.output<typeof companySchema>;
export type Member = Company["members"][number];

/** The company of the signed-in person; null for somebody who belongs to none. */
export function loadCompany(context: Context): Promise<Result<Company | null>> {
  const asked = mutateAsUser(context, (person) => person.rpc("own_company"));
  return parseResult(companySchema.nullable(), asked);
}

/** Writes the company's profile, on the version that was read. */
export function editCompany(context: Context, { version: seen, ...entries }: CompanyEntries) {
  return mutateAsUser(context, (person) => person.rpc("edit_company", omitNulls({ seen, ...entries })));
}

/** Says whether mails quote how a message begins, on the version that was read. */
export function setMessageQuotes(context: Context, { version, wanted }: MessageQuotes) {
  return mutateAsUser(context, (person) => person.rpc("set_message_quotes", { seen: version, wanted }));
}

/** Writes what the signed-in person is called, on the version that was read of them. */
export function editOwnName(context: Context, { version, own_name }: OwnName) {
  return mutateAsUser(context, (person) => person.rpc("edit_own_name", { seen: version, full_name: own_name }));
}

/** Invites an address to the company; the same one asked for twice is one. */
export function inviteMember(context: Context, { email: address, access: new_access, full_name }: Invite) {
  return mutateAsUser(context, (person) => person.rpc("invite_member", omitNulls({ address, new_access, full_name })));
}

/** Sends an invitation's mail again; the link in the one before is dead. */
export function resendInvitation(context: Context, { invitation }: InvitationEntry) {
  return mutateAsUser(context, (person) => person.rpc("resend_invitation", { invitation }));
}

/** Takes an invitation back. */
export function revokeInvitation(context: Context, { invitation }: InvitationEntry) {
  return mutateAsUser(context, (person) => person.rpc("revoke_invitation", { invitation }));
}

/** Gives a colleague another access, on the version that was seen of them. */
export function setAccess(context: Context, { person, new_access, version: seen }: MemberAccess) {
  return mutateAsUser(context, (caller) => caller.rpc("change_member_access", { person, new_access, seen }));
}

/** Takes a colleague out of the company. @param contact who is its contact in their place, if they are; null for nobody */
export function removeMember(context: Context, person: string, contact: string | null) {
  return mutateAsUser(context, (caller) => caller.rpc("remove_member", omitNulls({ person, contact })));
}

/** Leaves the company. @param contact who is its contact then, if that is who leaves; null for nobody */
export function leaveCompany(context: Context, client: string, contact: string | null) {
  return mutateAsUser(context, (person) => person.rpc("leave_company", omitNulls({ client, contact })));
}

/** Makes a colleague the owner, and the caller a member. */
export function handOverCompany(context: Context, person: string) {
  return mutateAsUser(context, (caller) => caller.rpc("hand_over_company", { person }));
}
