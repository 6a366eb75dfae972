import { createHmac, randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CrmStandIn } from "../support/services/outside/crm.ts";
import { deno, DenoFunction } from "../support/services/outside/deno.ts";
import { serve } from "../support/http/http.ts";
import { clientIdOf } from "../support/people/cast.ts";
import { connect, freshToken, signUpClient, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { freePort, TestBackend } from "../support/services/processes.ts";

// The function under the runtime that Supabase has, asked as anybody can ask it. What handler.test.ts says of its parts
// holds for the whole, over HTTP.
const ENTRY = "supabase/functions/sync-crm/index.ts";
const SECRET = "what the CRM knows";
/** Has the function wait for the CRM for a second, in place of ten. */
const HURRYING = `data:text/javascript,${encodeURIComponent(`
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (time) => timeout.call(AbortSignal, time === 10_000 ? 1_000 : time);
`)}`;

describe.skipIf(!deno)("sync-crm under Deno", () => {
  let backend: TestBackend;
  let crm: CrmStandIn;
  let sync: DenoFunction;
  let ann: Person;
  let clientId: string;
  let token: string;

  beforeAll(async () => {
    backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0", REDELIVERY_SECONDS: "3600" });
    crm = await CrmStandIn.start();
    sync = await DenoFunction.start(ENTRY, variables());
    ann = await signUpClient(backend, "Deno Ltd");
    token = `Bearer ${await tokenOf(ann)}`;
    clientId = await clientIdOf(ann);
  });
  afterEach(() => {
    crm.release();
    crm.status = 204;
  });
  afterAll(async () => {
    await sync?.stop();
    crm?.stop();
    await backend?.remove();
  });

  /** What the platform gives a function, and what its operator does. */
  function variables(more: Record<string, string> = {}): Record<string, string> {
    const { publishable_key, secret_key } = backend.keys;
    return {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishable_key }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secret_key }),
      CRM_WEBHOOK_URL: crm.url,
      CRM_WEBHOOK_SECRET: SECRET,
      ...more,
    };
  }

  const tokenOf = (person: Person) => freshToken(backend, person);

  const file = (job_title: string, person: Person = ann) => fileRequirement(person, { job_title });

  type Asked = { headers?: Record<string, string>; at?: DenoFunction; signal?: AbortSignal };

  async function ask(body: unknown, { headers = {}, at = sync, signal }: Asked = {}): Promise<[number, unknown]> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(at.url, { method: "POST", headers, body: text, ...(signal ? { signal } : {}) });
    return [response.status, await response.json()];
  }

  function passOn(id: string, more: Asked = {}): Promise<[number, unknown]> {
    return ask({ type: "job_requirement", data: { id } }, { headers: { authorization: token }, ...more });
  }

  function schedule(key = backend.keys.secret_key, at = sync): Promise<[number, unknown]> {
    return ask({ type: "redeliver" }, { headers: { apikey: key }, at });
  }

  function deliveriesOf(id: string) {
    return crm.messages.filter(({ headers }) => headers["idempotency-key"] === id);
  }

  type Row = { attempts: number; sent_at: string | null; last_error: string | null };

  const events = () => connect(backend.url, backend.keys.secret_key).from("crm_events");

  async function rowOf(id: string): Promise<Row> {
    const columns = "attempts, sent_at, last_error";
    return (await events().select(columns).eq("requirement_id", id).single<Row>()).data!;
  }

  async function makeDue(id: string): Promise<void> {
    const past = new Date(Date.now() - 86_400_000).toISOString();
    await events().update({ next_attempt_at: past }).eq("requirement_id", id);
  }

  it("delivers once, signed, under the requirement's id, what the database holds", async () => {
    const id = await file("Delivered");
    const forged = { type: "job_requirement", data: { id, job_title: "FORGED" }, client: { company_name: "Other" } };
    expect(await ask(forged, { headers: { authorization: token } })).toEqual([200, { delivered: true }]);
    expect(await passOn(id)).toEqual([200, { delivered: false }]);
    const [delivery, ...more] = deliveriesOf(id);
    expect(more).toEqual([]);
    const { headers, body } = delivery!;
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["x-signature"]).toBe(`sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`);
    expect(JSON.parse(body)).toMatchObject({
      type: "job_requirement",
      data: { id, job_title: "Delivered" },
      client: { id: clientId, company_name: "Deno Ltd" },
    });
    const sent = { attempts: 1, sent_at: expect.any(String) as string, last_error: null };
    expect(await rowOf(id)).toMatchObject(sent);
  });

  it("refuses whoever is not the requirement's client, and delivers nothing", async () => {
    const id = await file("Refused");
    const key = backend.keys.publishable_key;
    const other = `Bearer ${await tokenOf(await signUpClient(backend, "Other Ltd"))}`;
    for (const [status, headers] of [
      [401, {}],
      [401, { authorization: "Basic x" }],
      [401, { authorization: `Bearer ${key}` }],
      [401, { authorization: "Bearer not.a.token" }],
      [403, { authorization: other }],
    ] as const) {
      expect([headers, (await passOn(id, { headers }))[0]]).toEqual([headers, status]);
    }
    // One's own no more, once the session has ended: the token is still valid.
    const ended = await signUpClient(backend, "Ended Ltd");
    const own = await file("Ended", ended);
    const headers = { authorization: `Bearer ${await tokenOf(ended)}` };
    await ended.api.auth.signOut({ scope: "others" });
    expect((await passOn(own, { headers }))[0]).toBe(403);
    expect((await passOn(randomUUID()))[0]).toBe(403);
    for (const each of [id, own]) {
      expect(deliveriesOf(each)).toEqual([]);
      expect((await rowOf(each)).attempts).toBe(0);
    }
  });

  it.each<[number, unknown]>([
    [400, "{"],
    [400, ""],
    [400, "null"],
    [400, []],
    [400, { type: "invoice", data: { id: randomUUID() } }],
    [400, { type: "job_requirement" }],
    [400, { type: "job_requirement", data: { id: "1 or true" } }],
    [413, { type: "job_requirement", data: { id: randomUUID() }, more: "x".repeat(5_000) }],
  ])("answers %i to a body that is no message: %j", async (status, body) => {
    expect((await ask(body, { headers: { authorization: token } }))[0]).toBe(status);
  });

  it.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("answers 405 to %s", async (method) => {
    expect((await fetch(sync.url, { method })).status).toBe(405);
  });

  it("stops reading a body that is far too long", async () => {
    let left = 1_000;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // In turns with everything else: the answer has to be heard, too.
        await setImmediate();
        if (left-- > 0) controller.enqueue(new Uint8Array(16_384).fill(32));
        else controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
    // The answer may come, or the connection end while there is still more to send.
    const status = await fetch(sync.url, init).then(
      (response) => response.status,
      () => 413,
    );
    expect(status).toBe(413);
    expect((await fetch(sync.url)).status).toBe(405);
  });

  it("runs the schedule for the secret key alone, and sends what is due", async () => {
    const ids = [await file("Due 1"), await file("Due 2")];
    for (const key of ["", backend.keys.publishable_key, "sb_secret_wrong"]) {
      expect((await schedule(key))[0]).toBe(401);
    }
    expect((await ask({ type: "redeliver" }, { headers: { authorization: token } }))[0]).toBe(401);
    for (const id of ids) expect(deliveriesOf(id)).toEqual([]);
    for (const id of ids) await makeDue(id);
    const [status, counts] = await schedule();
    expect([status, counts]).toEqual([200, { delivered: expect.any(Number) as number, failed: 0 }]);
    for (const id of ids) expect(deliveriesOf(id)).toHaveLength(1);
    expect(await schedule()).toEqual([200, { delivered: 0, failed: 0 }]);
  });

  it("notes a CRM that refuses, waits its turn, and delivers when it is well again", async () => {
    const id = await file("Refused by the CRM");
    crm.status = 500;
    expect((await passOn(id))[0]).toBe(502);
    const refused = { attempts: 1, sent_at: null, last_error: "Error: the CRM answered 500" };
    expect(await rowOf(id)).toMatchObject(refused);
    crm.status = 204;
    expect(await passOn(id)).toEqual([200, { delivered: false }]);
    await makeDue(id);
    expect(await schedule()).toEqual([200, { delivered: 1, failed: 0 }]);
    expect(deliveriesOf(id)).toHaveLength(1);
  });

  it("gives up a CRM that says nothing, and notes that", async () => {
    const own = await DenoFunction.start(ENTRY, variables(), HURRYING);
    const id = await file("Silence");
    crm.hold();
    expect((await passOn(id, { at: own }))[0]).toBe(502);
    await own.stop();
    expect(await rowOf(id)).toMatchObject({ attempts: 1, sent_at: null });
    expect((await rowOf(id)).last_error).toMatch(/^TimeoutError/);
  });

  it("notes why a CRM can't be reached, and not at which address, which may hold a key", async () => {
    const address = `http://127.0.0.1:${await freePort()}/hook/s3cret?key=s3cret`;
    const own = await DenoFunction.start(ENTRY, variables({ CRM_WEBHOOK_URL: address }));
    try {
      const id = await file("Away");
      expect((await passOn(id, { at: own }))[0]).toBe(502);
      const { last_error: noted } = await rowOf(id);
      expect(noted).toMatch(/^TypeError: fetch failed \(.*Connection refused/);
      expect(`${noted} ${own.log}`).not.toContain("s3cret");
    } finally {
      await own.stop();
    }
  });

  it("follows a CRM nowhere: what is signed for one address goes to no other", async () => {
    const elsewhere: string[] = [];
    const other = await serve((request, response) => {
      elsewhere.push(request.url ?? "");
      response.writeHead(204).end();
    });
    const moved = await serve((_, response) => response.writeHead(307, { location: other.url }).end());
    const own = await DenoFunction.start(ENTRY, variables({ CRM_WEBHOOK_URL: moved.url }));
    try {
      const id = await file("Moved");
      expect((await passOn(id, { at: own }))[0]).toBe(502);
      expect(elsewhere).toEqual([]);
      expect(await rowOf(id)).toMatchObject({ attempts: 1, sent_at: null });
    } finally {
      await own.stop();
      moved.stop();
      other.stop();
    }
  });

  it("finishes what it has taken when its caller goes away", async () => {
    const id = await file("Caller gone");
    crm.hold();
    const caller = new AbortController();
    const call = passOn(id, { signal: caller.signal }).catch(() => "gone");
    await expect.poll(() => crm.waiting).toBeGreaterThan(0);
    caller.abort();
    expect(await call).toBe("gone");
    expect(await passOn(id)).toEqual([200, { delivered: false }]);
    crm.release();
    await expect.poll(async () => (await rowOf(id)).sent_at).not.toBeNull();
    expect(deliveriesOf(id)).toHaveLength(1);
  });

  it("leaves everything where it is without a CRM, and by the keys of older projects", async () => {
    const { publishable_key, secret_key } = backend.keys;
    const none = await DenoFunction.start(ENTRY, {
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: publishable_key,
      SUPABASE_SERVICE_ROLE_KEY: secret_key,
    });
    try {
      const id = await file("Nowhere to go");
      expect(await passOn(id, { at: none })).toEqual([200, { delivered: false }]);
      expect(await schedule(secret_key, none)).toEqual([200, { delivered: 0, failed: 0 }]);
      expect((await rowOf(id)).attempts).toBe(0);
      expect(none.log).toContain("no CRM is configured");
    } finally {
      await none.stop();
    }
  });

  it("says 502 when the backend can't be asked, and nothing of why", async () => {
    const lost = await DenoFunction.start(ENTRY, variables({ SUPABASE_URL: "http://127.0.0.1:9" }));
    try {
      const answer = [502, { message: "The backend is not available" }];
      expect(await passOn(randomUUID(), { at: lost })).toEqual(answer);
      expect(await schedule(backend.keys.secret_key, lost)).toEqual(answer);
    } finally {
      await lost.stop();
    }
  });
});
