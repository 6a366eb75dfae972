import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handleDeliverMail } from "../functions/deliver-mail/handler.ts";
import type { DeliverMailOptions } from "../functions/deliver-mail/options.ts";
import { handleSyncCrm } from "../functions/sync-crm/handler.ts";
import type { Delivery, SyncCrmOptions } from "../functions/sync-crm/options.ts";
import { postRequest } from "./api.ts";

/** What the functions are given here: what each of them takes. */
export type EmbeddedFunctions = SyncCrmOptions & DeliverMailOptions;

export type FunctionName = "sync-crm" | "deliver-mail";

const HANDLERS: Record<FunctionName, (request: Request, options: EmbeddedFunctions) => Promise<Response>> = {
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
  if (!Object.hasOwn(HANDLERS, name)) return Response.json({ message: "Function not found" }, { status: 404 });
  return HANDLERS[name as FunctionName](request, options);
}

/**
 * Asks a function for its scheduled run. What fails in it is said in its log.
 *
 * @param stop aborted when it is to take nothing more: it ends when what it has taken is settled
 * @returns whether it did its work
 */
export async function runFunction(
  name: FunctionName,
  functions: EmbeddedFunctions,
  stop: AbortSignal,
): Promise<boolean> {
  const options = { ...functions, stop };
  const request = postRequest(`${options.supabaseUrl}${PATH}${name}`, options.secretKey, { type: "redeliver" });
  return (await HANDLERS[name](request, options)).ok;
}
