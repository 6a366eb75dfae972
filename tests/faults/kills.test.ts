import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, expect, it } from "vitest";
import { contact, posting } from "../support/api/matrix.ts";
import { times } from "../support/services/counts.ts";
import { CrmStandIn } from "../support/services/outside/crm.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { connect, signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { startKilledSite } from "../support/services/killed-site.ts";
import { Visitor } from "../support/http/visitor.ts";

const KILLS = times(20, 2);
const SECRET = "what the CRM knows";

const crm = await CrmStandIn.start();
afterAll(() => crm.stop());
const variables = { CRM_WEBHOOK_URL: crm.url, CRM_WEBHOOK_SECRET: SECRET, REDELIVERY_SECONDS: "1" };
// An empty directory: its demo requirements are delivered here as well.
const { backend, url, startAgain } = await startKilledSite(variables, mkdtempSync(join(tmpdir(), "kills-")));

/** What one kind of form was acknowledged, by the name it was sent under. */
type Stream = { name: string; acknowledged: Set<string>; send: (name: string) => Promise<{ status: number }> };

function streamOf(name: string, send: Stream["send"]): Stream {
  return { name, acknowledged: new Set(), send };
}

type CrmEvent = { id: string; type: string; requirement_id: string; place: number };

/** A write past the site, as the streams look at it. */
function outcomeOf({ error }: { error: unknown }): { status: number } {
  return { status: error === null ? 302 : 503 };
}

/** Nobody waits long for a backend that has just been killed. */
function soon(): AbortSignal {
  return AbortSignal.timeout(5_000);
}

function keyOf(name: string): string {
  return name.replaceAll(/[ .]/g, "-");
}

/** The places of a requirement's events, in order. */
function placesOf(events: CrmEvent[], requirement: string): number[] {
  return events
    .filter(({ requirement_id }) => requirement_id === requirement)
    .map(({ place }) => place)
    .sort((one, other) => one - other);
}

/** The same, in the order in which the CRM was first told of each. */
function firstTold(events: CrmEvent[], requirement: string): number[] {
  return [...crm.keys].flatMap((key) => {
    const event = events.find(({ id }) => id === key);
    return event?.requirement_id === requirement ? event.place : [];
  });
}

