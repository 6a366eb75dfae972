import { z } from "zod";
import type { Context } from "~/lib/context";
import type { Change, Result } from "~/lib/result";
import { changeAsPerson } from "~/lib/supabase.server";

const invitationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["team", "client"]),
  role: z.string().nullable(),
  access: z.string().nullable(),
  company: z.string().nullable(),
  invited_by: z.string().nullable(),
  /** Whole for its owner, signed in; for others its first letter and domain. */
  email: z.string(),
  is_own_address: z.boolean().nullable(),
  state: z.enum(["open", "accepted", "revoked", "expired"]),
  expires_at: z.string(),
});

/** Who invites to what, as whoever has the link may know it. */
export type Invitation = z.output<typeof invitationSchema>;

/** What an address carries that can be a token: anything else need not be asked for. */
const TOKEN = /^[0-9a-f]{64}$/;

/** The token that an address carries; undefined for what can be none. */
export function readToken(search: URLSearchParams): string | undefined {
  const token = search.get("token") ?? "";
  return TOKEN.test(token) ? token : undefined;
}

/** The page of an invitation. */
export function invitationPath(token: string): string {
  return `/invitation?${new URLSearchParams({ token }).toString()}`;
}

const UNREADABLE = { ok: false, message: "The service is not available", status: 502 } as const;

/** Looks up an invitation, and changes nothing; null for one that nobody knows. */
export async function findInvitation(context: Context, token: string): Promise<Result<Invitation | null>> {
  const answer = await changeAsPerson(context, (person) => person.rpc("invitation_by_token", { token }));
  if (!answer.ok) return { ...answer, status: answer.status === 503 ? 503 : 502 };
  const found = invitationSchema.nullable().safeParse(answer.value);
  return found.success ? { ok: true, value: found.data } : UNREADABLE;
}

/** Accepts an invitation as whoever is signed in. @returns whether they are of the team or a company's now */
export async function acceptInvitation(context: Context, token: string): Promise<Change<Invitation["kind"]>> {
  const answer = await changeAsPerson(context, (person) => person.rpc("accept_invitation", { token }));
  if (!answer.ok) return answer;
  const accepted = invitationSchema.pick({ kind: true }).safeParse(answer.value);
  return accepted.success ? { ok: true, value: accepted.data.kind } : UNREADABLE;
}
