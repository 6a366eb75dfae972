import { failureStatus, type Result } from "~/lib/result";
import { createAnonymousClient } from "~/lib/supabase.server";
import type { Consultation, ContactMessage } from "./schema";

/** Writes one row as a visitor. Nothing comes back: a visitor may write, not read. */
async function insert(table: string, row: Record<string, string | null>): Promise<Result> {
  const { error, status } = await createAnonymousClient().from(table).insert(row);
  if (error) return { ok: false, code: "failed", message: error.message, status: failureStatus(status) };
  return { ok: true, value: undefined };
}

/** Saves a contact message (§7, "Contact"). */
export function sendContactMessage(message: ContactMessage): Promise<Result> {
  return insert("contact_submissions", message);
}

/** Saves a request for a consultation (§2). */
export function requestConsultation(consultation: Consultation): Promise<Result> {
  return insert("consultation_requests", consultation);
}
