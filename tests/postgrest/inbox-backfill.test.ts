import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolPath } from "../../scripts/tools.ts";
import { SupabaseCluster } from "../support/supabase-cluster.ts";

const MIGRATIONS = "supabase/migrations";
/** The first migration that knows of an inbox. */
const FIRST = "20261122000500";

describe.skipIf(!toolPath("supabase"))("a database from before there was an inbox", () => {
  let cluster: SupabaseCluster;
  const [userId, clientId] = [randomUUID(), randomUUID()];

  async function apply(accept: (version: string) => boolean): Promise<void> {
    for (const file of readdirSync(MIGRATIONS).sort()) {
      if (!accept(file.slice(0, FIRST.length))) continue;
      const statements = readFileSync(join(MIGRATIONS, file), "utf8");
      await cluster.as("postgres").unsafe(`begin; ${statements}; commit`).simple();
    }
  }

  beforeAll(async () => {
    cluster = await SupabaseCluster.start();
    await cluster.standInForAuth();
    await apply((version) => version < FIRST);
    await cluster.as("supabase_auth_admin")`insert into auth.users (id, email, email_confirmed_at)
      values (${userId}, 'old@test.example', now())`;
    await cluster.as("postgres").unsafe(
      `insert into public.clients (id, user_id, company_name) values ('${clientId}', '${userId}', 'Old Ltd');
       insert into public.contact_submissions (name, email, requirement, suspect, created_at)
         values ('Recent', 'r@test.example', 'Turners', true, now() - interval '29 days'),
                ('Ancient', 'a@test.example', 'x', false, now() - interval '31 days');
       insert into public.public_job_submissions (job_title, location, contact_name, contact_email, company)
         values ('Cook', 'Goa', 'Raj', 'p@test.example', 'Inn');
       insert into public.consultation_requests (first_name, last_name, email) values ('Ann', 'Lee', 'c@test.example');
       insert into public.job_requirements
           (client_id, job_title, job_type, location, required_skills, job_description, status, created_at, updated_at)
         select '${clientId}', status, 'contract', 'Pune', '{TIG}', 'Weld.', status::public.requirement_status,
                now() - interval '90 days', now() - interval '80 days'
           from unnest(array['new', 'in_progress', 'filled', 'cancelled']) as status;`,
    );
    await apply((version) => version >= FIRST);
  });
  afterAll(() => cluster.stop());

  it("gets a line for each thing that had come: new where somebody may still have to look", async () => {
    const lines = await cluster.as("postgres")`
      select kind, state, coalesce(sent.name, requirement.job_title) as what, is_suspect,
             extract(epoch from due_at - item.created_at)::integer / 3600 as hours,
             item.created_at = coalesce(sent.created_at, requirement.created_at, item.created_at) as is_dated
        from public.inbox_items as item
        left join public.contact_submissions as sent on sent.id = item.contact_id
        left join public.job_requirements as requirement on requirement.id = item.requirement_id
        order by kind, item.created_at desc, what`;
    const requirement = { kind: "requirement", is_suspect: false, hours: 48, is_dated: true };
    expect([...lines]).toEqual([
      { kind: "contact", state: "new", what: "Recent", is_suspect: true, hours: 24, is_dated: true },
      { kind: "contact", state: "done", what: "Ancient", is_suspect: false, hours: 24, is_dated: true },
      { kind: "posting", state: "new", what: null, is_suspect: false, hours: 48, is_dated: true },
      { kind: "consultation", state: "new", what: null, is_suspect: false, hours: 24, is_dated: true },
      { ...requirement, what: "cancelled", state: "done" },
      { ...requirement, what: "filled", state: "done" },
      { ...requirement, what: "in_progress", state: "done" },
      { ...requirement, what: "new", state: "new" },
    ]);
    const found = await cluster.as("postgres")`select kind from public.inbox_items
      where search @@ (private.expand_query(websearch_to_tsquery('simple', 'turners or raj or "old ltd"'))).expanded
      order by kind`;
    expect(found.map(({ kind }) => kind as string)).toEqual([
      "contact",
      "posting",
      ...Array<string>(4).fill("requirement"),
    ]);
  });

  it("knows who filed each requirement, and when each last changed", async () => {
    const rows = await cluster.as("postgres")`
      select submitted_by, version, updated_at < now() - interval '79 days' as is_dated,
             (select array_agg(concat_ws(' ', type, side, event.created_at = requirement.created_at))
                from public.requirement_events as event where event.requirement_id = requirement.id) as events
        from public.job_requirements as requirement`;
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toEqual({ submitted_by: userId, version: 1, is_dated: true, events: ["created company t"] });
    }
  });
});
