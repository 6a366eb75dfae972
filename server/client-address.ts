import { isIP, isIPv6 } from "node:net";

/** An address without the port that some proxies write behind it. */
function withoutPort(text: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  if (bracketed !== undefined) return bracketed;
  const [, plain] = /^([^:]+):\d+$/.exec(text) ?? [];
  return plain ?? text;
}

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * An IPv4 address that is written as IPv6; else the first four groups: the network that one household or company is given
 * (RFC 6177).
 */
function networkOf(address: string): string {
  // The platform's own parser writes every address in one way.
  const groups = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1);
  const [, ...halves] = MAPPED.exec(groups) ?? [];
  if (halves.length > 0) {
    const bytes = Buffer.from(halves.map((half) => half.padStart(4, "0")).join(""), "hex");
    return [...bytes].join(".");
  }
  const [head = "", tail] = groups.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

/**
 * Who a request is counted as: the visitor's IPv4 address, or their IPv6 network, behind so many trusted proxies. Each of
 * them has added who it heard from to the end of `X-Forwarded-For`. What a visitor wrote there before stands further to
 * the left, and is not believed; nor is what is no address.
 *
 * @param peer the address of the connection itself
 * @param hops how many proxies are trusted; with 0 the header is not looked at
 */
export function clientAddress(peer: string, forwarded: string | undefined, hops: number): string {
  const addresses = hops === 0 ? [] : (forwarded ?? "").split(",").map((address) => withoutPort(address.trim()));
  const given = addresses.at(-hops) ?? "";
  const address = isIP(given) ? given : peer;
  return isIPv6(address) ? networkOf(address) : address;
}
