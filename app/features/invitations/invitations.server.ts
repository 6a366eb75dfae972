import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { rowId } from "~/lib/schema/fields";
import { mutateAsUser, queryAsUser, parseResult } from "~/lib/backend/calls.server";

const offerSchema = z.object({
  id: rowId(),
  kind: z.enum(["team", "client"]),
  role: z.string().nullable(),
  access: z.string().nullable(),
  company: z.string().nullable(),
  invited_by: z.string().nullable(),
  expires_at: z.string(),
});

/** Who invites to what. */
export type Offer = z.output<typeof offerSchema>;

/** Where somebody belongs already, and whether they may leave it for another; without a company it is the team. */
const bondSchema = z.object({ company: z.string().nullable(), may_leave: z.boolean() }).nullable();

export type Bond = z.output<typeof bondSchema>;

const invitationSchema = offerSchema.extend({
  /** Whole for its owner, signed in; for others its first letter and domain. */
  email: z.string(),
  is_own_address: z.boolean().nullable(),
  state: z.enum(["open", "accepted", "revoked", "expired"]),
  /** Its owner's, signed in. */
  bond: bondSchema,
});

/** An invitation, as whoever has the link may know it. */
export type Invitation = z.output<typeof invitationSchema>;

const ownSchema = z.object({
  invitations: z.array(offerSchema),
  bond: bondSchema,
  /** The company that their sign-up asked for, while they decide. */
  profile: z
    .object({ company_name: z.string(), full_name: z.string().nullable(), phone: z.string().nullable() })
    .nullable(),
});

/** What somebody may join, whose address has been proved. */
export type OwnInvitations = z.output<typeof ownSchema>;

/** The page of an invitation. */
export function invitationPath(token: string): string {
  return `/invitation?${new URLSearchParams({ token }).toString()}`;
}

/** Looks up an invitation, and changes nothing; null for one that nobody knows. */
export function findInvitation(context: Context, token: string): Promise<Result<Invitation | null>> {
  const asked = mutateAsUser(context, (person) => person.rpc("invitation_by_token", { token }));
  return parseResult(invitationSchema.nullable(), asked);
}

const preparedSchema = z.object({ email: z.string(), has_account: z.boolean() }).nullable();

/**
 * Asks for whom a link's form makes an account, and whether they have one; a sign-up that nobody has confirmed makes way.
 *
 * @returns null when the link opens no invitation
 */
export function prepareAccount(context: Context, token: string) {
  const asked = mutateAsUser(context, (person) => person.rpc("prepare_invited_account", { token }));
  return parseResult(preparedSchema, asked);
}

/** Looks up what the signed-in person may join. */
export function findOwnInvitations(context: Context): Promise<Result<OwnInvitations>> {
  const asked = queryAsUser(context, (person) => person.rpc("own_invitations"));
  return parseResult(ownSchema, asked);
}

/** Reads what the dashboard has been told of them; null for somebody who belongs to a company. */
export function readOwnInvitations(told: unknown): Promise<Result<OwnInvitations | null>> {
  return parseResult(ownSchema.nullable(), { ok: true, value: told ?? null });
}

const acceptedSchema = offerSchema.pick({ kind: true }).transform(({ kind }) => kind);

/**
 * Accepts an invitation to the own address.
 *
 * @param leaving has the person said that they leave the company they belong to?
 * @returns whether they are of the team or a company's now
 */
export function acceptOwnInvitation(context: Context, entries: { invitation: string; leaving: boolean }) {
  const asked = mutateAsUser(context, (person) => person.rpc("accept_own_invitation", entries));
  return parseResult(acceptedSchema, asked);
}

/** Accepts an invitation as the signed-in person. @returns whether they are of the team or a company's now */
export function acceptInvitation(context: Context, token: string) {
  const asked = mutateAsUser(context, (person) => person.rpc("accept_invitation", { token }));
  return parseResult(acceptedSchema, asked);
}

/** What the form of the page names that accepts one of the own invitations. */
export const joinSchema = z.object({
  invitation: rowId(),
  leaving: z.literal("on").optional(),
});
