import type { FunctionOptions } from "./options.ts";

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
  options: FunctionOptions,
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

/**
 * Asks the Data API as the caller, whose token decides.
 *
 * @returns the answer's JSON; null when the token opens nothing: 403 is one that names nobody, the publishable key itself
 * @throws Error when there is no answer to build on
 */
export async function askAsCaller(
  path: string,
  token: string,
  options: FunctionOptions,
  body?: Record<string, unknown>,
): Promise<{ value: unknown } | null> {
  const response = await askBackend(path, { key: options.supabaseKey, token, ...(body ? { body } : {}) }, options);
  if (response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw new Error(`the backend answered ${response.status}`);
  return { value: await response.json() };
}
