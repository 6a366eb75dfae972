import { expect, it } from "vitest";
import { KeyedMutex } from "./keyed-mutex.server";

it("lets one wait for another of the same key, and for no other", async () => {
  const turns = new KeyedMutex();
  const order: string[] = [];
  let finishFirst = () => {};
  const first = turns.take("a", () => new Promise<void>((resolve) => (finishFirst = resolve)));
  const second = turns.take("a", () => Promise.resolve(void order.push("second")));
  await turns.take("b", () => Promise.resolve(void order.push("other")));
  order.push("first");
  finishFirst();
  await Promise.all([first, second]);
  expect(order).toEqual(["other", "first", "second"]);
});

it("goes on after one that failed, which alone is told", async () => {
  const turns = new KeyedMutex();
  const failed = turns.take("a", () => Promise.reject(new Error("no")));
  const next = turns.take("a", () => Promise.resolve("yes"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
