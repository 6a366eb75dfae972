import { redirect } from "react-router";
import { ownNotices } from "~/features/candidates/own/notices";
import { ownPath } from "~/features/candidates/own/paths";
import { readSession } from "~/features/candidates/own/session-cookie.server";
import { loadOwnPage } from "~/features/candidates/own/own.server";
import type { OwnPage } from "~/features/candidates/own/own-page";
import type { FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost } from "~/lib/forms/form.server";
import { setOwner } from "~/lib/forms/owner.server";
import { CACHING } from "~/lib/http/caching";
import { responseHeadersContext, type Context } from "~/lib/http/context";
import { notify, type Notice } from "~/lib/http/notice.server";
import { tellTomorrow } from "~/lib/limits/daily-bounds.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Failure } from "~/lib/result";
import { requireOwner } from "./form-owner";

/** Nobody keeps a page of a candidate's: only one that was posted, and holds what was typed, this browser for Back. */
export function forbidKeeping(context: Context): void {
  if (!isAfterPost(context)) context.get(responseHeadersContext).set("Cache-Control", CACHING.nobody);
}

/** What a page of a candidate's shows: theirs; null without a session, undefined while nobody can tell. */
export type Own = { own: OwnPage | null | undefined; status: 200 | Failure["status"] };

/** Asks for the own page by the session that the browser brings along. Without one, a page says how to get there. */
export async function loadOwn(context: Context, request: Request): Promise<Own> {
  forbidKeeping(context);
  const session = await readSession(request.headers.get("Cookie"));
  // A browser forgets the cookie when its half hour is over: then a post has none.
  if (session === undefined) return { own: null, status: isAfterPost(context) ? 401 : 200 };
  const found = await loadOwnPage(context, session);
  if (found.ok) {
    setOwner(context, found.value.candidate.id);
    return { own: found.value, status: 200 };
  }
  logFailure(context, found, "page of a candidate not shown");
  return { own: found.status === 401 ? null : undefined, status: found.status };
}

/** A form that was not taken, with its entries and why. */
export function refuseOwn(context: Context, state: FormState, failure: Failure) {
  logFailure(context, failure, "candidate's form not taken");
  notify(context, ownNotices.notDone(failure));
  return formResponse(state, failure.status);
}

/** A request to a page of a candidate's. */
export type PageRequest = { request: Request; url: URL };

type OwnChangeArgs<Value> = {
  /** The form as it was sent. */
  state: FormState;
  /** A failure may say what the form shows from now on. */
  act: (session: string) => Promise<{ ok: true; value: Value } | (Failure & { state?: FormState })>;
  done: Notice | ((value: Value) => Notice);
};

/**
 * Does what a form of the own page asks for, for whom the page was made. Whose it is, is the database's word.
 *
 * @returns the way on; else the form as it was sent, with why it was not done: 401 when the session is over
 * @throws the page for a form that was made for another
 */
export async function changeOwn<Value>(
  context: Context,
  { request, url }: PageRequest,
  { state, act, done }: OwnChangeArgs<Value>,
) {
  const session = await readSession(request.headers.get("Cookie"));
  const ended: Failure = { ok: false, message: "candidate_session_ended", status: 401 };
  if (session !== undefined && (await isFormLimited(context))) return formResponse(state, 429);
  const known = session === undefined ? ended : await loadOwnPage(context, session);
  if (known.ok) requireOwner(context, url, { id: known.value.candidate.id });
  if (session === undefined || !known.ok) return refuseOwn(context, state, known.ok ? ended : known);
  const change = await act(session);
  if (!change.ok) {
    tellTomorrow(context, change);
    return refuseOwn(context, change.state ?? state, change);
  }
  notify(context, typeof done === "function" ? done(change.value) : done);
  return redirect(ownPath, 303);
}
