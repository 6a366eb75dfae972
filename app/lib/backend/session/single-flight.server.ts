/** A response of the backend, read to its end, so that it can be given to several. */
export type FetchedResponse = { status: number; headers: Headers; body: ArrayBuffer };

/** Has a question asked once, and gives the response to everybody who asks the same within a time. */
export class SingleFlight {
  readonly #responses = new Map<string, Promise<FetchedResponse>>();

  /**
   * @param key what the question is known by
   * @param fetchOnce asks the backend; when it throws, nobody later is given that
   * @param keepFor how long a response stands, in milliseconds; 0: only for those who are waiting for it
   */
  get(
    key: string,
    fetchOnce: () => Promise<FetchedResponse>,
    keepFor: (response: FetchedResponse) => number,
  ): Promise<FetchedResponse> {
    const known = this.#responses.get(key);
    if (known) return known;
    const asked = fetchOnce();
    this.#responses.set(key, asked);
    const forget = () => this.#responses.delete(key);
    asked.then((response) => {
      const time = keepFor(response);
      if (time === 0) forget();
      else setTimeout(forget, time).unref();
    }, forget);
    return asked;
  }
}

/** `fetch`, with the body read. @throws what fetch throws */
export async function ask(...question: Parameters<typeof fetch>): Promise<FetchedResponse> {
  const response = await fetch(...question);
  return { status: response.status, headers: response.headers, body: await response.arrayBuffer() };
}

/** The response as one of those who wanted it gets it. */
export function toResponse({ status, headers, body }: FetchedResponse): Response {
  return new Response(body.slice(0), { status, headers });
}
