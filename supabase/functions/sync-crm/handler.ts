import { z } from "zod";
import { askAsCaller } from "../_shared/backend.ts";
import { answer, handleRequest } from "../_shared/handler.ts";
import { createOutbox } from "../_shared/outbox.ts";
import { sendToCrm } from "./crm.ts";
import type { SyncCrmOptions } from "./options.ts";

/**
 * What a page may ask for: to pass on what happened to a requirement (specification section 7, "CRM sync"). Of the
 * requirement only the id counts: what goes to the CRM comes from the database.
 */
const syncMessage = z.object({ type: z.literal("job_requirement"), data: z.object({ id: z.uuid() }) });
type SyncMessage = z.infer<typeof syncMessage>;

const eventSchema = z.object({ id: z.uuid(), message: z.unknown() });

function openOutbox(options: SyncCrmOptions) {
  const parts = {
    name: "sync-crm",
    item: eventSchema,
    claim: "claim_crm_deliveries",
    settle: "settle_crm_delivery",
    atOnce: 2,
    send: ({ id, message }: z.infer<typeof eventSchema>) => sendToCrm(id, message, options),
  };
  return createOutbox(parts, options);
}

/** What is still to be sent of one requirement, in order, for the person who has just saved it. */
async function passOn({ data }: SyncMessage, token: string, options: SyncCrmOptions): Promise<Response> {
  const requirement = data.id;
  // Asked with the caller's token: the database answers whose it is.
  const owned = await askAsCaller("rpc/owns_requirement", token, options, { requirement });
  if (!owned) return answer(401, "Sign in first");
  if (owned.value !== true) return answer(403, "This requirement is not yours");
  if (!hasDestination(options)) {
    options.log("sync-crm: no CRM is configured (CRM_WEBHOOK_URL)");
    return Response.json({ delivered: false });
  }
  const outcome = await openOutbox(options).deliverInTurn("claim_crm_delivery", { requirement });
  if (outcome === "failed") return answer(502, "The CRM did not take the message");
  return Response.json({ delivered: outcome === "delivered" });
}

/** Is there anywhere for an event to go? */
function hasDestination({ webhookUrl, keep }: SyncCrmOptions): boolean {
  return webhookUrl !== undefined || keep !== undefined;
}

/**
 * The function `sync-crm`: passes on to the CRM what happened to a requirement, and, asked by the scheduler, everything
 * that is still due.
 *
 * @returns 200 with whether this call delivered something; 400 malformed; 401 not signed in; 403 neither the caller's own
 *   requirement nor the team's; 405; 413; 502 the CRM or the backend failed
 */
export function handleSyncCrm(request: Request, options: SyncCrmOptions): Promise<Response> {
  const routes = {
    outbox: openOutbox(options),
    hasDestination: hasDestination(options),
    message: syncMessage,
    serve: (message: SyncMessage, token: string) => passOn(message, token, options),
  };
  return handleRequest(request, routes, options);
}
