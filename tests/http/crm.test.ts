import { createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fieldNames } from "~/features/requirements/fields";
import { isCrmOurs, openSiteWithCrm, postponeOtherDeliveries } from "../support/services/outside/crm.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { connect, signUpClient, type Person } from "../support/people/people.ts";
import { Visitor } from "../support/http/visitor.ts";
import { describeSchedule, PATIENCE } from "./schedule.ts";

const running = await openSiteWithCrm({ SEED_DEMO: "0" });
afterAll(() => running.stop());

describe.skipIf(!isCrmOurs)("the CRM", () => {
  let client: Person;
  let clientId: string;

  beforeAll(async () => {
    client = await signUpClient(running.backend, "True Ltd");
    clientId = (await client.api.from("clients").select("id").single()).data!.id;
    await postponeOtherDeliveries(running.backend);
  });
  afterEach(() => running.crm.release());

  /** Saves a requirement as its client may, past the site. */
  async function file(job_title: string): Promise<string> {
    const { intent: _, required_skills, positions_count, ...entries } = requirementEntries;
    const row = { ...entries, job_title, client_id: clientId, required_skills: [required_skills] };
    const { data, error } = await client.api
      .from("job_requirements")
      .insert({ ...row, positions_count: Number(positions_count) })
      .select("id")
      .single();
    expect(error).toBeNull();
    return data!.id;
  }

  async function ask(body: unknown, authorization?: string, signal?: AbortSignal): Promise<[number, unknown]> {
    const response = await fetch(`${running.backend.url}/functions/v1/sync-crm`, {
      method: "POST",
      headers: { apikey: running.backend.keys.publishable_key, ...(authorization ? { authorization } : {}) },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    return [response.status, await response.json()];
  }

  async function tokenOf({ email, password }: Person): Promise<string> {
    const api = connect(running.backend.url, running.backend.keys.publishable_key);
    const { data } = await api.auth.signInWithPassword({ email, password });
    return `Bearer ${data.session!.access_token}`;
  }

  function deliveriesOf(id: string) {
    return running.crm.messages.filter(({ headers }) => headers["idempotency-key"] === id);
  }

  async function schedule(): Promise<unknown> {
    const headers = { apikey: running.backend.keys.secret_key };
    const body = JSON.stringify({ type: "redeliver" });
    return (await fetch(`${running.backend.url}/functions/v1/sync-crm`, { method: "POST", headers, body })).json();
  }

  it("the CRM gets what the database holds, once, whatever a caller writes and however often", async () => {
    const id = await file("Cleaner");
    const token = await tokenOf(client);
    const forged = {
      type: "job_requirement",
      data: { id, client_id: randomUUID(), job_title: "FORGED: 500 executives", positions_count: -999_999 },
      client: { id: randomUUID(), company_name: "Some Other Company Ltd" },
    };
    expect(await ask(forged, token)).toEqual([200, { delivered: true }]);
    for (let again = 0; again < 2; again += 1) expect(await ask(forged, token)).toEqual([200, { delivered: false }]);

    const [delivery, ...more] = deliveriesOf(id);
    expect(more).toEqual([]);
    const { body, headers } = delivery!;
    expect(headers["x-signature"]).toBe(`sha256=${createHmac("sha256", running.secret).update(body).digest("hex")}`);
    const { type, data, client: sender } = JSON.parse(body) as Record<string, Record<string, unknown>>;
    // The form's fields and whose it is, and nothing of what the team makes of it.
    const fields = ["id", "client_id", ...fieldNames].join();
    const row = await client.api.from("job_requirements").select(fields).eq("id", id).single<Record<string, unknown>>();
    expect(type).toBe("job_requirement");
    expect(data).toEqual(row.data);
    expect(sender).toEqual({ id: clientId, company_name: "True Ltd", full_name: "Client Person", phone: "12345" });
  });

  it("nobody asks for another company's requirement, nor without a session, nor at length", async () => {
    const id = await file("Mine");
    const message = { type: "job_requirement", data: { id } };
    expect((await ask(message))[0]).toBe(401);
    expect((await ask(message, `Bearer ${running.backend.keys.publishable_key}`))[0]).toBe(401);
    expect((await ask(message, await tokenOf(await signUpClient(running.backend, "Other Ltd"))))[0]).toBe(403);
    expect((await ask({ ...message, more: "x".repeat(5_000) }, await tokenOf(client)))[0]).toBe(413);
    expect(deliveriesOf(id)).toEqual([]);
  });

  it("a silent CRM delays nothing: the person goes on while it is still being asked", async () => {
    running.crm.hold();
    const visitor = await Visitor.signedInAs(running.site.url, client);
    const answer = await visitor.post("/submit-requirement", { ...requirementEntries, job_title: "Nobody waits" });
    expect(answer.headers.get("location")).toMatch(/^\/client-dashboard\/requirements\//);
    // The call has neither been answered nor given up: it comes to its end only now.
    expect(running.site.log.filter((line) => line.includes("CRM sync"))).toEqual([]);
    const { data } = await client.api.from("job_requirements").select("id").eq("job_title", "Nobody waits").single();
    const { id } = data as { id: string };
    await expect.poll(() => running.crm.waiting).toBe(1);
    expect(deliveriesOf(id)).toEqual([]);
    running.crm.release();
    await expect.poll(() => deliveriesOf(id).length).toBe(1);
  });

  it("a CRM that fails is one line in the log, with the request's id, and nobody's trouble", async () => {
    running.crm.status = 500;
    const visitor = await Visitor.signedInAs(running.site.url, client);
    const answer = await visitor.post("/submit-requirement", { ...requirementEntries, job_title: "It fails" });
    expect(answer.status).toBe(302);
    const lines = () => running.site.log.filter((line) => line.includes("CRM sync failed"));
    await expect.poll(() => lines().length).toBe(1);
    expect(JSON.parse(lines()[0]!)).toMatchObject({
      level: "warn",
      request_id: answer.headers.get("x-request-id"),
      requirement_id: expect.any(String) as unknown,
    });
    running.crm.status = 204;
  });

  it("a caller that goes away leads to no second delivery, and the first one is noted", async () => {
    const id = await file("Caller gone");
    const token = await tokenOf(client);
    running.crm.hold();
    const caller = new AbortController();
    const call = ask({ type: "job_requirement", data: { id } }, token, caller.signal).catch(() => "gone");
    await expect.poll(() => running.crm.waiting).toBe(1);
    caller.abort();
    expect(await call).toBe("gone");
    // While it is under way, neither the schedule nor another call sends it once more.
    expect(await ask({ type: "job_requirement", data: { id } }, token)).toEqual([200, { delivered: false }]);
    expect(await schedule()).toEqual({ delivered: 0, failed: 0 });
    running.crm.release();
    const service = connect(running.backend.url, running.backend.keys.secret_key);
    await expect
      .poll(async () => {
        const { data } = await service.from("crm_events").select("attempts, sent_at").eq("requirement_id", id);
        return data;
      })
      .toEqual([{ attempts: 1, sent_at: expect.any(String) as unknown }]);
    expect(deliveriesOf(id)).toHaveLength(1);
  });
});

describe("the schedule", { timeout: PATIENCE + 30_000 }, () => describeSchedule(running));
