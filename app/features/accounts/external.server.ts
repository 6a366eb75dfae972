import { backendFetch } from "~/lib/backend/backend-fetch.server";
import type { Context } from "~/lib/http/context";
import { describeCause } from "~/lib/observe/failure-cause";
import { env } from "~/lib/config/env.server";
import { describeFailure, failureReason } from "~/lib/backend/data-failures.server";
import { isOutage, sessionContext } from "~/lib/backend/supabase.server";
import type { Provider } from "./schema";

type Refused = { ok: false; message: string | undefined; reason?: string };

/**
 * What came of an external sign-in: done; refused, with the words to show; or unexpected, with none (§8), and the reason
 * for the log.
 */
export type ExternalResult<Value> = { ok: true; value: Value } | Refused;

const CODE_REFUSED = "This sign-in is no longer valid. Please start it again.";

/** What was refused has words; what nobody answered, or a failure there, has none. */
function refused(error: { message: string; status?: number | undefined }): Refused {
  const isAnswer = error.status === 429 || !isOutage(error);
  if (isAnswer) return { ok: false, message: describeFailure(error) };
  return { ok: false, message: undefined, reason: failureReason(error, error.status) ?? error.message };
}

/**
 * Starts signing in with an external provider (§7, "External sign-in"), with PKCE: the code that comes back is of use
 * to this browser only. The authentication service is asked from here, so that a provider that is switched off gives a
 * message on the page and not a bare error in its place.
 *
 * @param returnTo the page that takes the code: /login or /client-auth
 * @returns the provider's address, to send the browser to
 */
export async function startExternalSignIn(
  context: Context,
  provider: Provider,
  returnTo: "/login" | "/client-auth",
): Promise<ExternalResult<string>> {
  const { auth } = context.get(sessionContext)().supabase;
  const { data, error } = await auth.signInWithOAuth({
    provider,
    options: { redirectTo: env.APP_URL + returnTo, skipBrowserRedirect: true },
  });
  if (error) return refused(error);
  try {
    const response = await backendFetch(data.url, { redirect: "manual" });
    const location = response.headers.get("Location");
    if (location && URL.canParse(location)) return { ok: true, value: location };
    const body = (await response.json().catch(() => ({}))) as { msg?: unknown };
    return { ok: false, message: typeof body.msg === "string" ? body.msg : undefined };
  } catch (error) {
    return { ok: false, message: undefined, reason: describeCause(error) };
  }
}

/**
 * Finishes an external sign-in: the code becomes a session.
 *
 * @returns the user, and whether the code came from a mail that recovers a password
 */
export async function finishExternalSignIn(
  context: Context,
  code: string,
): Promise<ExternalResult<{ userId: string; email: string | undefined; isRecovery: boolean }>> {
  const { auth } = context.get(sessionContext)().supabase;
  const { data, error } = await auth.exchangeCodeForSession(code);
  // The library's words are for programmers: of a code that is used, foreign or too old, people are told in ours.
  if (error) {
    const { message, ...failure } = refused(error);
    return { ...failure, message: message && CODE_REFUSED };
  }
  const isRecovery = "redirectType" in data && data.redirectType === "recovery";
  return { ok: true, value: { userId: data.user.id, email: data.user.email, isRecovery } };
}
