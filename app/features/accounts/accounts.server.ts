import { createContext, redirect } from "react-router";
import type { Context } from "~/lib/context";
import type { Enums, Tables } from "~/lib/database.types";
import { env } from "~/lib/env.server";
import { failureStatus, type Failure, type Result } from "~/lib/result";
import { logSecurity } from "~/lib/security-log.server";
import {
  dataFailure,
  describeFailure,
  identify,
  isSavedAlready,
  sessionContext,
  type Identity,
  type Supabase,
} from "~/lib/supabase.server";
import { notify } from "~/lib/toast.server";
import { accountMessages } from "./messages";
import type { Profile, SignUp } from "./schema";

const identityContext = createContext<{ asked?: Promise<Identity> }>();

function supabaseOf(context: Context): Supabase {
  return context.get(sessionContext)().supabase;
}

type AuthFailure = { message: string; code?: string | undefined; status?: number | undefined };

/** An answer of the authentication service that is no success: 429, 400 for any other refusal, or 502 and 503. */
export function authFailure(error: AuthFailure): Failure {
  const { status = 0 } = error;
  const message = describeFailure(error);
  if (status === 429) return { ok: false, message, status };
  return { ok: false, message, status: status >= 400 && status < 500 ? 400 : failureStatus(error.status) };
}

function resultOf(error: AuthFailure | null): Result {
  return error ? authFailure(error) : { ok: true, value: undefined };
}

/**
 * What came of asking for a mail. One that was asked for a moment ago is on its way: it counts as sent, since the service
 * says so of addresses it knows, and of no others.
 */
function mailResultOf(error: AuthFailure | null): Result {
  return resultOf(error?.code === "over_email_send_rate_limit" ? null : error);
}

/** Prepares the request's one answer to "who is this?". Called by the middleware that guards the portal. */
export function openIdentity(context: Context): void {
  context.set(identityContext, {});
}

/** Who is asking; the backend is asked once a request, however many loaders want to know. */
export function getIdentity(context: Context): Promise<Identity> {
  const identity = context.get(identityContext);
  return (identity.asked ??= identify(context.get(sessionContext)()));
}

/**
 * The signed-in user of a portal loader or action (§6). Nobody signed in: to the sign-in, and from there back here; whose
 * session has ended is told so.
 *
 * @returns the user; or why the backend can't tell, in which case nothing of anybody's may be shown
 * @throws a redirect to /client-auth
 */
export async function requireUser(context: Context, url: URL): Promise<Exclude<Identity, { state: "signed-out" }>> {
  const identity = await getIdentity(context);
  if (identity.state !== "signed-out") return identity;
  if (context.get(sessionContext)().isExpected) notify(context, accountMessages.signedOutByTime);
  const target =
    url.pathname === "/client-dashboard" ? "" : `?${new URLSearchParams({ redirectTo: url.pathname }).toString()}`;

  throw redirect(`/client-auth${target}`);
}

/** Signs in with a password (§7, "Password login"). */
export async function signIn(context: Context, credentials: { email: string; password: string }): Promise<Result> {
  const { error } = await supabaseOf(context).auth.signInWithPassword(credentials);
  return resultOf(error);
}

/**
 * Makes an account (§7, "Sign up"). A known address gets the same answer as a new one, and no second account.
 */
export async function signUp(context: Context, { email, password, ...profile }: SignUp): Promise<Result> {
  const { error } = await supabaseOf(context).auth.signUp({
    email,
    password,
    options: {
      emailRedirectTo: `${env.APP_URL}/client-dashboard`,
      data: { ...profile, phone: profile.phone ?? undefined },
    },
  });
  return mailResultOf(error);
}

/** Asks for a mail with a link to a new password (§7, "Password reset"). Unknown addresses get the same answer. */
export async function requestPasswordReset(context: Context, email: string): Promise<Result> {
  const { error } = await supabaseOf(context).auth.resetPasswordForEmail(email, {
    redirectTo: `${env.APP_URL}/client-auth`,
  });
  return mailResultOf(error);
}

/**
 * Sets a new password for the signed-in user, and ends their other sessions: whoever had the old one is out.
 *
 * @returns whether those other sessions could be ended
 */
export async function setNewPassword(context: Context, password: string): Promise<Result<{ othersEnded: boolean }>> {
  const { auth } = supabaseOf(context);
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
export async function resendConfirmation(context: Context, email: string): Promise<Result> {
  const { error } = await supabaseOf(context).auth.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: `${env.APP_URL}/client-dashboard` },
  });
  return mailResultOf(error);
}

/** A person's role (§3), or null for none. */
export type Role = Enums<"app_role">;

/** Looks up the signed-in user's role (§7, "Role lookup"). */
export async function findRole(context: Context, userId: string): Promise<Result<Role | null>> {
  const { data, error, status } = await supabaseOf(context)
    .from("user_roles")
    .select("role")
    .eq("user_id", userId)
    .maybeSingle();
  if (error) return dataFailure(error, status);
  return { ok: true, value: data?.role ?? null };
}

/** Where a role belongs after signing in (§4): the team to the site, everybody else to the dashboard. */
export function destinationOf(role: Role | null): "/" | "/client-dashboard" {
  return role === null || role === "client" ? "/client-dashboard" : "/";
}

/** Makes the signed-in user a client (§7, "Role creation"). */
export async function becomeClient(context: Context, userId: string): Promise<Result> {
  const { error, status } = await supabaseOf(context).from("user_roles").insert({ user_id: userId, role: "client" });
  if (error) return dataFailure(error, status);
  return { ok: true, value: undefined };
}

/** The signed-in user's client record, as far as the site and the CRM need it (§7, "Client record"). */
export type ClientRecord = Pick<Tables<"clients">, "id" | "company_name" | "full_name" | "phone">;

/** Looks up the client record; the value is null when the user has none. */
export async function findClient(context: Context, userId: string): Promise<Result<ClientRecord | null>> {
  const { data, error, status } = await supabaseOf(context)
    .from("clients")
    .select("id, company_name, full_name, phone")
    .eq("user_id", userId)
    .maybeSingle();
  if (error) return dataFailure(error, status);
  return { ok: true, value: data };
}

/**
 * Gives the signed-in user a client record: what a provider-made account lacks (docs/decisions/005). The same profile
 * sent twice is saved once, and both are told so; another one is refused, since the first stands.
 */
export async function saveProfile(context: Context, userId: string, profile: Profile): Promise<Result> {
  const { error, status } = await supabaseOf(context)
    .from("clients")
    .insert({ user_id: userId, ...profile });
  if (isSavedAlready(error)) {
    const found = await findClient(context, userId);
    if (!found.ok) return found;
    const isSame =
      found.value?.company_name === profile.company_name &&
      found.value.full_name === profile.full_name &&
      found.value.phone === profile.phone;
    if (!isSame) return { ok: false, message: "Your account has a company profile already", status: 400 };
  } else if (error) return dataFailure(error, status);
  return { ok: true, value: undefined };
}
