import { clientAddressContext, setRetryAfter, type Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { Limiter } from "./limiter.server";
import { mailShares, PURPOSES, type MailShares, type Purpose } from "./mail-shares";
import { countMailRefused, watchMailBudget, type MailLimit } from "~/lib/observe/metrics.server";
import { notify } from "~/lib/http/notice.server";

const HOUR = 60 * 60;

/** Forms that send a mail, within an hour: of an address or somebody signed in, of a network, and of everybody together. */
function limitersFor(purpose: Purpose, shares: MailShares) {
  const limiter = (of: string, points: number | undefined, places?: number) =>
    points === undefined ? undefined : new Limiter(`${of}, ${purpose}`, points, HOUR, places);
  return {
    sender: limiter("mails", shares.sender),
    network: limiter("mails of networks", shares.network),
    everybody: limiter("mails of all", shares.everybody, 1),
    newcomers: limiter("mails of newcomers", shares.newcomers, 1),
  };
}

const shares = mailShares(env.MAILS_PER_HOUR, env.POSTS_PER_MINUTE);
const limiters = Object.fromEntries(
  PURPOSES.map((purpose) => [purpose, limitersFor(purpose, shares[purpose])]),
) as Record<Purpose, ReturnType<typeof limitersFor>>;

const EVERYBODY = "everybody";

watchMailBudget(
  PURPOSES.filter((purpose) => shares[purpose].everybody !== undefined),
  async (purpose) => (await limiters[purpose].everybody?.used(EVERYBODY)) ?? 0,
);

/**
 * The network that an address is of: a /16 of IPv4, a /48 of IPv6, which one provider's customer can come from at will.
 *
 * @param address as the server counts it: IPv4, or an IPv6 /64
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return `${address.split(".").slice(0, 2).join(".")}/16`;
  return `${address.split(":").slice(0, 3).join(":")}/48`;
}

type Refusal = { limit: MailLimit; seconds: number };

/**
 * Takes a point of each limit in turn: whoever is refused by the first has used up nothing of the others'. Where
 * everybody's are used up, a network that has asked for nothing within the hour is given one that is kept for such.
 */
async function takeShares(
  address: string | null,
  person: string | undefined,
  purpose: Purpose,
): Promise<Refusal | undefined> {
  const own = limiters[purpose];
  const sender = person ?? address;
  if (own.sender && sender !== null) {
    const seconds = await own.sender.take(sender);
    if (seconds > 0) return { limit: "sender", seconds };
  }
  const network = own.network && address !== null ? await own.network.count(networkOf(address)) : undefined;
  if (network && network.seconds > 0) return { limit: "network", seconds: network.seconds };
  const seconds = own.everybody ? await own.everybody.take(EVERYBODY) : 0;
  if (seconds === 0) return undefined;
  if (!own.newcomers || network?.asked !== 1) return { limit: "everybody", seconds };
  return (await own.newcomers.take(EVERYBODY)) === 0 ? undefined : { limit: "newcomers", seconds };
}

/**
 * Counts a form that would have a mail sent, before anybody is asked for it, and says whether it is one too many
 * (docs/decisions/mail.md): then the page says when to come back, and the action answers 429 with the entries kept. It
 * is counted whether or not there is such an account, so that the answer tells nothing of it.
 *
 * @param person who is signed in: then they are counted, and not the address, which they may share with an office
 */
export async function isOverMailBudget(
  context: Context,
  { purpose, person }: { purpose: Purpose; person?: string },
): Promise<boolean> {
  const refusal = await takeShares(context.get(clientAddressContext), person, purpose);
  if (!refusal) return false;
  countMailRefused(refusal.limit);
  const minutes = Math.ceil(refusal.seconds / 60);
  setRetryAfter(context, refusal.seconds);
  notify(context, {
    type: "error",
    title: "Too many mails asked for",
    text: `We send only so many mails an hour. Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then send it again. Your entries are kept.`,
  });
  return true;
}

/** A mail that somebody has sent who is known: signed in, or by a link of theirs. */
type PersonsMail = { purpose: "invitation" | "code" | "reply"; person: string };

/** Gives back what `isOverMailBudget` has counted of a form for which no mail was made: the database refused it. */
export async function giveBackMail({ purpose, person }: PersonsMail): Promise<void> {
  const { sender, everybody } = limiters[purpose];
  await Promise.all([sender?.giveBack(person), everybody?.giveBack(EVERYBODY)]);
}
