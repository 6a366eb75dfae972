import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SupabaseCluster } from "../support/supabase-cluster.ts";

const MIGRATIONS = "supabase/migrations";
/** The first of those that come with the events: an upgrade goes from before it to the end. */
const WORKSPACE = "20261122000100";

// An upgrade takes along what waits for the CRM: no requirement is lost, and none gets there under another key.
let cluster: SupabaseCluster;
beforeAll(async () => {
  cluster = await SupabaseCluster.start();
  await cluster.standInForAuth();
  await apply((version) => version < WORKSPACE);
});
afterAll(() => cluster.stop());

async function apply(isWanted: (version: string) => boolean): Promise<void> {
  for (const file of readdirSync(MIGRATIONS).sort().filter(isWanted)) {
    await cluster
      .as("postgres")
      .unsafe(readFileSync(join(MIGRATIONS, file), "utf8"))
      .simple();
  }
}

it("carries every delivery over as it stands, under its requirement's key, and goes on from there", async () => {
  const sql = cluster.as("postgres");
  const person = randomUUID();
  await cluster.as("supabase_auth_admin")`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
    values (${person}, 'old@test.example', now(), '{"company_name": "Old Ltd"}')`;
  const filed = await sql<{ id: string }[]>`
    insert into public.job_requirements (client_id, job_title, job_type, location, job_description, required_skills)
      select id, 'Job ' || place, 'contract', 'Linz', 'Fit.', '{x}' from public.clients, generate_series(1, 4) as place
      returning id`;
  const [fresh, failed, delivered, dead] = filed.map(({ id }) => id) as [string, string, string, string];
  const before = await sql<{ message: object }[]>`select private.crm_message(${fresh}) as message`;
  await sql`select private.claim_crm_delivery(${failed})`;
  await sql`select private.settle_crm_delivery(${failed}, 'Error: the CRM answered 500')`;
  await sql`select private.settle_crm_delivery(${delivered}, null)`;
  await sql`update public.crm_deliveries set dead_at = now(), attempts = 30, first_attempt_at = now() - interval '2 days'
    where requirement_id = ${dead}`;
  const old = await sql`select * from public.crm_deliveries order by requirement_id`;

  await apply((version) => version >= WORKSPACE);

  const events = await sql`select * from public.crm_events order by requirement_id`;
  expect(events).toHaveLength(4);
  for (const [index, event] of events.entries()) {
    const { requirement_id, delivered_at, next_attempt_at, updated_at: _, ...same } = old[index]!;
    const isOpen = delivered_at === null && same["dead_at"] === null;
    expect(event).toMatchObject({
      ...same,
      id: requirement_id as string,
      requirement_id: requirement_id as string,
      type: "created",
      sent_at: delivered_at as Date | null,
      next_attempt_at: isOpen ? (next_attempt_at as Date) : null,
    });
  }
  // The message is the one it was, to the letter.
  const claim = (id: string) => sql<{ id: string; message: object }[]>`select * from private.claim_crm_delivery(${id})`;
  expect([...(await claim(fresh))]).toEqual([{ id: fresh, message: before[0]!.message }]);
  for (const id of [failed, delivered, dead]) expect([...(await claim(id))]).toEqual([]);
  await sql`update public.crm_events set next_attempt_at = now() where id = ${failed}`;
  expect((await claim(failed)).map(({ id }) => id)).toEqual([failed]);
  // What is filed from now on has an event, and what changes has another, behind those that wait.
  await sql`update public.job_requirements set notes = 'x' where id = any (${[fresh, delivered]})`;
  expect((await claim(delivered)).map(({ message }) => (message as { type: string }).type)).toEqual([
    "job_requirement_changed",
  ]);
  expect([...(await claim(fresh))]).toEqual([]);
});
