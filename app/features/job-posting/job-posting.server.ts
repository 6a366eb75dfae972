import type { Context } from "~/lib/context";
import type { FormOrigin } from "~/lib/form-token.server";
import type { Result } from "~/lib/result";
import { insertAsVisitor } from "~/lib/supabase.server";
import type { JobPosting } from "./schema";

/** Saves a visitor's job posting (§7, "Public job"). */
export function postJob(context: Context, posting: JobPosting & FormOrigin): Promise<Result> {
  return insertAsVisitor(context, (visitor) => visitor.from("public_job_submissions").insert(posting));
}
