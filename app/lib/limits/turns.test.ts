import { expect, it } from "vitest";
import { Turns } from "./turns";

const patient = new AbortController().signal;

/** Acts that end when they are told to. */
function acts() {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const act = (index: number) => () => {
    begun.push(index);
    return new Promise<number>((resolve) => ends.push(() => resolve(index)));
  };
  return { begun, ends, act };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets so many act at once, and the others in their order", async () => {
  const turns = new Turns(2);
  const { begun, ends, act } = acts();
  const all = [0, 1, 2, 3, 4].map((index) => turns.take(act(index), patient));
  await settled();
  expect(begun).toEqual([0, 1]);
  for (let index = 0; index < 5; index += 1) {
    ends[index]!();
    await settled();
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, index + 3));
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
});

it("goes on after what has failed, and passes over whoever has stopped waiting", async () => {
  const turns = new Turns(1);
  const { begun, ends, act } = acts();
  const control = new AbortController();
  const failing = turns.take(async () => {
    await act(0)();
    throw new Error("down");
  }, patient);
  const stopped = turns.take(act(1), control.signal);
  const last = turns.take(act(2), patient);
  await settled();
  control.abort(new Error("too long"));
  await expect(stopped).rejects.toThrow("too long");
  ends[0]!();
  await expect(failing).rejects.toThrow("down");
  await settled();
  expect(begun).toEqual([0, 2]);
  ends[1]!();
  expect(await last).toBe(2);
  await expect(turns.take(act(3), control.signal)).rejects.toThrow("too long");
});
