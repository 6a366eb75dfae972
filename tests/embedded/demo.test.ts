import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OwnerSession } from "../support/database.ts";
import { connect } from "../support/people.ts";
import { TestBackend } from "../support/processes.ts";

// What somebody finds who starts this for the first time.
let backend: TestBackend;
let database: OwnerSession;

beforeAll(async () => {
  backend = await TestBackend.start("http://localhost:3999");
  database = OwnerSession.of(backend.dataDirectory);
});
afterAll(async () => {
  await database.close();
  await backend.remove();
});

async function signedIn(email: string | undefined, password: string | undefined): Promise<SupabaseClient> {
  const api = connect(backend.url, backend.keys.publishable_key);
  expect((await api.auth.signInWithPassword({ email: email!, password: password! })).error).toBeNull();
  return api;
}

type Line = { item_group: string; item_kind: string; item_state: string };

it("the inbox shows every group and every kind, to each of the team something of their own", async () => {
  const { keys } = backend;
  for (const [email, password] of [
    [keys.demo_team_email, keys.demo_team_password],
    [keys.demo_recruiter_email, keys.demo_recruiter_password],
    [keys.demo_hr_manager_email, keys.demo_hr_manager_password],
  ] as const) {
    const api = await signedIn(email, password);
    const { data } = (await api.rpc("list_inbox")) as { data: Line[] };
    expect(new Set(data.map(({ item_group }) => item_group))).toEqual(
      new Set(["overdue", "unclaimed", "mine", "waiting", "others", "suspect"]),
    );
    expect(new Set(data.map(({ item_kind }) => item_kind)).size).toBe(4);
    for (const state of ["done", "spam"]) {
      expect(((await api.rpc("list_inbox", { state })) as { data: Line[] }).data).not.toEqual([]);
    }
  }
});

it("there are two companies, and each sees its own requirements, recruiter and history", async () => {
  const { keys } = backend;
  for (const [email, password, count, title] of [
    [keys.demo_client_email, keys.demo_client_password, 4, "Production Engineer"],
    [keys.demo_other_client_email, keys.demo_other_client_password, 2, "Cold Chain Planner"],
  ] as const) {
    const api = await signedIn(email, password);
    const { data } = await api.from("job_requirements").select("id, job_title");
    expect(data).toHaveLength(count);
    const requirement = data!.find(({ job_title }) => job_title === title)!.id as string;
    expect((await api.rpc("recruiter_of", { requirement })).data).toMatchObject([{ display_name: "Ira Sen" }]);
    const events = await api.from("requirement_events").select("type").eq("requirement_id", requirement);
    expect(events.data!.length).toBeGreaterThan(2);
    expect((await api.from("notes").select("id")).data).toEqual([]);
  }
});

it("stays as it is when the file is run again", async () => {
  const everything = async () => {
    const { rows } = await database.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    const tables = rows.map(({ name }) => `select '${name}', to_jsonb(kept)::text as kept from public.${name} as kept`);
    return (await database.query(`${tables.join(" union all ")} order by 1, 2`)).rows;
  };
  const before = await everything();
  await database.exec(await readFile(join(import.meta.dirname, "../../supabase/seed.sql"), "utf8"));
  expect(await everything()).toEqual(before);
});
