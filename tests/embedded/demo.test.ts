import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { connect } from "../support/people/people.ts";
import { TestBackend } from "../support/services/processes.ts";

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
      expect(((await api.rpc("list_inbox", { filter: { state } })) as { data: Line[] }).data).not.toEqual([]);
    }
  }
});

it("there are two companies, and each sees its own requirements, recruiter and history", async () => {
  const { keys } = backend;
  for (const [email, password, count, title] of [
    [keys.demo_client_email, keys.demo_client_password, 4, "Production Engineer"],
    [keys.demo_other_client_email, keys.demo_other_client_password, 5, "Cold Chain Planner"],
  ] as const) {
    const api = await signedIn(email, password);
    const { data } = await api.from("job_requirements").select("id, job_title");
    expect(data).toHaveLength(count);
    const requirement = data!.find(({ job_title }) => job_title === title)!.id as string;
    expect((await api.rpc("requirement_frame", { requirement })).data).toMatchObject({
      recruiter: { display_name: "Ira Sen" },
    });
    const history = await api.rpc("requirement_history", { requirement });
    expect((history.data as { rows: unknown[] }).rows.length).toBeGreaterThan(2);
    expect((await api.from("notes").select("id")).data).toEqual([]);
  }
});

it("the first company has words of its recruiter to read, and a draft to go on with", async () => {
  const api = await signedIn(backend.keys.demo_client_email, backend.keys.demo_client_password);
  const dashboard = await api.rpc("dashboard_page", { page_size: 1 });
  expect(dashboard.data).toMatchObject({
    messages: { requirements: 1, newest: [{ job_title: "Production Engineer", unread: 2 }] },
    drafts: [{ title: "Night-shift Supervisor", saved_by: "Asha Rao" }],
  });
});

it("six jobs are open to the public, and nothing stands against any of them", async () => {
  const api = await signedIn(backend.keys.demo_recruiter_email, backend.keys.demo_recruiter_password);
  const { rows } = await database.query<{ requirement_id: string }>("select requirement_id from public.adverts");
  const adverts: { state: string; against: string[]; is_named: boolean }[] = [];
  for (const { requirement_id } of rows) {
    const { data } = (await api.rpc("read_advert", { requirement: requirement_id })) as {
      data: (typeof adverts)[number];
    };
    adverts.push(data);
  }
  expect(adverts.map(({ state, against }) => [state, against])).toEqual(Array.from({ length: 6 }, () => ["open", []]));
  expect(adverts.filter(({ is_named }) => !is_named)).toHaveLength(2);
});

/** Every row of the product's own tables. */
async function everythingIn(session: OwnerSession) {
  const { rows } = await session.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const tables = rows.map(({ name }) => `select '${name}', to_jsonb(kept)::text as kept from public.${name} as kept`);
  return (await session.query(`${tables.join(" union all ")} order by 1, 2`)).rows;
}

it("stays as it is when the file is run again", async () => {
  const before = await everythingIn(database);
  await database.exec(await readFile(join(import.meta.dirname, "../../supabase/seed.sql"), "utf8"));
  expect(await everythingIn(database)).toEqual(before);
});

