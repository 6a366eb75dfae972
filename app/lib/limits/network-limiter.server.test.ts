import { expect, it } from "vitest";
import { NetworkLimiter, networksOf } from "./network-limiter.server";

it.each([
  ["203.0.113.7", ["203.0.113.7 x1", "203.0.113.0/24 x4"]],
  ["2001:db8:1:2::/64", ["2001:db8:1:2::/64 x1", "2001:db8:1:0::/56 x2", "2001:db8:1::/48 x4"]],
  ["2001:db8:0:abcd::/64", ["2001:db8:0:abcd::/64 x1", "2001:db8:0:ab00::/56 x2", "2001:db8:0::/48 x4"]],
])("%s is in these networks", (address, networks) => {
  expect(networksOf(address).map(({ network, times }) => `${network} x${times}`)).toEqual(networks);
});

/** How many get through who come one after another. */
async function through(limiter: NetworkLimiter, addresses: string[]): Promise<number> {
  let count = 0;
  for (const address of addresses) if ((await limiter.take(networksOf(address))) === 0) count += 1;
  return count;
}

const many = (count: number, address: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => address(place));

it.each([
  ["a /64", (_: number) => "2001:db8:a:0::/64", 3, "2001:db8:a:1::/64"],
  ["a /56", (place: number) => `2001:db8:b:${place.toString(16)}::/64`, 6, "2001:db8:b:100::/64"],
  ["a /48", (place: number) => `2001:db8:c:${(place * 256).toString(16)}::/64`, 12, "2001:db8:d:0::/64"],
  ["an IPv4 address", (_: number) => "203.0.113.1", 3, "203.0.113.2"],
  ["a /24", (place: number) => `203.0.114.${place}`, 12, "203.0.115.1"],
])("%s has so many points, however many it comes from; who is elsewhere has theirs", async (_, place, most, other) => {
  const limiter = new NetworkLimiter("test", 3, 60);
  expect(await through(limiter, many(60, place))).toBe(most);
  expect(await limiter.wait(networksOf(place(0)))).toBeGreaterThan(0);
  expect(await through(limiter, [other])).toBe(1);
});

it("takes nothing of the neighbours for what is refused, also of many at once", async () => {
  const limiter = new NetworkLimiter("test", 3, 60);
  const flood = many(100, () => "2001:db8:e:1::/64");
  expect(await through(limiter, flood)).toBe(3);
  const waits = await Promise.all(flood.map((address) => limiter.take(networksOf(address))));
  expect(waits.filter((seconds) => seconds === 0)).toEqual([]);
  // Three more of the same /56, six more of the same /48.
  expect(
    await through(
      limiter,
      many(20, (place) => `2001:db8:e:${(place + 2).toString(16)}::/64`),
    ),
  ).toBe(3);
  expect(
    await through(
      limiter,
      many(20, (place) => `2001:db8:e:${(place + 2) * 100}::/64`),
    ),
  ).toBe(6);
});
