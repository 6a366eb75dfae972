/**
 * What went wrong with a request that got no answer, in the platform's words and with the code of their cause, without which
 * all of them are "fetch failed": `fetch failed (ECONNREFUSED)`, `fetch failed (CERT_HAS_EXPIRED)`.
 */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, message } = (error.cause ?? {}) as { code?: unknown; message?: unknown };
  const cause = code ?? message;
  return typeof cause === "string" ? `${error.message} (${cause})` : error.message;
}
