import { redirect } from "react-router";
import type { Context } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { unavailableFailure } from "~/lib/backend/session/identity.server";
import type { Result } from "~/lib/result";
import { logSecurity } from "~/lib/observe/security-log.server";
import { notify } from "~/lib/http/notice.server";
import { askIdentity } from "./accounts.server";
import { setNewPassword } from "./authentication.server";
import { limited, refusePost, type PostResponse, type Post } from "./responses.server";
import { tryPassword } from "./attempts.server";
import { isRecovered, remember } from "./account-cookie.server";
import { accountNotices } from "./notices";
import { changePasswordSchema, newPasswordSchema } from "./schema";

/** Sets a password, says whether other sessions could be ended, and forgets that it could be set without the old one. */
export async function savePassword(context: Context, email: string, password: string): Promise<Result> {
  const result = await setNewPassword(context, password);
  if (!result.ok) return result;
  remember(context, { recovered: undefined });
  logSecurity(context, "password_changed", email);
  const { othersEnded } = result.value;
  notify(context, othersEnded ? accountNotices.passwordChanged : accountNotices.passwordChangedHere);
  return { ok: true, value: undefined };
}

type Person = { userId: string; email: string };

/** Reads the form, and makes sure that it is the account's owner who sends it. */
async function readNewPassword(
  { context, body }: Post,
  { userId, email }: Person,
): Promise<{ password: string } | { answer: PostResponse }> {
  if (isRecovered(context, userId)) {
    const { values, state } = await parseForm(body, newPasswordSchema);
    if (!values) return { answer: formResponse(state, 400) };
    return (await isFormLimited(context, userId)) ? { answer: limited(context, state, email) } : values;
  }
  const { values, state } = await parseForm(body, changePasswordSchema);
  if (!values) return { answer: formResponse(state, 400) };
  // Signing in anew is the proof; the session it makes takes the place of this one, which ends with the others.
  const result = await tryPassword(context, { email, password: values.current_password });
  if (!result) return { answer: limited(context, state, email) };
  if (result.ok) return values;
  if (result.status === 400) {
    const message = "This is not your current password";
    return { answer: formResponse({ ...state, errors: { current_password: { type: "validation", message } } }, 400) };
  }
  const notice = accountNotices.passwordNotChanged(result.message);
  return { answer: refusePost(context, result, { what: "new password", address: email, notice }, state) };
}

/** Sets a new password: after a recovery at once, else by the old one (docs/decisions/accounts.md). */
export async function changePassword(post: Post): Promise<PostResponse> {
  const { context } = post;
  const identity = await askIdentity(context);
  if (identity.state === "signed-out") {
    notify(context, accountNotices.signedOutByTime);
    return redirect("/client-auth");
  }
  const failed = accountNotices.passwordNotChanged;
  if (identity.state === "unavailable") {
    const refusal = { what: "new password", notice: failed(identity.message) };
    return refusePost(context, unavailableFailure(identity), refusal, NO_ENTRIES);
  }
  const read = await readNewPassword(post, identity);
  if ("answer" in read) return read.answer;
  const saved = await savePassword(context, identity.email, read.password);
  if (saved.ok) return redirect("/client-dashboard");
  const refusal = { what: "new password", address: identity.email, notice: failed(saved.message) };
  return refusePost(context, saved, refusal, NO_ENTRIES);
}
