import { failureStatus, type Result } from "~/lib/result";
import { createAnonymousClient } from "~/lib/supabase.server";
import type { JobPosting } from "./schema";

/** Saves a visitor's job posting (§7, "Public job"). */
export async function postJob(posting: JobPosting): Promise<Result> {
  const { error, status } = await createAnonymousClient().from("public_job_submissions").insert(posting);
  if (error) return { ok: false, code: "failed", message: error.message, status: failureStatus(status) };
  return { ok: true, value: undefined };
}
