import type { Enums } from "../../app/lib/database.types.ts";
import { connect, signUpPerson, type BackendAccess, type Person } from "./people.ts";

/** Makes somebody who belongs to a person's company, as an accepted invitation does. */
export async function signUpColleague(
  access: BackendAccess,
  { api }: Person,
  memberAccess: Enums<"member_access">,
  full_name: string,
): Promise<Person> {
  const colleague = await signUpPerson(access, {});
  const service = connect(access.url, access.keys.secret_key);
  const { data } = await api.from("clients").select("id").single();
  const { userId: user_id } = colleague;
  for (const { error } of [
    await service.from("client_members").insert({ user_id, client_id: data!.id, access: memberAccess, full_name }),
    await service.from("user_roles").insert({ user_id, role: "client" }),
  ]) {
    if (error) throw error;
  }
  return colleague;
}

/** Files a requirement past the site. @returns its id */
export async function fileRequirement({ api }: Person, job_title = "Welder"): Promise<string> {
  const { data: client } = await api.from("clients").select("id").single();
  const { data, error } = await api
    .from("job_requirements")
    .insert({
      client_id: client!.id,
      job_title,
      job_type: "contract",
      location: "Pune",
      required_skills: ["TIG"],
      job_description: "Weld.",
    })
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
}
