import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { env } from "~/lib/config/env.server";
import { redis, REDIS_PATIENCE } from "~/lib/limits/redis.server";

/** What the Redis answers. @throws what it throws, and when it says nothing in time */
export async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  const silence = wait(REDIS_PATIENCE, undefined, { ref: false }).then(() => Promise.reject(new Error("no answer")));
  return Promise.race([asked, silence]);
}

/** Where something stands in the Redis that sites share: the key itself, which may be a mail's token, can't be read there. */
export function sharedKey(name: string, key: string): string {
  return `${name}:${createHmac("sha256", env.SESSION_SECRET).update(`${name} ${key}`).digest("base64url")}`;
}

/** Remembers a word under a key for a while: in this process, and for all that share a Redis. */
export class SharedStore<Word extends string> {
  readonly #name: string;
  readonly #time: number;
  readonly #own = new Map<string, Word>();

  /** @param name tells what is stored here from the rest @param time how long one is remembered, in milliseconds */
  constructor(name: string, time: number) {
    this.#name = name;
    this.#time = time;
  }

  /** Without an answer of the Redis it is remembered here alone. */
  async set(key: string, word: Word): Promise<void> {
    this.#own.set(key, word);
    setTimeout(() => this.#own.delete(key), this.#time).unref();
    const expiration = { type: "PX", value: this.#time } as const;
    if (!redis) return;
    await inTime(redis.client.set(sharedKey(this.#name, key), word, { expiration })).catch(() => undefined);
  }

  async get(key: string): Promise<Word | undefined> {
    const own = this.#own.get(key);
    if (own !== undefined || !redis) return own;
    const shared = await inTime(redis.client.get(sharedKey(this.#name, key))).catch(() => null);
    return (shared as Word | null) ?? undefined;
  }
}
