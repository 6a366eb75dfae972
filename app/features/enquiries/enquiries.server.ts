import type { FormOrigin } from "~/lib/form-token.server";
import type { Result } from "~/lib/result";
import { insertAsVisitor } from "~/lib/supabase.server";
import type { Consultation, ContactMessage } from "./schema";

/** Saves a contact message (§7, "Contact"). */
export function sendContactMessage(message: ContactMessage & FormOrigin): Promise<Result> {
  return insertAsVisitor((visitor) => visitor.from("contact_submissions").insert(message));
}

/** Saves a request for a consultation (§2). */
export function requestConsultation(consultation: Consultation & FormOrigin): Promise<Result> {
  return insertAsVisitor((visitor) => visitor.from("consultation_requests").insert(consultation));
}
