import { hash, randomBytes } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Keys share this many places, so that a limiter never grows beyond some 40 MB, whatever it is sent. */
const PLACES = 2 ** 17;

/** Makes the place of a key unforeseeable: nobody can choose keys that use up somebody else's. */
const SALT = randomBytes(16).toString("hex");

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** So many points a key may use up within a time that begins with the first. Counts for this process alone. */
export class Limiter {
  readonly #store: RateLimiterMemory;
  readonly #points: number;
  readonly #places: number;

  /**
   * @param duration in seconds
   * @param places how many keys are told apart at the most
   */
  constructor(points: number, duration: number, places = PLACES) {
    this.#points = points;
    this.#places = places;
    this.#store = new RateLimiterMemory({ points, duration });
  }

  #placeOf(key: string): string {
    return String(hash("sha256", SALT + key, "buffer").readUInt32BE(0) % this.#places);
  }

  /** Takes a point. @returns seconds to wait when there was none left, else 0 */
  async take(key: string): Promise<number> {
    try {
      await this.#store.consume(this.#placeOf(key));
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return secondsOf(error);
      throw error;
    }
  }

  /** Tells without taking anything. @returns seconds to wait when no point is left, else 0 */
  async wait(key: string): Promise<number> {
    const used = await this.#store.get(this.#placeOf(key));
    return used !== null && used.consumedPoints >= this.#points ? secondsOf(used) : 0;
  }

  /** Notes what is over: the key has all its points again. */
  async forget(key: string): Promise<void> {
    await this.#store.delete(this.#placeOf(key));
  }
}
