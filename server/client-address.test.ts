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
  [1, null, "10.0.0.1"],
])("with %i proxies, %j means %s", (hops, forwarded, expected) => {
  expect(clientAddress("10.0.0.1", forwarded, hops)).toBe(expected);
});
