import { data, redirect } from "react-router";
import {
  accountOf,
  findAccount,
  getIdentity,
  isOfTheTeam,
  isViewer,
  leaveToSignIn,
} from "~/features/accounts/accounts.server";
import type { Account } from "~/lib/backend/account";
import type { Context } from "~/lib/http/context";
import { isAfterPost, keepForGoingBack } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Result, Failure } from "~/lib/result";
import { isRowId } from "~/lib/format/schema";
import { requireRole, notThere } from "./team";

/** Guards the pages of one company's own things. */
export const client = requireRole((role) => !isOfTheTeam(role));

/** What a page of a company has to show, and who is asking, as far as anybody can tell. */
export type ClientPage<Value> = {
  account: Account | undefined;
  answer: Result<Value>;
};

/**
 * Asks for a page of something of a company's, at once with who is asking.
 *
 * @param ask the page's own question; the database answers null for what is not there, or another's
 * @returns the page, or why the backend can't tell; 403 for the form of somebody who belongs to no company by now
 * @throws the sign-in, the team's own pages, or that there is no such page, in the frame of whoever asks
 */
export async function loadClientPage<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value | null>>,
): Promise<ClientPage<Value>> {
  // A form may stand on it: who goes back finds it as they left it (docs/decisions/forms-and-limits.md).
  keepForGoingBack(context);
  const unknown = (message: string, status: 401 | 503): ClientPage<Value> => {
    logFailure(context, { status, message }, "page of a client not shown");
    return { account: undefined, answer: { ok: false, message, status } };
  };
  const leave = () => {
    if (!isAfterPost(context)) throw leaveToSignIn(context, url);
    return unknown("session_ended", 401);
  };
  const identity = await getIdentity(context);
  if (identity.state === "signed-out") return leave();
  if (identity.state === "unavailable") return unknown(identity.message, 503);
  const [known, answer] = await Promise.all([findAccount(context), ask()]);
  if (!known.ok) return unknown(known.message, 503);
  if (!known.value) return leave();
  const { role, client: record } = known.value;
  if (isOfTheTeam(role)) throw isAfterPost(context) ? data(null, { status: 404 }) : redirect("/team");
  const account = accountOf(identity.email, known);
  if (!answer.ok) {
    logFailure(context, answer, "page of a client not shown");
    return { account, answer };
  }
  if (answer.value === null) {
    // Of whatever is asked: to be told so, nothing need be there.
    if (record === null && isAfterPost(context)) {
      return { account, answer: { ok: false, message: "not_a_member", status: 403 } };
    }
    return notThere({ account });
  }
  return { account, answer: { ok: true, value: answer.value } };
}

/** The id of an address of a company's page. @throws the not-found page for what is none, in the frame of whoever asks */
export async function requireOwnId(context: Context, url: URL, id: string): Promise<string> {
  if (isRowId(id)) return id.toLowerCase();
  await loadClientPage(context, url, () => Promise.resolve({ ok: true, value: null }));
  return notFoundForClient(context);
}

/** There is no such page of a company's, in the frame of whoever asks but the team. @throws the not-found page */
export async function notFoundForClient(context: Context): Promise<never> {
  const identity = await getIdentity(context);
  if (identity.state !== "signed-in") return notThere({});
  const known = await findAccount(context);
  const isClient = known.ok && known.value !== null && !isOfTheTeam(known.value.role);
  return notThere(isClient ? { account: accountOf(identity.email, known) } : {});
}

/**
 * What became of a change of something of a company's, unless it is not there, or not theirs.
 *
 * @throws the not-found page, in the frame of whoever asks
 */
export async function requireOwn<Changed extends Result<unknown>>(context: Context, change: Changed): Promise<Changed> {
  return !change.ok && change.status === 404 ? notFoundForClient(context) : change;
}

/**
 * Tells apart those to whom something is not there from those who may not change it any more, since somebody has made
 * them a viewer, or removed them, while they were typing. It goes by who they are, not by what they ask for: so nobody
 * learns from it what is there.
 */
export async function forbiddenReason<Changed extends Result<unknown>>(
  context: Context,
  change: Changed,
): Promise<Changed | Failure> {
  if (change.ok || change.status !== 404) return change;
  const known = await findAccount(context);
  if (!known.ok) return known;
  if (!known.value) return { ok: false, message: "session_ended", status: 401 };
  if (isOfTheTeam(known.value.role)) return change;
  if (known.value.client === null) return { ok: false, message: "not_a_member", status: 403 };
  return isViewer(known.value) ? { ok: false, message: "viewers_read", status: 403 } : change;
}
