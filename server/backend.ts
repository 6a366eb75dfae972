export type Backend = { url: string; key: string };

/** Longest wait for what scrapes ask, in milliseconds: whoever scrapes waits no longer either. */
const TIMEOUT = 1_000;

function askBackend({ url, key }: Backend, path: string, init: RequestInit, timeout = TIMEOUT): Promise<Response> {
  return fetch(url + path, {
    ...init,
    headers: { apikey: key, "Content-Type": "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
}

/**
 * Calls a function of the database, as a visitor may.
 *
 * @param name its name, such as `schema_version`
 * @param values what it takes, by name
 * @param timeout in milliseconds; a second when left out
 * @throws an Error named TimeoutError after that, or what fetch throws when there is no answer
 */
export function callFunction(backend: Backend, name: string, values: object = {}, timeout?: number): Promise<Response> {
  return askBackend(backend, `/rest/v1/rpc/${name}`, { method: "POST", body: JSON.stringify(values) }, timeout);
}

/**
 * Asks the authentication service how it is. It answers by itself, without its database.
 *
 * @throws as `callFunction`
 */
export function askAuthHealth(backend: Backend): Promise<Response> {
  return askBackend(backend, "/auth/v1/health", { method: "GET" });
}
