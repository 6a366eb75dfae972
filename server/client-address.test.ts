import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

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
