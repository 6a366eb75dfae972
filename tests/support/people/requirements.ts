import type { TablesInsert } from "../../../app/lib/backend/database.types.ts";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { SharedWorld } from "../../suites/world.ts";

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

/**
 * Has very many requirements of a company there, where only how many is asked: without lines, events and words, which take
 * a hundred times as long. The list of what is open has them.
 */
export async function fileMany(world: SharedWorld, clientId: string, count: number, recruiter?: string): Promise<void> {
  await world.query(`do $many$
    begin
      alter table public.job_requirements disable trigger user;
      insert into public.job_requirements
          (client_id, job_title, job_type, location, required_skills, job_description, recruiter_id)
        select '${clientId}', 'Fitter', 'permanent', 'Pune', array['x'], 'x', ${recruiter ? `'${recruiter}'` : "null"}
          from generate_series(1, ${count});
      alter table public.job_requirements enable trigger user;
      perform private.renew_open_requirement(id) from public.job_requirements where client_id = '${clientId}';
    end $many$`);
}
