/** What a feature's I/O comes back with: done, or why not. */
export type Result<Value = undefined> =
  | { ok: true; value: Value }
  | {
      ok: false;
      /** The backend's own words, for the messages that quote them (§8); of a refusal, the name it has there. */
      message: string;
      /**
       * 401: the session has ended. 403, 410: not for this address, not any more (an invitation). 404: it is gone, or not
       * theirs to change. 409: somebody changed it. 400, 422: it can't be. 429: not so often. 502: the backend objects.
       * 503: it can't be reached.
       */
      status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 502 | 503;
      /** For the log, where people are told less: `TypeError: fetch failed (ECONNREFUSED)`. */
      reason?: string;
      /** The row that a refusal is about, by its id, where it names one of several. */
      about?: string;
    };

export type Failure = Extract<Result, { ok: false }>;

/** The status to answer with when a call to the backend failed: 503 when it can't be reached, 502 when it objects. */
export function failureStatus(backendStatus: number | undefined): 502 | 503 {
  return !backendStatus || backendStatus === 503 || backendStatus === 504 ? 503 : 502;
}

/** Asks several things at once. @returns their values by their names; else the first of them, in their order, that failed */
export async function askAll<Values extends object>(asked: {
  [Name in keyof Values]: Promise<Result<Values[Name]>>;
}): Promise<Result<Values>> {
  const results = await Promise.all(Object.values<Promise<Result<unknown>>>(asked));
  const failure = results.find((result) => !result.ok);
  if (failure) return failure;
  const values = results.flatMap((result) => (result.ok ? [result.value] : []));
  return { ok: true, value: Object.fromEntries(Object.keys(asked).map((name, at) => [name, values[at]])) as Values };
}
