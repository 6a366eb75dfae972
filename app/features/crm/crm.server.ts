import { z } from "zod";
import type { Context } from "~/lib/context";
import { logContext } from "~/lib/log.server";
import { countCrmSync } from "~/lib/metrics.server";
import { sessionContext } from "~/lib/supabase.server";

/** Longest wait for the function, in milliseconds. The row in crm_deliveries keeps what did not get through. */
const CRM_TIMEOUT = 15_000;

const answerSchema = z.object({ delivered: z.boolean() });

async function invoke(context: Context, requirementId: string): Promise<void> {
  try {
    const { supabase } = context.get(sessionContext)();
    const answer = await supabase.functions.invoke<unknown>("sync-crm", {
      body: { type: "job_requirement", data: { id: requirementId } },
      timeout: CRM_TIMEOUT,
    });
    if (answer.error) throw answer.error;
    countCrmSync(answerSchema.parse(answer.data).delivered ? "delivered" : "queued");
  } catch (error) {
    countCrmSync("failed");
    const reason = error instanceof Error ? error.message : "unknown";
    context.get(logContext).warn({ requirement_id: requirementId, reason }, "CRM sync failed");
  }
}

/**
 * Asks the function `sync-crm` to pass a saved requirement on (§7, "CRM sync"), and does not wait for it: neither a slow
 * CRM nor a failure, which is logged, holds up the person who has just submitted.
 */
export function syncCrm(context: Context, requirementId: string): void {
  void invoke(context, requirementId);
}
