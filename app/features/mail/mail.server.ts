import type { Context } from "~/lib/http/context";
import { logContext } from "~/lib/observe/log.server";
import { invokeFunction } from "~/lib/backend/supabase.server";

async function invoke(context: Context): Promise<void> {
  try {
    await invokeFunction(context, "deliver-mail", { type: "wake" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    context.get(logContext).warn({ reason }, "mail delivery not woken");
  }
}

/**
 * Tells the function `deliver-mail` that there may be a mail to send, and does not wait for it: called after a write that
 * has one as its consequence. What it does not send now, the schedule sends within a minute.
 */
export function wakeMail(context: Context): void {
  void invoke(context);
}
