/** Lets what is about the same thing happen one after another, in this process. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Acts when everything that came before under this key has ended, well or not. @throws what the act throws */
  async take<Value>(key: string, act: () => Promise<Value>): Promise<Value> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act, act);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}
