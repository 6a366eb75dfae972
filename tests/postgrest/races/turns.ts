import { beforeEach, describe, expect, it } from "vitest";
import type { Races } from "../../support/people/races.ts";

/** @param races on whose database nobody else is meanwhile */
export function describeTurns(races: Races): void {
  beforeEach(() => races.owner.exec("truncate public.clients, public.crm_events, public.mail_outbox cascade"));

  /** A company that has filed so many requirements, all of them due at the CRM for so many minutes. */
  async function addCompany(requirements: number, minutes = 1): Promise<string> {
    const company = await races.addCompany();
    const filed = await races.fileMany(company, requirements);
    await races.owner.query(
      "update public.crm_events set next_attempt_at = now() - make_interval(mins => $2) where requirement_id = any ($1)",
      [`{${filed.join()}}`, minutes],
    );
    return company;
  }

  async function addMails(company: string, count: number, minutes: number): Promise<void> {
    await races.owner.query(
      `insert into public.mail_outbox (template, dedupe_key, ids, address, next_attempt_at)
         select 'client_access_changed', 'turn.' || gen_random_uuid(), jsonb_build_object('client', $1::uuid),
                'a' || each || '@test.example', now() - make_interval(mins => $3)
           from generate_series(1, $2) as each`,
      [company, count, minutes],
    );
  }

  function byCompany(rows: { turn: string }[]): Record<string, number> {
    return rows.reduce<Record<string, number>>((all, { turn }) => ({ ...all, [turn]: (all[turn] ?? 0) + 1 }), {});
  }

  /** Takes so many events. @returns how many of them were whose */
  async function claim(most: number, session = races.owner): Promise<Record<string, number>> {
    const { rows } = await session.query<{ turn: string }>(
      `with claimed as materialized (select id from private.claim_crm_deliveries($1))
         select filed.client_id as turn from claimed join public.crm_events as event using (id)
           join public.job_requirements as filed on filed.id = event.requirement_id`,
      [most],
    );
    return byCompany(rows);
  }

  it("goes by turns: one company's hundred events stand before nobody's", async () => {
    const busy = await addCompany(100, 60);
    const others = [await addCompany(1), await addCompany(1), await addCompany(2)];
    const first = await claim(10);
    expect(first).toEqual({ [busy]: 6, [others[0]!]: 1, [others[1]!]: 1, [others[2]!]: 2 });
    expect(await claim(10)).toEqual({ [busy]: 10 });
  });

  it("goes round: of more companies than are taken at once, each comes", async () => {
    for (let index = 0; index < 25; index += 1) await addCompany(2);
    const seen = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const claimed = await claim(5);
      // As long as there are more of them than are taken.
      if (round < 5) expect(Object.values(claimed)).toEqual([1, 1, 1, 1, 1]);
      Object.keys(claimed).forEach((company) => seen.add(company));
    }
    expect(seen.size).toBe(25);
    expect(await claim(5)).toEqual({});
  });

  it("goes by turns for mails as well, and their receivers' own after no company's", async () => {
    const [busy, other] = [await addCompany(1), await addCompany(1)];
    await addMails(busy, 40, 60);
    await addMails(other, 1, 1);
    await races.owner.exec(`insert into auth.users (id, email, email_confirmed_at)
      values ('00000000-0000-4000-8000-000000000001', 'person@test.example', now());
      insert into public.mail_outbox (template, dedupe_key, user_id, next_attempt_at)
        values ('team_access_changed', 'turn.team', '00000000-0000-4000-8000-000000000001', now() - interval '1 second')`);
    const { rows } = await races.owner.query<{ turn: string }>(`with claimed as materialized (
      select private.claim_round_robin('public.mail_outbox', private.mail_due_condition(), 10) as id)
      select turn from claimed join public.mail_outbox using (id)`);
    expect(byCompany(rows)).toEqual({
      [busy]: 8,
      [other]: 1,
      "00000000-0000-4000-8000-000000000001": 1,
    });
  });

  it("keeps what is of one requirement in order, however many are taken", async () => {
    await addCompany(2);
    await races.owner.exec(`update public.job_requirements set status = 'in_progress';
      update public.crm_events set next_attempt_at = now() - interval '1 minute'`);
    const types = () =>
      races.column(`with claimed as materialized (select id from private.claim_crm_deliveries(10))
        select type from claimed join public.crm_events using (id)`);
    expect(await types()).toEqual(["created", "created"]);
    await races.owner.exec(
      "select private.settle_crm_delivery(id, null) from public.crm_events where type = 'created'",
    );
    expect(await types()).toEqual(["status_changed", "status_changed"]);
  });

  it("goes to two who take at once without either waiting, from one company too", async () => {
    await addCompany(20);
    const another = races.openSession("supabase_admin");
    await races.owner.exec("begin");
    const first = await claim(8);
    const second = await claim(8, another);
    await races.owner.exec("commit");
    expect([...Object.values(first), ...Object.values(second)]).toEqual([8, 8]);
    expect(await races.owner.query("select from public.crm_events where first_attempt_at is not null")).toMatchObject({
      affectedRows: 16,
    });
  });

  it("finds what is due behind whatever is not, and nothing where nothing is", async () => {
    for (let index = 0; index < 12; index += 1) await addCompany(1, -30);
    const late = await addCompany(1);
    expect(await claim(5)).toEqual({ [late]: 1 });
    expect(await claim(5)).toEqual({});
  });

  describe("of changes of a requirement", () => {
    const EVENTS = "select type, fields, attempts, sent_at is null as is_open from public.crm_events order by place";

    async function change(statement: string): Promise<void> {
      await races.owner.exec(`update public.job_requirements set ${statement}`);
    }

    beforeEach(async () => {
      await addCompany(1);
      await races.owner.exec("select private.settle_crm_delivery(id, null) from public.crm_events");
    });

    it("is one event, which names what all of them changed", async () => {
      await change("job_title = 'Fitter'");
      await change("location = 'Linz'");
      await change("job_title = 'Turner'");
      const { rows } = await races.owner.query(EVENTS);
      expect(rows.slice(1)).toMatchObject([{ type: "changed", fields: ["job_title", "location"], is_open: true }]);
    });

    it("is one more after what has been taken, or has another event behind it", async () => {
      await change("job_title = 'Fitter'");
      await races.owner.exec("update public.crm_events set next_attempt_at = now() where sent_at is null");
      await claim(1);
      await change("location = 'Linz'");
      await change("status = 'in_progress'");
      await change("location = 'Graz', job_title = 'Turner'");
      const { rows } = await races.owner.query(EVENTS);
      expect(rows.slice(1)).toMatchObject([
        { type: "changed", fields: ["job_title"] },
        { type: "changed", fields: ["location"] },
        { type: "status_changed" },
        { type: "changed", fields: ["job_title", "location"] },
      ]);
    });

    it("is one more beside what is being taken at this moment", async () => {
      await change("job_title = 'Fitter'");
      await races.owner.exec("update public.crm_events set next_attempt_at = now() where sent_at is null");
      const taking = races.openSession("supabase_admin");
      await taking.exec("begin");
      expect(Object.values(await claim(1, taking))).toEqual([1]);
      await change("location = 'Linz'");
      await taking.exec("commit");
      const { rows } = await races.owner.query(EVENTS);
      expect(rows.slice(1)).toMatchObject([{ fields: ["job_title"] }, { fields: ["location"] }]);
    });
  });
}
