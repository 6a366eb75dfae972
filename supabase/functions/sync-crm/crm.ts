import type { SyncCrmOptions } from "./options.ts";

/** How long the CRM may take, in milliseconds. */
const CRM_TIMEOUT = 10_000;

/** HMAC-SHA256 of the body as `sha256=<hex>`: what the CRM recomputes to know that the message is ours. */
export async function sign(body: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(body)));
  return `sha256=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Is there anywhere for a requirement to go? */
export function hasDestination({ webhookUrl, keep }: SyncCrmOptions): boolean {
  return webhookUrl !== undefined || keep !== undefined;
}

/**
 * Sends one message to the CRM, signed, under the requirement's id as idempotency key, so that a repeat is harmless.
 *
 * @throws Error when the CRM does not take it, with words that hold nothing of the message
 */
export async function sendToCrm(requirementId: string, message: unknown, options: SyncCrmOptions): Promise<void> {
  const { webhookUrl, webhookSecret, keep } = options;
  const body = JSON.stringify(message);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "idempotency-key": requirementId,
    ...(webhookSecret ? { "x-signature": await sign(body, webhookSecret) } : {}),
  };
  if (!webhookUrl) {
    await keep?.({ headers, body });
    return;
  }
  const response = await options.fetch(webhookUrl, {
    method: "POST",
    headers,
    body,
    redirect: "error",
    signal: AbortSignal.timeout(CRM_TIMEOUT),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the CRM answered ${response.status}`);
}
