import { describe, expect, it } from "vitest";
import { clientAddress, watchProxyTrust } from "./client-address.ts";

it.each([
  [0, "203.0.113.7", "10.0.0.1"],
  [1, "203.0.113.7", "203.0.113.7"],
  [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
  [2, "198.51.100.1, 203.0.113.7", "198.51.100.1"],
  [2, "forged, 198.51.100.1, 203.0.113.7", "198.51.100.1"],
  [3, "203.0.113.7", "10.0.0.1"],
  [1, "", "10.0.0.1"],
  [1, undefined, "10.0.0.1"],
  // Azure's gateway writes the port, too.
  [1, "203.0.113.7:50123", "203.0.113.7"],
  [1, "[2001:db8:1:2::5]:443", "2001:db8:1:2::/64"],
  // A household's addresses are one visitor, however they are written.
  [1, "2001:db8:1:2::5", "2001:db8:1:2::/64"],
  [1, "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  [1, "::1", "0:0:0:0::/64"],
  [1, "::ffff:203.0.113.7", "203.0.113.7"],
  [1, "::FFFF:cb00:7107", "203.0.113.7"],
  [1, "0:0:0:0:0:ffff:10.0.0.9", "10.0.0.9"],
  // What is no address is not believed.
  [1, "unknown", "10.0.0.1"],
  [1, "<script>", "10.0.0.1"],
])("A15: with %i proxies, %j means %s", (hops: number, forwarded: string | undefined, expected: string) => {
  expect(clientAddress("10.0.0.1", forwarded, hops)).toBe(expected);
});

describe("TRUST_PROXY that does not fit", () => {
  type Arrival = [peer: string, forwarded: string | undefined];
  const PROXY = "::ffff:172.18.0.1";

  function warningsOf(hops: number, arrivals: readonly Arrival[]): string[] {
    const warnings: string[] = [];
    const look = watchProxyTrust(hops, (words) => warnings.push(words));
    for (const [peer, forwarded] of arrivals) look(peer, forwarded);
    return warnings;
  }

  function times(count: number, ...arrival: Arrival): Arrival[] {
    return Array.from({ length: count }, () => arrival);
  }

  it.each([PROXY, "127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "fd00::2", "fe80::1%eth0"])(
    "is told once when it is 0, and a private peer (%s) sends the header",
    (peer) => {
      const [warning, ...more] = warningsOf(0, times(3, peer, "203.0.113.7"));
      expect(warning).toContain("TRUST_PROXY is 0");
      expect(more).toEqual([]);
    },
  );

  it("is not believed of a stranger, who may send the header to anybody, nor told of a peer without it", () => {
    const arrivals: Arrival[] = [
      ["203.0.113.7", "10.0.0.1"],
      ["172.32.0.1", "10.0.0.1"],
      ["2001:db8::1", "10.0.0.1"],
      ["", "10.0.0.1"],
    ];
    expect(warningsOf(0, [...arrivals, ...times(200, PROXY, undefined)])).toEqual([]);
  });

  it("is told once when the header never has as many entries", () => {
    expect(warningsOf(1, times(49, PROXY, undefined))).toEqual([]);
    const [warning, ...more] = warningsOf(1, times(300, PROXY, undefined));
    expect(warning).toContain("fewer entries");
    expect(more).toEqual([]);
    expect(warningsOf(2, times(50, PROXY, "203.0.113.7"))).toHaveLength(1);
  });

  it("is not told of what comes past the proxy, once something has come through it", () => {
    expect(warningsOf(1, [[PROXY, "203.0.113.7"], ...times(300, PROXY, undefined)])).toEqual([]);
  });

  it("is told once when it is too low: the entry that counts is a proxy's own", () => {
    const [warning, ...more] = warningsOf(1, times(2, PROXY, "203.0.113.7, 10.0.0.5"));
    expect(warning).toContain("too low");
    expect(more).toEqual([]);
    expect(warningsOf(2, [[PROXY, "203.0.113.7, 10.0.0.5"]])).toEqual([]);
    // A visitor of the house itself, and what a visitor has invented.
    expect(warningsOf(1, [[PROXY, "10.0.0.5"]])).toEqual([]);
    expect(warningsOf(1, [[PROXY, "forged, 10.0.0.5"]])).toEqual([]);
  });
});
