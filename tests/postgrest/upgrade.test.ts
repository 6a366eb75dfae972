import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SupabaseCluster } from "../support/supabase-cluster.ts";

// A database that people use already: what the migrations make of those who are there.
const DIRECTORY = "supabase/migrations";
/** The first that knows members of a company. */
const PEOPLE = "20261122000100";

let cluster: SupabaseCluster;
beforeAll(async () => {
  cluster = await SupabaseCluster.start();
  await cluster.standInForAuth();
});
afterAll(() => cluster.stop());

/** Applies some of the migrations, as the role that applies them on Supabase. */
async function apply(isWanted: (file: string) => boolean): Promise<void> {
  for (const file of readdirSync(DIRECTORY).sort().filter(isWanted)) {
    const statements = readFileSync(join(DIRECTORY, file), "utf8");
    await cluster.as("postgres").unsafe(`begin; ${statements}; commit`).simple();
  }
}

it("makes owners of those who made a company, and puts the team into its list", async () => {
  await apply((file) => file < PEOPLE);
  const [client, recruiter, blank, nobody] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const auth = cluster.as("supabase_auth_admin");
  const metadata = (values: object) => JSON.stringify(values);
  for (const [id, email, values] of [
    [client, "client@test.example", { company_name: "Known Ltd", full_name: "Asha", phone: "1" }],
    [recruiter, "recruiter@test.example", { full_name: "Dev Mehta" }],
    [blank, "blank@test.example", { full_name: " " }],
    [nobody, "nobody@test.example", {}],
  ] as const) {
    await auth`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${email}, now(), ${metadata(values)}::text::jsonb)`;
  }
  const sql = cluster.as("postgres");
  await sql`insert into public.user_roles (user_id, role) values (${recruiter}, 'recruiter'), (${blank}, 'admin')`;
  await apply((file) => file >= PEOPLE);

  expect(await sql`select user_id, access::text, full_name, phone from public.client_members`).toEqual([
    { user_id: client, access: "owner", full_name: "Asha", phone: "1" },
  ]);
  expect(await sql`select user_id, company_name, full_name from public.clients`).toEqual([
    { user_id: client, company_name: "Known Ltd", full_name: "Asha" },
  ]);
  expect(await sql`select display_name, contact_email from public.team_members order by 1`).toEqual([
    { display_name: "Dev Mehta", contact_email: "recruiter@test.example" },
    { display_name: "blank", contact_email: "blank@test.example" },
  ]);
});
