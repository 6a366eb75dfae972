import { data, redirect } from "react-router";
import type { Route } from "./+types/unsubscribe";
import { findSubscription, unsubscribe } from "~/features/notifications/notifications.server";
import { SubscriptionCard } from "~/features/notifications/subscription-card";
import { formContext, responseHeadersContext } from "~/lib/http/context";
import { isAfterPost } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import { readToken } from "~/lib/http/mail-token";
import { CACHING } from "~/lib/http/caching";
import { pageMeta } from "~/lib/http/meta";
import { refusesUnknownLink } from "~/lib/limits/rate-limit.server";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

const TITLE = "Stop mails";

export function meta() {
  return [...pageMeta(TITLE, "Switch off mails of this kind."), { name: "robots", content: "noindex" }];
}

/** Looks, and changes nothing: a mail's link is opened by scanners, too. Nobody keeps the page but whoever has the link. */
export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(responseHeadersContext).set("Cache-Control", CACHING.nobody);
  const hasToken = url.searchParams.has("token");
  const token = readToken(url.searchParams);
  if (token === undefined) return data({ hasToken, subscription: null }, { status: hasToken ? 404 : 200 });
  const found = await findSubscription(token);
  if (!found.ok) {
    logFailure(context, found, "subscription not shown");
    return data({ hasToken, subscription: undefined }, { status: found.status });
  }
  // What follows a post was counted with it.
  if (found.value === null && !isAfterPost(context) && (await refusesUnknownLink(context))) {
    return data({ hasToken, subscription: undefined }, { status: 429 });
  }
  return data({ hasToken, subscription: found.value }, { status: found.value ? 200 : 404 });
}

/** What a mail program posts by itself (RFC 8058): it follows no redirects. */
function isOneClick(body: FormData): boolean {
  return body.get("List-Unsubscribe") === "One-Click";
}

/** Switches off what the link is about, without a session or a cookie: for a person, or for their mail program. */
export async function action({ url, context }: Route.ActionArgs) {
  const token = readToken(url.searchParams);
  if (token === undefined) return data(null, { status: 404 });
  const done = await unsubscribe(token);
  if (!done.ok) {
    logFailure(context, done, "mails not switched off");
    return data(null, { status: done.status });
  }
  if (!done.value) return data(null, { status: (await refusesUnknownLink(context)) ? 429 : 404 });
  if (isOneClick(context.get(formContext))) return data(null, { status: 200 });
  return redirect(`/unsubscribe?${new URLSearchParams({ token }).toString()}`, 303);
}

/** Switches off mails of one kind, for whoever has the link of one of them. */
export default function UnsubscribePage({ loaderData: { subscription, hasToken } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={TITLE} />
      <div className="wrap section">
        <div className="form-column">
          {subscription === undefined && <Unavailable />}
          {subscription === null && (
            <p className="empty">
              {hasToken
                ? "This link does not work. Use the one at the end of the newest mail."
                : "Open the link at the end of a mail: it says which mails it switches off."}
            </p>
          )}
          {subscription && <SubscriptionCard {...subscription} />}
        </div>
      </div>
    </>
  );
}
