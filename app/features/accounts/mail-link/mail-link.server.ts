import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { queryAsVisitor } from "~/lib/backend/calls.server";
import { sessionContext } from "~/lib/backend/supabase.server";
import { authFailure } from "~/features/accounts/authentication.server";
import { mailLinkSchema, type MailLink } from "~/features/accounts/schema";

const ownerSchema = z
  .object({ email: z.string(), new_email: z.string().nullable(), company: z.string().nullable() })
  .nullable();

/** Whose a mail's link is. */
export type LinkOwner = NonNullable<z.output<typeof ownerSchema>>;

/** The token that a mail's link has put into the address, if there is one. */
export function readMailLink(search: URLSearchParams): MailLink | undefined {
  return mailLinkSchema.safeParse(Object.fromEntries(search)).data;
}

/** The page that asks before it uses a link (docs/decisions/accounts.md). @param view which of its forms */
export function mailLinkPath(link: MailLink, view?: "choose"): string {
  return `/client-auth?${new URLSearchParams({ ...link, ...(view ? { view } : {}) }).toString()}`;
}

/** Looks up whose a link is, without using it; null for one that is unknown or used. */
export async function findLinkOwner({ token_hash, type }: MailLink): Promise<Result<LinkOwner | null>> {
  const answer = await queryAsVisitor((visitor) => visitor.rpc("mail_link", { token: token_hash, kind: type }));
  if (!answer.ok) return answer;
  const owner = ownerSchema.safeParse(answer.value);
  if (!owner.success) return { ok: false, message: "The service is not available", status: 502 };
  return { ok: true, value: owner.data };
}

/** Who a link has signed in, with what they said of themselves when they signed up. */
export type Verified = { userId: string; metadata: Record<string, unknown> };

/**
 * Uses the one-time token of a mail's link: the person is signed in afterwards.
 *
 * @returns null when it was the first of two links: nobody is signed in before the other has come as well
 */
export async function verifyMailLink(context: Context, link: MailLink): Promise<Result<Verified | null>> {
  const { auth } = context.get(sessionContext)().supabase;
  const { data, error } = await auth.verifyOtp(link);
  if (error) return authFailure(error);
  if (!data.session || !data.user) return { ok: true, value: null };
  return { ok: true, value: { userId: data.user.id, metadata: data.user.user_metadata } };
}
