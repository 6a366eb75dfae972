import { afterAll, beforeAll, expect, it } from "vitest";
import { isCrmOurs, postponeOtherDeliveries, type openSiteWithCrm } from "../support/services/outside/crm.ts";
import { OwnerSession } from "../support/api/database.ts";
import { mailTo } from "../support/services/mailbox.ts";
import { writeToClient } from "../support/people/news.ts";
import { freshEmail, signUpClient, type Person } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";

// What nobody asks for and the clock does: what waits is sent, and what is older than the retention is deleted. On a
// Supabase by pg_cron; elsewhere the tests call what it would. The embedded backend's own clock: database/scheduled-runs.
export const PATIENCE = 150_000;

/** @param running whose own schedule sleeps: where there is no pg_cron the tests ask for what it would */
export function describeSchedule(running: Awaited<ReturnType<typeof openSiteWithCrm>>): void {
  let database: OwnerSession;
  let client: Person;
  let hasCron: boolean;

  beforeAll(async () => {
    database = OwnerSession.of(running.backend.database);
    client = await signUpClient(running.backend, "Waiting Ltd");
    const { rows } = await database.query("select from pg_extension where extname in ('pg_cron', 'pg_net') limit 2");
    hasCron = rows.length === 2;
    await postponeOtherDeliveries(running.backend);
  });
  afterAll(() => database.close());

  /** What pg_cron asks of a function each minute, where there is none: else the clock does it. */
  async function passTime(name: "sync-crm" | "deliver-mail"): Promise<void> {
    if (hasCron) return;
    const { url, keys } = running.backend;
    const headers = { apikey: keys.secret_key };
    const body = JSON.stringify({ type: "redeliver" });
    expect((await fetch(`${url}/functions/v1/${name}`, { method: "POST", headers, body })).status).toBe(200);
  }

  it.skipIf(!isCrmOurs)("delivers to the CRM what no page has asked for", async () => {
    const id = await fileRequirement(client);
    await database.query("update public.crm_events set next_attempt_at = now() where requirement_id = $1", [id]);
    await passTime("sync-crm");
    const sent = () => running.crm.messages.filter(({ body }) => body.includes(id)).length;
    await expect.poll(sent, { timeout: PATIENCE }).toBe(1);
    const isNoted = async () => {
      const { rows } = await database.query("select sent_at from public.crm_events where requirement_id = $1", [id]);
      return rows.map((row) => (row as { sent_at: string | null }).sent_at !== null);
    };
    await expect.poll(isNoted).toEqual([true]);
  });

  it("sends the mails that wait, when their time has come", async () => {
    const recruiter = await signUpTeamMember(running.backend, "recruiter", "Rea Recruiter");
    await writeToClient(running.backend, client, recruiter);
    await database.query("update public.mail_outbox set not_before = now() where user_id = $1 and sent_at is null", [
      client.userId,
    ]);
    await passTime("deliver-mail");
    const said = async () => (await mailTo(running.backend.url, client.email)).map(({ text }) => text).join();
    await expect.poll(said, { timeout: PATIENCE }).toContain("Rea Recruiter has written to you.");
  });

  it("deletes what is older than the retention, and nothing else", async () => {
    const [old, young] = [freshEmail("old"), freshEmail("young")];
    await database.exec(`
      insert into public.contact_submissions (name, email, requirement) values ('Old', '${old}', 'x'), ('Young', '${young}', 'x');
      alter table public.contact_submissions disable trigger user;
      update public.contact_submissions set created_at = now() - interval '5 years' where email = '${old}';
      alter table public.contact_submissions enable trigger user;
      update public.inbox_items set state = 'done', last_activity_at = now() - interval '5 years'
       where contact_id = (select id from public.contact_submissions where email = '${old}');
      select private.purge_expired()`);
    const { rows } = await database.query("select email from public.contact_submissions where email = any ($1)", [
      [old, young],
    ]);
    expect(rows).toEqual([{ email: young }]);
  });

  it("is registered where pg_cron is, each job once, and no run of it has failed", async () => {
    const { rows: there } = await database.query("select from pg_catalog.pg_class where oid = to_regclass('cron.job')");
    if (there.length === 0) {
      const { rows } = await database.query("select from pg_extension where extname = 'pg_cron'");
      expect(rows, "without pg_cron nothing is registered").toEqual([]);
      return;
    }
    const { rows: jobs } = await database.query<{ jobname: string }>(
      "select jobname from cron.job where active order by jobname",
    );
    const ours = jobs
      .map(({ jobname }) => jobname)
      .filter((name) => /^(deliver-mail|purge-expired|redeliver-to-crm)$/.test(name));
    expect(ours).toEqual(["deliver-mail", "purge-expired", "redeliver-to-crm"]);
    const { rows: failed } = await database.query(
      "select from cron.job_run_details where status = 'failed' and start_time > now() - interval '1 hour'",
    );
    expect(failed).toEqual([]);
  });
}
