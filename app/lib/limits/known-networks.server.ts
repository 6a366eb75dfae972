import { createHmac } from "node:crypto";
import { env } from "~/lib/config/env.server";
import type { Network } from "./network-limiter.server";
import { redis, REDIS_PATIENCE } from "./redis.server";

/** How long a network is known to be an account's, in milliseconds. */
const FORTNIGHT = 14 * 24 * 60 * 60 * 1000;
/** How many networks of each width are known of an account: the newest. */
const NETWORKS = 8;
/** Of how many accounts this process knows networks: those signed in to last. Some 30 MB at the most. */
const ACCOUNTS = 10_000;

/** A network, and until when it is known, in milliseconds. */
type Known = { digest: string; times: Network["times"]; until: number };

/** Exact, unlike the limiters' places: no sign-in makes anything known of another account. The newest account is last. */
const accounts = new Map<string, Known[]>();

function digestOf(text: string): string {
  return createHmac("sha256", env.SESSION_SECRET).update(`known network ${text}`).digest("base64url").slice(0, 22);
}

/** What the Redis answers in time; undefined without one. */
async function fromRedis<Value>(ask: Promise<Value> | undefined): Promise<Value | undefined> {
  if (!ask) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, REDIS_PATIENCE, undefined);
  });
  try {
    return await Promise.race([ask, patience]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const redisKey = (account: string) => `limits:known:${account}`;

async function knownOf(account: string): Promise<Known[]> {
  const shared = await fromRedis(redis?.client.get(redisKey(account)));
  const known = typeof shared === "string" ? (JSON.parse(shared) as Known[]) : (accounts.get(account) ?? []);
  return known.filter(({ until }) => until > Date.now());
}

/** Remembers that an account's owner has signed in from these networks: the newest of each width are kept. */
export async function addKnownNetworks(account: string, networks: readonly Network[]): Promise<void> {
  const key = digestOf(account);
  const until = Date.now() + FORTNIGHT;
  const newest = networks.map(({ network, times }) => ({ digest: digestOf(`${account} ${network}`), times, until }));
  const before = (await knownOf(key)).filter(({ digest }) => newest.every((one) => one.digest !== digest));
  const all = [...newest, ...before];
  const kept = ([1, 2, 4] as const).flatMap((width) => all.filter(({ times }) => times === width).slice(0, NETWORKS));
  accounts.delete(key);
  accounts.set(key, kept);
  const [oldest] = accounts.keys();
  if (accounts.size > ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
  await fromRedis(redis?.client.set(redisKey(key), JSON.stringify(kept), { PX: FORTNIGHT }));
}

/** The place of the nearest of these networks that is known to be the account's; -1 when none is. */
export async function nearestKnown(account: string, networks: readonly Network[]): Promise<number> {
  const digests = new Set((await knownOf(digestOf(account))).map(({ digest }) => digest));
  return networks.findIndex(({ network }) => digests.has(digestOf(`${account} ${network}`)));
}
