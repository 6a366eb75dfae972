import { data } from "react-router";
import { getIdentity } from "~/features/accounts/accounts.server";
import { SESSION_ENDED } from "~/lib/backend/data-failures.server";
import type { Account } from "~/lib/backend/account";
import { unavailableFailure } from "~/lib/backend/session/identity.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { isRowId } from "~/lib/schema/fields";

/** @throws the not-found page */
export function notFound(): never {
  throw data(null, { status: 404 });
}

/** There is no such page, which the frame of the caller says. @throws the not-found page */
export function throwNotFound({ account }: { account?: Account | undefined }): never {
  throw data({ account }, { status: 404 });
}

/** The id of an address. @throws the not-found page for what is none */
export function requireId(id: string): string {
  return isRowId(id) ? id.toLowerCase() : notFound();
}

/** A page as its loader gives it, with the status that its answer has. */
export function withStatus<Page extends { answer: Result<unknown> }>(page: Page) {
  return data(page, { status: page.answer.ok ? 200 : page.answer.status });
}

/**
 * Who does something on a page of the team. Whether they may is the database's word, with the change itself: what it
 * refuses for want of a right is a page that is not there (`requireChanged`).
 */
export async function requireUserId(context: Context): Promise<Result<string>> {
  const identity = await getIdentity(context);
  if (identity.state === "signed-out") return SESSION_ENDED;
  if (identity.state === "unavailable") return unavailableFailure(identity);
  return { ok: true, value: identity.userId };
}

/** What became of a change, unless it is of something that is not there, or not theirs. @throws the not-found page */
export function requireChanged<Changed extends Result<unknown>>(change: Changed): Changed {
  if (!change.ok && change.status === 404) return notFound();
  return change;
}
