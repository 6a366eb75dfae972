import type { Context } from "~/lib/context";
import { logContext } from "~/lib/log.server";
import { countCrmSync } from "~/lib/metrics.server";
import { sessionContext } from "~/lib/supabase.server";

/** Longest wait for the CRM, in milliseconds. The row in crm_deliveries keeps what did not get through. */
const CRM_TIMEOUT = 3_000;

/**
 * Passes a saved requirement on through the function `sync-crm` (§7, "CRM sync"). A failure is logged, and never
 * blocks the success of the submission.
 *
 * @param data the saved requirement, with its id
 * @param client the client record
 */
export async function syncCrm(context: Context, data: { id: string }, client: { id: string }): Promise<void> {
  const { supabase } = context.get(sessionContext)();
  const answer = await supabase.functions.invoke<unknown>("sync-crm", {
    body: { type: "job_requirement", data, client },
    timeout: CRM_TIMEOUT,
  });
  const error: unknown = answer.error;
  countCrmSync(error === null ? "delivered" : "failed");
  if (error !== null) {
    const reason = error instanceof Error ? error.message : "unknown";
    context.get(logContext).warn({ requirement_id: data.id, reason }, "CRM sync failed");
  }
}
