import { redirect, type MiddlewareFunction } from "react-router";
import { followMailLink, getIdentity, openIdentity, requireUser } from "~/features/accounts/accounts.server";
import { accountMessages } from "~/features/accounts/messages";
import { mailLinkSchema } from "~/features/accounts/schema";
import { notify } from "~/lib/toast.server";

/**
 * Uses the link of one of our mails (DESIGN.md, decision 5), then shows the page without it: a one-time token must not
 * stay in an address. Only a GET uses it up; mail scanners look with HEAD.
 */
export const mailLink: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  openIdentity(context);
  const link = mailLinkSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!link.success || request.method !== "GET") return next();
  const result = await followMailLink(context, link.data);
  if (!result.ok) {
    notify(context, accountMessages.linkUsed);
    return redirect("/client-auth");
  }
  if (link.data.type === "recovery") return redirect("/client-auth?view=new-password");
  notify(context, accountMessages.welcome);
  return redirect("/client-dashboard");
};

/** Guards a portal route, whatever way it is asked for. Its loader and action ask again (DESIGN.md, section 8). */
export const guard: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  await requireUser(context, url);
  return next();
};

/** Sends somebody with a session to the dashboard (§4, "Client portal"), except to set a new password. */
export const skipWhenSignedIn: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  if (request.method === "GET" && url.searchParams.get("view") !== "new-password") {
    const { state } = await getIdentity(context);
    if (state === "signed-in") return redirect("/client-dashboard");
  }
  return next();
};
