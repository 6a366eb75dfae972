import type { Context } from "~/lib/context";
import type { Tables } from "~/lib/database.types";
import type { Result } from "~/lib/result";
import { dataFailure, sessionContext } from "~/lib/supabase.server";
import { requirementSchema, type Requirement } from "./schema";

/** What a company has filled in of a requirement. */
export type Original = Pick<Tables<"job_requirements">, keyof Requirement>;

/** A requirement to make another of; null for one that is not there, or not theirs. */
export async function loadOriginal(context: Context, id: string): Promise<Result<Original | null>> {
  const { supabase } = context.get(sessionContext)();
  const { data, error, status } = await supabase
    .from("job_requirements")
    .select(Object.keys(requirementSchema.shape).join())
    .eq("id", id)
    .maybeSingle()
    .overrideTypes<Original, { merge: false }>();
  return error ? dataFailure(error, status) : { ok: true, value: data };
}
