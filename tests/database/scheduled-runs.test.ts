import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { insertAccount } from "../support/people/account-rows.ts";
import { connect } from "../support/people/people.ts";
import { openDatabase, startDatabase } from "../support/services/own-backend.ts";
import { TestBackend } from "../support/services/processes.ts";

// What the schedule notes of itself. On Supabase it is pg_cron's, with pg_net and the Vault; here are their tables and
// functions as the migrations use them.
const SURROUNDINGS = `
  drop schema if exists vault cascade; drop schema if exists net cascade; drop schema if exists cron cascade;
  create schema vault; create schema net; create schema cron;
  create table vault.decrypted_secrets (name text, decrypted_secret text);
  insert into vault.decrypted_secrets values
    ('sync_crm_url', 'http://f.test'), ('sync_crm_key', 'key'), ('deliver_mail_url', 'http://m.test'), ('deliver_mail_key', 'key');
  create table net._http_response (id bigint, status_code integer, error_msg text, created timestamptz not null default now());
  create table net.asked (id bigint generated always as identity, url text);
  create function net.http_post(url text, body jsonb, timeout_milliseconds integer, headers jsonb) returns bigint
    language sql as $$ insert into net.asked (url) values (url) returning id $$;
  create table cron.job_run_details (runid bigint primary key, status text, start_time timestamptz, end_time timestamptz);
`;

type Run = { ran_at: string; requested_at: string | null; answered_at: string | null };

const bare = await startDatabase();
const database = openDatabase(bare);

beforeAll(() => insertAccount(bare.database, "owner@test.example", "secret12", { company_name: "Scheduled Ltd" }));
beforeEach(async () => {
  await database.exec(`${SURROUNDINGS}
    update private.settings set last_crm_request = null, last_mail_request = null;
    update private.scheduled_runs set ran_at = now() - interval '1 day', requested_at = null, answered_at = null;
    delete from public.crm_events; delete from public.mail_outbox`);
});

async function rows<Row extends object = Record<string, unknown>>(statement: string, ...values: unknown[]) {
  return (await database.query<Row>(statement, values)).rows;
}

/** What is noted of a run, as far as it was in the last minute. */
async function noted(run: string): Promise<Record<keyof Run, boolean>> {
  const [row] = await rows<Run>(
    "select ran_at, requested_at, answered_at from private.scheduled_runs where run = $1",
    run,
  );
  const isNew = (time: string | null) => time !== null && Date.now() - Date.parse(time) < 60_000;
  return { ran_at: isNew(row!.ran_at), requested_at: isNew(row!.requested_at), answered_at: isNew(row!.answered_at) };
}

describe("the purge", () => {
  it("notes each night that it has run, also one on which there was nothing to delete", async () => {
    const lines = () => rows("select from private.erasures");
    const before = (await lines()).length;
    await rows("update private.scheduled_runs set ran_at = now() - interval '1 day' where run = 'purge'");
    await rows("select private.preview_purge()");
    expect((await noted("purge")).ran_at).toBe(false);
    await rows("select private.purge_expired()");
    expect((await noted("purge")).ran_at).toBe(true);
    expect(await lines()).toHaveLength(before);
  });

  it("deletes what pg_cron has noted of its runs after 14 days, of those that never began as well", async () => {
    await database.exec(`insert into cron.job_run_details values
      (1, 'failed', null, null),
      (2, 'succeeded', now() - interval '15 days', now() - interval '15 days'),
      (3, 'succeeded', now() - interval '13 days', now() - interval '13 days'),
      (4, 'failed', null, null),
      (5, 'running', now(), null)`);
    const [purged] = await rows<{ counts: object }>("select private.purge_expired() as counts");
    expect(await rows("select runid from cron.job_run_details order by runid")).toEqual([
      { runid: 3 },
      { runid: 4 },
      { runid: 5 },
    ]);
    expect(Object.keys(purged!.counts)).not.toContain("job_run_details");
  });

  it("deletes what it promised where pg_cron's notes are somebody else's", async () => {
    await database.exec(`create function cron.refuse() returns trigger language plpgsql
        as $$ begin raise exception 'not yours' using errcode = 'insufficient_privilege'; end $$;
      create trigger refuse before delete on cron.job_run_details execute function cron.refuse();
      insert into cron.job_run_details values (1, 'succeeded', now() - interval '15 days', now())`);
    await rows("select private.purge_expired()");
    expect((await noted("purge")).ran_at).toBe(true);
    expect(await rows("select runid from cron.job_run_details")).toHaveLength(1);
  });
});

