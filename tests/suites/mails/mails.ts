import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { handleDeliverMail } from "../../../supabase/functions/deliver-mail/handler.ts";
import { MAILS } from "../../../supabase/functions/deliver-mail/mails/index.ts";
import type { Mail } from "../../../supabase/functions/deliver-mail/options.ts";
import { asking } from "../../support/api/asking.ts";
import { requirementOf } from "../../support/api/matrix.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { ask } from "../team/asking.ts";
import type { Member, World } from "../world.ts";

/** The outbox of mails, through the Data API, and the function on it: the same on every backend. */
export function describeMails(world: () => World): void {
  const { table, row, rows, add, value } = asking(world);
  const person = prepare(() => addTeamMember(world(), "recruiter"));

  type Claimed = { id: string; dedupe_key: string; content: Record<string, unknown> };

  function hours(count: number): string {
    return new Date(Date.now() + count * 3_600_000).toISOString();
  }

  // What others have left waiting would come before what is claimed here.
  beforeAll(() => world().query("delete from public.mail_outbox"));

  /** Queues a mail about the role of somebody, and no other of theirs. */
  async function queue(more: Record<string, unknown> = {}, { userId }: Member = person) {
    await table("mail_outbox").delete().eq("user_id", userId);
    const mail = { user_id: userId, template: "team_access_changed", dedupe_key: `role.${randomUUID()}`, ...more };
    return read(await add("mail_outbox", mail));
  }

  const read = (id: string) => row("mail_outbox", "id", id);
  const change = (id: string, values: object) => table("mail_outbox").update(values).eq("id", id);
  const claim = (most = 100) => ask<Claimed[]>(world().service, "claim_mails", { most });

  async function claimOf(id: string): Promise<Claimed[]> {
    return (await claim()).filter((each) => each.id === id);
  }

  const settle = (delivery: string, problem: string | null, is_final = false) =>
    ask<unknown>(world().service, "settle_mail", { delivery, problem, is_final });
  const backlog = () => ask<{ waiting: number; dead: number }>(world().anon, "mail_backlog");

  describe("that a requirement was filed", () => {
    it("is told to who has filed it alone, with its reference, ten times a day, and while it is open", async () => {
      const { owner } = await addCompany(world(), `Filed ${randomUUID().slice(0, 8)}`);
      const toldTo = async () => (await claim()).map(({ content }) => content).filter(({ to }) => to === owner.email);
      const id = await fileRequirement(owner, { job_title: "Fitter" });
      expect(await toldTo()).toMatchObject([
        {
          template: "requirement_filed",
          id,
          title: "Fitter",
          reference: expect.stringMatching(/^([A-Z]\d){4}$/) as string,
        },
      ]);
      const closed = await fileRequirement(owner, { job_title: "Turner" });
      await owner.api.rpc("withdraw_requirement", { requirement: closed, seen: 1, reason: "No need" });
      expect(await toldTo()).toEqual([]);
      for (let count = 2; count < 12; count += 1) await fileRequirement(owner, { job_title: `Fitter ${count}` });
      expect(await rows("mail_outbox", "id", "user_id", owner.userId)).toHaveLength(10);
    });

    it("is told to nobody of what is entered as history, or closed", async () => {
      const { owner, clientId } = await addCompany(world(), `Entered ${randomUUID().slice(0, 8)}`);
      const enter = (more: object) =>
        add("job_requirements", requirementOf(clientId, { submitted_by: owner.userId, ...more }));
      await enter({ created_at: "2020-01-01T00:00:00Z" });
      await enter({ status: "filled" });
      expect(await rows("mail_outbox", "id", "user_id", owner.userId)).toEqual([]);
      await enter({});
      expect(await rows("mail_outbox", "id", "user_id", owner.userId)).toHaveLength(1);
    });
  });

  describe("that a password was changed", () => {
    const setPassword = ({ userId }: Member, hash: string | null) =>
      world().query(
        `update auth.users set encrypted_password = ${hash === null ? "null" : `'${hash}'`} where id = '${userId}'`,
      );
    const toldTo = async ({ email }: Member) =>
      (await claim())
        .map(({ content }) => content)
        .filter(({ to, template }) => to === email && template === "password_changed");

    it("is told to the account's address, by whatever way it was, and once each time", async () => {
      const somebody = await world().addPerson();
      await setPassword(somebody, "before");
      await toldTo(somebody);
      await setPassword(somebody, "after");
      expect(await toldTo(somebody)).toEqual([
        { template: "password_changed", to: somebody.email, changed_at: expect.any(String) as unknown },
      ]);
      await setPassword(somebody, "after");
      expect(await toldTo(somebody)).toEqual([]);
    });

    it("is no news when it is the first of an account that has just been confirmed, or when it is taken away", async () => {
      const somebody = await world().addPerson();
      await setPassword(somebody, null);
      await world().query(`update auth.users set email_confirmed_at = now() where id = '${somebody.userId}'`);
      await toldTo(somebody);
      await setPassword(somebody, "first");
      await setPassword(somebody, null);
      expect(await toldTo(somebody)).toEqual([]);
      // Later, it is one that whoever has a token may have set.
      await world().query(
        `update auth.users set email_confirmed_at = now() - interval '2 hours' where id = '${somebody.userId}'`,
      );
      await setPassword(somebody, "another");
      expect(await toldTo(somebody)).toHaveLength(1);
    });

    it("fills no mailbox: the fifth of a day, and what follows, is told an hour later", async () => {
      const somebody = await world().addPerson();
      await setPassword(somebody, "0");
      await table("mail_outbox").delete().eq("user_id", somebody.userId);
      for (let index = 1; index <= 8; index += 1) await setPassword(somebody, String(index));
      const told = await rows<{ not_before: string }>("mail_outbox", "not_before", "user_id", somebody.userId);
      const waits = told.filter(({ not_before }) => Date.parse(not_before) > Date.now());
      expect([told.length, waits.length]).toEqual([5, 1]);
      // Nobody closes one by another change: four are told at once, and the fifth waits for its hour, however often.
      expect(await toldTo(somebody)).toHaveLength(4);
      await setPassword(somebody, "9");
      await world().query(
        `update public.mail_outbox set not_before = now() - interval '1 second', next_attempt_at = now() where user_id = '${somebody.userId}'
            and sent_at is null and not_before > now()`,
      );
      expect(await toldTo(somebody)).toHaveLength(1);
    });
  });

  it("has for each template what reads its content, and its words", async () => {
    const rule = await value(`select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = 'public.mail_outbox'::regclass and conname = 'mail_outbox_template_check'`);
    const templates = [...rule.matchAll(/'(\w+)'/g)].map(([, name]) => name!);
    const news = await value<string[]>(`select array_agg(name) from unnest('{${templates.join()}}'::text[]) as name
      where private.mail_group(name) is not null`);
    expect([...templates.filter((name) => !news.includes(name)), "news"].sort()).toEqual(Object.keys(MAILS).sort());
    for (const template of templates) {
      const { id } = await queue({ template, bundle: news.includes(template) ? "daily" : null });
      await world().query(`select private.mail_content('${id}')`);
    }
  });

  describe("a mail that waits", () => {
    it("is taken at once, by one run only, with what is true then", async () => {
      const { id, dedupe_key } = await queue();
      await table("user_roles").update({ role: "hr_manager" }).eq("user_id", person.userId);
      // The change may have queued one of its own, which would say it all.
      await table("mail_outbox").delete().eq("user_id", person.userId).neq("id", id);
      const runs = await Promise.all([claimOf(id), claimOf(id), claimOf(id)]);
      const content = { template: "team_access_changed", to: person.email, role: "hr_manager" };
      expect(runs.flat()).toEqual([{ id, dedupe_key, content }]);
      expect(await claimOf(id)).toEqual([]);
    });

    it("is not taken before its time", async () => {
      const early = await queue({ not_before: hours(1) });
      expect(await claimOf(early.id)).toEqual([]);
      await change(early.id, { not_before: hours(-1) });
      expect(await claimOf(early.id)).toHaveLength(1);
    });

    it("is not behind news, however long that has waited, if it is always sent", async () => {
      await claim();
      const others = await Promise.all(Array.from({ length: 3 }, () => world().addPerson()));
      for (const other of others)
        await queue({ template: "requirement_message", bundle: "daily", not_before: hours(-1) }, other);
      const { id } = await queue();
      expect((await claim(1)).map((each) => each.id)).toEqual([id]);
    });

    it("has a key that no other has, now or later", async () => {
      const { id, dedupe_key } = await queue();
      await settle(id, null);
      const again = { user_id: person.userId, template: "team_access_changed", dedupe_key };
      expect((await table("mail_outbox").insert(again)).error?.code).toBe("23505");
    });

    it.each<[string, Record<string, unknown>]>([
      ["two receivers", { address: "a@b.co" }],
      ["no receiver", { user_id: null }],
      ["an address that is none", { user_id: null, address: "nobody" }],
      ["an unknown template", { template: "newsletter" }],
      ["a text among its ids", { ids: { note: "Dear Ann" } }],
      ["a list of ids", { ids: ["00000000-0000-4000-8000-000000000000"] }],
      ["a key that no Message-ID could hold", { dedupe_key: "a b@c>\r\n" }],
    ])("has not %s", async (_, more) => {
      const mail = { user_id: person.userId, template: "team_access_changed", dedupe_key: randomUUID(), ...more };
      expect((await table("mail_outbox").insert(mail)).error).not.toBeNull();
    });

    it("waits longer after each failure, and is dead a day after its first attempt, or when refused for good", async () => {
      const { id } = await queue();
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const before = Date.now();
        await settle(id, "Error: no answer");
        const next = Date.parse((await read(id)).next_attempt_at!);
        const middle = Math.min(30 * 2 ** attempt, 3600);
        expect((next - before) / 1000).toBeGreaterThan(middle * 0.5 - 2);
        expect((next - Date.now()) / 1000).toBeLessThan(middle * 1.5 + 2);
      }
      expect(await read(id)).toMatchObject({ attempts: 8, dead_at: null, last_error: "Error: no answer" });
      await change(id, { first_attempt_at: hours(-25) });
      await settle(id, "Error: no answer");
      expect(await read(id)).toMatchObject({ dead_at: expect.any(String) as unknown, next_attempt_at: null });
      const other = await queue();
      await settle(other.id, "Error: 550", true);
      expect(await read(other.id)).toMatchObject({ attempts: 1, dead_at: expect.any(String) as unknown });
      expect((await backlog()).dead).toBeGreaterThan(0);
      await settle(other.id, null);
      expect(await read(other.id)).toMatchObject({ dead_at: null, sent_at: expect.any(String) as unknown });
    });

    it("counts as waiting five minutes after its time", async () => {
      const { id } = await queue({ created_at: hours(-2), not_before: hours(1) });
      const before = (await backlog()).waiting;
      await change(id, { not_before: hours(-1) });
      expect((await backlog()).waiting).toBe(before + 1);
    });
  });

  describe("a mail that is not to be sent any more", () => {
    it("is closed unsent when a later one says the same", async () => {
      const first = await queue();
      const later = { user_id: person.userId, template: "team_access_changed", dedupe_key: `role.${randomUUID()}` };
      const laterId = await add("mail_outbox", later);
      const taken = (await claim()).map(({ id }) => id);
      expect([taken.includes(first.id), taken.includes(laterId)]).toEqual([false, true]);
      expect(await read(first.id)).toMatchObject({ sent_at: null, skipped_at: expect.any(String) as unknown });
    });

    it("goes with its receiver's account", async () => {
      const gone = await world().addPerson();
      const { id } = await queue({}, gone);
      await world().service.rpc("erase_person", { address: gone.email });
      expect(await rows("mail_outbox", "id", "id", id)).toEqual([]);
    });
  });

  it("one about what is not there is not sent, and holds up no other", async () => {
    const ids = { client: "00000000-0000-4000-8000-000000000000" };
    const [unknown, other] = [await queue({ template: "client_access_changed", ids }), await world().addPerson()];
    const { id } = await queue({}, other);
    expect((await claim()).map((each) => each.id)).toContain(id);
    expect(await read(unknown.id)).toMatchObject({ sent_at: null });
  });

  it("is sent by the function, for whoever has a session and for the schedule, once by key", async () => {
    const sent: Mail[] = [];
    const { url: supabaseUrl, publishableKey: supabaseKey, secretKey } = world();
    const siteUrl = "https://www.example.com";
    const send = async (mail: Mail) => void sent.push(mail);
    const options = { supabaseUrl, supabaseKey, secretKey, siteUrl, send, fetch, log() {} };
    const post = async (body: object, headers: Record<string, string>) => {
      const request = new Request("http://localhost/", { method: "POST", headers, body: JSON.stringify(body) });
      return (await handleDeliverMail(request, options)).status;
    };
    const first = await queue();
    const ofFirst = () => sent.filter(({ messageId }) => messageId === `<${first.dedupe_key}@www.example.com>`);
    const bearer = `Bearer ${world().tokenOf(person.userId)}`;
    for (const authorization of [`Bearer ${supabaseKey}`, bearer.replace(/\.[^.]+$/, `.${"A".repeat(43)}`)]) {
      expect(await post({ type: "wake" }, { authorization })).toBe(401);
    }
    expect(ofFirst()).toEqual([]);
    const wakes = await Promise.all([1, 2, 3].map(() => post({ type: "wake" }, { authorization: bearer })));
    expect(wakes).toEqual([200, 200, 200]);
    expect(ofFirst()).toMatchObject([{ to: person.email, subject: "Your role at Kaushal Global Hiring has changed" }]);
    expect(await read(first.id)).toMatchObject({ attempts: 1, sent_at: expect.any(String) as unknown });
    expect(await post({ type: "redeliver" }, { apikey: secretKey })).toBe(200);
    expect(ofFirst()).toHaveLength(1);
  });
}