describe("a directory that was seeded before the team had pages", () => {
  const TITLES = ["Plant Controller", "Production Engineer", "Quality Inspector", "Supply Chain Analyst"];
  /** Nothing is sent meanwhile: what is compared must not change by itself. */
  const ASLEEP = { REDELIVERY_SECONDS: "3600" };
  let older: TestBackend;

  /** Makes an account as the seeding did: confirmed by hand, which keeps its password. */
  async function make(session: OwnerSession, email: string, password: string, data: Record<string, string>) {
    const { auth } = connect(older.url, older.keys.publishable_key);
    expect((await auth.signUp({ email, password, options: { data } })).error).toBeNull();
    await session.exec(`begin;
      select set_config('private.new_user', id::text, true) from auth.users where email = '${email}';
      update auth.users set email_confirmed_at = now() where email = '${email}';
      commit`);
  }

  async function restart(): Promise<void> {
    const { dataDirectory } = older;
    await older.stop();
    older = await TestBackend.start("http://localhost:3999", ASLEEP, dataDirectory);
  }

  beforeAll(async () => {
    older = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0", ...ASLEEP });
    const { keys, dataDirectory } = older;
    const session = OwnerSession.of(dataDirectory);
    await make(session, keys.demo_client_email, keys.demo_client_password, { company_name: "Demo Manufacturing Ltd" });
    await make(session, keys.demo_team_email, keys.demo_team_password, { full_name: "Dev Mehta" });
    await session.exec(`
      insert into public.user_roles (user_id, role)
        select id, 'recruiter' from auth.users where email = '${keys.demo_team_email}';
      insert into public.job_requirements (client_id, job_title, job_type, location, required_skills, job_description)
        select client_id, title, 'permanent', 'Pune', array['Own'], 'Own words'
          from public.client_members, unnest(array['${TITLES.join("', '")}']) as title;
      insert into public.contact_submissions (name, email, requirement)
        values ('Own', 'own@test.example', 'What somebody has tried')`);
    await session.close();
    const path = join(dataDirectory, "keys.json");
    const known = Object.entries(keys).filter(([name]) => !/^demo_(other|recruiter|hr)/.test(name));
    await writeFile(path, JSON.stringify(Object.fromEntries(known)));
    await restart();
  });
  afterAll(() => older.remove());

  it("gets the team and its week once, with an admin, and keeps what was in it", async () => {
    const { keys, url } = older;
    const api = connect(url, keys.publishable_key);
    const groups = new Set<string>();
    for (const [email, password, role] of [
      [keys.demo_team_email, keys.demo_team_password, "admin"],
      [keys.demo_recruiter_email, keys.demo_recruiter_password, "recruiter"],
      [keys.demo_hr_manager_email, keys.demo_hr_manager_password, "hr_manager"],
    ] as const) {
      expect((await api.auth.signInWithPassword({ email, password })).error).toBeNull();
      expect((await api.from("current_account").select("role").single()).data).toEqual({ role });
      const { data } = (await api.rpc("list_inbox")) as { data: Line[] };
      for (const { item_group } of data) groups.add(item_group);
    }
    expect(groups.size).toBe(6);
    const own = await api.from("contact_submissions").select("requirement").eq("email", "own@test.example");
    expect(own.data).toEqual([{ requirement: "What somebody has tried" }]);
    await api.auth.signInWithPassword({ email: keys.demo_client_email, password: keys.demo_client_password });
    const filed = await api.from("job_requirements").select("job_title, job_description").order("job_title");
    expect(filed.data).toEqual(TITLES.map((job_title) => ({ job_title, job_description: "Own words" })));
    // Nobody is brought back who was erased.
    const session = OwnerSession.of(older.dataDirectory);
    const erased = keys.demo_hr_manager_email;
    await session.query("select public.erase_person($1)", [erased]);
    const before = await everythingIn(session);
    await session.close();
    await restart();
    const again = OwnerSession.of(older.dataDirectory);
    expect(await everythingIn(again)).toEqual(before);
    expect((await again.query("select from auth.users where email = $1", [erased])).rows).toEqual([]);
    expect(older.keys).toEqual(keys);
    await again.close();
  });
});

it("is made whole by the next start when the first was killed in the midst of it", async () => {
  const killed = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" });
  const { keys, url } = killed;
  const halfway = [
    { email: keys.demo_client_email, password: keys.demo_client_password, company_name: "Demo Manufacturing Ltd" },
    { email: keys.demo_hr_manager_email, password: keys.demo_hr_manager_password, full_name: "Omar Khan" },
  ];
  for (const { email, password, ...data } of halfway) {
    const { error } = await connect(url, keys.publishable_key).auth.signUp({ email, password, options: { data } });
    expect(error).toBeNull();
  }
  await killed.stop("SIGKILL");
  const whole = await TestBackend.start("http://localhost:3999", {}, killed.dataDirectory);
  for (const { email, password } of halfway) {
    const { error } = await connect(whole.url, keys.publishable_key).auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
  }
  const session = OwnerSession.of(whole.dataDirectory);
  const counts = `select (select count(*)::integer from public.user_roles) as roles,
    (select count(*)::integer from public.clients) as companies,
    (select count(*)::integer from public.job_requirements) as requirements`;
  const made = await session.query(counts);
  await session.close();
  await whole.remove();
  expect(made.rows).toEqual((await database.query(counts)).rows);
});

it("nobody is told by mail of the week that was made up", async () => {
  const news = "select template from public.mail_outbox where template like 'requirement%'";
  expect((await database.query(news)).rows).toEqual([]);
  expect((await database.query("select from public.requirement_events where type = 'recruiter'")).rows).not.toEqual([]);
});
