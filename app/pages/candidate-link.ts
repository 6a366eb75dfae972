import { data, redirect } from "react-router";
import { ownNotices } from "~/features/candidates/own/notices";
import { getIdentity } from "~/features/accounts/accounts.server";
import { findQuestion, sendCode } from "~/features/candidates/own/own.server";
import type { Question } from "~/features/candidates/own/own-page";
import { codePath } from "~/features/candidates/own/paths";
import { wakeMailFor } from "~/features/mail/mail.server";
import { NO_ENTRIES, type FormState } from "~/lib/forms/form";
import { formResponse, isAfterPost } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import { isMailToken } from "~/lib/http/mail-token";
import { notify, type Notice } from "~/lib/http/notice.server";
import { giveBackMail, isOverMailBudget } from "~/lib/limits/mail-budget.server";
import { isFormLimited, refusesUnknownLink } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import { logSecurity } from "~/lib/observe/security-log.server";
import type { Failure, Result } from "~/lib/result";
import { forbidKeeping, refuseOwn } from "./candidate";

export const UNKNOWN_LINK: Failure = { ok: false, message: "link_unknown", status: 404 };

/**
 * Looks up what a mail's link is about, and decides nothing: it is opened by scanners, too. Unknown, ended and malformed links
 * are alike, and counted by address.
 *
 * @returns null for a link that nobody was sent, undefined while nobody can tell
 */
export async function findByLink<Found>(context: Context, token: string, find: () => Promise<Result<Found | null>>) {
  forbidKeeping(context);
  const found: Result<Found | null> = isMailToken(token) ? await find() : { ok: true, value: null };
  if (!found.ok) {
    logFailure(context, found, "link of a candidate not looked up");
    return { found: undefined, status: found.status };
  }
  // What follows a post was counted with it.
  if (found.value === null && !isAfterPost(context) && (await refusesUnknownLink(context))) {
    return { found: undefined, status: 429 };
  }
  return { found: found.value, status: found.value === null ? 404 : 200 };
}

/** What a page of a mail's link loads: the question, with its token for the ways from page to page. */
export async function loadByLink(context: Context, token: string) {
  const { found, status } = await findByLink<Question>(context, token, () => findQuestion(context, token));
  return data({ question: found, token }, { status });
}

/** The page again, after a post by a link that nobody has, or what the backend does not do. */
export async function refuseLink(context: Context, failure: Failure, state: FormState = NO_ENTRIES) {
  if (failure.status !== 404) return refuseOwn(context, state, failure);
  return formResponse(state, (await refusesUnknownLink(context)) ? 429 : 404);
}

/** Does what a link alone may do, and goes on; what a notice says of it is on the page that follows. */
export async function changeByLink(
  context: Context,
  { act, to, done }: { act: () => Promise<Result<unknown>>; to: string; done?: Notice },
) {
  const changed = await act();
  if (!changed.ok) return refuseLink(context, changed);
  if (done) notify(context, done);
  return redirect(to, 303);
}

/** Has a code mailed to where a link went, and leads to where it is entered. By a link that nobody has none is sent, or counted. */
export async function mailCode(context: Context, token: string) {
  const known = await findQuestion(context, token);
  if (!known.ok || known.value === null) return refuseLink(context, known.ok ? UNKNOWN_LINK : known);
  if (await isFormLimited(context)) return formResponse(NO_ENTRIES, 429);
  const mail = { purpose: "code", person: token } as const;
  if (await isOverMailBudget(context, mail)) return formResponse(NO_ENTRIES, 429);
  const sent = await sendCode(context, token);
  // No mail was made: one candidate's link uses up nobody else's.
  if (sent.ok ? sent.value !== true : sent.status < 500) await giveBackMail(mail);
  if (!sent.ok || sent.value === false) return refuseLink(context, sent.ok ? UNKNOWN_LINK : sent);
  wakeMailFor(context, token);
  notify(context, ownNotices.codeSent);
  return redirect(codePath(token), 303);
}

/** Is an account signed in to this browser, of the team or of a company? A session that nobody can check counts as one. */
export async function isSignedIn(context: Context): Promise<boolean> {
  return (await getIdentity(context)).state !== "signed-out";
}

/** The same by a link that may have gone to a telephone: that one is its candidate's alone, and so of no browser with an account. */
export async function changeAlone(context: Context, token: string, change: Parameters<typeof changeByLink>[1]) {
  if (!(await isSignedIn(context))) return changeByLink(context, change);
  const known = await findQuestion(context, token);
  if (!known.ok) return refuseLink(context, known);
  if (known.value?.is_phone_link !== true) return changeByLink(context, change);
  logSecurity(context, "refused");
  return refuseLink(context, { ok: false, message: "candidate_alone", status: 403 });
}
