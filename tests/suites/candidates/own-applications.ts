import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { applicantActs } from "../../support/people/applicants.ts";
import { applyingActs } from "../../support/people/applying.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

const COMPANY = "Secretive Shipyards Ltd";

type Application = { id: string; state: string } & Record<string, unknown>;

/** What somebody who has applied reads and does, and what is kept of them, until when (docs/decisions/hire.md). */
export function describeOwnApplications(world: () => World): void {
  const { value, save, file, ask, open, page, add } = candidateActs(world);
  const { advertise, apply, send, turnDown } = applicantActs(world);
  const applying = applyingActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), COMPANY));

  /** A requirement with an advert that takes applications. */
  async function job(more: Record<string, string> = {}): Promise<string> {
    const requirement = await file(company.clientId);
    await advertise(requirement, more);
    return requirement;
  }
  const applicationsOf = async (session: string) =>
    ((await page(session)) as unknown as { applications: Application[] }).applications;
  const isThere = async (candidate: string) =>
    (await value<string | undefined>(`select id from public.candidates where id = '${candidate}'`)) !== undefined;

  describe("the own page", () => {
    it("has what was applied for, by when there is an answer, and of a confidential advert no byte of the company", async () => {
      const requirement = await job();
      const person = await apply(requirement);
      const session_token = await open(person.candidate);
      const read = await page(session_token);
      expect(read.entries).toEqual([]);
      expect(await applicationsOf(session_token)).toMatchObject([
        {
          ...{ id: person.entry, state: "applied", title: "Pipe fitter", place: "Kochi", may_show: false },
          ...{
            said: "I have welded pipes on ships for six years.",
            slug: expect.stringContaining("pipe-fitter") as string,
          },
          answer_by: expect.stringContaining("T") as string,
        },
      ]);
      const file_of_it = await call<object>(world().anon, "export_own_candidate", { session_token });
      expect(file_of_it).toMatchObject({ entries: [{ job_title: "Pipe fitter", company: null }] });
      expect(JSON.stringify([read, file_of_it])).not.toContain("Secretive");
      expect(JSON.stringify(file_of_it)).not.toContain(requirement);
    });

    it("says what it pays as the advert has told it, in a year; else as the company has filed it, where that is told", async () => {
      const requirement = await job({ min_pay: "30000", max_pay: "40000", pay_unit: "'month'", tells_pay: "true" });
      await world().query(
        `update public.job_requirements set min_salary = 100, max_salary = 200 where id = '${requirement}'`,
      );
      const pay = () =>
        value<object | null>(`select private.job_facts(requirement) -> 'pay' as pay
        from public.job_requirements as requirement where requirement.id = '${requirement}'`);
      expect(await pay()).toEqual({ from: 360_000, to: 480_000, currency: "INR", told_for: "month" });
      await world().query(
        `update public.adverts set min_pay = 500, max_pay = null, pay_unit = 'day' where requirement_id = '${requirement}'`,
      );
      expect(await pay()).toEqual({ from: 500, to: null, currency: "INR", told_for: "day", unit: "day" });
      // What was told stays told once it is over; what is written into it then was never public.
      await world().query(`update public.adverts set closed_at = now() where requirement_id = '${requirement}'`);
      expect(await pay()).toMatchObject({ from: 500 });
      await world().query(`update public.adverts set min_pay = 777 where requirement_id = '${requirement}'`);
      expect(await pay()).toBeNull();
      await world().query(
        `update public.adverts set closed_at = null, tells_pay = false where requirement_id = '${requirement}'`,
      );
      expect(await pay()).toBeNull();
      await world().query(`insert into public.shortlists (requirement_id, tells_pay) values ('${requirement}', true)
        on conflict (requirement_id) do update set tells_pay = true`);
      expect(await pay()).toEqual({ from: 100, to: 200, currency: "USD" });
      // What was typed for a month is twelve whole amounts, and is said for one.
      await world().query(
        `update public.job_requirements set min_salary = null, max_salary = 240 where id = '${requirement}'`,
      );
      expect(await pay()).toEqual({ from: null, to: 240, currency: "USD", told_for: "month" });

      // What one company pays, and has agreed to have told, is not told of another's job.
      await world().query(`update public.adverts set tells_pay = true where requirement_id = '${requirement}'`);
      expect(await pay()).toMatchObject({ from: 777 });
      const other = await addCompany(world(), "Other Shipyards");
      await world().query(
        `update public.job_requirements set client_id = '${other.clientId}' where id = '${requirement}'`,
      );
      expect(await pay()).toBeNull();
    });

    it("names the company once it has named itself, or has been named in a question", async () => {
      const named = await apply(await job({ is_named: "true" }));
      expect(await applicationsOf(await open(named.candidate))).toMatchObject([{ company: COMPANY }]);

      // What was told stays told, by page, file and mail, once the name was taken off with the advert.
      const { requirement: taken_down, slug } = await applying.advertise(company.clientId, { is_named: true });
      const entry = await applying.apply(slug);
      const seen = await value(`select version from public.adverts where requirement_id = '${taken_down}'`);
      await call(company.owner.api, "take_down_advert", { requirement: taken_down, seen });
      const candidate = await value(`select candidate_id from public.shortlist_entries where id = '${entry}'`);
      const session_token = await open(candidate);
      expect(await applicationsOf(session_token)).toMatchObject([{ state: "closed", company: COMPANY }]);
      expect(await call<object>(world().anon, "export_own_candidate", { session_token })).toMatchObject({
        entries: [{ company: COMPANY }],
      });
      expect(
        await value(`select private.mail_content(id) ->> 'company' from public.mail_outbox
          where template = 'application_answer' and ids ->> 'entry' = '${entry}'`),
      ).toBe(COMPANY);

      const requirement = await job();
      const asked = await apply(requirement);
      await world().query(`update public.shortlist_entries set state = 'draft' where id = '${asked.entry}'`);
      const session = await open(asked.candidate);
      expect(await applicationsOf(session)).toMatchObject([{ state: "draft" }]);
      await ask(recruiter, requirement, asked.candidate);
      // By mail, link and page it says that this is what they applied for, and whose it is, which the advert could not tell.
      const applied = { title: "Pipe fitter", at: expect.any(String) as string, was_confidential: true };
      const entries = [{ company: COMPANY, state: "asked", applied }];
      expect(await page(session)).toMatchObject({ applications: [], entries });
      const question = `from public.candidate_consents where entry_id = '${asked.entry}'`;
      expect(
        await value(`select private.candidate_question(private.candidate_token(id, 1)) -> 'applied' ${question}`),
      ).toEqual(applied);
      expect(
        await value(`select private.mail_content(id) -> 'applied' from public.mail_outbox
          where ids ->> 'consent' = (select id::text ${question})`),
      ).toEqual(applied);
    });

    it("tells an answer once it can't be undone any more, in the words that it was given in", async () => {
      const person = await apply(await job());
      const session = await open(person.candidate);
      await turnDown(person, "9 minutes", "The place is filled, {name}.");
      expect(await applicationsOf(session)).toMatchObject([{ state: "applied" }]);
      const written = JSON.stringify(await call(world().anon, "export_own_candidate", { session_token: session }));
      expect(written).not.toContain("The place is filled");
      await turnDown(person, "10 minutes", "The place is filled.");
      const [told] = await applicationsOf(session);
      expect(told).toMatchObject({ state: "closed", turned_down_words: "The place is filled." });
      expect(told).not.toHaveProperty("answer_by");
      // Why, where it was the job that was over: at once, since nobody can undo that.
      const because = `update public.shortlist_entries set turned_down_reason = 'taken_down' where id = '${person.entry}'`;
      await world().query(because);
      expect(await applicationsOf(session)).toMatchObject([{ turned_down_reason: "taken_down" }]);
      await turnDown(person, "0 minutes");
      expect(await applicationsOf(session)).toMatchObject([{ state: "closed", turned_down_reason: "taken_down" }]);
    });
  });

  describe("an application", () => {
    it("is taken back by its candidate alone, at once, until an answer is told; then nothing more is mailed about it", async () => {
      const requirement = await job();
      const [first, second, other] = [await apply(requirement), await apply(requirement), await apply(requirement)];
      const session_token = await open(first.candidate);
      const withdraw = (entry: string) => call(world().anon, "withdraw_from", { session_token, entry });
      expect(await withdraw(second.entry)).toEqual([404, "entry_not_found"]);
      await turnDown(first);
      await world().query(`select private.enqueue_mail('application_answer', 'answer.${first.entry}',
                             '{"entry": "${first.entry}"}', address => '${first.email}')`);
      expect([await withdraw(first.entry), await withdraw(first.entry)]).toEqual([null, null]);
      expect(await applicationsOf(session_token)).toMatchObject([
        { state: "withdrawn", withdrawn_at: expect.any(String) as string },
      ]);
      expect(
        await value(`select count(*)::integer from public.mail_outbox where ids ->> 'entry' = '${first.entry}'`),
      ).toBe(0);

      const late = await open(other.candidate);
      await turnDown(other, "11 minutes");
      // The team's history says it once, by the name; the company is told nothing.
      expect(
        await value(`select jsonb_agg(jsonb_build_array(type, side, for_client, entry_ids[1])) from public.requirement_events
          where requirement_id = '${requirement}' and type = 'application_withdrawn'`),
      ).toEqual([["application_withdrawn", null, false, first.entry]]);
      await call(world().anon, "withdraw_from", { session_token: late, entry: other.entry });
      expect(await applicationsOf(late)).toMatchObject([{ state: "closed" }]);
    });

    it("stays while the yes to its card is taken back, by its candidate alone", async () => {
      const requirement = await job();
      const [person, other] = [await apply(requirement), await apply(requirement)];
      const session_token = await open(person.candidate);
      const takeBack = (entry: string) => call(world().anon, "take_own_card_back", { session_token, entry });
      await world().query(`update public.candidate_consents as given set card_digest = private.card_digest(entry)
        from public.shortlist_entries as entry
        where entry.id = given.applied_entry_id and entry.id in ('${person.entry}', '${other.entry}')`);
      expect(await applicationsOf(session_token)).toMatchObject([
        { state: "applied", may_show: true, is_asked_anew: false },
      ]);
      // Where the record makes another card than the one they agreed to, page and team say the same: they are asked anew.
      const city = (name: string) =>
        world().query(`update public.candidates set city = '${name}' where id = '${person.candidate}'`);
      await city("Goa");
      expect(await applicationsOf(session_token)).toMatchObject([{ may_show: false, is_asked_anew: true }]);
      const { people } = await call<{ people: { id: string; yes?: string }[] }>(recruiter.api, "read_applicants", {
        requirement,
      });
      expect(people.find(({ id }) => id === person.entry)).toMatchObject({ yes: "other_card" });
      await city("Kochi");
      expect(await takeBack(other.entry)).toEqual([404, "entry_not_found"]);
      expect([await takeBack(person.entry), await takeBack(person.entry)]).toEqual([null, null]);
      expect(await applicationsOf(session_token)).toMatchObject([{ state: "applied", may_show: false }]);
    });

    it("can be sent anew by whoever withdrew it: no no stands against them, and they are still known by it alone", async () => {
      const { requirement, slug } = await applying.advertise(company.clientId);
      const entries = applying.applicant();
      const sendAndPress = async () => {
        await applying.send(slug, entries);
        expect(await applying.press(await applying.linkOf(entries.email))).toBeNull();
      };
      await sendAndPress();
      const found = `from public.shortlist_entries where requirement_id = '${requirement}'`;
      const candidate = await value(`select candidate_id ${found}`);
      const entry = await value(`select id ${found}`);
      const session_token = await open(candidate);
      await call(world().anon, "withdraw_from", { session_token, entry });
      await sendAndPress();
      expect(await applicationsOf(session_token)).toMatchObject([{ id: entry, state: "applied" }]);
      expect(await value(`select private.refused_lately('${entry}')`)).toBe(false);
      await turnDown({ candidate, entry, application: "", email: "" }, "11 minutes");
      expect(await page(session_token)).toMatchObject({ forgotten_at: expect.any(String) as string });
    });

    it("for a job where they work, or that they have blocked, ends by no rule: its company must not be told apart", async () => {
      const requirement = await job();
      const person = await apply(requirement);
      const session_token = await open(person.candidate);
      await call(world().anon, "add_own_never", { session_token, named: COMPANY, employer: true });
      expect(await applicationsOf(session_token)).toMatchObject([{ state: "applied" }]);
    });

    it("is answered where its candidate is written to by then", async () => {
      const person = await apply(await job());
      await turnDown(person);
      await world().query(
        `select private.mail_applicant(entry) from public.shortlist_entries as entry where id = '${person.entry}'`,
      );
      const email = `${randomUUID()}@applicants.example`;
      await call(recruiter.api, "save_candidate", { candidate: person.candidate, seen: 1, entries: { email } });
      expect(
        await value(
          `select address from public.mail_outbox where template = 'application_answer' and ids ->> 'entry' = '${person.entry}'`,
        ),
      ).toBe(email);
    });

    it("counts among no day's questions, and is said in the language of its page", async () => {
      const person = await save(recruiter, { language: "hi" });
      for (let turn = 0; turn < 5; turn += 1) await apply(await job(), { candidate: person.id });
      const requirement = await file(company.clientId);
      const entry = await ask(recruiter, requirement, person.id);
      expect(
        await value(`select language || notice_version from public.candidate_consents where entry_id = '${entry}'`),
      ).toBe("en2");
    });

    it("goes along when its record is merged, with its answer; two for one job are answered first", async () => {
      const requirement = await job();
      const [stays, goes] = [await apply(requirement), await apply(requirement, { said: "By the other record" })];
      await world().query(`update public.candidates set email = '${stays.email}', email_confirmed_at = null
                             where id = '${goes.candidate}'`);
      const merge = async () => {
        const seen = (id: string) => value<number>(`select version from public.candidates where id = '${id}'`);
        return call(recruiter.api, "merge_candidates", {
          ...{ kept: stays.candidate, seen: await seen(stays.candidate) },
          ...{ merged: goes.candidate, merged_seen: await seen(goes.candidate), entries: {} },
        });
      };
      expect(await merge()).toEqual([422, "merge_has_applied"]);
      await turnDown(goes, "11 minutes");
      const elsewhere = await apply(await job(), { candidate: goes.candidate });
      await world().query(`select private.enqueue_mail('application_answer', 'answer.${elsewhere.entry}',
                             '{"entry": "${elsewhere.entry}"}', address => '${stays.email}')`);
      expect(await merge()).toEqual(expect.any(Number));
      expect(await isThere(goes.candidate)).toBe(false);
      const of_it = `select count(*)::integer from public.candidate_consents as consent
        join public.shortlist_entries as entry on entry.id = consent.applied_entry_id
        where entry.candidate_id = '${stays.candidate}' and consent.candidate_id = '${stays.candidate}'`;
      expect(await value(of_it)).toBe(2);
      expect(
        await value(`select count(*)::integer from public.mail_outbox where ids ->> 'entry' = '${elsewhere.entry}'`),
      ).toBe(1);
    });

    it.each(["turn_down_applicants", "take_on_applicants"])(
      "is not merged away before its answer (%s) has gone; nor is whom that has told that they are taken on",
      async (answer) => {
        const requirement = await job();
        const applied = await apply(requirement);
        const other = await save(recruiter, { email: applied.email });
        await add(recruiter, requirement, other.id);
        const merge = async (kept: string, merged: string) => {
          const seen = (id: string) => value<number>(`select version from public.candidates where id = '${id}'`);
          const records = { kept, seen: await seen(kept), merged, merged_seen: await seen(merged) };
          return call(recruiter.api, "merge_candidates", { ...records, entries: {} });
        };
        await call(recruiter.api, answer, { entries: [applied.entry], seen: [1] });
        // By night it waits for the morning, long after it can't be undone any more.
        await world().query(`update public.shortlist_entries set turned_down_at = turned_down_at - interval '3 hours'
          where id = '${applied.entry}'`);
        const mail = `public.mail_outbox where template = 'application_answer' and ids ->> 'entry' = '${applied.entry}'`;
        expect(await merge(other.id, applied.candidate)).toEqual([422, "merge_has_applied"]);
        expect(await value(`select count(*)::integer from ${mail} and next_attempt_at is not null`)).toBe(1);
        await call(world().service, "settle_mail", { delivery: await value(`select id from ${mail}`) });
        if (answer === "take_on_applicants") {
          expect(await merge(other.id, applied.candidate)).toEqual([422, "merge_has_applied"]);
          expect(await merge(applied.candidate, other.id)).toEqual(expect.any(Number));
          expect(await isThere(other.id)).toBe(false);
        } else {
          expect(await merge(other.id, applied.candidate)).toEqual(expect.any(Number));
        }
      },
    );

    it("has an address until its answer has gone", async () => {
      const person = await apply(await job());
      const write = async (email: string | null) => {
        const seen = await value(`select version from public.candidates where id = '${person.candidate}'`);
        return call(recruiter.api, "save_candidate", { candidate: person.candidate, seen, entries: { email } });
      };
      expect(await write(null)).toEqual([422, "answer_needs_address"]);
      const moved = `${randomUUID()}@applicants.example`;
      expect(await write(moved)).toMatchObject({ id: person.candidate });
      await call(recruiter.api, "turn_down_applicants", { entries: [person.entry], seen: [1] });
      expect(await write(null)).toEqual([422, "answer_needs_address"]);
      const mail = await value(
        `select id from public.mail_outbox where address = '${moved}' and template = 'application_answer'`,
      );
      await call(world().service, "settle_mail", { delivery: mail });
      expect(await write(null)).toMatchObject({ id: person.candidate });
    });
  });

  describe("what is kept", () => {
    it("of who has only applied is gone thirty days after the answer, unless they agreed to be kept or are in process", async () => {
      const requirement = await job();
      const [old, fresh, waiting] = [await apply(requirement), await apply(requirement), await apply(requirement)];
      const [willing, known, busy] = [await apply(requirement), await apply(requirement), await apply(requirement)];
      const people = [old, fresh, waiting, willing, known, busy];
      for (const each of [old, willing, known, busy]) await turnDown(each, "30 days 1 minute");
      await turnDown(fresh, "29 days");
      await call(world().anon, "agree_to_be_kept", { session_token: await open(willing.candidate) });
      // The team had them before.
      await world().query(
        `update public.candidates set created_at = created_at - interval '1 day' where id = '${known.candidate}'`,
      );
      await add(recruiter, await file(company.clientId), busy.candidate);
      expect(await page(await open(fresh.candidate))).toMatchObject({ forgotten_at: expect.any(String) as string });
      expect(await page(await open(willing.candidate))).toMatchObject({ forgotten_at: null });
      await world().query("select private.purge_expired()");
      const left = [];
      for (const each of people) left.push(await isThere(each.candidate));
      expect(left).toEqual([false, true, true, true, true, true]);
    });

    it("of an address that is not theirs is nothing that waits for a press, whatever stands behind its plus", async () => {
      const requirement = await job();
      const person = await apply(requirement);
      const beside = await send(requirement, { email: `'${person.email.replace("@", "+2@")}'` });
      const token = await value(`select private.candidate_token('${person.candidate}', 1)`);
      await call(world().anon, "disown_address", { token });
      // Whoever pressed for the job says now that it was not them: its recruiter reads why they are turned down.
      expect(
        await value(`select changes ->> 'by' from public.requirement_events
                       where requirement_id = '${requirement}' and type = 'candidates_refused'`),
      ).toBe("disowned");
      expect(await value(`select state from public.inbox_items where requirement_id = '${requirement}'`)).toBe("new");
      const left = () =>
        value(`select array_agg((private.application_by(private.application_token(id, 'confirm'), 'confirm')).id is null)
          from private.applications where id = '${beside.id}'`);
      expect(await left()).toEqual([true]);
      await world().query(
        `update private.applications set page_until = now() - interval '1 minute' where id = '${beside.id}'`,
      );
      await world().query("select private.queue_due_mails()");
      expect(await left()).toBeNull();
    });
  });

  it("an operator's figures count to whoever has the key alone, and say how many of a day's mails were pressed", async () => {
    const key = randomUUID();
    const digest = await value<string | null>("select metrics_key_digest from private.settings");
    const figures = async () => {
      const rows = await call<{ state: string; applications: number }[]>(world().anon, "application_figures", {
        metrics_key: key,
      });
      return Object.fromEntries(rows.map(({ state, applications }) => [state, applications])) as Record<string, number>;
    };
    expect(await call(world().anon, "application_figures", { metrics_key: key })).toEqual([401, "wrong_key"]);
    await world().query(`update private.settings set metrics_key_digest = encode(sha256('${key}'), 'hex')`);
    const before = await figures();
    const requirement = await job();
    await apply(requirement);
    const { entry, application } = await apply(requirement);
    await world().query(
      `update public.shortlist_entries set applied_at = now() - interval '8 days' where id = '${entry}'`,
    );
    await world().query(
      `update private.applications set created_at = now() - interval '30 hours' where id = '${application}'`,
    );
    await send(requirement, { created_at: "now() - interval '30 hours'" });
    await send(requirement, { created_at: "now() - interval '30 hours'", is_flood: "true" });
    await send(requirement);
    const more = await figures();
    expect(Object.fromEntries(Object.entries(more).map(([state, count]) => [state, count - before[state]!]))).toEqual({
      ...{ unconfirmed: 3, waiting: 1, overdue: 1 },
      ...{ mailed_day_before: 2, pressed_day_before: 1 },
    });
    await world().query(`update private.settings set metrics_key_digest = ${digest === null ? "null" : `'${digest}'`}`);
  });
}
