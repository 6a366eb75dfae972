import { failureStatus, type Result } from "~/lib/result";
import { createAnonymousClient } from "~/lib/supabase.server";
import type { ContactMessage } from "./schema";

/** Saves a contact message (§7, "Contact"). Nothing comes back: a visitor may write, not read. */
export async function sendContactMessage(message: ContactMessage): Promise<Result> {
  const { error, status } = await createAnonymousClient().from("contact_submissions").insert(message);
  if (error) return { ok: false, code: "failed", message: error.message, status: failureStatus(status) };
  return { ok: true, value: undefined };
}
