import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
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

/** The bytes that are held when what nobody needs is gone. */
function held(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return heapUsed + arrayBuffers;
}

it("holds less than 2.4 MB, whatever it is sent, so that forty are less than 100 MB", async () => {
  const sizes: number[] = [];
  // The first one's measure has what running it takes as well: its code as V8 translates it.
  for (let round = 0; round < 2; round += 1) {
    const before = held();
    const limiter = new Limiter("test", 1, 60);
    for (let index = 0; index < 300_000; index += 1) await limiter.take(`address ${index}`);
    sizes.push(held() - before);
    expect(await limiter.wait("address 0")).toBeGreaterThan(0);
  }
  expect(Math.min(...sizes)).toBeLessThan(2.4 * 1024 * 1024);
});

it("gives nothing back of a time that is over", async () => {
  vi.useFakeTimers();
  try {
    const limiter = new Limiter("test", 1, 60);
    await limiter.take("a");
    vi.advanceTimersByTime(60_001);
    await limiter.giveBack("a");
    expect(await limiter.take("a")).toBe(0);
    expect(await limiter.take("a")).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
  }
});
