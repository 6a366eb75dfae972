import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { logContext } from "~/lib/observe/log.server";
import { failureStatus, type Failure, type Result } from "~/lib/result";
import { logSecurity } from "~/lib/observe/security-log.server";
import { describeFailure, failureReason } from "~/lib/backend/data-failures.server";
import { sessionContext } from "~/lib/backend/supabase.server";
import { getIdentity } from "./accounts.server";
import type { InvitedSignUp, SignUp } from "./schema";

// What the authentication service is asked to do with somebody's account.

function authOf(context: Context) {
  return context.get(sessionContext)().supabase.auth;
}

type AuthFailure = { message: string; code?: string | undefined; status?: number | undefined };

/** An answer of the authentication service that is no success: 429, 400 for any other refusal, or 502 and 503. */
export function authFailure(error: AuthFailure): Failure {
  const { status = 0 } = error;
  const message = describeFailure(error);
  if (status === 429) return { ok: false, message, status };
  if (status >= 400 && status < 500) return { ok: false, message, status: 400 };
  const reason = failureReason(error, error.status);
  return { ok: false, message, status: failureStatus(error.status), ...(reason !== undefined && { reason }) };
}

function resultOf(error: AuthFailure | null): Result {
  return error ? authFailure(error) : { ok: true, value: undefined };
}

const MAIL_LIMIT = "over_email_send_rate_limit";
/** How the service says that a mail went to this address a moment ago. Otherwise the mails of the hour are used up. */
const JUST_SENT = /^For security purposes/;

function isHourOver(context: Context, error: AuthFailure | null): boolean {
  if (error?.code !== MAIL_LIMIT || JUST_SENT.test(error.message)) return false;
  context.get(logContext).error({ reason: error.message }, "mail limit of the authentication service");
  return true;
}

/**
 * What came of asking for a mail. One that was asked for a moment ago is on its way: it counts as sent, since the service
 * says so of addresses it knows, and of no others. So does one that the hour has no room for: the log has it.
 */
function mailResultOf(context: Context, error: AuthFailure | null): Result {
  isHourOver(context, error);
  return resultOf(error?.code === MAIL_LIMIT ? null : error);
}

/** Signs in with a password (§7, "Password login"). */
export async function signIn(context: Context, credentials: { email: string; password: string }): Promise<Result> {
  const { error } = await authOf(context).signInWithPassword(credentials);
  return resultOf(error);
}

/**
 * Makes an account (§7, "Sign up"). A known address gets the same answer as a new one, and no second account.
 */
export function signUp(context: Context, { email, password, ...profile }: SignUp): Promise<Result> {
  return makeAccount(context, { email, password }, { ...profile, phone: profile.phone ?? undefined });
}

/**
 * Makes an account for somebody invited. The token of their mail's link proves the mailbox: the database confirms the
 * account as it is made, and the service signs it in (docs/decisions/companies.md).
 *
 * @returns whether they are signed in now; not when somebody has made that account already
 */
export async function signUpInvited(
  context: Context,
  { email, password, full_name, token }: InvitedSignUp & { email: string; token: string },
): Promise<Result<boolean>> {
  const { data, error } = await authOf(context).signUp({
    email,
    password,
    options: { data: { full_name, invitation_token: token } },
  });
  return error ? authFailure(error) : { ok: true, value: data.session !== null };
}

async function makeAccount(
  context: Context,
  credentials: { email: string; password: string },
  metadata: Record<string, string | undefined>,
): Promise<Result> {
  const { error } = await authOf(context).signUp({
    ...credentials,
    options: { emailRedirectTo: `${env.APP_URL}/client-dashboard`, data: metadata },
  });
  // Then no account was made, and nothing would ever come: that is no success, whatever it tells of other addresses.
  if (error && isHourOver(context, error)) return authFailure(error);
  return mailResultOf(context, error);
}

/** How long it takes to be told that a mail was asked for, whoever it is for, in milliseconds. */
const MAIL_TIME = 500;

/**
 * What came of asking for a mail that goes to known addresses alone, and is told to all alike: after the same time, though the
 * service sends the mail before it answers, and with the same words when it could not be sent (500). The log has it.
 *
 * @returns a failure only of what was refused before any address was looked at
 */
async function mailAlike(
  context: Context,
  what: string,
  asking: Promise<{ error: AuthFailure | null }>,
): Promise<Result> {
  const logger = context.get(logContext);
  const sent: Result = { ok: true, value: undefined };
  let isTold = false;
  const asked = asking.then(({ error }) => {
    const result = mailResultOf(context, error);
    if (result.ok || (error?.status !== 500 && !isTold)) return result;
    logger.error({ status: error?.status, reason: result.message }, `${what} failed`);
    return sent;
  });
  const told = delay(MAIL_TIME, sent);
  const result = await Promise.race([asked, told]);
  await told;
  isTold = true;
  return result;
}

/** Asks for a mail with a link to a new password (§7, "Password reset"). Unknown addresses get the same answer. */
export function requestPasswordReset(context: Context, email: string): Promise<Result> {
  const asking = authOf(context).resetPasswordForEmail(email, { redirectTo: `${env.APP_URL}/client-auth` });
  return mailAlike(context, "password reset", asking);
}

/**
 * Sets a new password for the signed-in user, and ends their other sessions: whoever had the old one is out.
 *
 * @returns whether those other sessions could be ended
 */
export async function setNewPassword(context: Context, password: string): Promise<Result<{ othersEnded: boolean }>> {
  const auth = authOf(context);
  const { error } = await auth.updateUser({ password });
  if (error) return authFailure(error);
  const ended = await auth.signOut({ scope: "others" });
  return { ok: true, value: { othersEnded: ended.error === null } };
}

/** Ends the session (§7, "Sign out"). */
export async function signOut(context: Context): Promise<Result> {
  const identity = await getIdentity(context);
  const { error } = await context.get(sessionContext)().signOut();
  logSecurity(context, "sign_out", identity.state === "signed-in" ? identity.email : undefined);
  return resultOf(error);
}

/** Sends the confirmation mail once more. The answer is the same for every address. */
export function resendConfirmation(context: Context, email: string): Promise<Result> {
  const options = { emailRedirectTo: `${env.APP_URL}/client-dashboard` };
  return mailAlike(context, "resend", authOf(context).resend({ type: "signup", email, options }));
}
