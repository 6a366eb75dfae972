import { createHash, createHmac } from "node:crypto";
import { clientAddressContext, type Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { networksOf } from "./network-limiter.server";

/** How the database is told which network a form has come from. */
export const SENDER_HEADER = "x-sender-network";

/** A digest that can't be made or tried out without the site's secret, and that is another each day. */
function digestOf(network: string, day: string): string {
  return createHmac("sha256", env.SESSION_SECRET).update(`sender ${day} ${network}`).digest("hex").slice(0, 32);
}

function hexOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** As `private.sender_proof` makes it. */
function proofOf(networks: string, key: string): string {
  return hexOf(key + hexOf(`${key} sender ${networks}`));
}

/**
 * What the database counts a form's sender by (docs/decisions/inbox.md): digests of their network and of those around
 * it, the widest last, and the proof that they are the site's.
 *
 * @param place the sender's address, or their network of IPv6, as the limiter has it
 * @param key what the site shares with the database
 */
export function describeNetwork(place: string, key: string, now: number = Date.now()): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const networks = networksOf(place)
    .map(({ network }) => digestOf(network, day))
    .join(".");
  return `${networks}.${proofOf(networks, key)}`;
}

/** The header that a form goes to the database with; none where the two share no key, or nobody's address is known. */
export function senderHeaders(context: Context): Record<string, string> {
  const place = context.get(clientAddressContext);
  return place === null || env.SENDER_KEY === undefined
    ? {}
    : { [SENDER_HEADER]: describeNetwork(place, env.SENDER_KEY) };
}
