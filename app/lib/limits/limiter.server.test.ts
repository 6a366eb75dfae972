import { expect, it } from "vitest";
import { Limiter } from "./limiter.server";

it("lets a key have its points, and says how long the next will take", async () => {
  const limiter = new Limiter("test", 2, 60);
  expect(await limiter.wait("a")).toBe(0);
  expect(await limiter.take("a")).toBe(0);
  expect(await limiter.wait("a")).toBe(0);
  expect(await limiter.take("a")).toBe(0);
  for (const seconds of [await limiter.wait("a"), await limiter.take("a")]) {
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  expect(await limiter.take("b")).toBe(0);
  await limiter.forget("a");
  expect(await limiter.wait("a")).toBe(0);
});

it("has so many places, and no more keys to remember, whatever it is sent", async () => {
  const limiter = new Limiter("test", 1, 60, 8);
  for (let index = 0; index < 200; index += 1) await limiter.take(`address ${index}`);
  // Every place is taken by now: no key is a new one.
  for (let index = 0; index < 50; index += 1) expect(await limiter.wait(`new ${index}`)).toBeGreaterThan(0);
});
