import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { handleSyncCrm } from "../functions/sync-crm/handler.ts";
import type { Delivery, SyncCrmOptions } from "../functions/sync-crm/options.ts";

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
export async function serveFunction(request: Request, options: SyncCrmOptions): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/functions/v1/")) return null;
  if (pathname === "/functions/v1/sync-crm") return handleSyncCrm(request, options);
  return Response.json({ message: "Function not found" }, { status: 404 });
}
