import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { redis } from "~/lib/limits/redis.server";
import { inTime, sharedKey } from "./shared-store.server";

/** How long another site may keep its turn, and how often is asked whether it has ended, in milliseconds. */
const LONGEST_TURN = 20_000;
const INTERVAL = 50;

/**
 * Waits for the turns of other sites, where there is a Redis that they share. One that does not answer, or a turn that does
 * not end, holds nobody up: then each site goes by itself.
 *
 * @returns ends the own turn
 */
async function waitForOthers(key: string): Promise<() => Promise<unknown>> {
  const nothing = () => Promise.resolve();
  if (!redis) return nothing;
  const { client } = redis;
  const [place, own] = [sharedKey("turns", key), randomUUID()];
  const options = { condition: "NX", expiration: { type: "PX", value: LONGEST_TURN } } as const;
  try {
    const end = performance.now() + LONGEST_TURN;
    while ((await inTime(client.set(place, own, options))) === null) {
      if (performance.now() > end) return nothing;
      await wait(INTERVAL);
    }
  } catch {
    return nothing;
  }
  return async () => {
    if ((await inTime(client.get(place))) === own) await inTime(client.del(place));
  };
}

/** Lets what is about the same thing happen one after another: in this process, and in all that share a Redis. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Acts when everything that came before under this key has ended, well or not. @throws what the act throws */
  async take<Value>(key: string, act: () => Promise<Value>): Promise<Value> {
    const own = async () => {
      const endTurn = await waitForOthers(key);
      try {
        return await act();
      } finally {
        await endTurn().catch(() => undefined);
      }
    };
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(own, own);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
