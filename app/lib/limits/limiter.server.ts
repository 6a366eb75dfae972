import { createHmac, hash } from "node:crypto";
import { RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts, type RateLimiterAbstract } from "rate-limiter-flexible";
import { env } from "../config/env.server.ts";
import { PlaceCounts } from "./place-counts.server.ts";
import { redis, REDIS_PATIENCE } from "./redis.server.ts";

/** Keys share this many places, so that a limiter never grows beyond 1.6 MB, whatever it is sent: some 40 of them are 65 MB. */
const PLACES = 2 ** 17;

/**
 * Makes the place of a key unforeseeable: nobody can choose keys that use up somebody else's. It is the same in all sites
 * that count together, and says nothing of the key in the Redis they share.
 */
const SALT = createHmac("sha256", env.SESSION_SECRET).update("places of the limiters").digest("hex");

type Points = { points: number; duration: number };

/** One that does not count, or not soon enough, is told from one that does: its connection may stand all the same. */
class RedisStore extends RateLimiterRedis {
  override async consume(...parameters: Parameters<RateLimiterRedis["consume"]>): Promise<RateLimiterRes> {
    const began = performance.now();
    const note = () => {
      const took = performance.now() - began;
      if (took > REDIS_PATIENCE) redis?.lost(`it took ${Math.round(took)} ms`);
      else redis?.found();
    };
    try {
      const left = await super.consume(...parameters);
      note();
      return left;
    } catch (error) {
      if (error instanceof RateLimiterRes) note();
      else redis?.lost(error);
      throw error;
    }
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** Where points are counted: with the other sites, when there is a Redis and it answers; else for this process alone. */
function storeOf(name: string, limit: Points, places: number): RateLimiterAbstract {
  const alone = new PlaceCounts(limit, places);
  if (!redis) return alone;
  const together = new RedisStore({
    ...limit,
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: `limits:${name}`,
  });
  return new RLWrapperTimeouts({ limiter: together, timeoutMs: REDIS_PATIENCE, insuranceLimiter: alone });
}

/** So many points a key may use up within a time that begins with the first. */
export class Limiter {
  readonly #store: RateLimiterAbstract;
  readonly #points: number;
  readonly #places: number;

  /**
   * @param name tells this limiter's keys from the others' where sites count together
   * @param duration in seconds
   * @param places how many keys are told apart at the most
   */
  constructor(name: string, points: number, duration: number, places = PLACES) {
    this.#points = points;
    this.#places = places;
    this.#store = storeOf(name, { points, duration }, places);
  }

  #placeOf(key: string): string {
    return String(hash("sha256", SALT + key, "buffer").readUInt32BE(0) % this.#places);
  }

  /** Takes a point. @returns seconds to wait when there was none left, else 0; and how often it was asked for, with this */
  async count(key: string): Promise<{ seconds: number; asked: number }> {
    try {
      const { consumedPoints } = await this.#store.consume(this.#placeOf(key));
      return { seconds: 0, asked: consumedPoints };
    } catch (error) {
      if (error instanceof RateLimiterRes) return { seconds: secondsOf(error), asked: error.consumedPoints };
      throw error;
    }
  }

  /** Takes a point. @returns seconds to wait when there was none left, else 0 */
  async take(key: string): Promise<number> {
    return (await this.count(key)).seconds;
  }

  /** Tells without taking anything. @returns seconds to wait when no point is left, else 0 */
  async wait(key: string): Promise<number> {
    const used = await this.#store.get(this.#placeOf(key));
    return used !== null && used.consumedPoints >= this.#points ? secondsOf(used) : 0;
  }

  /** Gives a point back that was taken for nothing. */
  async giveBack(key: string): Promise<void> {
    await this.#store.reward(this.#placeOf(key));
  }

  /** How much of its points a key has used up: from 0 to 1. */
  async used(key: string): Promise<number> {
    const used = await this.#store.get(this.#placeOf(key));
    return Math.min(1, (used?.consumedPoints ?? 0) / this.#points);
  }

  /** Notes what is over: the key has all its points again. */
  async forget(key: string): Promise<void> {
    await this.#store.delete(this.#placeOf(key));
  }
}
