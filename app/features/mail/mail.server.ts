import type { Context } from "~/lib/http/context";
import { describeCause } from "~/lib/observe/failure-cause";
import { logContext } from "~/lib/observe/log.server";
import { invokeAsVisitor, invokeFunction } from "~/lib/backend/supabase.server";

async function wake(context: Context, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    const reason = describeCause(error);
    context.get(logContext).warn({ reason }, "mail delivery not woken");
  }
}

/**
 * Tells the function `deliver-mail` that there may be a mail to send, and does not wait for it: called after a write that
 * has one as its consequence. What it does not send now, the schedule sends within a minute.
 */
export function wakeMail(context: Context): void {
  void wake(context, () => invokeFunction(context, "deliver-mail", { type: "wake" }));
}

/** The same for a candidate, who has no account. @param candidate the token of their mail's link */
export function wakeMailFor(context: Context, candidate: string): void {
  void wake(context, () => invokeAsVisitor("deliver-mail", { type: "wake", candidate }));
}

/** The same for somebody who has just applied. @param applicant the token of page two */
export function wakeMailForApplicant(context: Context, applicant: string): void {
  void wake(context, () => invokeAsVisitor("deliver-mail", { type: "wake", applicant }));
}
