import { getIdentity, leaveToSignIn } from "~/features/accounts/accounts.server";
import { SESSION_ENDED } from "~/lib/backend/data-failures.server";
import type { Account } from "~/lib/backend/account";
import { isAfterPost, keepForGoingBack } from "~/lib/forms/form.server";
import { unavailableFailure } from "~/lib/backend/session/identity.server";
import type { Context } from "~/lib/http/context";
import type { Failure, Result } from "~/lib/result";

/** Whoever is signed in, by their verified session. */
export type SignedIn = { email: string; userId: string };

/**
 * Loads what a page for signed-in people shows. A form may stand on it, also one that an action has given
 * back: whoever goes back finds it as they left it (docs/decisions/forms-and-limits.md).
 *
 * @param load the page's questions, all at once; null says that the account is gone
 * @returns who asks, and what was loaded; else why the backend can't tell, or, after a post, that the session is over
 * @throws the sign-in, for whoever is signed out
 */
export async function loadSignedIn<Loaded>(
  context: Context,
  url: URL,
  load: () => Promise<Result<Loaded | null>>,
): Promise<Result<SignedIn & { loaded: Loaded }>> {
  keepForGoingBack(context);
  const identity = await getIdentity(context);
  if (identity.state === "unavailable") return unavailableFailure(identity);
  const found = identity.state === "signed-in" ? await load() : SESSION_ENDED;
  if (found.ok && found.value !== null && identity.state === "signed-in") {
    return { ok: true, value: { email: identity.email, userId: identity.userId, loaded: found.value } };
  }
  if (!found.ok && found.status !== 401) return found;
  if (!isAfterPost(context)) throw leaveToSignIn(context, url);
  return SESSION_ENDED;
}

/**
 * Who is signed in on a page that the backend can't fill, by their session alone: so they can sign out. Nobody once the
 * session is over.
 */
export async function accountBySession(context: Context, { status }: Failure): Promise<Account | undefined> {
  const identity = await getIdentity(context);
  return status !== 401 && identity.state === "signed-in" ? { email: identity.email } : undefined;
}
