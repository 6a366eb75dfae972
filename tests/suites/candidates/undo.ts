import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

type Question = Record<string, unknown> | null;

/** A no and a "this is not me" that were a slip, another mind, and the last mail (docs/decisions/candidates.md). */
export function describeCandidateUndo(world: () => World): void {
  const { stateOf, versionOf, value, save, file, entryOf, ask, askAt, tokenOf, pageTokenOf, open, page } =
    candidateActs(world);
  const { agree, show, showOne, answer, seenBy } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Ibis Builders Pvt Ltd"));
  let requirement: string;
  beforeEach(async () => {
    requirement = await file(company.clientId);
  });

  const byLink = (name: string, token: string, more: object = {}) => call(world().anon, name, { token, ...more });
  const question = (token: string) => call<Question>(world().anon, "candidate_question", { token });
  const pass = (minutes: number) =>
    world().query(
      `update public.candidate_consents set tell_at = tell_at - interval '${minutes} minutes' where tell_at is not null`,
    );
  const tell = () => world().query("select private.tell_refusals()");
  const events = async () =>
    (
      (await world().query(
        `select type from public.requirement_events where requirement_id = '${requirement}' and type like 'candidates%'
           order by created_at`,
      )) as { type: string }[]
    ).map(({ type }) => type);

  /** Somebody who was asked, and the token of their mail. */
  async function asked(more: Record<string, unknown> = {}) {
    const person = await save(recruiter, more);
    const entry = await ask(recruiter, requirement, person.id);
    return { ...person, entry, token: await tokenOf(entry) };
  }

  describe("a no", () => {
    it("holds at once, is told to nobody for ten minutes, and until then is undone by the link", async () => {
      const { entry, token } = await asked();
      await byLink("refuse_candidate_question", token);
      expect(await stateOf(entry)).toBe("withdrawn");
      expect(await question(token)).toMatchObject({ state: "refused", undo_until: expect.any(String) as unknown });
      await pass(9);
      await tell();
      expect(await events()).toEqual([]);
      expect(await byLink("undo_candidate_refusal", token)).toBeNull();
      expect(await stateOf(entry)).toBe("asked");
      expect(await question(token)).toMatchObject({ state: "open" });
      await pass(9);
      await tell();
      expect(await events()).toEqual([]);
      expect(await byLink("undo_candidate_refusal", token)).toEqual([409, "undo_over"]);
      // It is a question again, and no yes.
      expect(await call(recruiter.api, "show_candidates", { requirement, entries: [entry], seen: [4] })).toMatchObject([
        expect.any(Number),
        expect.any(String),
      ]);
    });

    it("is told once after that, and can be undone no more", async () => {
      const { entry, token } = await asked();
      await byLink("refuse_candidate_question", token);
      await pass(11);
      expect(await byLink("undo_candidate_refusal", token)).toEqual([409, "undo_over"]);
      await tell();
      await tell();
      expect(await events()).toEqual(["candidates_refused"]);
      expect(await stateOf(entry)).toBe("withdrawn");
    });

    it("on the own page is undone there, by whose it is alone; a yes that was taken back is not", async () => {
      const { id, entry } = await asked();
      const session_token = await open(id);
      await call(world().anon, "withdraw_from", { session_token, entry });
      expect((await page(session_token)).entries).toMatchObject([{ undo_until: expect.any(String) as unknown }]);
      const foreign = await open((await save(recruiter)).id);
      expect(await call(world().anon, "undo_own_refusal", { session_token: foreign, entry })).toEqual([
        404,
        "entry_not_found",
      ]);
      expect(await call(world().anon, "undo_own_refusal", { session_token, entry })).toBeNull();
      await agree(session_token, entry);
      await call(world().anon, "withdraw_from", { session_token, entry });
      expect(await call(world().anon, "undo_own_refusal", { session_token, entry })).toEqual([409, "undo_over"]);
      expect(await byLink("undo_candidate_refusal", await tokenOf(entry))).toEqual([409, "undo_over"]);
    });

    it.each([
      [
        "facts",
        (id: string, seen: number) =>
          call(recruiter.api, "save_candidate", { candidate: id, seen, entries: { headline: "Welder" } }),
      ],
      [
        "blindness",
        () => call(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false }),
      ],
    ])("to a card that has other %s by now leaves it to be asked anew", async (_, change) => {
      const { id, version, entry, token } = await asked();
      await byLink("refuse_candidate_question", token);
      expect(Array.isArray(await change(id, version))).toBe(false);
      expect(await byLink("undo_candidate_refusal", token)).toBeNull();
      const { state, version: seen } = await entryOf(recruiter, requirement, entry);
      expect(state).toBe("draft");
      expect(await askAt(recruiter, entry, seen)).toBe(1);
    });

    it("is undone by no other mailbox than the one that was asked, and is told all the same", async () => {
      const { id, version, entry, token } = await asked();
      await byLink("refuse_candidate_question", token);
      const entries = { email: `${randomUUID()}@candidates.example` };
      await call(recruiter.api, "save_candidate", { candidate: id, seen: version, entries });
      const session_token = await open(id);
      expect((await page(session_token)).entries).toMatchObject([{ undo_until: null }]);
      expect(await call(world().anon, "undo_own_refusal", { session_token, entry })).toEqual([409, "undo_over"]);
      expect(await stateOf(entry)).toBe("withdrawn");
      await pass(11);
      await tell();
      expect(await events()).toEqual(["candidates_refused"]);
    });

    it("to a card that was changed leaves it to be asked anew, and one to being kept keeps the record meanwhile", async () => {
      const { entry, token } = await asked();
      const version = await versionOf(entry);
      await call(recruiter.api, "set_card", { entry, seen: version, chosen: [], pitch: "Never late." });
      await byLink("refuse_candidate_question", token);
      expect(await stateOf(entry)).toBe("withdrawn");
      await byLink("undo_candidate_refusal", token);
      expect(await stateOf(entry)).toBe("draft");
      const kept = await save(recruiter);
      await call(recruiter.api, "ask_to_keep", { candidate: kept.id, seen: kept.version });
      const keepToken = await value(
        `select private.candidate_token(asked.id, person.link_issue) from public.candidate_consents as asked
           join public.candidates as person on person.id = asked.candidate_id where person.id = '${kept.id}'`,
      );
      await byLink("refuse_candidate_question", keepToken);
      const expired = async () =>
        Number(await value(`select count(*) from private.expired_candidates() as gone where gone = '${kept.id}'`));
      expect(await expired()).toBe(0);
      await byLink("undo_candidate_refusal", keepToken);
      expect(await question(keepToken)).toMatchObject({ purpose: "keep", state: "open" });
      await byLink("refuse_candidate_question", keepToken);
      await pass(11);
      expect(await expired()).toBe(1);
    });
  });

  describe("ask me after all", () => {
    it("tells the recruiter once, who may ask anew at once; nothing is shown by it", async () => {
      const { entry, token } = await asked();
      await byLink("refuse_candidate_question", token);
      await pass(11);
      await tell();
      expect(await question(token)).toMatchObject({ may_reconsider: true });
      for (let time = 0; time < 2; time += 1) {
        expect(await byLink("reconsider_candidate_question", token)).toBeNull();
      }
      expect(await events()).toEqual(["candidates_refused", "candidates_reconsidered"]);
      expect(await question(token)).toMatchObject({ state: "refused", is_reconsidered: true });
      const { state, version, ...known } = await entryOf(recruiter, requirement, entry);
      expect([state, (known as unknown as { is_reconsidered: boolean }).is_reconsidered]).toEqual(["draft", true]);
      expect(await askAt(recruiter, entry, version)).toBe(1);
    });

    it("after a yes that was taken back is told as well, but not for a closed job or a company that they have blocked", async () => {
      const shown = await showOne(recruiter, requirement);
      const session_token = shown.session;
      const again = { session_token, entry: shown.entry };
      await call(world().anon, "withdraw_from", again);
      const never = await call<string>(world().anon, "add_own_never", { session_token, named: "Ibis Builders" });
      expect(await call(world().anon, "reconsider_own_entry", again)).toEqual([422, "never_company"]);
      expect((await page(session_token)).entries).toMatchObject([{ is_never: true }]);
      await call(world().anon, "remove_own_never", { session_token, never });
      const status = (to: string) =>
        world().query(`update public.job_requirements set status = '${to}' where id = '${requirement}'`);
      await status("filled");
      expect(await call(world().anon, "reconsider_own_entry", again)).toEqual([422, "job_closed"]);
      await status("in_progress");
      expect(await call(world().anon, "reconsider_own_entry", again)).toBeNull();
      expect(await events()).toContain("candidates_reconsidered");
    });
  });

  describe("this is not me", () => {
    /** What its recruiter and its company have of a requirement. */
    const toldOf = async () => ({
      events: await world().query(
        `select type, changes ->> 'by' as by, changes ->> 'was_opened' as was_opened from public.requirement_events
           where requirement_id = '${requirement}' and type in ('candidates_refused', 'candidates_withdrawn')
           order by created_at`,
      ),
      item: await value(`select state from public.inbox_items where requirement_id = '${requirement}'`),
      mails: await value(
        `select count(*)::integer from public.mail_outbox
           where user_id = '${recruiter.userId}' and template = 'requirement_event' and ids ->> 'requirement' = '${requirement}'`,
      ),
      company: (await seenBy(company.owner, requirement)).entries,
    });
    const quiet = () =>
      world().query(
        `update public.inbox_items set state = 'done' where requirement_id = '${requirement}';
         delete from public.mail_outbox where user_id = '${recruiter.userId}'`,
      );

    it.each(["asked", "agreed", "shown", "interview"])(
      "after %s is no consent to be shown by, and its recruiter is told that it is somebody else",
      async (state) => {
        const isShown = ["shown", "interview"].includes(state);
        const person = isShown ? await showOne(recruiter, requirement) : await asked();
        if (state === "agreed") await agree(await open(person.id), person.entry);
        if (state === "interview") await answer(company.owner, requirement, person.entry, { verdict: "interview" });
        expect(await stateOf(person.entry)).toBe(state);
        await quiet();
        await byLink("disown_address", await pageTokenOf(person.id));
        const type = isShown ? "candidates_withdrawn" : "candidates_refused";
        const was_opened = isShown ? String(state === "interview") : null;
        expect(await toldOf()).toEqual({
          events: [{ type, by: "disowned", was_opened }],
          ...{ item: "new", mails: 1, company: [] },
        });
        const known = await entryOf(recruiter, requirement, person.entry);
        expect(known).toMatchObject({ state: "closed", has_yes: false, is_disowned: true });
        expect(await show(recruiter, requirement, [person.entry])).toEqual([422, expect.any(String)]);
      },
    );

    it("takes nothing of a no that was said before: nobody is shown by it", async () => {
      const { entry, token } = await asked();
      await byLink("refuse_candidate_question", token);
      await byLink("disown_address", token);
      expect(await stateOf(entry)).toBe("withdrawn");
    });

    const undoToken = (address: string) =>
      value(`select private.undo_token((ids ->> 'mailbox')::uuid) from public.mail_outbox
               where template = 'candidate_disowned' and address = '${address}'`);

    it("sends one mail more to there, which alone undoes it, with the address itself", async () => {
      const { id, email, entry, token } = await asked();
      await byLink("disown_address", token);
      const undo = await undoToken(email);
      expect(await byLink("is_undo_link", undo)).toBe(true);
      for (const other of [token, "0".repeat(64), "x", `${undo.slice(0, 63)}${undo.endsWith("0") ? "1" : "0"}`]) {
        expect(await byLink("is_undo_link", other)).toBe(false);
        expect(await byLink("own_mailbox", other, { address: email })).toEqual([404, "link_unknown"]);
      }
      // Neither another person's address, nor another one of the same mailbox.
      for (const address of [`${randomUUID()}@candidates.example`, email.replace("@", "+a@"), "x"]) {
        expect(await byLink("own_mailbox", undo, { address })).toEqual([422, "other_address"]);
      }
      expect(await byLink("own_mailbox", undo, { address: ` ${email.toUpperCase()}` })).toBeNull();
      expect(await value(`select email from public.candidates where id = '${id}'`)).toBe(email);
      expect(await byLink("is_undo_link", undo)).toBe(false);
      // What was asked is over; the link of that mail is dead, and the recruiter may ask anew.
      expect(await question(token)).toBeNull();
      const { state, version } = await entryOf(recruiter, requirement, entry);
      expect(state).toBe("draft");
      expect(await askAt(recruiter, entry, version)).toBe(1);
    });

    it("is undone for thirty days, and never over an address that the record has since", async () => {
      const late = await asked();
      await byLink("disown_address", late.token);
      const lateUndo = await undoToken(late.email);
      await world().query(
        `update private.disowned_mailboxes set created_at = now() - interval '31 days'
           where id = left('${lateUndo}', 32)::uuid`,
      );
      expect(await byLink("own_mailbox", lateUndo, { address: late.email })).toEqual([404, "link_unknown"]);
      const moved = await asked();
      await byLink("disown_address", moved.token);
      const undo = await undoToken(moved.email);
      await world().query(
        `update public.candidates set email = 'other-${moved.id}@x.example' where id = '${moved.id}'`,
      );
      expect(await byLink("own_mailbox", undo, { address: moved.email })).toBeNull();
      expect(await value(`select email from public.candidates where id = '${moved.id}'`)).toMatch(/^other-/);
    });
  });

  it("the last mails are kept no longer than until they have gone, or will not go", async () => {
    const [erased, dead, disowned] = [await asked(), await asked(), await asked()];
    for (const { id } of [erased, dead]) {
      await call(world().anon, "erase_own_candidate", { session_token: await open(id) });
    }
    await byLink("disown_address", disowned.token);
    const kept = async ({ email }: { email: string }) =>
      world().query(`select id, template from public.mail_outbox where address = '${email}'`);
    const ends = { erased: "null, false", dead: "'no such mailbox', true", disowned: "null, false" };
    for (const [name, person] of Object.entries({ erased, dead, disowned })) {
      const [mail, ...others] = (await kept(person)) as { id: string; template: string }[];
      expect([mail?.template, others]).toEqual([name === "disowned" ? "candidate_disowned" : "candidate_erased", []]);
      expect(await value(`select private.mail_content('${mail!.id}')::text`)).not.toMatch(/Asha|candidate"/);
      await world().query(`select private.settle_mail('${mail!.id}', ${ends[name as keyof typeof ends]})`);
      expect(await kept(person)).toEqual([]);
    }
  });

  it("what the job pays is told where the company agrees, and of no other", async () => {
    await world().query(
      `update public.job_requirements set min_salary = 300000, max_salary = 420000, currency = 'INR'
         where id = '${requirement}'`,
    );
    const { token, entry } = await asked();
    const about = async () => (await question(token))?.["about"];
    expect(JSON.stringify(await about())).not.toMatch(/300000|420000/);
    const how = { requirement, seen: 0, is_blind: false, is_abroad: false };
    expect(await call(recruiter.api, "set_shortlist", { ...how, tells_pay: true })).toEqual(expect.any(Number));
    expect(await about()).toMatchObject({ pay: { from: 300_000, to: 420_000, currency: "INR" } });
    // It is no word of the card: who was asked stays so.
    expect(await stateOf(entry)).toBe("asked");
  });
}
