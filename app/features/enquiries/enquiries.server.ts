import type { Context } from "~/lib/http/context";
import type { FormIdentity } from "~/lib/forms/form-token.server";
import type { Result } from "~/lib/result";
import { insertAsVisitor } from "~/lib/backend/supabase.server";
import type { Consultation, ContactMessage } from "./schema";

/** Saves a contact message (§7, "Contact"). */
export function sendContactMessage(context: Context, message: ContactMessage & FormIdentity): Promise<Result> {
  return insertAsVisitor(context, (visitor) => visitor.from("contact_submissions").insert(message));
}

/** Saves a request for a consultation (§2). */
export function requestConsultation(context: Context, consultation: Consultation & FormIdentity): Promise<Result> {
  return insertAsVisitor(context, (visitor) => visitor.from("consultation_requests").insert(consultation));
}
