import { redirect } from "react-router";
import type { Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Failure, Result } from "~/lib/result";
import { safeRedirect } from "~/lib/http/safe-redirect";
import { logSecurity } from "~/lib/observe/security-log.server";
import { notify, type Notice } from "~/lib/http/notice.server";
import { destinationOf, findRole, forgetIdentity, getIdentity, homeOf } from "./accounts.server";
import { requestPasswordReset, resendConfirmation, signUp, signUpInvited } from "./authentication.server";
import { limited, refusePost, type PostResponse, type Post, type State } from "./responses.server";
import { tryPassword } from "./attempts.server";
import { startExternalSignIn } from "./external.server";
import { remember } from "./account-cookie.server";
import { accountNotices, loginFailure, portalSignInFailure } from "./notices";
import { viewPath } from "./paths";
import {
  getStartedKeys,
  getStartedSchema,
  invitedSchema,
  providers,
  resetSchema,
  signInKeys,
  signInSchema,
  signUpSchema,
  type Provider,
  type SignUp,
} from "./schema";

/** Keeps the address for the next account form, and the way back for whoever comes by a mail or from a provider. */
function carryOn(context: Context, url: URL, email?: string): void {
  const returnTo = url.searchParams.get("redirectTo") ?? undefined;
  remember(context, { returnTo, ...(email === undefined ? {} : { email }) });
}

/** A sign-in's form: the session, or the answer that refuses it. */
async function takeSignIn(
  { context, body, url }: Post,
  explain: (message: string) => Notice,
): Promise<PostResponse | null> {
  const { values, state } = await parseForm(body, signInSchema, signInKeys);
  if (!values) {
    carryOn(context, url, signInSchema.shape.email.safeParse(state.defaultValues["email"]).data);
    return formResponse(state, 400);
  }
  const { email } = values;
  const result = await tryPassword(context, values);
  if (!result) return limited(context, state, email);
  carryOn(context, url, email);
  if (!result.ok) {
    return refusePost(context, result, { what: "sign-in", address: email, notice: explain(result.message) }, state);
  }
  remember(context, { email: undefined, returnTo: undefined });
  return null;
}

/** Password sign-in at the portal (§4, §8). */
export async function signInAtPortal(post: Post): Promise<PostResponse> {
  const refusal = await takeSignIn(post, portalSignInFailure);
  if (refusal) return refusal;
  notify(post.context, accountNotices.signedIn);
  return redirect(safeRedirect(post.url.searchParams.get("redirectTo"), "/client-dashboard"));
}

/** Password sign-in at /login: then to where the role belongs, to the dashboard when that can't be told (§4). */
export async function signInAtLogin(post: Post): Promise<PostResponse> {
  const refusal = await takeSignIn(post, loginFailure);
  if (refusal) return refusal;
  const { context } = post;
  forgetIdentity(context);
  const identity = await getIdentity(context);
  const role = identity.state === "signed-in" ? await findRole(context, identity.userId) : undefined;
  const known = role?.ok ? role.value : null;
  const destination = destinationOf(known);
  // The site looks the same to everybody: somebody who lands there had better be told that they are in.
  if (destination === "/") notify(context, accountNotices.welcomeTeam(homeOf(known)));
  return redirect(destination);
}

/** What the three forms have in common that make the service send a mail: asked, counted, and answered alike. */
async function askForMail(
  { context, url }: Post,
  state: State,
  mail: {
    email: string;
    what: string;
    purpose: "recovery" | "sign-up";
    ask: () => Promise<Result>;
    sent: Notice;
    failed: (message: string) => Notice;
  },
): Promise<PostResponse> {
  const { email, what, purpose, ask, sent, failed } = mail;
  if ((await isFormLimited(context)) || (await isOverMailBudget(context, { purpose })))
    return limited(context, state, email);
  carryOn(context, url, email);
  const result = await ask();
  if (!result.ok) return refusePost(context, result, { what, address: email, notice: failed(result.message) }, state);
  notify(context, sent);
  const view = purpose === "recovery" ? "reset-sent" : "confirm-sent";
  return redirect(viewPath(view, url.searchParams.get("redirectTo")));
}

function createAccount(post: Post, account: SignUp, state: State): Promise<PostResponse> {
  return askForMail(post, state, {
    email: account.email,
    what: "sign-up",
    purpose: "sign-up",
    ask: () => signUp(post.context, account),
    sent: accountNotices.accountCreated,
    failed: accountNotices.signUpFailed,
  });
}

