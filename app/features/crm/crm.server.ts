import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { describeCause } from "~/lib/observe/failure-cause";
import { logContext } from "~/lib/observe/log.server";
import { countCrmSync } from "~/lib/observe/metrics.server";
import { invokeFunction } from "~/lib/backend/supabase.server";

const answerSchema = z.object({ delivered: z.boolean() });

async function invoke(context: Context, requirementId: string): Promise<void> {
  try {
    const body = { type: "job_requirement", data: { id: requirementId } };
    const answer = await invokeFunction(context, "sync-crm", body);
    countCrmSync(answerSchema.parse(answer).delivered ? "delivered" : "queued");
  } catch (error) {
    countCrmSync("failed");
    const reason = describeCause(error);
    context.get(logContext).warn({ requirement_id: requirementId, reason }, "CRM sync failed");
  }
}

/**
 * Asks the function `sync-crm` to pass on what has just happened to a requirement (§7, "CRM sync"), and does not wait for
 * it: neither a slow CRM nor a failure, which is logged, holds up the person who has just submitted.
 */
export function syncCrm(context: Context, requirementId: string): void {
  void invoke(context, requirementId);
}
