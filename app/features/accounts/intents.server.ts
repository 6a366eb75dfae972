import { redirect } from "react-router";
import type { Context } from "~/lib/context";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { isLockedOut, isTooMany, noteFailure, noteSuccess } from "~/lib/rate-limit.server";
import type { Failure } from "~/lib/result";
import { safeRedirect } from "~/lib/safe-redirect";
import { notify, type Notice } from "~/lib/toast.server";
import {
  destinationOf,
  findRole,
  getIdentity,
  openIdentity,
  requestPasswordReset,
  resendConfirmation,
  setNewPassword,
  signIn,
  signUp,
} from "./accounts.server";
import { startExternalSignIn } from "./external.server";
import { accountMessages, loginFailure, portalSignInFailure } from "./messages";
import {
  getStartedKeys,
  getStartedSchema,
  newPasswordKeys,
  newPasswordSchema,
  providers,
  resetKeys,
  resetSchema,
  signInKeys,
  signInSchema,
  signUpKeys,
  signUpSchema,
  type Provider,
  type SignUp,
} from "./schema";

/** A post to one of the account pages. */
export type Post = { context: Context; request: Request; body: FormData; url: URL };
export type Answer = ReturnType<typeof formResponse> | Response;
type State = Parameters<typeof formResponse>[0];

/** The form again, with the entries, a notice, and one line in the log. */
function refuse(context: Context, what: string, { status, message }: Failure, notice: Notice, state: State): Answer {
  const logger = context.get(logContext);
  // What the service says of a person's own mistake may carry their entries: only its own failures are quoted.
  if (status >= 500) logger.error({ status, reason: message }, `${what} failed`);
  else logger.info({ status }, `${what} refused`);
  notify(context, notice);
  return formResponse(state, status);
}

/** Password sign-in at the portal (§4, §8). */
export async function signInAtPortal({ context, body, url }: Post): Promise<Answer> {
  const { values, state } = await parseForm(body, signInSchema, signInKeys);
  if (!values) return formResponse(state, 400);
  if ((await isTooMany(context)) || (await isLockedOut(context, values.email))) return formResponse(state, 429);
  const result = await signIn(context, values);
  await (result.ok ? noteSuccess : noteFailure)(context, values.email);
  if (!result.ok) return refuse(context, "sign-in", result, portalSignInFailure(result.message), state);
  notify(context, accountMessages.signedIn);
  return redirect(safeRedirect(url.searchParams.get("redirectTo"), "/client-dashboard"));
}

/** Password sign-in at /login: then to where the role belongs, to the dashboard when that can't be told (§4). */
export async function signInAtLogin({ context, body }: Post): Promise<Answer> {
  const { values, state } = await parseForm(body, signInSchema, signInKeys);
  if (!values) return formResponse(state, 400);
  if ((await isTooMany(context)) || (await isLockedOut(context, values.email))) return formResponse(state, 429);
  const result = await signIn(context, values);
  await (result.ok ? noteSuccess : noteFailure)(context, values.email);
  if (!result.ok) return refuse(context, "sign-in", result, loginFailure(result.message), state);
  openIdentity(context);
  const identity = await getIdentity(context);
  const role = identity.state === "signed-in" ? await findRole(context, identity.userId) : undefined;
  return redirect(destinationOf(role?.ok ? role.value : null));
}

async function createAccount({ context }: Post, account: SignUp, state: State): Promise<Answer> {
  if (await isTooMany(context)) return formResponse(state, 429);
  const result = await signUp(context, account);
  if (!result.ok) return refuse(context, "sign-up", result, accountMessages.signUpFailed(result.message), state);
  notify(context, accountMessages.accountCreated);
  return redirect("/client-auth");
}

/** Sign-up at the portal (§5, §8). */
export async function signUpAtPortal(post: Post): Promise<Answer> {
  const { values, state } = await parseForm(post.body, signUpSchema, signUpKeys);
  return values ? createAccount(post, values, state) : formResponse(state, 400);
}

/** Sign-up by the get-started form: the same account (§2). */
export async function getStarted(post: Post): Promise<Answer> {
  const { values, state } = await parseForm(post.body, getStartedSchema, getStartedKeys);
  return values ? createAccount(post, values, state) : formResponse(state, 400);
}

/** Asks for a mail with a link to a new password (§5, §8). */
export async function resetPassword({ context, body }: Post): Promise<Answer> {
  const { values, state } = await parseForm(body, resetSchema, resetKeys);
  if (!values) {
    if (!String(state.defaultValues["email"]).trim()) notify(context, accountMessages.emailRequired);
    return formResponse(state, 400);
  }
  if (await isTooMany(context)) return formResponse(state, 429);
  const result = await requestPasswordReset(context, values.email);
  if (!result.ok) {
    return refuse(context, "password reset", result, accountMessages.resetFailed(result.message), state);
  }
  notify(context, accountMessages.resetSent);
  return redirect("/client-auth");
}

/** Sets the password after a recovery link (docs/decisions/005). */
export async function changePassword({ context, body }: Post): Promise<Answer> {
  const { values, state } = await parseForm(body, newPasswordSchema, newPasswordKeys);
  if (!values) return formResponse(state, 400);
  const result = await setNewPassword(context, values.password);
  if (!result.ok) {
    return refuse(context, "new password", result, accountMessages.passwordNotChanged(result.message), state);
  }
  notify(context, accountMessages.passwordChanged);
  return redirect("/client-dashboard");
}

/** Sends the confirmation mail once more (docs/decisions/005). */
export async function resendMail({ context, body }: Post): Promise<Answer> {
  const { values, state } = await parseForm(body, resetSchema, resetKeys);
  if (!values) return formResponse(state, 400);
  if (await isTooMany(context)) return formResponse(state, 429);
  const result = await resendConfirmation(context, values.email);
  if (!result.ok) return refuse(context, "resend", result, accountMessages.signUpFailed(result.message), state);
  notify(context, accountMessages.confirmationSent);
  return redirect("/client-auth");
}

/** Is this what a provider's button sends? */
export function isProvider(intent: unknown): intent is Provider {
  return (providers as readonly unknown[]).includes(intent);
}

/** Sends the browser to a provider (§7); comes back to the page it left from. */
export async function continueWith(
  provider: Provider,
  returnTo: "/login" | "/client-auth",
  { context }: Post,
): Promise<Answer> {
  const started = await startExternalSignIn(context, provider, returnTo);
  if (started.ok) return redirect(started.value);
  const notice = started.message ? accountMessages.oauthError(started.message) : accountMessages.oauthUnexpected;
  const failure: Failure = {
    ok: false,
    message: started.message ?? "no answer",
    status: started.message ? 502 : 503,
  };
  return refuse(context, "external sign-in", failure, notice, { defaultValues: {}, lists: {}, errors: {} });
}
