import { expect, it } from "vitest";
import { describeNetwork } from "./sender-network.server";

const KEY = "what the site and the database share";
const NOON = Date.parse("2026-11-20T12:00:00Z");
const partsOf = (place: string, now = NOON, key = KEY) => describeNetwork(place, key, now).split(".");

it("tells an address and the network around it, and neither can be read", () => {
  const [network, wider, proof] = partsOf("203.0.113.9");
  expect([network, wider, proof].map((part) => part?.length)).toEqual([32, 32, 64]);
  expect(partsOf("203.0.113.9")).toEqual([network, wider, proof]);
  expect(partsOf("203.0.113.10")).not.toContain(network);
  expect(partsOf("203.0.113.10")[1]).toBe(wider);
  expect(partsOf("203.0.114.9")[1]).not.toBe(wider);
});

it("tells of IPv6 the network, the 256 around it, and the 65,536 around those", () => {
  const here = partsOf("2001:db8:1:2::/64");
  const alike = (place: string) => partsOf(place).map((part, index) => part === here[index]);
  expect(here.map((part) => part.length)).toEqual([32, 32, 32, 64]);
  expect(alike("2001:db8:1:3::/64")).toEqual([false, true, true, false]);
  expect(alike("2001:db8:1:100::/64")).toEqual([false, false, true, false]);
  expect(alike("2001:db8:2:2::/64")).toEqual([false, false, false, false]);
});

it("is another the next day, and proves nothing with another key", () => {
  const [network, wider, proof] = partsOf("203.0.113.9");
  const tomorrow = partsOf("203.0.113.9", NOON + 12 * 60 * 60 * 1000);
  for (const part of [network, wider, proof]) expect(tomorrow).not.toContain(part);
  expect(partsOf("203.0.113.9", NOON, `${KEY}!`)).toEqual([network, wider, expect.not.stringMatching(proof!)]);
});
