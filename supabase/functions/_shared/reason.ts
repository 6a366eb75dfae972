/**
 * Why something failed, for a log and for what waits: in the runtime's words, with its cause's code or words, and without
 * any address, since a CRM's may hold a key.
 */
export function reasonOf(error: unknown): string {
  const { code, message } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown; message?: unknown };
  const cause = code ?? message;
  const words = typeof cause === "string" ? `${String(error)} (${cause})` : String(error);
  return words.replaceAll(/[\w+.-]+:\/\/[^\s"')]+/g, "(address)");
}
