import { createHash } from "node:crypto";
import { createContext, createCookie } from "react-router";
import type { Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";

/** How long it lasts, in seconds: as long as a mail's link works. */
const MAX_AGE = 60 * 60;
/** How long a proved mailbox lets its owner choose a new password, in milliseconds. */
const RECOVERY_TIME = 15 * 60 * 1000;
/** A longer way back is not remembered, in characters: it would fill the cookie. */
const LONGEST_PATH = 500;

const NAME = "account";

/** What the account pages remember in this browser: signed, out of reach of scripts, and sent to those pages only. */
const cookie = createCookie(NAME, {
  secrets: [`${env.SESSION_SECRET} account`],
  path: "/client-auth",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: MAX_AGE,
});

export type Remembered = {
  /** The address typed last, for the next account form. */
  email?: string | undefined;
  /** Where somebody wanted to go before they were asked who they are: as it came, to be made safe where it is used. */
  returnTo?: string | undefined;
  /** Whose mailbox has been proved by a link, as a digest of their id, and until when that counts (ms since 1970). */
  recovered?: { user: string; until: number } | undefined;
};

type State = { memory: Remembered; isChanged: boolean };

const accountCookieContext = createContext<State>();

function digest(userId: string): string {
  return createHash("sha256").update(userId).digest("base64url").slice(0, 22);
}

/** May a browser remember something? Any cookie whose name ends so counts. @param cookies a request's Cookie header */
export function hasAccountCookie(cookies: string): boolean {
  return cookies.includes(`${NAME}=`);
}

/** Reads what this browser remembers. Called by the middleware `accountCookie`. @param header the request's Cookie */
export async function openAccountCookie(context: Context, header: string | null): Promise<void> {
  const memory = ((await cookie.parse(header)) as Remembered | null) ?? {};
  context.set(accountCookieContext, { memory, isChanged: false });
}

/** What this browser remembers. */
export function recall(context: Context): Remembered {
  return context.get(accountCookieContext).memory;
}

/** Remembers something more, or forgets what is named as undefined. */
export function remember(context: Context, changes: Remembered): void {
  const state = context.get(accountCookieContext);
  if ((changes.returnTo?.length ?? 0) > LONGEST_PATH) changes.returnTo = undefined;
  state.memory = { ...state.memory, ...changes };
  state.isChanged = true;
}

/**
 * Remembers that somebody has just shown that the mailbox is theirs: they may choose a new password
 * (docs/decisions/accounts.md).
 */
export function rememberRecovery(context: Context, userId: string): void {
  remember(context, { recovered: { user: digest(userId), until: Date.now() + RECOVERY_TIME } });
}

/** May this user choose a new password without the old one? */
export function isRecovered(context: Context, userId: string): boolean {
  const { recovered } = recall(context);
  return recovered !== undefined && recovered.user === digest(userId) && recovered.until > Date.now();
}

/** The cookie this response must set, when something has changed. */
export async function writeAccountCookie(context: Context): Promise<string | undefined> {
  const { memory, isChanged } = context.get(accountCookieContext);
  if (!isChanged) return undefined;
  const isEmpty = Object.values(memory).every((value) => value === undefined);
  return isEmpty ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(memory);
}
