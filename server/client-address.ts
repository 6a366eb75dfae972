import { BlockList, isIP, isIPv6 } from "node:net";

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

/** The entries of `X-Forwarded-For`, from the visitor's to the last proxy's. */
function forwardedAddresses(forwarded: string | undefined): string[] {
  return forwarded ? forwarded.split(",").map((address) => withoutPort(address.trim())) : [];
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
  const addresses = hops === 0 ? [] : forwardedAddresses(forwarded);
  const given = addresses.at(-hops) ?? "";
  const address = isIP(given) ? given : peer;
  return isIPv6(address) ? networkOf(address) : address;
}

/** Addresses that nobody has on the internet: those of proxies beside the site. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

function isPrivate(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  return isIP(plain) !== 0 && PRIVATE.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}

/** So many requests without the header, and none with it, are no probes and no operator's own. */
const TOO_MANY_WITHOUT = 50;

/**
 * Watches whether TRUST_PROXY fits what arrives, as far as that shows, and warns once a process. A visitor may write what
 * they like into the header: a value that is too high can't be told from one that is right.
 *
 * @param hops TRUST_PROXY
 * @param warn is told what is wrong, in words without an address
 * @returns a function to be called with each request's peer and header
 */
export function watchProxyTrust(hops: number, warn: (words: string) => void) {
  let isSettled = false;
  let without = 0;

  function settle(words: string): void {
    isSettled = true;
    warn(words);
  }

  return function look(peer: string, forwarded: string | undefined): void {
    if (isSettled) return;
    if (hops === 0) {
      if (forwarded === undefined || !isPrivate(peer)) return;
      settle("a proxy sends X-Forwarded-For and TRUST_PROXY is 0: all visitors are counted as one");
      return;
    }
    const entries = forwardedAddresses(forwarded);
    if (entries.length < hops) {
      without += 1;
      if (without === TOO_MANY_WITHOUT) {
        settle("X-Forwarded-For has fewer entries than TRUST_PROXY says: all visitors are counted as one");
      }
      return;
    }
    without = Number.NEGATIVE_INFINITY;
    // Asked of every request: most headers have one entry, and nothing before it to be looked up.
    const isInner =
      entries.slice(0, -hops).some((each) => isIP(each) && !isPrivate(each)) && isPrivate(entries.at(-hops) ?? "");
    if (isInner) settle("X-Forwarded-For names a private address where TRUST_PROXY expects the visitor: it is too low");
  };
}
