import { redirect } from "react-router";
import type { Context } from "~/lib/context";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { isTooMany } from "~/lib/rate-limit.server";
import type { Result } from "~/lib/result";
import type { Identity } from "~/lib/supabase.server";
import { notify } from "~/lib/toast.server";
import { saveProfile } from "./accounts.server";
import { accountMessages } from "./messages";
import { profileKeys, profileSchema } from "./schema";

/**
 * Takes the form "Complete your company profile" of the dashboard.
 *
 * @returns a redirect when it is saved; else the form with its entries: 400 wrong, 429 too many, 502 or 503 not saved
 */
export async function completeProfile(
  context: Context,
  user: Exclude<Identity, { state: "signed-out" }>,
  body: FormData,
) {
  const { values, state } = await parseForm(body, profileSchema, profileKeys);
  if (!values) return formResponse(state, 400);
  if (user.state === "signed-in" && (await isTooMany(context, user.userId))) return formResponse(state, 429);
  const result: Result =
    user.state === "signed-in"
      ? await saveProfile(context, user.userId, values)
      : { ok: false, message: user.message, status: 503 };
  if (!result.ok) {
    context.get(logContext).error({ reason: result.message }, "company profile not saved");
    notify(context, accountMessages.profileFailed(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountMessages.profileSaved);
  return redirect("/client-dashboard");
}
