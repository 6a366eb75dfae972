import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { watchOverload } from "./overload.ts";

/** Uses a processor for so long. */
function work(milliseconds: number): void {
  const begun = process.threadCpuUsage();
  const used = () => process.threadCpuUsage(begun);
  while (used().user + used().system < milliseconds * 1_000);
}

it("a process that works on and on is behind, until it has come to what waits", async () => {
  const isOverloaded = watchOverload();
  await wait(150);
  expect(isOverloaded()).toBe(false);
  work(800);
  // Also before the next look, and after that.
  expect(isOverloaded()).toBe(true);
  await new Promise(setImmediate);
  expect(isOverloaded()).toBe(true);
  await expect.poll(isOverloaded).toBe(false);
});
