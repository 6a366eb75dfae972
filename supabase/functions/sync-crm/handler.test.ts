import { createHmac, randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { handleSyncCrm } from "./handler.ts";
import type { Delivery, SyncCrmOptions } from "./options.ts";

const id = randomUUID();
/** What happened to it: its key. */
const event = randomUUID();
/** What the site asks: the rest of the message is the database's. */
const asked = { type: "job_requirement", data: { id } };
/** What the database makes of that requirement. */
const message = {
  type: "job_requirement",
  data: { id, job_title: "Fitter", positions_count: 1 },
  client: { id: randomUUID(), company_name: "Acme", full_name: null, phone: null },
};

type Call = { url: string; init: RequestInit };

/** The two servers the function speaks with, as far as it can see: what each answers, and what each was asked. */
function surroundings(answers: { backend?: () => Response; crm?: () => Promise<Response>; due?: unknown[] } = {}) {
  const due = answers.due ?? [{ id: event, message }];
  const secrets: string[] = [];
  const calls: Call[] = [];
  const kept: Delivery[] = [];
  const settled: unknown[] = [];
  const options: SyncCrmOptions = {
    supabaseUrl: "http://backend.test",
    supabaseKey: "sb_publishable_x",
    secretKey: "sb_secret_x",
    webhookUrl: "http://crm.test/hook",
    webhookSecret: "hush",
    fetch: (input, init = {}) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (url.includes("/rpc/claim_crm_deliver")) {
        secrets.push(new Headers(init.headers).get("apikey") ?? "");
        return Promise.resolve(Response.json(due.splice(0, url.endsWith("y") ? 1 : 10)));
      }
      if (url.includes("/rpc/settle_crm_delivery")) {
        settled.push(JSON.parse(init.body as string));
        return Promise.resolve(new Response(null, { status: 204 }));
      }
      calls.push({ url, init });
      if (url.startsWith("http://backend.test"))
        return Promise.resolve((answers.backend ?? (() => Response.json(true)))());
      return (answers.crm ?? (() => Promise.resolve(new Response(null, { status: 204 }))))();
    },
    log() {},
  };
  return { calls, kept, settled, secrets, options };
}

function call(
  options: SyncCrmOptions,
  body: unknown = asked,
  headers: Record<string, string> = { authorization: "Bearer token" },
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return handleSyncCrm(new Request("http://f.test/sync-crm", { method: "POST", headers, body: text }), options);
}

