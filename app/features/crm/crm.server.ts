import type { Context } from "~/lib/context";
import { logContext } from "~/lib/log.server";
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
  const { error } = (await supabase.functions.invoke<unknown>("sync-crm", {
    body: { type: "job_requirement", data, client },
    timeout: CRM_TIMEOUT,
  })) as { error: unknown };
  if (error) context.get(logContext).warn({ requirement_id: data.id, reason: String(error) }, "CRM sync failed");
}
