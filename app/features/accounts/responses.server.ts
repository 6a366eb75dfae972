import { setRetryAfter, type Context } from "~/lib/http/context";
import { formResponse } from "~/lib/forms/form.server";
import { logContext } from "~/lib/observe/log.server";
import type { Failure } from "~/lib/result";
import { logSecurity } from "~/lib/observe/security-log.server";
import { notify, type Notice } from "~/lib/http/notice.server";
import { accountNotices } from "./notices";

/** A post to one of the account pages. */
export type Post = { context: Context; body: FormData; url: URL };
export type PostResponse = ReturnType<typeof formResponse> | Response;
export type State = Parameters<typeof formResponse>[0];

/** How long the service's own limits last, as far as anybody can tell from outside, in seconds. */
const SERVICE_LIMIT = 60;

/** What was asked for and not done: what the log calls it, whose account it is about, and what the page says. */
export type Refusal = { what: string; address?: string | undefined; notice: Notice };

/** The form again, with the entries, a notice, and one line in the log. */
export function refusePost(
  context: Context,
  failure: Failure,
  { what, address, notice }: Refusal,
  state: State,
): PostResponse {
  const { status, message, reason = message } = failure;
  const logger = context.get(logContext);
  if (status === 429) {
    // Too many visitors at once, in the eyes of the service: it says nothing about this person or their account.
    logger.warn(`${what} limited by the authentication service`);
    logSecurity(context, "limited", address);
    setRetryAfter(context, SERVICE_LIMIT);
    notify(context, accountNotices.tooMany);
    return formResponse(state, status);
  }
  // What the service says of a person's own mistake may carry their entries: only its own failures are quoted.
  if (status >= 500) logger.error({ status, reason }, `${what} failed`);
  else logger.info({ status }, `${what} refused`);
  notify(context, notice);
  return formResponse(state, status);
}

/** The form again, since our own limits say so: they have said it, and when to come back. */
export function limited(context: Context, state: State, address?: string): PostResponse {
  logSecurity(context, "limited", address);
  return formResponse(state, 429);
}
