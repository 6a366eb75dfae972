import { data, redirect } from "react-router";
import {
  accountOf,
  findAccount,
  getIdentity,
  homeOf,
  isOfTheTeam,
  isViewer,
} from "~/features/accounts/accounts.server";
import { SESSION_ENDED } from "~/lib/backend/data-failures.server";
import type { Account } from "~/lib/backend/account";
import type { Context } from "~/lib/http/context";
import { isAfterPost } from "~/lib/forms/form.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Result, Failure } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";
import { accountBySession, loadSignedIn } from "./load-page";
import { requireRole } from "./team";
import { throwNotFound } from "./page";

/** Guards the pages of one company's own things. */
export const client = requireRole((role) => !isOfTheTeam(role));

const NOT_A_MEMBER = { ok: false, message: "not_a_member", status: 403 } as const satisfies Failure;

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
 * @throws the sign-in, the team's own pages, or that there is no such page, in the frame of the caller
 */
export async function loadClientPage<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value | null>>,
): Promise<ClientPage<Value>> {
  const found = await loadSignedIn(context, url, async () => {
    const [known, answer] = await Promise.all([findAccount(context), ask()]);
    if (!known.ok) return { ...known, status: 503 };
    return { ok: true, value: known.value && { account: known.value, answer } };
  });
  if (!found.ok) return notShown(context, await accountBySession(context, found), found);
  const { email, loaded } = found.value;
  const { role, client: record } = loaded.account;
  if (isOfTheTeam(role)) throw isAfterPost(context) ? data(null, { status: 404 }) : redirect(homeOf(role));
  const account = accountOf(email, { ok: true, value: loaded.account });
  const { answer } = loaded;
  if (!answer.ok) return notShown(context, account, answer);
  if (answer.value !== null) return { account, answer: { ok: true, value: answer.value } };
  // Of whatever is asked: to be told so, nothing need be there.
  if (record === null && isAfterPost(context)) return { account, answer: NOT_A_MEMBER };
  return throwNotFound({ account });
}

function notShown(context: Context, account: Account | undefined, answer: Failure) {
  logFailure(context, answer, "page of a client not shown");
  return { account, answer };
}

/** The id of an address of a company's page. @throws the not-found page for what is none, in the frame of the caller */
export async function requireOwnId(context: Context, url: URL, id: string): Promise<string> {
  if (isRowId(id)) return id.toLowerCase();
  await loadClientPage(context, url, () => Promise.resolve({ ok: true, value: null }));
  return throwNotFoundForClient(context);
}

/** There is no such page of a company's, in the frame of any caller but the team. @throws the not-found page */
export async function throwNotFoundForClient(context: Context): Promise<never> {
  const identity = await getIdentity(context);
  if (identity.state !== "signed-in") return throwNotFound({});
  const known = await findAccount(context);
  const isClient = known.ok && known.value !== null && !isOfTheTeam(known.value.role);
  return throwNotFound(isClient ? { account: accountOf(identity.email, known) } : {});
}

/**
 * What became of a change of something of a company's, unless it is not there, or not theirs.
 *
 * @throws the not-found page, in the frame of the caller
 */
export async function requireOwn<Changed extends Result<unknown>>(context: Context, change: Changed): Promise<Changed> {
  return !change.ok && change.status === 404 ? throwNotFoundForClient(context) : change;
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
  if (!known.value) return SESSION_ENDED;
  if (isOfTheTeam(known.value.role)) return change;
  if (known.value.client === null) return NOT_A_MEMBER;
  return isViewer(known.value) ? { ok: false, message: "viewers_read", status: 403 } : change;
}
