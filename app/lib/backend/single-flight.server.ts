/** An answer of the backend, read to its end, so that it can be given to several. */
export type Answer = { status: number; headers: Headers; body: ArrayBuffer };

/** Has a question asked once, and gives the answer to everybody who asks the same within a time. */
export class SharedAnswers {
  readonly #answers = new Map<string, Promise<Answer>>();

  /**
   * @param key what the question is known by
   * @param ask asks the backend; when it throws, nobody later is given that
   * @param keepFor how long an answer stands, in milliseconds; 0: only for those who are waiting for it
   */
  get(key: string, ask: () => Promise<Answer>, keepFor: (answer: Answer) => number): Promise<Answer> {
    const known = this.#answers.get(key);
    if (known) return known;
    const asked = ask();
    this.#answers.set(key, asked);
    const forget = () => this.#answers.delete(key);
    asked.then((answer) => {
      const time = keepFor(answer);
      if (time === 0) forget();
      else setTimeout(forget, time).unref();
    }, forget);
    return asked;
  }
}

/** `fetch`, with the body read. @throws what fetch throws */
export async function ask(...question: Parameters<typeof fetch>): Promise<Answer> {
  const response = await fetch(...question);
  return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
}

/** The answer as one of those who wanted it gets it. */
export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body.slice(0), { status, headers });
}
