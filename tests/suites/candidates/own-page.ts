import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** A candidate's own page: its code, and what it says and changes (docs/decisions/candidates.md). */
export function describeOwnPage(world: () => World): void {
  const { tracesOf } = asking(world);
  const {
    value,
    save,
    file,
    ask,
    tokenOf,
    pageTokenOf,
    codeOf,
    open,
    page,
    agree,
    show,
    showOne,
    seenBy,
    answer,
    say,
  } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Crane Builders Pvt Ltd"));

  describe("a code", () => {
    it("opens the page once, within five tries, to whoever has the link as well", async () => {
      const person = await save(recruiter);
      const token = await pageTokenOf(person.id);
      expect(await call(world().anon, "enter_candidate_code", { token, code: "000000" })).toBeNull();
      await call(world().anon, "send_candidate_code", { token });
      const code = await codeOf(person.id);
      expect(code).toMatch(/^\d{6}$/);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await call(world().anon, "enter_candidate_code", { token, code: wrong })).toBeNull();
      }
      expect(await call(world().anon, "enter_candidate_code", { token, code })).toBeNull();
      const session_token = await open(person.id);
      expect(session_token).toMatch(/^[0-9a-f]{64}$/);
      expect(await call(world().anon, "enter_candidate_code", { token, code: await codeOf(person.id) })).toBeNull();
      expect(await page(session_token)).toMatchObject({ candidate: { email: person.email }, entries: [] });
      await world().query(
        `update private.candidate_sessions set expires_at = now() where candidate_id = '${person.id}'`,
      );
      expect(await page(session_token)).toEqual([401, "candidate_session_ended"]);
      expect(await call(world().anon, "candidate_question", { token: `${token.slice(0, 63)}x` })).toBeNull();
    });

    it("of one candidate opens nothing of another", async () => {
      const requirement = await file(company.clientId);
      const theirs = await showOne(recruiter, requirement);
      const session_token = await open((await save(recruiter)).id);
      for (const [name, more] of [
        ["withdraw_from", {}],
        ["agree_to_card", { digest: "0" }],
      ] as const) {
        const values = { session_token, entry: theirs.entry, ...more };
        expect(await call(world().anon, name, values)).toEqual([404, "entry_not_found"]);
      }
    });
  });

  describe("what a candidate does in a day", () => {
    /** Somebody who was asked, with a session, and who has so many changes left. */
    async function withLeft(left: number) {
      const requirement = await file(company.clientId);
      const { id } = await save(recruiter);
      const entry = await ask(recruiter, requirement, id);
      const session_token = await open(id);
      await world().query(`insert into private.candidate_counts (candidate_id, day, count)
                             values ('${id}', (now() at time zone 'UTC')::date, ${100 - left})`);
      return { id, entry, session_token };
    }
    const TOO_MANY = [429, "too_many_own_changes"];

    it("is a hundred changes, at once as well, of whichever kind", async () => {
      const { id, entry, session_token } = await withLeft(6);
      const names = Array.from({ length: 12 }, (_, place) => `Company ${place}`);
      const added = await Promise.all(
        names.map((named) => call<unknown>(world().anon, "add_own_never", { session_token, named })),
      );
      expect(added.filter((each) => typeof each === "string")).toHaveLength(6);
      const { candidate } = (await page(session_token)) as { candidate: { version: number } };
      for (const [name, more] of [
        ["add_own_never", { named: "One more" }],
        ["edit_own_candidate", { seen: candidate.version, entries: { city: "Goa" } }],
        ["agree_to_card", { entry, digest: "0" }],
        ["agree_to_be_kept", {}],
      ] as const) {
        expect(await call(world().anon, name, { session_token, ...more }), name).toEqual(TOO_MANY);
      }
      // What was refused is not counted, and the next day has a hundred of its own.
      expect(await value(`select count from private.candidate_counts where candidate_id = '${id}'`)).toBe(100);
      await world().query(`update private.candidate_counts set day = day - 1 where candidate_id = '${id}'`);
      expect(await call(world().anon, "agree_to_be_kept", { session_token })).toBeNull();
    });

    it("never keeps anybody from taking back a yes, from being forgotten, or from saying that they are a child", async () => {
      const { entry, session_token } = await withLeft(1);
      expect(await agree(session_token, entry)).toBeNull();
      expect(await call(world().anon, "agree_to_be_kept", { session_token })).toEqual(TOO_MANY);
      expect(await call(world().anon, "withdraw_from", { session_token, entry })).toBeNull();
      expect(await call(world().anon, "erase_own_candidate", { session_token })).toBeNull();
      const child = await withLeft(0);
      const values = { session_token: child.session_token, seen: 0, entries: { is_adult: false } };
      expect(await call(world().anon, "edit_own_candidate", values)).toBe(0);
    });

    it("is read by the team as the newest hundred of all that was asked, with how many there are", async () => {
      const { id } = await save(recruiter);
      await world().query(`
        insert into public.candidate_consents (candidate_id, purpose, notice_version, language, basis, how, asked_at, given_at)
          select '${id}', 'keep', private.notice_version(), 'en', 'consent', 'own_page', now() - make_interval(mins => n), now()
            from generate_series(1, 130) as n`);
      type Read = { consents: { asked_at: string }[]; consents_count: number };
      const { consents, consents_count } = await call<Read>(recruiter.api, "read_candidate", { candidate: id });
      expect([consents.length, consents_count]).toEqual([100, 130]);
      const times = consents.map(({ asked_at }) => Date.parse(asked_at));
      expect(times).toEqual([...times].sort((a, b) => b - a));
      expect(Date.now() - times[0]!).toBeLessThan(120_000);
    });
  });

  describe("the own page", () => {
    it("says what is kept and where it is shown, corrects it, and asks anew about a card that it changes", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, { city: "Pune" });
      const entry = await ask(recruiter, requirement, person.id);
      expect(await call(world().anon, "candidate_question", { token: await tokenOf(entry) })).toMatchObject({
        purpose: "show",
        first_name: "Asha",
        state: "open",
        company: "Crane Builders Pvt Ltd",
        basis: "consent",
      });
      const session_token = await open(person.id);
      await agree(session_token, entry);
      const { candidate } = await page(session_token);
      const edited = { session_token, seen: candidate.version, entries: { city: "Goa" } };
      expect(await call(world().anon, "edit_own_candidate", edited)).toBe(candidate.version + 1);
      const [after] = (await page(session_token)).entries;
      expect(after).toMatchObject({ state: "asked", card: { city: "Goa" } });
      expect(await show(recruiter, requirement, [entry])).toEqual([422, "no_consent"]);
      await agree(session_token, entry);
      expect(await show(recruiter, requirement, [entry])).toBe(1);
      await call(world().anon, "agree_to_be_kept", { session_token });
      await seenBy(company.viewer, requirement);
      expect(await page(session_token)).toMatchObject({
        is_kept: true,
        entries: [
          { state: "shown", opened_on: expect.any(String) as string, waiting_since: expect.any(String) as string },
        ],
      });
      await call(world().anon, "withdraw_from", { session_token, entry });
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      expect((await page(session_token)).entries[0]).toMatchObject({ state: "withdrawn" });
    });

    it("leaves no byte of somebody who erases themselves", async () => {
      const requirement = await file(company.clientId);
      const mark = `Traceless${randomUUID().slice(0, 8)}`;
      const { id, email, entry, session } = await showOne(recruiter, requirement, {
        full_name: `${mark} Rao`,
        phone: "9811100022",
      });
      await call(recruiter.api, "note_talk", { candidate: id, form: randomUUID(), words: `${mark} rang` });
      await seenBy(company.owner, requirement);
      await answer(company.owner, requirement, entry, { verdict: "no", words_for_candidate: `Sorry, ${mark}` });
      await say(company.owner, requirement, entry, { question: "Which shift?" });
      const messages = async () =>
        (await call<{ messages: { body: string }[] }>(recruiter.api, "open_messages", { requirement })).messages;
      expect(await messages()).toMatchObject([{ body: `About ${mark} Rao: Which shift?` }]);
      const exported = await call<object>(world().anon, "export_own_candidate", { session_token: session });
      expect(exported).toMatchObject({
        candidate: { email },
        notes: [{}],
        consents: [{}],
        entries: [{ answers: [{}], opened: [expect.any(String)] }],
      });
      await call(world().anon, "erase_own_candidate", { session_token: session });
      expect(await messages()).toMatchObject([{ body: "About a candidate: Which shift?" }]);
      // The last mail has the address until it has gone, and nothing else of them.
      expect(await tracesOf([mark, id, entry, "9811100022"])).toEqual([]);
      await world().query(
        `update public.mail_outbox set sent_at = now(), next_attempt_at = null
           where template = 'candidate_erased' and address = '${email}'`,
      );
      expect(await tracesOf([mark, email, id, entry, "9811100022"])).toEqual([]);
      expect(await page(session)).toEqual([401, "candidate_session_ended"]);
    });

    it("equals the database, whatever happens", async () => {
      const requirement = await file(company.clientId);
      const people = await Promise.all([0, 1].map(() => save(recruiter)));
      const sessions: string[] = [];
      for (const { id } of people) sessions.push(await open(id));
      const entries = new Map<number, string>();
      const act = fc.tuple(fc.nat({ max: 1 }), fc.constantFrom("ask", "agree", "withdraw", "show", "answer"));
      const steps = fc.sample(act, { numRuns: 24, seed: 7 });
      for (const [who, what] of steps) {
        const [person, session_token] = [people[who]!, sessions[who]!];
        const entry = entries.get(who);
        if (what === "ask" && !entry) entries.set(who, await ask(recruiter, requirement, person.id));
        else if (!entry) continue;
        else if (what === "agree") await agree(session_token, entry);
        else if (what === "withdraw") await call(world().anon, "withdraw_from", { session_token, entry });
        else if (what === "show") await show(recruiter, requirement, [entry]);
        else if (what === "answer") {
          const visible = (await seenBy(company.owner, requirement)).entries.some(({ id }) => id === entry);
          if (visible) await answer(company.owner, requirement, entry, { verdict: "maybe" });
        }
        const visible = (await seenBy(company.owner, requirement)).entries.map(({ id }) => id);
        for (const [index, known] of entries) {
          const [own] = (await page(sessions[index]!)).entries;
          const state = await value(`select state from public.shortlist_entries where id = '${known}'`);
          expect(own!.state).toBe(state);
          expect(visible.includes(known)).toBe(own!.state === "shown");
        }
      }
      expect(entries.size).toBe(2);
    });
  });
}