it(
  `loses nothing it acknowledged in ${KILLS} kills: the CRM gets what happened, people get mails, each by key once`,
  async () => {
    const person = await signUpClient(backend, "Kills Ltd");
    const client = await Visitor.signedInAs(url, person);
    const service: SupabaseClient = connect(backend.url, backend.keys.secret_key);
    const changed = await fileRequirement(person);
    const anybody = new Visitor(url);
    const streams = [
      streamOf("contact_submissions.name", (name) => anybody.post("/contact", { ...contact, name })),
      streamOf("public_job_submissions.job_title", (job_title) =>
        anybody.post("/hire-talent", { ...posting, job_title }),
      ),
      streamOf("job_requirements.job_title", (job_title) =>
        client.post("/submit-requirement", { ...requirementEntries, job_title }),
      ),
    ];
    /** Changes of one requirement, one after the other. */
    const changes = streamOf("changes", async (notes) =>
      outcomeOf(await service.from("job_requirements").update({ notes }).eq("id", changed).abortSignal(soon())),
    );
    /** Mails, each about something of its own. */
    const mails = streamOf("mails", async (name) => {
      const ids = { change: randomUUID() };
      const mail = { user_id: person.userId, template: "team_access_changed", dedupe_key: keyOf(name), ids };
      return outcomeOf(await service.from("mail_outbox").insert(mail).abortSignal(soon()));
    });
    const all = [...streams, changes, mails];

    for (let round = 0; round < KILLS; round += 1) {
      // Every other round the CRM is out of order as well.
      crm.status = round % 2 === 1 ? 503 : 204;
      let isOpen = true;
      const before = all.map(({ acknowledged }) => acknowledged.size);
      const sending = all.map(async ({ acknowledged, send }) => {
        for (let index = 0; isOpen; index += 1) {
          const name = `kill ${round}.${index}`;
          const answer = await send(name).catch(() => undefined);
          if (answer?.status === 302) acknowledged.add(name);
          else await wait(20);
        }
      });
      while (all.some(({ acknowledged }, index) => acknowledged.size < before[index]! + 3)) await wait(10);
      await backend.stop("SIGKILL");
      isOpen = false;
      await Promise.all(sending);
      await startAgain(round);
    }

    for (const { name, acknowledged } of streams) {
      const [table = "", column = ""] = name.split(".");
      const { data } = await service.from(table).select(column).like(column, "kill %").limit(100_000);
      const stored = new Set((data as unknown as Record<string, string>[]).map((row) => row[column]!));
      expect([...acknowledged].filter((each) => !stored.has(each))).toEqual([]);
    }

    // Nobody waits for the back-off here: everything is due now, and the scheduled run does the rest.
    crm.status = 204;
    const { data } = await service.from("crm_events").select("id, type, requirement_id, place").limit(100_000);
    const events = data as CrmEvent[];
    const ids = events.map(({ id }) => id);
    const { count: filed } = await service.from("job_requirements").select("*", { count: "exact", head: true });
    expect(events.filter(({ type }) => type === "created")).toHaveLength(filed ?? 0);
    // Changes that wait are told of as one.
    expect(events.filter(({ type }) => type === "changed").length).toBeGreaterThanOrEqual(1);
    await service.from("mail_outbox").update({ next_attempt_at: "2020-01-01" }).is("sent_at", null);
    await service.from("crm_events").update({ next_attempt_at: "2020-01-01" }).is("sent_at", null);
    await expect.poll(() => ids.filter((id) => !crm.keys.has(id)), { timeout: 60_000, interval: 500 }).toEqual([]);
    expect(crm.keys.size).toBe(ids.length);
    for (const { headers, body } of crm.messages) {
      const digest = createHmac("sha256", SECRET).update(body).digest("hex");
      expect(headers["x-signature"]).toBe(`sha256=${digest}`);
      const { requirement_id } = events.find(({ id }) => id === headers["idempotency-key"])!;
      expect((JSON.parse(body) as { data: { id: string } }).data.id).toBe(requirement_id);
    }
    expect(firstTold(events, changed)).toEqual(placesOf(events, changed));
    // What was said last is what stands there.
    const { data: row } = await service.from("job_requirements").select("notes").eq("id", changed).single();
    const told = crm.messages.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
    const last = told.findLast(({ type, data }) => type === "job_requirement_changed" && data["id"] === changed);
    expect(last?.data["notes"]).toBe((row as { notes: string }).notes);
    const unsent = () => service.from("crm_events").select("id").is("sent_at", null);
    await expect.poll(async () => (await unsent()).data).toEqual([]);
    const delivered = async () => {
      const received = await mailTo(backend.url, person.email);
      return new Set(received.flatMap(({ message_id }) => message_id ?? []));
    };
    const { data: queued } = await service.from("mail_outbox").select("dedupe_key").limit(100_000);
    const wanted = (queued as { dedupe_key: string }[]).map(({ dedupe_key }) => `<${dedupe_key}@localhost>`);
    for (const name of mails.acknowledged) expect(wanted).toContain(`<${keyOf(name)}@localhost>`);
    await expect.poll(async () => [...(await delivered())].sort(), { timeout: 60_000 }).toEqual(wanted.sort());
    const counts = all.map(({ name, acknowledged }) => `${acknowledged.size} ${name.split(".")[0]}`);
    console.log(
      `${KILLS} kills; acknowledged and found: ${counts.join(", ")}; ` +
        `the CRM got ${crm.messages.length} messages for ${ids.length} events`,
    );
  },
  times(600_000, 120_000),
);
