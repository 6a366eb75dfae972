import { redirect } from "react-router";
import type { Context } from "~/lib/http/context";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Result } from "~/lib/result";
import { unavailableFailure, type Identity } from "~/lib/backend/session/identity.server";
import { notify } from "~/lib/http/notice.server";
import { findAccount, leaveToSignIn, saveProfile } from "./accounts.server";
import type { PostResponse, Post } from "./responses.server";
import { accountNotices } from "./notices";
import { profileSchema, type Profile } from "./schema";

async function save(context: Context, userId: string, profile: Profile): Promise<Result | "ended"> {
  const account = await findAccount(context);
  if (!account.ok) return account;
  return account.value ? saveProfile(context, userId, profile) : "ended";
}

/**
 * Takes the form "Complete your company profile" of the dashboard.
 *
 * @returns a redirect when it is saved, or when the session has ended; else the form with its entries: 400 wrong, 429 too many, 502 or 503 not saved
 */
export async function completeProfile(
  { context, body, url }: Post,
  user: Exclude<Identity, { state: "signed-out" }>,
): Promise<PostResponse> {
  const { values, state } = await parseForm(body, profileSchema);
  if (!values) return formResponse(state, 400);
  if (user.state === "signed-in" && (await isFormLimited(context, user.userId))) return formResponse(state, 429);
  const result = user.state === "signed-in" ? await save(context, user.userId, values) : unavailableFailure(user);
  if (result === "ended") return leaveToSignIn(context, url);
  if (!result.ok) {
    logFailure(context, result, "company profile not saved");
    notify(context, accountNotices.profileFailed(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountNotices.profileSaved);
  return redirect("/client-dashboard");
}