describe("sync-crm", () => {
  it("delivers signed, under the event's id, after asking whose it is with the caller's own token", async () => {
    const { calls, settled, secrets, options } = surroundings();
    expect(await (await call(options)).json()).toEqual({ delivered: true });
    const [question, sent] = calls as [Call, Call];
    expect(question.url).toBe("http://backend.test/rest/v1/rpc/owns_requirement");
    expect(question.init.body).toBe(JSON.stringify({ requirement: id }));
    expect(question.init.headers).toMatchObject({ authorization: "Bearer token", apikey: "sb_publishable_x" });
    // One for the event, one that finds no other.
    expect(secrets).toEqual(["sb_secret_x", "sb_secret_x"]);
    const body = sent.init.body as string;
    expect(sent.url).toBe("http://crm.test/hook");
    expect(settled).toEqual([{ delivery: event, problem: null }]);
    expect(JSON.parse(body)).toEqual(message);
    expect(sent.init.headers).toEqual({
      "content-type": "application/json",
      "idempotency-key": event,
      "x-signature": `sha256=${createHmac("sha256", "hush").update(body).digest("hex")}`,
    });
  });

  it("looks at nothing but the id, and sends what the database holds", async () => {
    const { calls, options } = surroundings();
    const forged = {
      ...asked,
      data: { id, job_title: "FORGED", positions_count: -999_999 },
      client: { id: randomUUID(), company_name: "Somebody Else Ltd" },
    };
    expect((await call(options, forged)).status).toBe(200);
    expect(JSON.parse(calls[1]?.init.body as string)).toEqual(message);
  });

  it("has nothing to do where the database gives it nothing, however often it is asked", async () => {
    const { calls, settled, options } = surroundings({ due: [] });
    for (let round = 0; round < 3; round += 1) {
      expect(await (await call(options)).json()).toEqual({ delivered: false });
    }
    expect(calls.filter(({ url }) => url.startsWith("http://crm.test"))).toEqual([]);
    expect(settled).toEqual([]);
  });

  it("finishes what it has taken, and tells the platform so, though its caller has gone away", async () => {
    const crm = Promise.withResolvers<Response>();
    const { calls, settled, options } = surroundings({ crm: () => crm.promise });
    const kept: Promise<unknown>[] = [];
    const caller = new AbortController();
    const request = new Request("http://f.test/sync-crm", {
      method: "POST",
      headers: { authorization: "Bearer token" },
      body: JSON.stringify(asked),
      signal: caller.signal,
    });
    const answered = handleSyncCrm(request, { ...options, keepAlive: (work) => kept.push(work) });
    await expect.poll(() => calls.length).toBe(2);
    caller.abort();
    crm.resolve(new Response(null, { status: 204 }));
    await Promise.all([answered, ...kept]);
    expect(kept).toHaveLength(1);
    expect(settled).toEqual([{ delivery: event, problem: null }]);
  });

  it("reads no more of a body than a message is long", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
    });
    const headers = { authorization: "Bearer token" };
    const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
    const request = new Request("http://f.test/sync-crm", init);
    expect((await handleSyncCrm(request, surroundings().options)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it.each<[number, string, () => Promise<Response>]>([
    [401, "no token", () => call(surroundings().options, asked, {})],
    [
      401,
      "a token the backend refuses",
      () => call(surroundings({ backend: () => new Response(null, { status: 401 }) }).options),
    ],
    [403, "somebody else's requirement", () => call(surroundings({ backend: () => Response.json(false) }).options)],
    [400, "no JSON", () => call(surroundings().options, "{")],
    [400, "another type", () => call(surroundings().options, { ...asked, type: "invoice" })],
    [400, "no id", () => call(surroundings().options, { type: "job_requirement", data: { id: "1 or true" } })],
    [
      502,
      "a backend that is down",
      () => call(surroundings({ backend: () => new Response(null, { status: 500 }) }).options),
    ],
    [
      502,
      "a CRM that refuses",
      () => call(surroundings({ crm: () => Promise.resolve(new Response(null, { status: 500 })) }).options),
    ],
  ])("answers %i to %s", async (status, _, send) => {
    expect((await send()).status).toBe(status);
  });

  it("answers 405 to a GET", async () => {
    expect((await handleSyncCrm(new Request("http://f.test/"), surroundings().options)).status).toBe(405);
  });

  it("keeps the delivery, signed, where no CRM is configured", async () => {
    const { calls, kept, options } = surroundings();
    const response = await call({
      ...options,
      webhookUrl: undefined,
      keep: async (delivery) => void kept.push(delivery),
    });
    expect(await response.json()).toEqual({ delivered: true });
    expect(calls).toHaveLength(1);
    expect(kept[0]?.headers["x-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  });
});

describe("the scheduled run", () => {
  const run = { type: "redeliver" };

  function dueMessages(count: number): { id: string; message: unknown }[] {
    return Array.from({ length: count }, () => ({ id: randomUUID(), message }));
  }

  it.each([
    ["nobody", {}],
    ["the publishable key", { apikey: "sb_publishable_x" }],
    ["somebody signed in", { authorization: "Bearer token" }],
    ["a wrong key", { apikey: "sb_secret_y" }],
  ])("is refused to %s", async (_, headers) => {
    const { calls, secrets, options } = surroundings({ due: dueMessages(1) });
    expect((await call(options, run, headers)).status).toBe(401);
    expect([...calls, ...secrets]).toEqual([]);
  });

  it("is refused to an empty key where none is configured", async () => {
    const { options } = surroundings();
    expect((await call({ ...options, secretKey: "" }, run, { apikey: "" })).status).toBe(401);
  });

  it("sends everything that is due under its own key, and notes what became of it", async () => {
    const due = dueMessages(23);
    let refusals = 3;
    const { calls, settled, secrets, options } = surroundings({
      due: [...due],
      crm: () => Promise.resolve(new Response(null, { status: refusals-- > 0 ? 500 : 204 })),
    });
    const response = await call(options, run, { apikey: "sb_secret_x" });
    expect(await response.json()).toEqual({ delivered: 20, failed: 3 });
    expect(new Set(secrets)).toEqual(new Set(["sb_secret_x"]));
    expect(calls.map(({ init }) => new Headers(init.headers).get("idempotency-key")).sort()).toEqual(
      due.map(({ id }) => id).sort(),
    );
    const problems = settled.map((note) => (note as { problem: string | null }).problem);
    expect(problems.filter((problem) => problem === "Error: the CRM answered 500")).toHaveLength(3);
    expect(problems.filter((problem) => problem === null)).toHaveLength(20);
  });

  describe("with a backlog", () => {
    async function scheduled(options: SyncCrmOptions): Promise<unknown> {
      return (await call(options, run, { apikey: "sb_secret_x" })).json();
    }
    afterEach(() => vi.restoreAllMocks());

    it("goes on until nothing is due", async () => {
      const { options, settled } = surroundings({ due: dueMessages(230) });
      expect(await scheduled(options)).toEqual({ delivered: 230, failed: 0 });
      expect(settled).toHaveLength(230);
    });

    it("takes nothing more when its time is over, nearly a minute later", async () => {
      const due = dueMessages(500);
      const start = Date.now();
      let now = start;
      vi.spyOn(Date, "now").mockImplementation(() => now);
      // Each delivery takes a second.
      const crm = () => Promise.resolve(new Response(null, { status: (now += 1000) > 0 ? 204 : 500 }));
      expect(await scheduled(surroundings({ due, crm }).options)).toEqual({ delivered: 60, failed: 0 });
      expect(now - start).toBe(60_000);
      expect(due).toHaveLength(440);
    });

    it("leaves it to the next run where the CRM is away", async () => {
      const due = dueMessages(100);
      const crm = () => Promise.resolve(new Response(null, { status: 500 }));
      expect(await scheduled(surroundings({ due, crm }).options)).toEqual({ delivered: 0, failed: 20 });
      expect(due).toHaveLength(80);
    });

    it("takes nothing more when whoever runs it ends, and settles what it has", async () => {
      const due = dueMessages(100);
      const ending = new AbortController();
      const crm = () => {
        ending.abort();
        return Promise.resolve(new Response(null, { status: 204 }));
      };
      const { options, settled } = surroundings({ due, crm });
      expect(await scheduled({ ...options, stop: ending.signal })).toEqual({ delivered: 20, failed: 0 });
      expect(settled).toHaveLength(20);
    });
  });

  it("claims nothing where there is nowhere to send it", async () => {
    const { secrets, options } = surroundings({ due: dueMessages(1) });
    const response = await call({ ...options, webhookUrl: undefined }, run, { apikey: "sb_secret_x" });
    expect(await response.json()).toEqual({ delivered: 0, failed: 0 });
    expect(secrets).toEqual([]);
  });

  it("answers 502 when the database can't be asked", async () => {
    const { options } = surroundings();
    const down = { ...options, fetch: () => Promise.reject(new Error("down")) };
    expect((await call(down, run, { apikey: "sb_secret_x" })).status).toBe(502);
  });
});
