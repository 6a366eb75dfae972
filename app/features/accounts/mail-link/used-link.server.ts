import { redirect } from "react-router";
import type { Context } from "~/lib/http/context";
import { isSameAddress } from "~/lib/format/text";
import { notify } from "~/lib/http/notice.server";
import { getIdentity } from "~/features/accounts/accounts.server";
import { wayBack } from "~/features/accounts/auth-callback.server";
import { tryPassword } from "~/features/accounts/attempts.server";
import { recall } from "~/features/accounts/account-cookie.server";
import { accountNotices } from "~/features/accounts/notices";
import { signInSchema } from "~/features/accounts/schema";

/**
 * Where a link leads that does not work any more. It is no error for somebody who is signed in and only clicked it again,
 * nor for a form that was sent twice: the first answer never arrived, but the password it has set is right by now.
 *
 * @param body the form, if one was sent
 */
export async function leaveUsedLink(context: Context, body?: FormData): Promise<Response> {
  const identity = await getIdentity(context);
  const { data: credentials } = signInSchema.safeParse({ ...recall(context), password: body?.get("password") });
  // Somebody else who is signed in here was told whom the form would sign in instead.
  const isOther = credentials && identity.state === "signed-in" && !isSameAddress(identity.email, credentials.email);
  if (identity.state === "signed-in" && !isOther) return redirect("/client-dashboard");
  if (credentials && (await tryPassword(context, credentials))?.ok) return redirect(wayBack(context));
  notify(context, accountNotices.linkUsed);
  return redirect("/client-auth");
}
