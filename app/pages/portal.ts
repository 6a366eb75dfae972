import { redirect, type MiddlewareFunction } from "react-router";
import { findAccount, getIdentity, homeOf, requireUser } from "~/features/accounts/accounts.server";
import { readAuthCallback } from "~/features/accounts/auth-callback.server";
import { readMailLink } from "~/features/accounts/mail-link/mail-link.server";
import { writeAccountCookie, openAccountCookie } from "~/features/accounts/account-cookie.server";
import { emptyCache } from "~/lib/forms/kept-pages.server";
import { formContext } from "~/lib/http/context";
import { notify } from "~/lib/http/notice.server";

/** Gives the account pages what this browser remembers of them, and sends back what has changed in it. */
export const accountCookie: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  await openAccountCookie(context, request.headers.get("Cookie"));
  const response = await next();
  const cookie = await writeAccountCookie(context);
  if (cookie) response.headers.append("Set-Cookie", cookie);
  return response;
};

/**
 * Takes what a mail's link or an identity provider put into the address, and goes on without it. Only a GET uses up a
 * code; a mail's link is used by no address, but by the form of its page.
 */
export const authCallback: MiddlewareFunction<Response> = (args, next) =>
  accountCookie(args, async () => {
    const { request, context, url } = args;
    const arrival = request.method === "GET" ? await readAuthCallback(context, url.pathname, url.searchParams) : null;
    if (!arrival) return next();
    if (arrival.notice) notify(context, arrival.notice);
    return redirect(arrival.path);
  });

/**
 * Guards a portal route, whatever way it is asked for. Its loader and action ask again (docs/decisions/sessions.md).
 */
export const guard: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  // Also when the session is over: what was kept for its owner is in the browser still.
  if (context.get(formContext).get("intent") === "sign-out") emptyCache(context);
  await requireUser(context, url);
  return next();
};

/**
 * Guards the pages of a route, but leaves its posts to the action: a form must not be lost with the session. Nor what
 * follows a post in a browser with scripts: the root's loader is asked for the notice, and for nothing of the route.
 */
export const guardPages: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const isRootOnly = new URL(request.url).searchParams.get("_routes") === "root";
  if (request.method !== "POST" && !isRootOnly) await requireUser(context, url);
  return next();
};

/** Sends somebody with a session to the dashboard (§4, "Client portal"), the team to its own pages, except to set a password or from a mail's link. */
export const skipPortal: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const isWanted = url.searchParams.get("view") === "new-password" || readMailLink(url.searchParams) !== undefined;
  if (request.method !== "POST" && !isWanted) {
    const { state } = await getIdentity(context);
    // A session that has ended is sent here by the dashboard: only the database's word leads back there.
    const account = state === "signed-in" ? await findAccount(context) : undefined;
    if (account?.ok && account.value) return redirect(homeOf(account.value.role));
  }
  return next();
};

/** Sends somebody with a session from /login to where their role belongs (docs/decisions/specification.md). */
export const skipLogin: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method !== "POST") {
    const identity = await getIdentity(context);
    const account = identity.state === "signed-in" ? await findAccount(context) : undefined;
    if (account && !account.ok) return redirect("/client-dashboard");
    if (account?.value) return redirect(homeOf(account.value.role));
  }
  return next();
};
