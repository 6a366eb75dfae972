import { clientAddressContext, setRetryAfter, type Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { Limiter } from "./limiter.server";
import { notify } from "~/lib/http/notice.server";
import { logSecurity } from "~/lib/observe/security-log.server";

/** A quarter of an hour, in seconds: how long failed sign-ins are remembered. */
const LOCKOUT = 15 * 60;

/** Forms that reach the backend within one minute: a visitor's by their address, a signed-in person's by who they are. */
const posts = new Limiter("forms", env.POSTS_PER_MINUTE, 60);
/** What somebody of the team does within one minute: whoever works through a list posts often. */
const acts = new Limiter("acts", env.POSTS_PER_MINUTE * 6, 60);
/** Failed sign-ins for one account from one address, and from one address whatever the account. */
const guesses = new Limiter("guesses", env.POSTS_PER_MINUTE, LOCKOUT);
const sprays = new Limiter("sprays", env.POSTS_PER_MINUTE * 3, LOCKOUT);
/** Links that nobody has been sent, from one address. */
const links = new Limiter("links", env.POSTS_PER_MINUTE, LOCKOUT);

/** The account a sign-in names, as a key: addresses are known without regard to case. */
function guessKey(address: string, account: string): string {
  return `${address} ${account.trim().toLowerCase()}`;
}

/** Says to programs how long to wait. @returns whether that is at all */
function tellWait(context: Context, seconds: number): boolean {
  if (seconds > 0) setRetryAfter(context, seconds);
  return seconds > 0;
}

/** Answers for an action that has to refuse: how long to wait, in the page and for programs. */
function refuse(context: Context, seconds: number): boolean {
  if (!tellWait(context, seconds)) return false;
  notify(context, {
    type: "error",
    title: "Too many attempts",
    text: `Please wait ${seconds} seconds, then send it again. Your entries are kept.`,
  });
  return true;
}

/**
 * Counts a form whose entries are right, and says whether it is one too many (docs/decisions/forms-and-limits.md): then
 * the page says how long to wait, and the action answers 429 with the entries kept.
 *
 * @param person who is signed in: then they are counted, and not the address, which they may share with an office
 */
export async function isFormLimited(context: Context, person?: string): Promise<boolean> {
  const key = person ?? context.get(clientAddressContext);
  return key === null ? false : refuse(context, await posts.take(key));
}

/** Counts what somebody of the team does, by who they are, and says whether it is too much: see `isFormLimited`. */
export async function isActionLimited(context: Context, person: string): Promise<boolean> {
  return refuse(context, await acts.take(person));
}

/** As `isActionLimited`, for a script that says so itself: no page shows a notice of it. */
export async function isScriptTooBusy(context: Context, person: string): Promise<boolean> {
  return tellWait(context, await acts.take(person));
}

/**
 * Says whether too many sign-ins from this address have failed, for this account or for any: then nothing is asked of the
 * backend. Whoever signs in from elsewhere is not held up: nobody can lock somebody else out.
 */
export async function isLockedOut(context: Context, account: string): Promise<boolean> {
  const address = context.get(clientAddressContext);
  if (address === null) return false;
  const waits = await Promise.all([guesses.wait(guessKey(address, account)), sprays.wait(address)]);
  return refuse(context, Math.max(...waits));
}

/** Remembers a sign-in that was refused. */
export async function recordFailedLogin(context: Context, account: string): Promise<void> {
  const address = context.get(clientAddressContext);
  if (address !== null) await Promise.all([guesses.take(guessKey(address, account)), sprays.take(address)]);
}

/** Forgets the failed sign-ins for an account from this address: the right password has come. */
export async function forgetFailedLogins(context: Context, account: string): Promise<void> {
  const address = context.get(clientAddressContext);
  if (address !== null) await guesses.forget(guessKey(address, account));
}

/**
 * Counts a link that nobody was sent (docs/decisions/mail.md). Only such links are refused after some: a mail provider
 * asks for many people from one address, and the wrong links of one of them must not stop the right ones of others.
 *
 * @returns whether there have been too many
 */
export async function refusesUnknownLink(context: Context): Promise<boolean> {
  const address = context.get(clientAddressContext);
  if (address !== null && refuse(context, await links.wait(address))) return true;
  logSecurity(context, "refused");
  if (address !== null) await links.take(address);
  return false;
}
