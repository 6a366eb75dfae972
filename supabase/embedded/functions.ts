import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handleDeliverMail } from "../functions/deliver-mail/handler.ts";
import type { DeliverMailOptions } from "../functions/deliver-mail/options.ts";
import { handleSyncCrm } from "../functions/sync-crm/handler.ts";
import type { Delivery, SyncCrmOptions } from "../functions/sync-crm/options.ts";

/** What the functions are given here: what each of them takes. */
export type EmbeddedFunctions = SyncCrmOptions & DeliverMailOptions;

const HANDLERS: Record<string, (request: Request, options: EmbeddedFunctions) => Promise<Response>> = {
  "sync-crm": handleSyncCrm,
  "deliver-mail": handleDeliverMail,
};

const PATH = "/functions/v1/";

/** Keeps what the CRM would have been sent, one file a delivery, where no CRM is configured. */
export function keepDeliveries(directory: string): (delivery: Delivery) => Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return async function keep(delivery) {
    const path = join(directory, `${Date.now()}-${randomUUID()}.json`);
    writeFileSync(`${path}.new`, JSON.stringify(delivery, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
}

/**
 * Serves `/functions/v1/*`, the edge functions, from the very handlers that Supabase deploys.
 *
 * @returns the response, or null when the path is not a function's
 */
export async function serveFunction(request: Request, options: EmbeddedFunctions): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(PATH)) return null;
  const name = pathname.slice(PATH.length);
  const handle = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
  return handle ? handle(request, options) : Response.json({ message: "Function not found" }, { status: 404 });
}

/** Asks every function for its scheduled run, at once: a slow CRM holds up no mail. What fails in one is said in its log. */
export async function runFunctions(options: EmbeddedFunctions): Promise<void> {
  const headers = { apikey: options.secretKey, "content-type": "application/json" };
  const body = JSON.stringify({ type: "redeliver" });
  await Promise.all(
    Object.entries(HANDLERS).map(([name, handle]) =>
      handle(new Request(`${options.supabaseUrl}${PATH}${name}`, { method: "POST", headers, body }), options),
    ),
  );
}
