import type { SyncCrmOptions } from "./options.ts";

/** How long the backend may take, in milliseconds. */
const TIMEOUT = 5_000;

/**
 * Asks the Data API.
 *
 * @param path what stands behind `/rest/v1/`
 * @param key the key that opens it
 * @param token who is asking: the caller, or the key itself
 * @param body posted as JSON; without one it is a GET
 */
export function askBackend(
  path: string,
  { key, token, body }: { key: string; token: string; body?: Record<string, unknown> },
  options: SyncCrmOptions,
): Promise<Response> {
  return options.fetch(`${options.supabaseUrl}/rest/v1/${path}`, {
    headers: {
      apikey: key,
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    signal: AbortSignal.timeout(TIMEOUT),
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
}
