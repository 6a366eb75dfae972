import type { Context } from "~/lib/http/context";
import { logFailure } from "~/lib/observe/log.server";
import { safeRedirect } from "~/lib/http/safe-redirect";
import { logSecurity } from "~/lib/observe/security-log.server";
import { sessionContext } from "~/lib/backend/supabase.server";
import type { Notice } from "~/lib/http/notice.server";
import { becomeClient, destinationOf, findRole, homeOf } from "./accounts.server";
import { finishExternalSignIn } from "./external.server";
import { mailLinkPath, readMailLink } from "~/features/accounts/mail-link/mail-link.server";
import { recall, remember, rememberRecovery } from "./account-cookie.server";
import { accountNotices, NOT_BEGUN_HERE, providerRefusal } from "./notices";
import { externalReturnSchema, type ExternalReturn } from "./schema";

/** Where to go, and what to say there, after somebody came back with something in the address. */
export type Arrival = { path: string; notice?: Notice };

/** Where somebody chooses a new password. */
export const NEW_PASSWORD = "/client-auth?view=new-password";

/** The page somebody came back to, without what they came back with; where external sign-ins start, if it has no notices. */
function signInPage(from: string): "/login" | "/client-auth" {
  return from === "/login" ? "/login" : "/client-auth";
}

/** Where somebody wanted to go before they signed in: asked for once. */
export function wayBack(context: Context, otherwise = "/client-dashboard"): string {
  const path = safeRedirect(recall(context).returnTo, otherwise);
  remember(context, { email: undefined, returnTo: undefined });
  return path;
}

/**
 * After an external sign-in: the three outcomes of §4. The portal leads everybody to the dashboard, /login the team to the
 * site. A failed look-up counts as a client, as it does after a password.
 */
async function welcome(context: Context, userId: string, from: string): Promise<Arrival> {
  const role = await findRole(context, userId);
  const path = from === "/login" ? destinationOf(role.ok ? role.value : null) : wayBack(context);
  if (!role.ok) {
    logFailure(context, role, "role not looked up");
    return { path, notice: accountNotices.welcomeBack };
  }
  if (role.value === null) {
    const made = await becomeClient(context, userId);
    if (!made.ok) logFailure(context, made, "role not created");
    return { path, notice: accountNotices.welcomeNew };
  }
  return { path, notice: path === "/" ? accountNotices.welcomeTeam(homeOf(role.value)) : accountNotices.welcomeBack };
}

/** A return without a code. It counts only where a sign-in was begun; for anybody else the address is cleaned silently. */
function readRefusal(context: Context, from: string, returned: Extract<ExternalReturn, { error: string }>): Arrival {
  const { error, error_code: code } = returned;
  if (code === "otp_expired") return { path: "/client-auth", notice: accountNotices.linkUsed };
  const session = context.get(sessionContext)();
  if (!session.hasPendingSignIn) return { path: from };
  session.clearPendingSignIn();
  logSecurity(context, "sign_in_refused");
  return { path: signInPage(from), notice: accountNotices.oauthError(providerRefusal([code, error])) };
}

async function readCode(context: Context, from: string, code: string): Promise<Arrival> {
  const failed = (notice: Notice): Arrival => ({ path: signInPage(from), notice });
  const session = context.get(sessionContext)();
  if (!session.hasPendingSignIn) return failed(accountNotices.oauthError(NOT_BEGUN_HERE));
  const finished = await finishExternalSignIn(context, code);
  session.clearPendingSignIn();
  if (!finished.ok) {
    logSecurity(context, "sign_in_refused");
    if (finished.reason !== undefined) {
      logFailure(context, { status: 503, message: finished.reason }, "external sign-in not finished");
    }
    return failed(
      finished.message === undefined ? accountNotices.oauthUnexpected : accountNotices.oauthError(finished.message),
    );
  }
  const { userId, email, isRecovery } = finished.value;
  logSecurity(context, "sign_in", email);
  if (!isRecovery) return welcome(context, userId, from);
  rememberRecovery(context, userId);
  return { path: NEW_PASSWORD };
}

/**
 * Takes what a mail's link or an identity provider put into the address: a one-time token, which is not used before a
 * person has been asked, a code, or an error (§4, docs/decisions/accounts.md). Nothing but the token stays in the
 * address.
 *
 * @param from the page that was asked for
 * @returns where to go instead; null when the address carries nothing of the kind, or the page is the one that asks
 */
export async function readAuthCallback(
  context: Context,
  from: string,
  search: URLSearchParams,
): Promise<Arrival | null> {
  const link = readMailLink(search);
  if (link) return from === "/client-auth" ? null : { path: mailLinkPath(link) };
  const { data: returned } = externalReturnSchema.safeParse(Object.fromEntries(search));
  if (!returned) return null;
  return "code" in returned ? readCode(context, from, returned.code) : readRefusal(context, from, returned);
}
