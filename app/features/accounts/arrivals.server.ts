import type { Context } from "~/lib/context";
import { logContext } from "~/lib/log.server";
import type { Notice } from "~/lib/toast.server";
import { becomeClient, destinationOf, findRole, followMailLink } from "./accounts.server";
import { finishExternalSignIn } from "./external.server";
import { accountMessages } from "./messages";
import { externalReturnSchema, mailLinkSchema } from "./schema";

/** Where to go, and what to say there, after somebody came back with something in the address. */
export type Arrival = { path: string; notice?: Notice };

const NEW_PASSWORD = "/client-auth?view=new-password";

/** After an external sign-in: the three outcomes of §4. A failed look-up counts as a client, as it does after a password. */
async function welcome(context: Context, userId: string): Promise<Arrival> {
  const role = await findRole(context, userId);
  if (!role.ok) {
    context.get(logContext).error({ reason: role.message }, "role not looked up");
    return { path: "/client-dashboard", notice: accountMessages.welcomeBack };
  }
  if (role.value === "client") return { path: "/client-dashboard", notice: accountMessages.welcomeBack };
  if (role.value !== null) return { path: destinationOf(role.value), notice: accountMessages.welcomeTeam };
  const made = await becomeClient(context, userId);
  if (!made.ok) context.get(logContext).error({ reason: made.message }, "role not created");
  return { path: "/client-dashboard", notice: accountMessages.welcomeNew };
}

function externalFailure(from: string, message: string | undefined): Arrival {
  const notice = message ? accountMessages.oauthError(message) : accountMessages.oauthUnexpected;
  return { path: from === "/login" ? "/login" : "/client-auth", notice };
}

/**
 * Takes what a mail's link or an identity provider put into the address: a one-time token, a code, or an error (§4; DESIGN
 * of the links in docs/decisions/005). Nothing of it stays in the address.
 *
 * @param from the page that was asked for
 * @returns where to go instead; null when the address carries nothing of the kind
 */
export async function readArrival(context: Context, from: string, search: URLSearchParams): Promise<Arrival | null> {
  const entries = Object.fromEntries(search);
  const link = mailLinkSchema.safeParse(entries);
  if (link.success) {
    const followed = await followMailLink(context, link.data);
    if (!followed.ok) return { path: "/client-auth", notice: accountMessages.linkUsed };
    if (link.data.type === "recovery") return { path: NEW_PASSWORD };
    return { path: "/client-dashboard", notice: accountMessages.welcome };
  }
  const returned = externalReturnSchema.safeParse(entries);
  if (!returned.success) return null;
  if ("error" in returned.data) {
    const { error, error_description: description, error_code: code } = returned.data;
    if (code === "otp_expired") return { path: "/client-auth", notice: accountMessages.linkUsed };
    return externalFailure(from, description || error);
  }
  const finished = await finishExternalSignIn(context, returned.data.code);
  if (!finished.ok) return externalFailure(from, finished.message);
  if (finished.value.isRecovery) return { path: NEW_PASSWORD };
  return welcome(context, finished.value.userId);
}
