import { createHmac } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { times } from "../support/counts.ts";
import { CrmStandIn } from "../support/crm.ts";
import { requirementEntries } from "../support/entries.ts";
import { connect, signUpClient } from "../support/people.ts";
import { freePort, TestBackend, TestSite } from "../support/processes.ts";
import { Visitor } from "../support/visitor.ts";

const KILLS = times(20, 4);
const SECRET = "what the CRM knows";

let crm: CrmStandIn;
let backend: TestBackend;
let site: TestSite;
let port: number;

async function startTestSite(): Promise<void> {
  site = await TestSite.start(port, {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
    LOG_LEVEL: "silent",
  });
}

beforeAll(async () => {
  crm = await CrmStandIn.start();
  port = await freePort();
  backend = await TestBackend.start(`http://localhost:${port}`, {
    CRM_WEBHOOK_URL: crm.url,
    CRM_WEBHOOK_SECRET: SECRET,
    REDELIVERY_SECONDS: "1",
  });
  await startTestSite();
});
afterAll(async () => {
  await site.stop();
  await backend.remove();
  crm.stop();
});

/** What one kind of form was acknowledged, by the name it was sent under. */
type Stream = { name: string; acknowledged: Set<string>; send: (name: string) => Promise<Response> };

it(
  `loses nothing it acknowledged in ${KILLS} kills, and the CRM gets each requirement, by key once`,
  async () => {
    const client = await Visitor.signedInAs(site.url, await signUpClient(backend, "Kills Ltd"));
    const anybody = new Visitor(site.url);
    const streams: Stream[] = [
      {
        name: "contact_submissions.name",
        acknowledged: new Set(),
        send: (name) => anybody.post("/contact", { name, email: "a@b.co", requirement: "x" }),
      },
      {
        name: "public_job_submissions.job_title",
        acknowledged: new Set(),
        send: (job_title) =>
          anybody.post("/hire-talent", {
            job_title,
            location: "L",
            contact_name: "N",
            contact_email: "a@b.co",
            company: "C",
          }),
      },
      {
        name: "job_requirements.job_title",
        acknowledged: new Set(),
        send: (job_title) => client.post("/submit-requirement", { ...requirementEntries, job_title }),
      },
    ];

    for (let round = 0; round < KILLS; round += 1) {
      // Every third round the CRM is out of order as well.
      crm.status = round % 3 === 2 ? 503 : 204;
      let isOpen = true;
      const before = streams.map(({ acknowledged }) => acknowledged.size);
      const sending = streams.map(async ({ acknowledged, send }) => {
        for (let index = 0; isOpen; index += 1) {
          const name = `kill ${round}.${index}`;
          const answer = await send(name).catch(() => undefined);
          if (answer?.status === 302) acknowledged.add(name);
          else await new Promise((resolve) => setTimeout(resolve, 20));
        }
      });
      while (streams.some(({ acknowledged }, index) => acknowledged.size < before[index]! + 3)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await backend.stop("SIGKILL");
      isOpen = false;
      await Promise.all(sending);
      // And now and then the site dies with it.
      if (round % 5 === 4) {
        await site.stop("SIGKILL");
        await startTestSite();
      }
      await backend.start();
    }

    const service: SupabaseClient = connect(backend.url, backend.keys.secret_key);
    for (const { name, acknowledged } of streams) {
      const [table = "", column = ""] = name.split(".");
      const { data } = await service.from(table).select(column).like(column, "kill %").limit(100_000);
      const stored = new Set((data as unknown as Record<string, string>[]).map((row) => row[column]!));
      expect([...acknowledged].filter((each) => !stored.has(each))).toEqual([]);
    }

    // Nobody waits for the back-off here: everything is due now, and the scheduled run does the rest.
    crm.status = 204;
    const { data: all } = await service.from("job_requirements").select("id").limit(100_000);
    const ids = (all as { id: string }[]).map(({ id }) => id);
    await service.from("crm_events").update({ next_attempt_at: "2020-01-01" }).is("sent_at", null);
    await expect.poll(() => ids.filter((id) => !crm.keys.has(id)), { timeout: 60_000, interval: 500 }).toEqual([]);
    expect(crm.keys.size).toBe(ids.length);
    for (const { headers, body } of crm.messages) {
      const digest = createHmac("sha256", SECRET).update(body).digest("hex");
      expect(headers["x-signature"]).toBe(`sha256=${digest}`);
      expect((JSON.parse(body) as { data: { id: string } }).data.id).toBe(headers["idempotency-key"]);
    }
    await expect
      .poll(async () => {
        const { count } = await service
          .from("crm_events")
          .select("*", { count: "exact", head: true })
          .is("sent_at", null);
        return count;
      })
      .toBe(0);
    const counts = streams.map(({ name, acknowledged }) => `${acknowledged.size} ${name.split(".")[0]}`);
    console.log(
      `${KILLS} kills; acknowledged and found: ${counts.join(", ")}; ` +
        `the CRM got ${crm.messages.length} messages for ${ids.length} requirements`,
    );
  },
  times(600_000, 120_000),
);
