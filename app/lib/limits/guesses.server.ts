import { clientAddressContext, type Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { addKnownNetworks, nearestKnown } from "./known-networks.server";
import { Limiter } from "./limiter.server";
import { NetworkLimiter, networksOf } from "./network-limiter.server";
import { refuseForNow } from "./rate-limit.server";

/** In seconds: how long wrong passwords are remembered of a network, and of an account from everywhere. */
const LOCKOUT = 15 * 60;
const DAY = 24 * 60 * 60;

/** Wrong passwords for one account from one network, and from one network whatever the account. */
const guesses = new NetworkLimiter("guesses", env.POSTS_PER_MINUTE, LOCKOUT);
const sprays = new NetworkLimiter("sprays", env.POSTS_PER_MINUTE * 3, LOCKOUT);
/** Wrong passwords for one account from all networks together that are not known to be its owner's. */
const strangers = new Limiter("guesses of strangers", env.POSTS_PER_MINUTE * 10, DAY);

/** The account a sign-in names, as part of a key: addresses are known without regard to case. */
function keyOf(account: string): string {
  return ` ${account.trim().toLowerCase()}`;
}

/** Remembers from where an account's owner has signed in: what strangers guess elsewhere does not hold them up there. */
export async function rememberNetwork(context: Context, account: string): Promise<void> {
  const address = context.get(clientAddressContext);
  if (address === null) return;
  await addKnownNetworks(keyOf(account), networksOf(address));
}

/** A sign-in that has been counted as a guess. One that was refused stays one. */
export type Guess = {
  /** The password was right: its failures from this address are forgotten. */
  wasRight: () => Promise<void>;
  /** Nothing was said about the password. */
  wasNone: () => Promise<void>;
};

/**
 * Counts a sign-in before it is tried, so that many at once are no more than one after the other
 * (docs/decisions/forms-and-limits.md). Nobody can lock an owner out: guesses of strangers do not count where the owner has
 * signed in before, and a new password by mail is never held up.
 *
 * @returns undefined when there have been too many, of which the page has been told; else what becomes of it
 */
export async function countGuess(context: Context, account: string): Promise<Guess | undefined> {
  const address = context.get(clientAddressContext);
  const done = () => Promise.resolve();
  if (address === null) return { wasRight: done, wasNone: done };
  const key = keyOf(account);
  const all = networksOf(address);
  const nearest = await nearestKnown(key, all);
  const isKnown = nearest >= 0;
  const networks = isKnown ? all.slice(0, nearest + 1) : all;
  // Beyond the nearest network that is the owner's a guess counts, but what others have used up there holds nobody up here.
  const beyond = all.slice(networks.length);
  const counts = [
    { take: () => sprays.take(networks), giveBack: () => sprays.giveBack(networks) },
    { take: () => guesses.take(networks, key), giveBack: () => guesses.giveBack(networks, key) },
    ...(isKnown ? [] : [{ take: () => strangers.take(key), giveBack: () => strangers.giveBack(key) }]),
  ];
  const noteBeyond = () =>
    Promise.all(beyond.flatMap((network) => [sprays.take([network]), guesses.take([network], key)]));
  const giveBackBeyond = () => Promise.all([sprays.giveBack(beyond), guesses.giveBack(beyond, key)]);
  const giveBack = async (taken: typeof counts) => void (await Promise.all(taken.map((count) => count.giveBack())));
  for (const [index, count] of counts.entries()) {
    if (!refuseForNow(context, await count.take())) continue;
    // What was refused is no guess.
    await giveBack(counts.slice(0, index));
    return undefined;
  }
  await noteBeyond();
  const wasNone = async () => void (await Promise.all([giveBack(counts), giveBackBeyond()]));
  const wasRight = async () => {
    await wasNone();
    await guesses.forget(networks[0]!, key);
  };
  return { wasRight, wasNone };
}
