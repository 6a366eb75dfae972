import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { PUBLIC_FORMS } from "../support/api/matrix.ts";
import { connect, freshEmail, signUpClient } from "../support/people/people.ts";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// What operators do in the SQL editor, on the database itself.
const backend = await startBackend({});
const database = openDatabase(backend);
const [person, other] = [await signUpClient(backend, "Erased Ltd"), await signUpClient(backend, "Kept Ltd")];

beforeAll(async () => {
  const anon = connect(backend.url, backend.keys.publishable_key);
  for (const { email } of [person, other]) {
    await anon.from("contact_submissions").insert({ name: "P", email: email.toUpperCase(), requirement: "x" });
  }
});

async function rows<Row extends object = Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (await database.query<Row>(statement, values)).rows;
}

async function value<Value>(statement: string, ...values: unknown[]): Promise<Value> {
  return Object.values((await rows<Record<string, Value>>(statement, ...values))[0]!)[0]!;
}

/** Authentication's log, as GoTrue writes it: who did something, and to whom. */
async function logEntry(payload: object): Promise<void> {
  const text = JSON.stringify(payload);
  await rows(
    "insert into auth.audit_log_entries (id, payload, ip_address) values ($1, $2, '203.0.113.9')",
    randomUUID(),
    text,
  );
}

it("erases what authentication keeps of a person, its log and unfinished sign-ins too, and nobody else's", async () => {
  // What a later version of authentication may have, and this one has not.
  await database.exec(`create table auth.mfa_factors (id uuid primary key default gen_random_uuid(), secret text,
    user_id uuid references auth.users on delete cascade, friendly_name text)`);
  await rows("delete from auth.audit_log_entries");
  for (const { userId, email } of [person, other]) {
    await rows("insert into auth.mfa_factors (user_id, friendly_name, secret) values ($1, 'Phone', 'hush')", userId);
    await rows(
      `insert into auth.identities (id, user_id, provider, provider_id, identity_data)
       values ($1, $2, 'google', $3, '{}')`,
      randomUUID(),
      userId,
      userId,
    );
    await rows(
      `insert into auth.flow_state (id, user_id, authentication_method, provider_type, provider_access_token)
       values ($1, $2, 'oauth', 'google', 'hush')`,
      randomUUID(),
      userId,
    );
    await logEntry({ action: "login", actor_id: userId, actor_username: email.toUpperCase() });
    await logEntry({ action: "user_deleted", actor_id: randomUUID(), traits: { user_id: userId, user_email: email } });
  }
  for (const { userId, email } of [person, other]) {
    await rows(
      "insert into public.mail_outbox (user_id, template, dedupe_key) values ($1, 'team_access_changed', $2)",
      userId,
      `role.${userId}`,
    );
    await rows(
      "insert into public.mail_outbox (address, template, dedupe_key) values ($1, 'team_invitation', $2)",
      email.toUpperCase(),
      `invitation.${userId}`,
    );
  }
  const exported = await value<Record<string, unknown>>("select private.export_person($1)", `\n${person.email} `);
  expect(exported).toMatchObject({
    audit_log_entries: [
      { ip_address: "203.0.113.9", payload: { action: "login" } },
      { payload: { action: "user_deleted" } },
    ],
    mails: [{ template: "receipt" }, { template: "team_access_changed" }, { template: "team_invitation" }],
    accounts: [{ sign_in: { mfa_factors: [{ friendly_name: "Phone" }], flow_state: [{ provider_type: "google" }] } }],
  });
  expect(JSON.stringify(exported)).not.toContain("hush");

  const counts = await value("select private.erase_person($1)", `\u200b${person.email.toUpperCase()}\t`);
  expect(counts).toEqual({
    accounts: 1,
    audit_log_entries: 2,
    ...Object.fromEntries(PUBLIC_FORMS.map(({ table }) => [table, 0])),
    contact_submissions: 1,
    candidates: 0,
    applications: 0,
    mail_outbox: 3,
    clients: 1,
    invitations: 0,
  });
  const tables = await rows<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('auth', 'public', 'private')",
  );
  for (const { name } of tables) {
    const left = JSON.stringify(await rows(`select * from ${name}`)).toLowerCase();
    expect([name, left.includes(person.email), left.includes(person.userId)]).toEqual([name, false, false]);
  }
  expect(await value("select count(*) from auth.audit_log_entries")).toBe(2);
  expect(await value("select count(*) from public.mail_outbox")).toBe(3);
  for (const table of ["users", "identities", "sessions", "mfa_factors", "flow_state"]) {
    const key = table === "users" ? "id" : "user_id";
    expect(await rows(`select from auth.${table} where ${key} = $1`, other.userId)).not.toEqual([]);
  }
});

