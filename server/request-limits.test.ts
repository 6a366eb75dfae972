import { expect, it } from "vitest";
import { RequestLimits, type RateLimitKey } from "./request-limits.ts";

/** How many get through of so many that come one after another. */
async function through(limits: RequestLimits, count: number, key: (place: number) => RateLimitKey): Promise<number> {
  let passed = 0;
  for (let place = 0; place < count; place += 1) if ((await limits.take(key(place))) === 0) passed += 1;
  return passed;
}

const stranger = (address: string) => ({ address, person: undefined });

it("counts strangers by their address and the networks around it, and nobody elsewhere with them", async () => {
  const limits = new RequestLimits("strangers", { stranger: 6, person: 12 });
  expect(await through(limits, 20, () => stranger("203.0.113.7"))).toBe(6);
  expect(await limits.take(stranger("203.0.113.7"))).toBeGreaterThan(0);
  const ofCustomer = (place: number) => stranger(`2001:db8:7:${(place * 97).toString(16)}::/64`);
  expect(await through(limits, 100, ofCustomer)).toBe(24);
  expect(await through(limits, 1, () => stranger("2001:db8:9:1::/64"))).toBe(1);
});

it("counts people by who they are, wherever they come from, and many of one address by a bound together", async () => {
  const limits = new RequestLimits("people", { stranger: 6, person: 12 });
  const person = (place: number) => ({ address: `198.51.${place}.1`, person: "Ann" });
  expect(await through(limits, 20, person)).toBe(12);
  // No visitor of an office has lost anything by its people, nor they by visitors, or by a colleague who is refused.
  const office = "203.0.113.20";
  expect(await through(limits, 20, () => stranger(office))).toBe(6);
  expect(await through(limits, 100, () => ({ address: office, person: "Ann" }))).toBe(0);
  expect(await through(limits, 100, (place) => ({ address: office, person: `Clerk ${place % 6}` }))).toBe(60);
});