describe.each([
  ["crm", "sync_crm", "public.crm_events"],
  ["mail", "deliver_mail", "public.mail_outbox"],
])("the minute of the %s run", (run, name, outbox) => {
  async function addDue(): Promise<void> {
    if (run === "mail") {
      await rows(
        `insert into public.mail_outbox (user_id, template, dedupe_key)
           select user_id, 'team_access_changed', gen_random_uuid() from public.client_members`,
      );
    } else {
      await rows(
        `insert into public.job_requirements (client_id, job_title, job_type, location, job_description, required_skills)
         select id, 'Fitter', 'contract', 'Linz', 'Fit.', '{x}' from public.clients`,
      );
      await rows("update public.crm_events set next_attempt_at = now()");
    }
  }

  const tick = () => rows("select private.run_scheduled($1)", run);
  const errors = () => rows(`select distinct last_error from ${outbox} where next_attempt_at is not null`);

  it("notes that it has come, though nothing is due", async () => {
    await tick();
    expect(await noted(run)).toEqual({ ran_at: true, requested_at: false, answered_at: false });
    expect(await rows("select from net.asked")).toEqual([]);
  });

  it("notes when it asked for a run, and when that was answered: by the next minute", async () => {
    await addDue();
    await tick();
    expect(await noted(run)).toEqual({ ran_at: true, requested_at: true, answered_at: false });
    await rows("insert into net._http_response (id, status_code) values (1, 502)");
    await tick();
    expect(await noted(run)).toEqual({ ran_at: true, requested_at: true, answered_at: false });
    await rows("insert into net._http_response (id, status_code) values (2, 200)");
    await tick();
    expect(await noted(run)).toEqual({ ran_at: true, requested_at: true, answered_at: true });
  });

  it.each([
    [["url"], `the Vault has no ${name}_url`],
    [["key"], `the Vault has no ${name}_key`],
    [["url", "key"], `the Vault has no ${name}_url and ${name}_key`],
  ])("says in what waits that the Vault lacks its %j, and goes on once it is there", async (parts, reason) => {
    await addDue();
    const lacking = parts.map((part) => `${name}_${part}`);
    await rows("delete from vault.decrypted_secrets where name = any ($1)", lacking);
    await tick();
    expect(await errors()).toEqual([{ last_error: reason }]);
    expect(await noted(run)).toEqual({ ran_at: true, requested_at: false, answered_at: false });
    // Written once, and not each minute.
    const version = () => rows(`select xmin::text from ${outbox} where last_error is not null`);
    const before = await version();
    await tick();
    expect(await version()).toEqual(before);
    for (const each of lacking) await rows("insert into vault.decrypted_secrets values ($1, 'http://x.test')", each);
    await tick();
    expect((await noted(run)).requested_at).toBe(true);
    expect(await errors()).toEqual([{ last_error: null }]);
    // What else stands there stays.
    await rows(`update ${outbox} set last_error = 'Error: refused'`);
    await tick();
    expect(await errors()).toEqual([{ last_error: "Error: refused" }]);
  });

  it("notes nothing when the schedule itself fails, so that the figure grows old", async () => {
    await addDue();
    await database.exec("drop function net.http_post");
    await expect(tick()).rejects.toThrow();
    expect(await noted(run)).toEqual({ ran_at: false, requested_at: false, answered_at: false });
  });
});

it("the rows of a copy take the place of those that are there, with ordinary triggers off too", async () => {
  await database.exec("set session_replication_role = replica");
  await rows("insert into private.scheduled_runs (run, ran_at) values ('purge', '2026-01-01Z')");
  await database.exec("set session_replication_role = origin");
  expect(await rows("select ran_at = '2026-01-01Z' as copied from private.scheduled_runs where run = 'purge'")).toEqual(
    [{ copied: true }],
  );
});

it("the embedded backend's own schedule notes its runs, and the site may read them", async () => {
  const began = Date.now() / 1000;
  // It purges when it starts, if not within the hour by the same retention.
  const variables = { SEED_DEMO: "0", REDELIVERY_SECONDS: "1", RETENTION_DAYS: "30" };
  const busy = await TestBackend.start("http://localhost:3999", variables);
  onTestFinished(() => busy.remove());
  const anon = connect(busy.url, busy.keys.publishable_key);
  const isNoted = async () => {
    const { data } = await anon.rpc("schedule_runs");
    const runs = Object.fromEntries((data ?? []).map(({ run, ...events }) => [run, events]));
    const since = (time: number | null | undefined) => typeof time === "number" && time >= began - 1;
    return [
      since(runs["purge"]?.ran),
      ...["crm", "mail"].flatMap((run) => [since(runs[run]?.requested), since(runs[run]?.answered)]),
    ];
  };
  await expect.poll(isNoted).toEqual([true, true, true, true, true]);
});

it("the embedded backend's own schedule purges with its next run what a session left that ended", async () => {
  const backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0", REDELIVERY_SECONDS: "1" });
  onTestFinished(() => backend.remove());
  const before = OwnerSession.of(backend.database);
  await before.exec(`
    update private.scheduled_runs set ran_at = now() - interval '2 hours' where run = 'purge';
    create sequence private.purges;
    create function private.end_first_purge() returns trigger language plpgsql as $$ begin
      if nextval('private.purges') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger end_first before update on private.scheduled_runs
      for each row when (new.run = 'purge') execute function private.end_first_purge()`);
  await before.close();
  await backend.stop();
  await backend.start();
  const owner = OwnerSession.of(backend.database);
  const due = "select from private.scheduled_runs where run = 'purge' and ran_at < now() - interval '1 hour'";
  await expect.poll(async () => (await owner.query(due)).rows).toEqual([]);
  expect((await owner.query("select last_value::integer from private.purges")).rows).toEqual([{ last_value: 2 }]);
  await owner.close();
});
