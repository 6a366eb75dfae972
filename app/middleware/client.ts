import { data, redirect } from "react-router";
import { findAccount, getIdentity, isOfTheTeam, leaveToSignIn } from "~/features/accounts/accounts.server";
import type { Account } from "~/lib/account";
import type { Context } from "~/lib/context";
import { isAfterPost, keepForGoingBack } from "~/lib/form.server";
import { logFailure } from "~/lib/log.server";
import type { Result } from "~/lib/result";
import { guardRoom } from "./team";

/** Guards the pages of one company's own things. */
export const client = guardRoom((role) => !isOfTheTeam(role));

/** What a page of a company has to show, and who is asking, as far as anybody can tell. */
export type ClientPage<Value> = { account: Account | undefined; answer: Result<Value> };

/**
 * Asks for a page of something of a company's, at once with who is asking.
 *
 * @param ask the page's own question; the database answers null for what is not there, or another's
 * @returns the page, or why the backend can't tell
 * @throws the sign-in, the team's own pages, or that there is no such page
 */
export async function askClient<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value | null>>,
): Promise<ClientPage<Value>> {
  // A form may stand on it: who goes back finds it as they left it (docs/decisions/010).
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
  const { role, client: record, access } = known.value;
  if (isOfTheTeam(role)) throw isAfterPost(context) ? data(null, { status: 404 }) : redirect("/team");
  const account = { email: identity.email, company: record?.company_name, access: access ?? undefined };
  if (!answer.ok) {
    logFailure(context, answer, "page of a client not shown");
    return { account, answer };
  }
  if (answer.value === null) throw data(null, { status: 404 });
  return { account, answer: { ok: true, value: answer.value } };
}
