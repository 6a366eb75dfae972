import type { Context } from "~/lib/http/context";
import { countGuess, rememberNetwork } from "~/lib/limits/guesses.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Result } from "~/lib/result";
import { logSecurity } from "~/lib/observe/security-log.server";
import { signIn } from "./authentication.server";

/** Was the password right, and only the address is not confirmed? */
export function isUnconfirmed(result: Result): boolean {
  return !result.ok && result.message.includes("Email not confirmed");
}

type Credentials = { email: string; password: string };

/**
 * Tries a password, within the limits.
 *
 * @returns undefined for too many attempts, of which the page has been told already
 */
export async function tryPassword(context: Context, credentials: Credentials): Promise<Result | undefined> {
  const { email } = credentials;
  const guess = (await isFormLimited(context)) ? undefined : await countGuess(context, email);
  if (!guess) return undefined;
  const result = await signIn(context, credentials);
  if (result.ok || isUnconfirmed(result)) await guess.wasRight();
  // Only a refusal is a guess; a service that did not answer says nothing about the password.
  else if (result.status !== 400) await guess.wasNone();
  // Not where an address is unconfirmed: its password may be a stranger's.
  if (result.ok) await rememberNetwork(context, email);
  if (result.ok) logSecurity(context, "sign_in", email);
  else if (result.status === 400) logSecurity(context, "sign_in_refused", email);
  return result;
}
