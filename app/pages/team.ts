import { notFound, throwNotFound } from "./page";
import type { MiddlewareFunction } from "react-router";
import {
  findAccount,
  getIdentity,
  isOfTheTeam,
  requireUser,
  type Account as KnownAccount,
  type Role,
} from "~/features/accounts/accounts.server";
import { awayWords } from "~/features/team/names";
import { roleWords } from "~/features/team/schema";
import { countTodo, loadFrame, type TeamFrame } from "~/features/team/team.server";
import type { Account } from "~/lib/backend/account";
import type { Context } from "~/lib/http/context";
import { logFailure } from "~/lib/observe/log.server";
import type { Result } from "~/lib/result";
import { accountBySession, loadSignedIn, type SignedIn } from "./load-page";

/** Is somebody signed in to whom such a page is not there? */
async function isOutsider(context: Context, isFor: (role: Role | null) => boolean): Promise<boolean> {
  const identity = await getIdentity(context);
  const account = identity.state === "signed-in" ? await findAccount(context) : undefined;
  return account?.ok === true && account.value !== null && !isFor(account.value.role);
}

/**
 * Leads whoever is signed out to the sign-in and back. A post is left to the action: what was typed must not be lost with
 * the session. Who is signed in and has not the role, `loadTeamPage` and `requireChanged` tell that there is no such page; what
 * an action answers before it has asked the database, this does.
 *
 * @param isFor whose pages they are
 */
export function requireRole(isFor: (role: Role | null) => boolean): MiddlewareFunction<Response> {
  return async ({ request, context, url }, next) => {
    if (request.method !== "POST") await requireUser(context, url);
    const response = await next();
    const isDone = response.status >= 300 && response.status < 400;
    if (request.method === "POST" && !isDone && (await isOutsider(context, isFor))) return notFound();
    return response;
  };
}

/** Guards the team's pages. */
export const team = requireRole(isOfTheTeam);

/** What the frame shows, and of the caller what they are. */
type Framed = { frame: Result<TeamFrame>; known: Result<Pick<KnownAccount, "role"> | null> };

/**
 * Asks what the frame shows. Why it is not shown to somebody, their account says: it is asked for only then, and not of a
 * backend that does not answer.
 */
export async function askFrame(context: Context): Promise<Framed> {
  const frame = await loadFrame(context);
  return { frame, known: frame.ok || frame.status === 503 ? frame : await findAccount(context) };
}

/** What a page of the team has to show; without a frame when nobody can tell who asks, or their session has ended. */
export type TeamPage<Value> = Partial<TeamFrame> & {
  /** Without a frame, no more than their session says: not that they are of the team. */
  account: Account | undefined;
  /** Whose page it is; empty without a frame. */
  userId: string;
  answer: Result<Value>;
};

/**
 * Asks for a page of the team, at once with who is asking and what the frame shows.
 *
 * @param ask the page's own question; the database answers it only to the team
 * @param isOfAdmins to everybody else of the team it is not there, and that is nobody's fault to be logged
 * @returns the page, or why the backend can't tell
 * @throws the sign-in, or that there is no such page
 */
export async function loadTeamPage<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value>>,
  isOfAdmins = false,
): Promise<TeamPage<Value>> {
  const found = await loadSignedIn(context, url, async () => {
    const [{ known, frame }, answer] = await Promise.all([askFrame(context), ask()]);
    if (!known.ok) return { ...known, status: 503 };
    return { ok: true, value: known.value && { role: known.value.role, frame, answer } };
  });
  const page = found.ok
    ? framed(found.value)
    : { account: await accountBySession(context, found), userId: "", answer: found };
  if (isOfAdmins && page.account?.team?.isAdmin === false) return throwNotFound(page);
  if (!page.answer.ok) logFailure(context, page.answer, "page of the team not shown");
  return page;
}

/**
 * Asks for a page of the team about one thing: see `loadTeamPage`.
 *
 * @param ask the page's own question; null for what is not there
 * @throws also that there is no such page, in the team's frame
 */
export async function loadTeamRecord<Value>(
  context: Context,
  url: URL,
  ask: () => Promise<Result<Value | null>>,
): Promise<TeamPage<Value>> {
  const { answer, ...page } = await loadTeamPage(context, url, ask);
  if (!answer.ok) return { ...page, answer };
  return answer.value === null ? throwNotFound(page) : { ...page, answer: { ok: true, value: answer.value } };
}

type Loaded<Value> = { role: Role | null; frame: Result<TeamFrame>; answer: Result<Value> };

/** A page in the team's frame. @throws the not-found page, for who is not of the team */
function framed<Value>({ email, userId, loaded }: SignedIn & { loaded: Loaded<Value> }): TeamPage<Value> {
  const { role, frame, answer } = loaded;
  if (!isOfTheTeam(role)) return notFound();
  const own = frame.ok ? frame.value.team.find(({ user_id }) => user_id === userId) : undefined;
  const account: Account = {
    email,
    team: {
      name: own?.display_name ?? email,
      role: roleWords(role),
      isAdmin: role === "admin",
      mayExport: role !== "recruiter",
      todo: frame.ok ? countTodo(frame.value) : 0,
      away: own && awayWords(own),
    },
  };
  return frame.ok ? { ...frame.value, account, userId, answer } : { account, userId, answer: frame };
}

/** There is no such page of the team, in its frame for those who belong to it. @throws the not-found page */
export async function throwNotFoundForTeam(context: Context, url: URL): Promise<never> {
  const { state } = await getIdentity(context);
  if (state !== "signed-in") return notFound();
  const { account } = await loadTeamPage(context, url, () => Promise.resolve({ ok: true, value: null }));
  return account?.team ? throwNotFound({ account }) : notFound();
}
