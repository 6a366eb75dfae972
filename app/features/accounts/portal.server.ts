import { redirect } from "react-router";
import type { Context } from "~/lib/context";
import type { FormKeys } from "~/lib/form";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { safeRedirect } from "~/lib/safe-redirect";
import { notify } from "~/lib/toast.server";
import { requestPasswordReset, setNewPassword, signIn, signUp } from "./accounts.server";
import { accountMessages, signInFailure } from "./messages";
import {
  newPasswordKeys,
  newPasswordSchema,
  resetKeys,
  resetSchema,
  signInKeys,
  signInSchema,
  signUpKeys,
  signUpSchema,
} from "./schema";

type Post = { context: Context; body: FormData; url: URL };

function logFailure(context: Context, what: string, status: number): void {
  const logger = context.get(logContext);
  if (status >= 500) logger.error({ status }, `${what} failed`);
  else logger.info({ status }, `${what} refused`);
}

async function signInIntent({ context, body, url }: Post) {
  const { values, state } = await parseForm(body, signInSchema, signInKeys satisfies FormKeys);
  if (!values) return formResponse(state, 400);
  const result = await signIn(context, values);
  if (!result.ok) {
    logFailure(context, "sign-in", result.status);
    notify(context, signInFailure(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountMessages.signedIn);
  return redirect(safeRedirect(url.searchParams.get("redirectTo"), "/client-dashboard"));
}

async function signUpIntent({ context, body }: Post) {
  const { values, state } = await parseForm(body, signUpSchema, signUpKeys);
  if (!values) return formResponse(state, 400);
  const result = await signUp(context, values);
  if (!result.ok) {
    logFailure(context, "sign-up", result.status);
    notify(context, accountMessages.signUpFailed(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountMessages.accountCreated);
  return redirect("/client-auth");
}

async function resetIntent({ context, body }: Post) {
  const { values, state } = await parseForm(body, resetSchema, resetKeys);
  if (!values) {
    if (!String(state.defaultValues["email"]).trim()) notify(context, accountMessages.emailRequired);
    return formResponse(state, 400);
  }
  const result = await requestPasswordReset(context, values.email);
  if (!result.ok) {
    logFailure(context, "password reset", result.status);
    notify(context, accountMessages.resetFailed(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountMessages.resetSent);
  return redirect("/client-auth");
}

async function newPasswordIntent({ context, body }: Post) {
  const { values, state } = await parseForm(body, newPasswordSchema, newPasswordKeys);
  if (!values) return formResponse(state, 400);
  const result = await setNewPassword(context, values.password);
  if (!result.ok) {
    logFailure(context, "new password", result.status);
    notify(context, accountMessages.passwordNotChanged(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountMessages.passwordChanged);
  return redirect("/client-dashboard");
}

type Answer = Awaited<ReturnType<typeof signInIntent>>;

/** What the portal's forms ask for, by the name of their button. */
export const portalIntents: Record<string, (post: Post) => Promise<Answer>> = {
  "sign-in": signInIntent,
  "sign-up": signUpIntent,
  reset: resetIntent,
  "new-password": newPasswordIntent,
};
