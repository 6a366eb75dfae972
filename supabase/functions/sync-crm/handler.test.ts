import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { handleSyncCrm } from "./handler.ts";
import type { Delivery, SyncCrmOptions } from "./options.ts";

const requirement = {
  id: randomUUID(),
  client_id: randomUUID(),
  job_title: "Fitter",
  job_type: "permanent",
  department: null,
  location: "Linz",
  remote_allowed: false,
  min_experience: null,
  max_experience: 5,
  min_salary: null,
  max_salary: null,
  currency: "EUR",
  required_skills: ["a"],
  preferred_skills: [],
  education_requirements: null,
  job_description: "Fit.",
  responsibilities: null,
  benefits: null,
  positions_count: 1,
  priority: "low",
  expected_start_date: null,
  deadline: "2030-01-01",
  notes: null,
};
const message = {
  type: "job_requirement",
  data: requirement,
  client: { id: requirement.client_id, company_name: "Acme", full_name: null, phone: null },
};

type Call = { url: string; init: RequestInit };

/** The two servers the function speaks with, as far as it can see: what each answers, and what each was asked. */
function surroundings(answers: { backend?: () => Response; crm?: () => Response; due?: unknown[] } = {}) {
  const due = answers.due ?? [];
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
      if (url.includes("/rpc/claim_crm_deliveries")) {
        secrets.push(new Headers(init.headers).get("apikey") ?? "");
        return Promise.resolve(Response.json(due.splice(0, 10)));
      }
      if (url.includes("/rpc/settle_crm_delivery")) {
        settled.push(JSON.parse(init.body as string));
        return Promise.resolve(new Response(null, { status: 204 }));
      }
      calls.push({ url, init });
      const answer = url.startsWith("http://backend.test")
        ? (answers.backend ?? (() => Response.json([{ id: requirement.id }])))
        : (answers.crm ?? (() => new Response(null, { status: 204 })));
      return Promise.resolve(answer());
    },
    log() {},
  };
  return { calls, kept, settled, secrets, options };
}

function call(
  options: SyncCrmOptions,
  body: unknown = message,
  headers: Record<string, string> = { authorization: "Bearer token" },
) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return handleSyncCrm(new Request("http://f.test/sync-crm", { method: "POST", headers, body: text }), options);
}

describe("sync-crm", () => {
  it("delivers signed, under the requirement's id, after asking whose it is with the caller's own token", async () => {
    const { calls, settled, options } = surroundings();
    expect((await call(options)).status).toBe(200);
    const [asked, sent] = calls as [Call, Call];
    expect(asked.url).toContain(`id=eq.${requirement.id}`);
    expect(asked.init.headers).toMatchObject({ authorization: "Bearer token", apikey: "sb_publishable_x" });
    const body = sent.init.body as string;
    expect(sent.url).toBe("http://crm.test/hook");
    expect(settled).toEqual([{ requirement: requirement.id, problem: null }]);
    expect(JSON.parse(body)).toEqual(message);
    expect(sent.init.headers).toEqual({
      "content-type": "application/json",
      "idempotency-key": requirement.id,
      "x-signature": `sha256=${createHmac("sha256", "hush").update(body).digest("hex")}`,
    });
  });

  it.each<[number, string, () => Promise<Response>, number]>([
    [401, "no token", () => call(surroundings().options, message, {}), 0],
    [
      401,
      "a token the backend refuses",
      () => call(surroundings({ backend: () => new Response(null, { status: 401 }) }).options),
      1,
    ],
    [403, "somebody else's requirement", () => call(surroundings({ backend: () => Response.json([]) }).options), 1],
    [400, "no JSON", () => call(surroundings().options, "{"), 0],
    [400, "another type", () => call(surroundings().options, { ...message, type: "invoice" }), 0],
    [
      400,
      "an unknown column",
      () => call(surroundings().options, { ...message, data: { ...requirement, status: "filled" } }),
      0,
    ],
    [
      400,
      "a wrong value",
      () => call(surroundings().options, { ...message, data: { ...requirement, positions_count: "1" } }),
      0,
    ],
    [413, "too much", () => call(surroundings().options, "x".repeat(300_000)), 0],
    [
      502,
      "a backend that is down",
      () => call(surroundings({ backend: () => new Response(null, { status: 500 }) }).options),
      1,
    ],
    [
      502,
      "a CRM that refuses",
      () => call(surroundings({ crm: () => new Response(null, { status: 500 }) }).options),
      2,
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

  function dueMessages(count: number): { requirement_id: string; message: unknown }[] {
    return Array.from({ length: count }, () => {
      const id = randomUUID();
      return { requirement_id: id, message: { ...message, data: { ...requirement, id } } };
    });
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
      crm: () => new Response(null, { status: refusals-- > 0 ? 500 : 204 }),
    });
    const response = await call(options, run, { apikey: "sb_secret_x" });
    expect(await response.json()).toEqual({ delivered: 20, failed: 3 });
    expect(new Set(secrets)).toEqual(new Set(["sb_secret_x"]));
    expect(calls.map(({ init }) => new Headers(init.headers).get("idempotency-key")).sort()).toEqual(
      due.map(({ requirement_id }) => requirement_id).sort(),
    );
    const problems = settled.map((note) => (note as { problem: string | null }).problem);
    expect(problems.filter((problem) => problem === "Error: the CRM answered 500")).toHaveLength(3);
    expect(problems.filter((problem) => problem === null)).toHaveLength(20);
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
