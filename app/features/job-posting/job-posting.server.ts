import type { Context } from "~/lib/http/context";
import type { FormIdentity } from "~/lib/forms/form-token.server";
import type { Result } from "~/lib/result";
import { insertAsVisitor } from "~/lib/backend/supabase.server";
import type { JobPosting } from "./schema";

/** Saves a visitor's job posting (§7, "Public job"). */
export function postJob(context: Context, posting: JobPosting & FormIdentity): Promise<Result> {
  return insertAsVisitor(context, (visitor) => visitor.from("public_job_submissions").insert(posting));
}
