import type { Context } from "~/lib/http/context";
import { tellTomorrow } from "~/lib/limits/daily-bounds.server";
import type { Result } from "~/lib/result";
import { changeFailure, isSavedAlready } from "~/lib/backend/data-failures.server";
import { sessionContext } from "~/lib/backend/supabase.server";
import type { Requirement } from "./schema";

/**
 * Saves a requirement for the company of the signed-in person (§7, "Submit requirement"), once. Which company that is the
 * database knows, and it refuses who has none.
 *
 * @param formId the same for a form that comes twice: then the requirement it made the first time is the answer
 * @returns its id
 */
export async function saveRequirement(
  context: Context,
  requirement: Requirement,
  formId: string,
): Promise<Result<string>> {
  const table = () => context.get(sessionContext)().supabase.from("job_requirements");
  let saved = await table()
    .insert({ ...requirement, form_id: formId })
    .select("id")
    .single();
  if (isSavedAlready(saved.error)) {
    saved = await table().select("id").eq("form_id", formId).single();
  }
  const { data, error, status } = saved;
  if (error) {
    const failure = changeFailure(error, status);
    tellTomorrow(context, failure);
    return failure;
  }
  return { ok: true, value: data.id };
}
