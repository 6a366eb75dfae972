import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/**
 * Counts the points of a fixed number of places in this process, 12 bytes each, whatever it is sent: a time that is over
 * leaves nothing behind, and no place has a timer.
 */
export class PlaceCounts extends RateLimiterMemory {
  readonly #consumed: Int32Array;
  /** When the time of each place is over, in milliseconds. */
  readonly #ends: Float64Array;

  /** @param places how many there are: their keys are the numbers below it */
  constructor(limit: { points: number; duration: number }, places: number) {
    super(limit);
    this.#consumed = new Int32Array(places);
    this.#ends = new Float64Array(places);
  }

  #resultOf(place: number, isFirst = false): RateLimiterRes {
    const consumed = this.#consumed[place]!;
    return new RateLimiterRes(Math.max(this.points - consumed, 0), this.#ends[place]! - Date.now(), consumed, isFirst);
  }

  /** Is its time not over? One that lies too far ahead began before the clock was put back. */
  #isLive(place: number): boolean {
    const left = this.#ends[place]! - Date.now();
    return left > 0 && left <= this.msDuration;
  }

  /** Takes points. @throws what is left, a `RateLimiterRes`, when there were too few */
  override consume(key: string | number, points = 1): Promise<RateLimiterRes> {
    const place = Number(key);
    const isFirst = !this.#isLive(place);
    if (isFirst) {
      this.#consumed[place] = 0;
      this.#ends[place] = Date.now() + this.msDuration;
    }
    this.#consumed[place]! += points;
    const result = this.#resultOf(place, isFirst);
    // As each store of the library answers.
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    return result.consumedPoints > this.points ? Promise.reject(result) : Promise.resolve(result);
  }

  /** Gives points back, where their time is not over. */
  override reward(key: string | number, points = 1): Promise<RateLimiterRes> {
    const place = Number(key);
    if (this.#isLive(place)) this.#consumed[place]! -= points;
    return Promise.resolve(this.#resultOf(place));
  }

  override get(key: string | number): Promise<RateLimiterRes | null> {
    const place = Number(key);
    return Promise.resolve(this.#isLive(place) ? this.#resultOf(place) : null);
  }

  override delete(key: string | number): Promise<boolean> {
    const place = Number(key);
    const wasLive = this.#isLive(place);
    this.#ends[place] = 0;
    return Promise.resolve(wasLive);
  }
}
