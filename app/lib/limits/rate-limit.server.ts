import { clientAddressContext, setRetryAfter, type Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { Limiter } from "./limiter.server";
import { NetworkLimiter, networksOf } from "./network-limiter.server";
import { notify } from "~/lib/http/notice.server";
import { logSecurity } from "~/lib/observe/security-log.server";

/** A quarter of an hour, in seconds: how long wrong links are remembered. */
const LOCKOUT = 15 * 60;

/** Forms that reach the backend within one minute: a visitor's by their networks, a signed-in person's by who they are. */
const posts = new NetworkLimiter("forms", env.POSTS_PER_MINUTE, 60);
const personPosts = new Limiter("forms of people", env.POSTS_PER_MINUTE, 60);
/** What a colleague does within one minute: whoever works through a list posts often. */
const acts = new Limiter("acts", env.POSTS_PER_MINUTE * 6, 60);
/** Links that nobody has been sent. */
const links = new NetworkLimiter("links", env.POSTS_PER_MINUTE, LOCKOUT);

/** Says to programs how long to wait. @returns whether that is at all */
function tellWait(context: Context, seconds: number): boolean {
  if (seconds > 0) setRetryAfter(context, seconds);
  return seconds > 0;
}

/** How long to wait, as a person says it. */
export function waitInWords(seconds: number): string {
  if (seconds <= 120) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Answers for an action that has to refuse: how long to wait, in the page and for programs. @returns whether that is at all */
export function refuseForNow(context: Context, seconds: number): boolean {
  if (!tellWait(context, seconds)) return false;
  notify(context, {
    type: "error",
    title: "Too many attempts",
    text: `Please wait ${waitInWords(seconds)}, then send it again. Your entries are kept.`,
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
  if (person !== undefined) return refuseForNow(context, await personPosts.take(person));
  const address = context.get(clientAddressContext);
  return address === null ? false : refuseForNow(context, await posts.take(networksOf(address)));
}

/** Counts what a colleague does, by who they are, and says whether it is too much: see `isFormLimited`. */
export async function isActionLimited(context: Context, person: string): Promise<boolean> {
  return refuseForNow(context, await acts.take(person));
}

/** As `isActionLimited`, for a script that says so itself: no page shows a notice of it. */
export async function isScriptTooBusy(context: Context, person: string): Promise<boolean> {
  return tellWait(context, await acts.take(person));
}

/**
 * Counts a link that nobody was sent (docs/decisions/mail.md). Only such links are refused after some: a mail provider
 * asks for many people from one address, and the wrong links of one of them must not stop the right ones of others.
 *
 * @returns whether there have been too many
 */
export async function refusesUnknownLink(context: Context): Promise<boolean> {
  const address = context.get(clientAddressContext);
  const networks = address === null ? [] : networksOf(address);
  if (networks.length > 0 && refuseForNow(context, await links.wait(networks))) return true;
  logSecurity(context, "refused");
  await links.take(networks);
  return false;
}
