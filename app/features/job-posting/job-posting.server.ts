import type { FormOrigin } from "~/lib/form-token.server";
import type { Result } from "~/lib/result";
import { insertAsVisitor } from "~/lib/supabase.server";
import type { JobPosting } from "./schema";

/** Saves a visitor's job posting (§7, "Public job"). */
export function postJob(posting: JobPosting & FormOrigin): Promise<Result> {
  return insertAsVisitor((visitor) => visitor.from("public_job_submissions").insert(posting));
}
