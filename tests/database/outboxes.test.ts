import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { connect, signUpClient } from "../support/people/people.ts";
import { openDatabase, startBackend } from "../support/services/own-backend.ts";

// What the outboxes do that the Data API does not show: whose change it was, and what an operator does.
const backend = await startBackend();
const database = openDatabase(backend);
const client = await signUpClient(backend, "Outbox Ltd");
const claims = JSON.stringify((await client.api.auth.getClaims()).data!.claims);

async function rows<Row extends object = Record<string, unknown>>(statement: string, ...values: unknown[]) {
  return (await database.query<Row>(statement, values)).rows;
}

async function file(): Promise<string> {
  const [row] = await rows<{ id: string }>(
    `insert into public.job_requirements (client_id, job_title, job_type, location, job_description, required_skills)
     select id, 'Fitter', 'contract', 'Linz', 'Fit.', '{x}' from public.clients where user_id = $1 returning id`,
    client.userId,
  );
  return row!.id;
}

/** Changes a requirement's status as whoever the claims name: the company, or nobody of it. */
async function become(id: string, status: string, by: string): Promise<void> {
  await database.exec(`begin; select set_config('request.jwt.claims', '${by}', true);
    select set_config('request.jwt.claim.sub', '${by === "" ? "" : client.userId}', true);
    update public.job_requirements set status = '${status}', closed_reason = 'Hired at home' where id = '${id}'; commit`);
}

function typesOf(id: string) {
  return rows<{ type: string }>("select type from public.crm_events where requirement_id = $1 order by place", id);
}

it("a requirement that its own company cancels is withdrawn; every other change of status is one", async () => {
  const id = await file();
  await become(id, "in_progress", "");
  await become(id, "cancelled", claims);
  await become(id, "new", "");
  await become(id, "cancelled", "");
  await become(id, "filled", "");
  expect((await typesOf(id)).map(({ type }) => type)).toEqual([
    "created",
    "status_changed",
    "withdrawn",
    "status_changed",
    "status_changed",
    "status_changed",
  ]);
  const [event] = await rows<{ message: object }>(
    "select private.crm_message(id) as message from public.crm_events where requirement_id = $1 and type = 'withdrawn'",
    id,
  );
  expect(event!.message).toMatchObject({
    type: "job_requirement_withdrawn",
    data: { id, status: "cancelled", previous_status: "in_progress", reason: "Hired at home" },
  });
});

it("a change that is taken back leaves no event", async () => {
  const id = await file();
  await database.exec(`begin; update public.job_requirements set notes = 'x' where id = '${id}'; rollback`);
  expect(await typesOf(id)).toEqual([{ type: "created" }]);
});

it("an operator revives what is dead, of one outbox, as if it were new", async () => {
  const id = await file();
  const [mail] = await rows<{ id: string }>(
    `insert into public.mail_outbox (user_id, template, dedupe_key) values ($1, 'team_access_changed', $2) returning id`,
    client.userId,
    randomUUID(),
  );
  await rows("update public.crm_events set first_attempt_at = now() - interval '2 days' where id = $1", id);
  await rows("select private.record_delivery('public.crm_events', $1, 'down', false)", id);
  await rows("select private.record_delivery('public.mail_outbox', $1, 'refused', true)", mail!.id);
  expect(await rows("select private.retry_dead('public.crm_events') as revived")).toEqual([{ revived: 1 }]);
  expect(await rows("select dead_at, first_attempt_at from public.crm_events where id = $1", id)).toEqual([
    { dead_at: null, first_attempt_at: null },
  ]);
  expect(await rows("select private.crm_backlog() as backlog, private.mail_backlog() as mails")).toEqual([
    { backlog: "(0,0)", mails: "(0,1)" },
  ]);
  const service = connect(backend.url, backend.keys.secret_key);
  const { data } = await service.rpc("claim_crm_delivery", { requirement: id });
  expect(data?.map((event) => event.id)).toEqual([id]);
});

it("a mail whose content can't be read waits like one that could not be sent, and says why", async () => {
  await database.exec(`alter function private.team_access_changed_mail rename to team_access_mail_as_it_was;
    create function private.team_access_changed_mail(mail public.mail_outbox) returns jsonb language plpgsql
      as $$ begin raise exception 'out of order'; end $$`);
  await rows(
    "insert into public.mail_outbox (user_id, template, dedupe_key) values ($1, 'team_access_changed', 'broken')",
    client.userId,
  );
  const service = connect(backend.url, backend.keys.secret_key);
  expect((await service.rpc("claim_mails", { most: 10 })).data).toEqual([]);
  const broken = await rows(
    `select attempts, last_error, next_attempt_at > now() as waits, skipped_at from public.mail_outbox
      where dedupe_key = 'broken'`,
  );
  expect(broken).toEqual([{ attempts: 1, last_error: "no content: out of order", waits: true, skipped_at: null }]);
});

it("a part of the mail run that fails keeps no other mail from going", async () => {
  const id = await file();
  await database.exec(`
    alter function private.tell_answers rename to told_answers;
    insert into public.mail_outbox (user_id, template, dedupe_key, ids)
      values ('${client.userId}', 'requirement_filed', 'beside.failure', '{"requirement": "${id}"}')`);
  try {
    await rows("select private.queue_due_mails()");
    const claimed = await rows<{ dedupe_key: string }>("select dedupe_key from private.claim_mails(100)");
    expect(claimed.map(({ dedupe_key }) => dedupe_key)).toContain("beside.failure");
  } finally {
    await database.exec("alter function private.told_answers rename to tell_answers");
  }
});
