import { sign } from "../_shared/sign.ts";
import type { SyncCrmOptions } from "./options.ts";

/** How long the CRM may take, in milliseconds. */
const CRM_TIMEOUT = 10_000;

/**
 * Sends one message to the CRM, signed, under the event's id as idempotency key, so that a repeat is harmless.
 *
 * @throws Error when the CRM does not take it, with words that hold nothing of the message
 */
export async function sendToCrm(eventId: string, message: unknown, options: SyncCrmOptions): Promise<void> {
  const { webhookUrl, webhookSecret, keep } = options;
  const body = JSON.stringify(message);
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "idempotency-key": eventId,
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
