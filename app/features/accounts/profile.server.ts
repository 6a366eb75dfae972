import { redirect } from "react-router";
import type { Context } from "~/lib/context";
import { formResponse, parseForm } from "~/lib/form.server";
import { logContext } from "~/lib/log.server";
import { notify } from "~/lib/toast.server";
import { saveProfile } from "./accounts.server";
import { accountMessages } from "./messages";
import { profileKeys, profileSchema } from "./schema";

/** Takes the form "Complete your company profile" of the dashboard. */
export async function completeProfile(context: Context, userId: string, body: FormData) {
  const { values, state } = await parseForm(body, profileSchema, profileKeys);
  if (!values) return formResponse(state, 400);
  const result = await saveProfile(context, userId, values);
  if (!result.ok) {
    context.get(logContext).error({ reason: result.message }, "company profile not saved");
    notify(context, accountMessages.profileFailed(result.message));
    return formResponse(state, result.status);
  }
  notify(context, accountMessages.profileSaved);
  return redirect("/client-dashboard");
}
