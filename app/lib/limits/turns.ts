/** Lets so many do something at once, and the others after them, in the order in which they came. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param most how many at once */
  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Acts when it is this one's turn.
   *
   * @param signal the end of the time that it may wait
   * @throws the signal's reason when that comes first; what the act throws
   */
  async take<Value>(act: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    try {
      return await act();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(begin);
        reject(signal.reason as Error);
      };
      // The place of the one before is handed on.
      const begin = () => {
        this.#waiting.delete(begin);
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.add(begin);
      signal.addEventListener("abort", leave);
    });
  }
}
