import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { signedWith } from "../support/http/session.ts";
import { connect, signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { CrmStandIn } from "../support/services/outside/crm.ts";
import { serverPid, TestBackend } from "../support/services/processes.ts";

// What ends, or fails to: sessions of the database, the server, and the backend itself.

let crm: CrmStandIn;
let backend: TestBackend;
beforeAll(async () => {
  crm = await CrmStandIn.start();
  backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0", CRM_WEBHOOK_URL: crm.url });
});
afterAll(async () => {
  await backend.remove();
  crm.stop();
});

/** How long the site waits for a call, in milliseconds (app/lib/backend/backend-fetch.server). */
const PATIENCE = 7_000;

const enquiry = { email: "ann@example.com", requirement: "x" };

it("leaves no session in a transaction that could not be opened", async () => {
  const role = signedWith(
    backend.keys.jwt_secret,
    { alg: "HS256", typ: "JWT" },
    {
      sub: randomUUID(),
      role: "no_such_role",
      aud: "authenticated",
      exp: Math.floor(Date.now() / 1000) + 3600,
    },
  );
  const headers = { apikey: backend.keys.publishable_key, authorization: `Bearer ${role}` };
  const refused = await fetch(`${backend.url}/rest/v1/clients?select=nosuch(*)`, { headers });
  expect(refused.ok).toBe(false);
  const api = connect(backend.url, backend.keys.publishable_key);
  const { error } = await api.auth.signInWithPassword({ email: "nobody@example.com", password: "secret12" });
  expect(error?.code).toBe("invalid_credentials");
});

it("does nothing for callers who have given up, while the server opens no session", async () => {
  const owner = OwnerSession.of(backend.database);
  const postmaster = serverPid(backend.dataDirectory);
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`);
  const api = connect(backend.url, backend.keys.publishable_key);
  const insert = async (name: string) => {
    const answer = api.from("contact_submissions").insert({ ...enquiry, name });
    return (await answer.abortSignal(AbortSignal.timeout(PATIENCE))).error;
  };
  process.kill(postmaster, "SIGSTOP");
  try {
    const errors = await Promise.all(Array.from({ length: 6 }, (_, index) => insert(`stopped ${index}`)));
    expect(errors).not.toContain(null);
  } finally {
    process.kill(postmaster, "SIGCONT");
  }
  await vi.waitFor(async () => expect(await insert("going on")).toBeNull(), { timeout: 30_000, interval: 100 });
  expect((await owner.query(`select name from contact_submissions`)).rows).toEqual([{ name: "going on" }]);
  await owner.close();
});

it("ends once what it has begun is done, and notes what its functions have sent", async () => {
  const person = await signUpClient(backend, "Ending Ltd");
  const requirement = await fileRequirement(person);
  crm.hold();
  const agent = new Agent({ keepAlive: true });
  const told = person.api.functions.invoke("sync-crm", {
    body: { type: "job_requirement", data: { id: requirement } },
  });
  await vi.waitFor(() => expect(crm.waiting).toBe(1));
  // A call that waits for a row, on a connection that its caller keeps.
  const [owner, blocker] = [OwnerSession.of(backend.database), OwnerSession.of(backend.database)];
  await blocker.exec("begin");
  await blocker.exec("lock table contact_submissions");
  const headers = { apikey: backend.keys.secret_key, authorization: `Bearer ${backend.keys.secret_key}` };
  const asked = get(`${backend.url}/rest/v1/contact_submissions?select=name`, { agent, headers });
  await vi.waitFor(async () => {
    expect((await owner.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).rows).toHaveLength(1);
  });
  const answered = once(asked, "response") as Promise<[IncomingMessage]>;
  const exited = once(backend.process!, "exit");
  backend.process!.kill("SIGTERM");
  await vi.waitFor(async () => {
    await expect(fetch(`${backend.url}/mailbox.json`)).rejects.toThrow("fetch failed");
  });
  await blocker.exec("rollback");
  await Promise.all([owner.close(), blocker.close()]);
  crm.release();
  const [answer] = await answered;
  expect([answer.headers.connection, JSON.parse(await text(answer))]).toEqual(["close", [{ name: "going on" }]]);
  expect((await told).error).toBeNull();
  expect(await exited).toEqual([0, null]);
  agent.destroy();
  await backend.start();
  const again = OwnerSession.of(backend.database);
  expect((await again.query(`select sent_at is not null as is_sent from crm_events`)).rows).toEqual([
    { is_sent: true },
  ]);
  await again.close();
});

it("leaves no server behind that does not end when it is told to", async () => {
  const owner = OwnerSession.of(backend.database);
  const postmaster = serverPid(backend.dataDirectory);
  const checkpointer = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  await owner.close();
  process.kill(checkpointer.rows[0]!.pid, "SIGSTOP");
  await backend.stop();
  await vi.waitFor(() => expect(() => process.kill(postmaster, 0)).toThrow("ESRCH"), {
    timeout: 60_000,
    interval: 200,
  });
  await backend.start();
});
