import type { TablesInsert } from "../../../app/lib/backend/database.types.ts";
import type { SupabaseClient } from "@supabase/supabase-js";

/** What a requirement says, without whose it is. */
export type RequirementRow = Omit<TablesInsert<"job_requirements">, "client_id">;

/** Files a requirement past the site, as somebody of a company. @param more what it says beyond the least. @returns its id */
export async function fileRequirement(
  { api }: { api: SupabaseClient },
  more: Partial<RequirementRow> = {},
): Promise<string> {
  const { data, error } = await api
    .from("job_requirements")
    .insert({
      job_title: "Welder",
      job_type: "contract",
      location: "Pune",
      required_skills: ["TIG"],
      job_description: "Weld.",
      ...more,
    })
    .select("id")
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}
