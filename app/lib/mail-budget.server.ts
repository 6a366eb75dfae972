import { clientAddressContext, responseHeadersContext, type Context } from "./context";
import { env } from "./env.server";
import { Limiter } from "./limiter.server";
import { countMailRefused, watchMailBudget } from "./metrics.server";
import { notify } from "./toast.server";

const HOUR = 60 * 60;

/** What a mail is for. */
const PURPOSES = ["recovery", "other"] as const;
type Purpose = (typeof PURPOSES)[number];

/** The part of the hour's mails that is kept for recovery: nobody's sign-ups shut out who has lost a password. */
const RECOVERY_SHARE = 0.25;

/** Forms that send a mail, within an hour: of an address, of somebody signed in, of a network, and of everybody together. */
function limitersFor(purpose: Purpose, budget: number) {
  return {
    address: new Limiter(`mails, ${purpose}`, env.POSTS_PER_MINUTE, HOUR),
    person: new Limiter(`mails of people, ${purpose}`, env.POSTS_PER_MINUTE * 5, HOUR),
    network: new Limiter(`mails of networks, ${purpose}`, env.POSTS_PER_MINUTE * 6, HOUR),
    everybody: new Limiter(`mails of all, ${purpose}`, budget, HOUR, 1),
  };
}

const recoveries = Math.max(1, Math.floor(env.MAILS_PER_HOUR * RECOVERY_SHARE));
const limiters = {
  recovery: limitersFor("recovery", recoveries),
  other: limitersFor("other", env.MAILS_PER_HOUR - recoveries),
} satisfies Record<Purpose, unknown>;

const EVERYBODY = "everybody";

watchMailBudget(PURPOSES, (purpose) => limiters[purpose].everybody.used(EVERYBODY));

/**
 * The network that an address is of: a /16 of IPv4, a /48 of IPv6, which one provider's customer can come from at will.
 *
 * @param address as the server counts it: IPv4, or an IPv6 /64
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return `${address.split(".").slice(0, 2).join(".")}/16`;
  return `${address.split(":").slice(0, 3).join(":")}/48`;
}

/** Takes a point of each limit in turn: whoever is refused by the first has used up nothing of the others'. */
async function take(address: string | null, person: string | undefined, purpose: Purpose): Promise<number> {
  const own = limiters[purpose];
  const limits = [
    ["sender", person === undefined ? own.address : own.person, person ?? address],
    ["network", own.network, address && networkOf(address)],
    ["everybody", own.everybody, EVERYBODY],
  ] as const;
  for (const [name, limiter, key] of limits) {
    const seconds = key === null ? 0 : await limiter.take(key);
    if (seconds === 0) continue;
    countMailRefused(name);
    return seconds;
  }
  return 0;
}

/**
 * Counts a form that would have a mail sent, before anybody is asked for it, and says whether it is one too many
 * (docs/decisions/012): then the page says when to come back, and the action answers 429 with the entries kept. It is
 * counted whether or not there is such an account, so that the answer tells nothing of it.
 *
 * @param person who is signed in: then they are counted, and not the address, which they may share with an office
 */
export async function isOverMailBudget(
  context: Context,
  { purpose, person }: { purpose: Purpose; person?: string },
): Promise<boolean> {
  const seconds = await take(context.get(clientAddressContext), person, purpose);
  if (seconds === 0) return false;
  const minutes = Math.ceil(seconds / 60);
  context.get(responseHeadersContext).set("Retry-After", String(seconds));
  notify(context, {
    type: "error",
    title: "Too many mails asked for",
    text: `We send only so many mails an hour. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then send it again. Your entries are kept.`,
  });
  return true;
}
