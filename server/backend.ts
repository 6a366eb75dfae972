export type Backend = { url: string; key: string };

/** Longest wait for what probes and scrapes ask, in milliseconds: whoever asks them waits no longer either. */
const TIMEOUT = 1_000;

/**
 * Calls a function of the database that takes nothing, as a visitor may.
 *
 * @param name its name, such as `schema_version`
 * @throws an Error named TimeoutError after a second, or what fetch throws when there is no answer
 */
export function callFunction({ url, key }: Backend, name: string): Promise<Response> {
  return fetch(`${url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: key, "Content-Type": "application/json" },
    body: "{}",
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
  });
}