/** Sign-up at the portal (§5, §8). */
export async function signUpAtPortal(post: Post): Promise<PostResponse> {
  const { values, state } = await parseForm(post.body, signUpSchema);
  return values ? createAccount(post, values, state) : formResponse(state, 400);
}

/** Whose account an invitation's page makes, and by what. */
export type InvitedAccount = { email: string; has_account: boolean; token: string };

/**
 * Makes the account of somebody invited, and signs it in. The form sent twice finds the account that it has made, and signs
 * in with the password; so does whoever has an account and types its password.
 *
 * @returns null when they are signed in, else the answer that refuses
 */
export async function signUpByInvitation(post: Post, invited: InvitedAccount): Promise<PostResponse | null> {
  const { context, body } = post;
  const { values, state } = await parseForm(body, invitedSchema);
  if (!values) return formResponse(state, 400);
  const { email, has_account, token } = invited;
  if (!has_account) {
    if (await isFormLimited(context)) return limited(context, state, email);
    const made = await signUpInvited(context, { ...values, email, token });
    if (!made.ok) {
      const notice = accountNotices.signUpFailed(made.message);
      return refusePost(context, made, { what: "sign-up by invitation", address: email, notice }, state);
    }
    if (made.value) {
      logSecurity(context, "account_confirmed", email);
      forgetIdentity(context);
      return null;
    }
  }
  const known = await tryPassword(context, { email, password: values.password });
  if (!known) return limited(context, state, email);
  if (known.ok) {
    forgetIdentity(context);
    return null;
  }
  if (known.status !== 400) {
    return refusePost(
      context,
      known,
      { what: "sign-in", address: email, notice: portalSignInFailure(known.message) },
      state,
    );
  }
  const message = "There is an account with this address already: enter its password, or sign in below";
  return formResponse({ ...state, errors: { password: { type: "validation", message } } }, 400);
}

/** Sign-up by the get-started form: the same account (§2). */
export async function getStarted(post: Post): Promise<PostResponse> {
  const { values, state } = await parseForm(post.body, getStartedSchema, getStartedKeys);
  return values ? createAccount(post, values, state) : formResponse(state, 400);
}

/** Asks for a mail with a link to a new password (§5, §8). */
export async function resetPassword(post: Post): Promise<PostResponse> {
  const { values, state } = await parseForm(post.body, resetSchema);
  if (!values) {
    if (!String(state.defaultValues["email"]).trim()) notify(post.context, accountNotices.emailRequired);
    return formResponse(state, 400);
  }
  return askForMail(post, state, {
    email: values.email,
    what: "password reset",
    purpose: "recovery",
    ask: () => requestPasswordReset(post.context, values.email),
    sent: accountNotices.resetSent,
    failed: accountNotices.resetFailed,
  });
}

/** Sends the confirmation mail once more (docs/decisions/specification.md). */
export async function resendMail(post: Post): Promise<PostResponse> {
  const { values, state } = await parseForm(post.body, resetSchema);
  if (!values) return formResponse(state, 400);
  return askForMail(post, state, {
    email: values.email,
    what: "resend",
    purpose: "sign-up",
    ask: () => resendConfirmation(post.context, values.email),
    sent: accountNotices.confirmationSent,
    failed: accountNotices.signUpFailed,
  });
}

/** Is this what a provider's button sends? */
export function isProvider(intent: unknown): intent is Provider {
  return (providers as readonly unknown[]).includes(intent);
}

/** Sends the browser to a provider (§7); comes back to the page it left from, and from there to where it was going. */
export async function continueWith(
  provider: Provider,
  returnTo: "/login" | "/client-auth",
  { context, url }: Post,
): Promise<PostResponse> {
  if (await isFormLimited(context)) return limited(context, NO_ENTRIES);
  const started = await startExternalSignIn(context, provider, returnTo);
  if (started.ok) {
    carryOn(context, url);
    return redirect(started.value);
  }
  const notice = started.message ? accountNotices.oauthError(started.message) : accountNotices.oauthUnexpected;
  const failure: Failure = {
    ok: false,
    message: started.message ?? started.reason ?? "no answer",
    status: started.message ? 502 : 503,
  };
  return refusePost(context, failure, { what: "external sign-in", notice }, NO_ENTRIES);
}
