import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { connect, signUpClient, signUpPerson, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { startBackend } from "../support/services/own-backend.ts";

// What happens at once happens on sessions of their own, as on Supabase: what one connection could not show.
const backend = await startBackend();
const person = await signUpClient(backend, "Together Ltd");

const contact = { name: "Ann", email: "ann@example.com", requirement: "x" };

function owners(count: number): OwnerSession[] {
  return Array.from({ length: count }, () => OwnerSession.of(backend.dataDirectory));
}

/** Waits until one session waits for a lock with such a statement. */
async function untilOneWaits(observer: OwnerSession, statement: string): Promise<void> {
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1";
  await vi.waitFor(async () => expect((await observer.query(waiting, [statement])).rows).toHaveLength(1), 60_000);
}

async function closeAll(sessions: OwnerSession[]): Promise<void> {
  await Promise.all(sessions.map((session) => session.close()));
}

const file = (form_id: string, job_title = "Fitter") => fileRequirement(person, { form_id, job_title });

it("the same form fifty times at once is one row", async () => {
  const form_id = randomUUID();
  const anon = connect(backend.url, backend.keys.publishable_key);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => anon.from("contact_submissions").insert({ ...contact, form_id })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(["23505"]));
});

it("of fifty claims at once each requirement goes to one", async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID());
  for (const id of ids) await file(id);
  const [owner] = owners(1);
  await owner!.exec("update public.crm_events set next_attempt_at = now() - interval '1 minute'");
  await owner!.close();
  const service = connect(backend.url, backend.keys.secret_key);
  const claims = await Promise.all(Array.from({ length: 50 }, () => service.rpc("claim_crm_deliveries", { most: 3 })));
  const claimed = claims.flatMap(({ data }) => (data ?? []).map((event) => event.id));
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(claimed.length).toBeGreaterThanOrEqual(ids.length);
});

it("a transaction that is killed leaves nothing, and holds nobody up", async () => {
  const [killed, other] = owners(2) as [OwnerSession, OwnerSession];
  const { rows } = await killed.query<{ pid: number }>("select pg_backend_pid() as pid");
  // Killed in a statement: one that has gone while nobody asked would be opened anew without a word.
  const dying = killed.exec(`begin; insert into public.contact_submissions (name, email, requirement)
    values ('Killed', 'k@example.com', 'x'); select pg_sleep(600)`);
  const refused = expect(dying).rejects.toThrow();
  const sleeping = "select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
  await vi.waitFor(async () => expect((await other.query(sleeping, [rows[0]!.pid])).rows).toHaveLength(1), 60_000);
  await other.query("select pg_terminate_backend($1)", [rows[0]!.pid]);
  await refused;
  const left = () => other.query("select from public.contact_submissions where name = 'Killed'");
  expect((await left()).rows).toEqual([]);
  await other.close();
});

it("of two that change one row, the second waits and sees what the first has made of it", async () => {
  await file(randomUUID(), "Twice");
  const [first, second] = owners(2) as [OwnerSession, OwnerSession];
  const append = "update public.job_requirements set job_title = job_title || '+' where job_title like 'Twice%'";
  await first.exec(`begin; ${append}`);
  const waiting = second.exec(append);
  const [observer] = owners(1) as [OwnerSession];
  await untilOneWaits(observer, "update%");
  await first.exec("commit");
  await waiting;
  const { rows } = await observer.query("select job_title from public.job_requirements where job_title like 'Twice%'");
  expect(rows).toEqual([{ job_title: "Twice++" }]);
  await closeAll([first, second, observer]);
});

it("of two admins who demote each other at once, the second waits and finds out that it is none any more", async () => {
  const admins = [await signUpPerson(backend, {}), await signUpPerson(backend, {})] as const;
  const sessions = owners(3) as [OwnerSession, OwnerSession, OwnerSession];
  const [first, second, observer] = sessions;
  for (const { userId } of admins) {
    await observer.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [userId]);
  }
  for (const [session, admin] of [
    [first, admins[0]],
    [second, admins[1]],
  ] as const) {
    const { data } = await admin.api.auth.getClaims();
    await session.exec(`begin; set local role authenticated; set local request.jwt.claim.sub = '${admin.userId}';
      set local request.jwt.claims = '${JSON.stringify(data!.claims)}'`);
  }
  const demote = (session: OwnerSession, { userId }: Person) =>
    session.query("select public.set_team_role($1, 'recruiter')", [userId]);
  await demote(first, admins[1]);
  const refused = expect(demote(second, admins[0])).rejects.toThrow("forbidden");
  await untilOneWaits(observer, "%set_team_role%");
  await first.exec("commit");
  await refused;
  const { rows } = await observer.query("select user_id from public.user_roles where role = 'admin'");
  expect(rows).toEqual([{ user_id: admins[0].userId }]);
  await closeAll(sessions);
});

it("one invitation accepted many times at once is accepted once", async () => {
  const [owner] = owners(1) as [OwnerSession];
  const guest = await signUpPerson(backend, {});
  const { data: invitation } = await person.api.rpc("invite_member", { address: guest.email, new_access: "member" });
  const { rows } = await owner.query<{ token: string }>("select private.invitation_mail($1) ->> 'token' as token", [
    invitation,
  ]);
  const { token } = rows[0]!;
  const answers = await Promise.all(Array.from({ length: 10 }, () => guest.api.rpc("accept_invitation", { token })));
  expect(answers.filter(({ error }) => error !== null)).toEqual([]);
  const log = await owner.query(
    "select from public.activity_log where action = 'invitation_accepted' and subject = $1",
    [invitation],
  );
  expect(log.rows).toHaveLength(1);
  await owner.close();
});

it("the retention deletes what is old beside inserts, and none of those", async () => {
  const anon = connect(backend.url, backend.keys.publishable_key);
  const [owner] = owners(1) as [OwnerSession];
  await owner.exec("update private.settings set retention_days = 365");
  await owner.exec(`alter table public.contact_submissions disable trigger stamp_insert;
    insert into public.contact_submissions (id, name, email, requirement, created_at)
      select gen_random_uuid(), 'Old', 'old@example.com', 'x', now() - interval '400 days' from generate_series(1, 500);
    alter table public.contact_submissions enable trigger stamp_insert`);
  const name = `beside ${randomUUID()}`;
  const inserts = Array.from({ length: 40 }, () => anon.from("contact_submissions").insert({ ...contact, name }));
  const [, ...answers] = await Promise.all([owner.query("select private.purge_expired()"), ...inserts]);
  expect(answers.filter(({ error }) => error !== null)).toEqual([]);
  const count = async (of: string) =>
    (await owner.query("select from public.contact_submissions where name = $1", [of])).rows.length;
  expect(await count("Old")).toBe(0);
  expect(await count(name)).toBe(40);
  await owner.close();
});
