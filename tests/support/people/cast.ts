import type { SupabaseClient } from "@supabase/supabase-js";
import type { Enums } from "../../../app/lib/backend/database.types.ts";
import type { Member, SharedWorld } from "../../suites/world.ts";

/** Who may be asking (WORKSPACE's table of rights, and those who are not in it). */
export const ROLES = ["anon", "stranger", "owner", "member", "viewer", "admin", "hr_manager", "recruiter"] as const;
export type Role = (typeof ROLES)[number];

export const TEAM = ["admin", "hr_manager", "recruiter"] as const satisfies Role[];
export const COMPANY = ["owner", "member", "viewer"] as const satisfies Role[];

/** Somebody who asks. */
export type Actor = {
  role: Role;
  /** Of companies there are two. */
  name: string;
  api: SupabaseClient;
  /** Empty for anon. */
  userId: string;
  email: string;
  /** Their company's, or empty. */
  clientId: string;
};

/** Makes somebody of the team, as an operator does. */
export async function addTeamMember(world: SharedWorld, role: (typeof TEAM)[number]): Promise<Member> {
  const person = await world.addPerson();
  await world.query(`insert into public.user_roles (user_id, role) values ('${person.userId}', '${role}')`);
  return person;
}

/** Puts somebody into a company, as an accepted invitation does. */
export async function join(world: SharedWorld, client_id: string, access: Enums<"member_access">): Promise<Member> {
  const person = await world.addPerson();
  await world.query(`insert into public.client_members (user_id, client_id, access)
    values ('${person.userId}', '${client_id}', '${access}')`);
  await world.query(`insert into public.user_roles (user_id, role) values ('${person.userId}', 'client')`);
  return person;
}

/** Has a company file something, and somebody of the team take it up: then it is known, and invites more than three a day. */
export async function makeKnown(service: SupabaseClient, clientId: string): Promise<void> {
  const work = { job_title: "Welder", job_type: "permanent", location: "Pune", job_description: "Weld." };
  const row = { client_id: clientId, ...work, required_skills: ["TIG"] };
  const { data, error } = await service.from("job_requirements").insert(row).select("id").single<{ id: string }>();
  if (error) throw error;
  const marked = await service.from("inbox_items").update({ state: "open" }).eq("requirement_id", data.id);
  if (marked.error) throw marked.error;
}

/** The company that somebody belongs to. */
export async function clientIdOf({ api }: { api: SupabaseClient }): Promise<string> {
  const { data } = await api.from("current_account").select("client_id").single<{ client_id: string }>();
  return data!.client_id;
}

/** A company with somebody of each access. */
export async function addCompany(world: SharedWorld, name: string) {
  const owner = await world.addClient(name);
  const clientId = await clientIdOf(owner);
  return {
    clientId,
    owner,
    member: await join(world, clientId, "member"),
    viewer: await join(world, clientId, "viewer"),
  };
}

/** As `addCompany`; the team knows it. */
export async function addKnownCompany(world: SharedWorld, name: string) {
  const company = await addCompany(world, name);
  await makeKnown(world.service, company.clientId);
  return company;
}

/** Everybody the matrix is about: two companies with three people each, the team, somebody without a role, and nobody. */
export async function addCast(world: SharedWorld): Promise<Actor[]> {
  const cast: Actor[] = [{ role: "anon", name: "anon", api: world.anon, userId: "", email: "", clientId: "" }];
  cast.push({ role: "stranger", name: "stranger", clientId: "", ...(await world.addPerson()) });
  for (const company of ["Alpha", "Beta"]) {
    const { clientId, ...people } = await addCompany(world, company);
    for (const role of COMPANY) cast.push({ role, name: `${role} of ${company}`, clientId, ...people[role] });
  }
  for (const role of TEAM) cast.push({ role, name: role, clientId: "", ...(await addTeamMember(world, role)) });
  return cast;
}