it("an erasure leaves one line that names nobody, and that tells who has the address when it was", async () => {
  const log = () =>
    rows<{ subject: string; counts: object }>("select subject, counts from private.erasures order by erased_at");
  const [line, ...more] = await log();
  expect(more).toEqual([]);
  expect(line).toEqual({
    subject: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    counts: expect.any(Object) as unknown,
  });
  expect(await value("select private.subject_of($1)", ` ${person.email.toUpperCase()}`)).toBe(line?.subject);
  expect(await value("select private.subject_of($1)", freshEmail())).not.toBe(line?.subject);
});

it("the retention can be tried first: it says what it would delete, and deletes nothing", async () => {
  await rows("update public.contact_submissions set created_at = now()");
  await database.exec("alter table public.contact_submissions disable trigger stamp_update");
  await rows("update public.contact_submissions set created_at = now() - interval '10 years'");
  const before = await value<number>("select count(*) from public.contact_submissions");
  expect(before).toBeGreaterThan(0);
  const preview = await value<Record<string, number>>("select private.preview_purge()");
  expect(preview).toMatchObject({ contact_submissions: before, accounts: 0, audit_log_entries: 0 });
  expect(await value("select count(*) from public.contact_submissions")).toBe(before);
  expect(await value("select count(*) from private.erasures")).toBe(1);

  expect(await value("select private.purge_expired()")).toEqual(preview);
  expect(await value("select count(*) from public.contact_submissions")).toBe(0);
  const [line] = await rows("select subject, counts from private.erasures where subject is null");
  expect(line).toEqual({ subject: null, counts: preview });
  // A run that deletes nothing leaves no line.
  await rows("select private.purge_expired()");
  expect(await value("select count(*) from private.erasures")).toBe(2);
});

it("the settings of a copy take the place of those the migrations made, with ordinary triggers off too", async () => {
  await database.exec("set session_replication_role = replica");
  await rows(
    "insert into private.settings (only_row, retention_days, digest_key) values (true, 90, 'key of the copy')",
  );
  await database.exec("set session_replication_role = origin");
  expect(await rows("select retention_days, digest_key from private.settings")).toEqual([
    { retention_days: 90, digest_key: "key of the copy" },
  ]);
});

it.each([
  ["crm_events", "request_crm_redelivery", "last_crm_request"],
  ["mail_outbox", "request_mail_run", "last_mail_request"],
])("the schedule says in what waits in %s that its last run was refused, and asks again", async (table, run, last) => {
  await database.exec(`
    drop schema if exists vault cascade; drop schema if exists net cascade;
    create schema vault; create schema net;
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    insert into vault.decrypted_secrets values
      ('sync_crm_url', 'http://f.test'), ('sync_crm_key', 'old key'),
      ('deliver_mail_url', 'http://m.test'), ('deliver_mail_key', 'old key');
    create table net._http_response (id bigint, status_code integer, error_msg text);
    create table net.asked (id bigint generated always as identity, url text, apikey text);
    create function net.http_post(url text, body jsonb, timeout_milliseconds integer, headers jsonb) returns bigint
      language sql as $$ insert into net.asked (url, apikey) values (url, headers ->> 'apikey') returning id $$;
    update public.${table} set next_attempt_at = now(), sent_at = null, dead_at = null, last_error = null;
  `);
  const request = () => rows(`select private.${run}()`);
  const errors = () => rows(`select distinct last_error from public.${table}`);
  await request();
  expect(await value(`select ${last} from private.settings`)).toBe(1);
  expect(await errors()).toEqual([{ last_error: null }]);
  await rows("insert into net._http_response (id, status_code) values (1, 401)");
  await request();
  expect(await errors()).toEqual([{ last_error: "the scheduled run failed: it answered 401" }]);
  // The next answer is right: the function itself then says what became of each.
  await rows("insert into net._http_response (id, status_code) values (2, 200)");
  await rows(`update public.${table} set last_error = null`);
  await request();
  expect(await errors()).toEqual([{ last_error: null }]);
  expect(await value(`select ${last} from private.settings`)).toBe(3);
  const asked = { url: table === "crm_events" ? "http://f.test" : "http://m.test", apikey: "old key" };
  expect(await rows("select url, apikey from net.asked")).toEqual([asked, asked, asked]);
  // Nothing is due: nobody is asked.
  await rows(`update public.${table} set next_attempt_at = now() + interval '1 hour'`);
  await request();
  expect(await value("select count(*) from net.asked")).toBe(3);
});
