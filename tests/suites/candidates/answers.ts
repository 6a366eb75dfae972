import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

/** What companies answer, and what becomes of it (docs/decisions/candidates.md). */
export function describeShortlistAnswers(world: () => World): void {
  const { table, itemOf } = asking(world);
  const {
    stateOf,
    versionOf,
    value,
    file,
    shortlist,
    entryOf,
    ask,
    page,
    agree,
    show,
    showOne,
    seenBy,
    say,
    answer,
    tellAnswers,
  } = candidateActs(world);
  const { setMark, takeBack } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Egret Builders Pvt Ltd"));
  const other = prepare(() => addCompany(world(), "Otter Works"));

  describe("answers", () => {
    it("come at once, the last counts, colleagues see them, and the line comes back", async () => {
      const requirement = await file(company.clientId);
      const [first, second] = [await showOne(recruiter, requirement), await showOne(recruiter, requirement)];
      expect((await seenBy(company.viewer, requirement)).may_answer).toBe(false);
      const byViewer = await call(company.viewer.api, "answer_candidates", { requirement, answers: [] });
      expect(byViewer).toEqual([403, "forbidden"]);
      const ofNobody = { requirement, answers: [{ verdict: "maybe" }] };
      expect(await call(company.owner.api, "answer_candidates", ofNobody)).toEqual([404, "entry_not_found"]);
      const { entries } = await seenBy(company.owner, requirement);
      const answers = entries.map(({ id, version }) => ({
        entry: id,
        seen: version,
        verdict: "maybe",
        reason: "Far away",
      }));
      expect(await call(company.owner.api, "answer_candidates", { requirement, answers })).toBe(2);
      expect(await call(company.owner.api, "answer_candidates", { requirement, answers })).toBe(0);
      const [others] = (await seenBy(company.member, requirement)).entries;
      expect(others).toMatchObject({ own_answer: null, answers: [{ verdict: "maybe", reason: "Far away" }] });
      await answer(company.member, requirement, first.entry, { verdict: "no", words_for_candidate: "Thank you" });
      const [seen] = (await seenBy(company.member, requirement)).entries;
      expect(seen!.answers).toMatchObject([{ verdict: "maybe", reason: "Far away" }]);
      expect((await itemOf("requirement_id", requirement)).state).toBe("new");
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 2, waiting: 0 });
      // What is for the candidate is theirs once it was let go.
      const said = (await entryOf(recruiter, requirement, first.entry))["answers"] as {
        id: string;
        words_for_candidate: string | null;
      }[];
      expect((await page(first.session)).entries[0]).toMatchObject({ words: [] });
      await call(recruiter.api, "release_answer", { answer: said.find((each) => each.words_for_candidate)!.id });
      expect((await page(first.session)).entries[0]).toMatchObject({ words: [{ words: "Thank you" }] });
      expect((await page(second.session)).entries[0]).toMatchObject({ words: [] });
    });

    it("have one count everywhere, and silence an owner", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      const second = await showOne(recruiter, requirement);
      const gone = await showOne(recruiter, requirement);
      await call(world().anon, "withdraw_from", { session_token: gone.session, entry: gone.entry });
      type Counted = { id: string; candidates: object };
      const { counts } = await seenBy(company.owner, requirement);
      expect(counts).toMatchObject({ shown: 2, waiting: 2, joined: 0 });
      const frame = await call<{ candidates: object }>(company.owner.api, "requirement_frame", { requirement });
      const dashboard = await call<{ requirements: Counted[] }>(company.owner.api, "dashboard_page", { page_size: 50 });
      const list = await call<Counted[]>(recruiter.api, "list_requirements", { filter: { client: company.clientId } });
      const work = await call<Counted[]>(recruiter.api, "list_open_requirements", {
        filter: { whose: "me", sort: "age", descending: true },
      });
      expect(frame.candidates).toEqual(counts);
      const countedIn = (found: Counted[]) => found.find(({ id }) => id === requirement)?.candidates;
      expect(countedIn(dashboard.requirements)).toEqual(counts);
      // The team's say of who has applied, too.
      for (const found of [list, work]) expect(countedIn(found)).toMatchObject(counts);
      // Two working days later, and a weekend to be sure.
      await world().query(
        `update public.shortlist_entries set shown_at = now() - interval '6 days' where requirement_id = '${requirement}'`,
      );
      await world().query("select private.queue_candidate_reminders()");
      await world().query("select private.queue_candidate_reminders()");
      const mails = await world().query(
        `select user_id from public.mail_outbox where template = 'candidates_waiting' and ids ->> 'requirement' = '${requirement}'`,
      );
      expect(mails).toHaveLength(2);
      const late = async () => {
        const sections = await call<{ name: string; rows: { id: string }[] }[]>(recruiter.api, "my_day", {});
        return sections.find(({ name }) => name === "candidates")?.rows.map(({ id }) => id) ?? [];
      };
      expect(await late()).toContain(requirement);
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      await answer(company.owner, requirement, second.entry, { verdict: "maybe" });
      expect(await late()).not.toContain(requirement);
    });

    it("joining counts towards the positions that are filled, and is told to the CRM without a person's data", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, id } = await showOne(recruiter, requirement, { full_name: "Joan Joined" });
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      const mark = (state: string, more = {}) => setMark(recruiter, entry, state, more);
      expect(await mark("joined")).toEqual(expect.any(Number));
      const frame = () => call<object>(company.owner.api, "requirement_frame", { requirement });
      expect(await frame()).toMatchObject({ positions_filled: 1, candidates: { joined: 1 } });
      await mark("declined");
      expect(await frame()).toMatchObject({ positions_filled: 0, candidates: { joined: 0 } });
      const told = await world().query(
        `select type, private.crm_message(id)::text as message from public.crm_events where requirement_id = '${requirement}' and entry_ids <> '{}' order by place`,
      );
      expect(told.map(({ type }) => type)).toEqual(["candidates_shown", "candidates_answered", "candidate_joined"]);
      for (const { message } of told) {
        expect(message).toContain(entry);
        expect(message).not.toMatch(new RegExp(`Joan|${email}|${id}`));
      }
    });

    it("of one company are told to no other that sees the same person", async () => {
      const [here, there] = [await file(company.clientId), await file(other.clientId)];
      const first = await showOne(recruiter, here);
      const entry = await ask(recruiter, there, first.id);
      await agree(first.session, entry);
      await show(recruiter, there, [entry]);
      await answer(company.owner, here, first.entry, { verdict: "interview", words_for_agency: "Only for you" });
      const text = JSON.stringify([
        await seenBy(other.owner, there),
        await call(other.owner.api, "requirement_frame", { requirement: there }),
        await call(other.owner.api, "dashboard_page", { page_size: 50 }),
      ]);
      expect(text).toContain(entry);
      for (const word of ["Egret", here, first.entry, "Only for you", company.clientId])
        expect(text).not.toContain(word);
      expect(await seenBy(other.owner, here)).toEqual([404, "requirement_not_found"]);
    });
  });

  describe("an answer can be undone", () => {
    /** What has been told of a requirement's answers to whom outside its company. */
    const told = async (requirement: string, email: string) => ({
      mails: Number(
        await value(`select count(*) from public.mail_outbox where address = '${email}' and ids ? 'interview'`),
      ),
      events: Number(
        await value(
          `select (select count(*) from public.requirement_events as event where event.requirement_id = '${requirement}'
                     and event.type = 'candidates_answered')
                  + (select count(*) from public.crm_events as event where event.requirement_id = '${requirement}'
                       and event.type = 'candidates_answered')
                  + (select count(*) from public.activity_log as done where done.action = 'contact_opened'
                       and done.subject in (select id from public.shortlist_entries where requirement_id = '${requirement}'))`,
        ),
      ),
      line: (await itemOf("requirement_id", requirement)).state,
    });
    const NOBODY = { mails: 0, events: 0, line: "done" };
    const undo = (by: Member, requirement: string, id: unknown) =>
      call(by.api, "undo_answer", { requirement, answer: id });
    const answerIn = async (requirement: string) =>
      ((await seenBy(company.owner, requirement)).entries[0]!["undo"] as { answer: string } | null)?.answer;

    it("for ten minutes, in which candidate, recruiter and CRM are told nothing, and contact is not open", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, session } = await showOne(recruiter, requirement);
      await seenBy(company.owner, requirement);
      const [before] = (await page(session)).entries;
      const exported = async () =>
        (await call<{ entries: object[] }>(world().anon, "export_own_candidate", { session_token: session })).entries;
      const known = await exported();
      const words = { verdict: "interview", words_for_candidate: "Come!" };
      expect(await say(company.owner, requirement, entry, words)).toBe(1);
      await world().query("select private.tell_answers()");
      expect(await told(requirement, email)).toEqual(NOBODY);
      expect((await page(session)).entries).toEqual([before]);
      expect(known).toMatchObject([{ state: "shown", interview_at: null, answered_at: null, answers: [] }]);
      expect(await exported()).toEqual(known);
      const [seen] = (await seenBy(company.owner, requirement)).entries;
      expect(seen).toMatchObject({ contact: null, opens_at: expect.any(String) as string, answer_by: null });
      const [said] = (await entryOf(recruiter, requirement, entry))["answers"] as { id: string; undo_until: string }[];
      expect(said!.undo_until).toEqual(expect.any(String));
      expect(await call(recruiter.api, "release_answer", { answer: said!.id })).toEqual([409, "answer_undoable"]);

      expect(await undo(company.member, requirement, said!.id)).toBe(false);
      expect(await undo(company.owner, requirement, said!.id)).toBe(true);
      expect(await undo(company.owner, requirement, said!.id)).toBe(false);
      await tellAnswers(requirement);
      expect(await told(requirement, email)).toEqual(NOBODY);
      expect((await page(session)).entries).toEqual([before]);
      const after = await seenBy(company.owner, requirement);
      expect(after.counts).toMatchObject({ shown: 1, interview: 0, waiting: 1 });
      expect(after.entries[0]).toMatchObject({ state: "shown", own_answer: null, contact: null, undo: null });
      const since = `select unanswered_since = (select shown_at from public.shortlist_entries where id = '${entry}')
                       from private.open_requirements where requirement_id = '${requirement}'`;
      expect(await value(since)).toBe(true);
    });

    it("and is waited for no more on the dashboard meanwhile", async () => {
      const { owner, clientId } = await addCompany(world(), "Heron Docks");
      const requirement = await file(clientId);
      const { entry } = await showOne(recruiter, requirement);
      const waiting = async () =>
        (await call<{ candidates: object }>(owner.api, "dashboard_page", { page_size: 50 })).candidates;
      expect(await waiting()).toMatchObject({ requirements: 1, first: [{ id: requirement, waiting: 1 }] });
      await say(owner, requirement, entry, { verdict: "maybe" });
      expect(await waiting()).toEqual({ requirements: 0, first: [] });
    });

    it("by its author alone, also once they are erased", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      await say(company.owner, requirement, entry, { verdict: "maybe" });
      const id = await answerIn(requirement);
      await world().query(`update public.shortlist_answers set author = null where id = '${id}'`);
      expect(await undo(company.member, requirement, id)).toBe(false);
    });

    it("and counts among the mails that wait, if nobody was told five minutes later", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      await say(company.owner, requirement, entry, { verdict: "maybe" });
      await say(company.owner, requirement, entry, { verdict: "no", reason: "Abroad" });
      // At a moment at which nothing else ends.
      const end = (moment: string) =>
        world().query(`update public.shortlist_answers set undo_until = '${moment}' where entry_id = '${entry}'`);
      await end("2031-06-01T00:00:00Z");
      const waiting = (moment: string) => value<number>(`select private.mails_waiting('${moment}')`);
      expect((await waiting("2031-06-01T00:05:01Z")) - (await waiting("2031-06-01T00:05:00Z"))).toBe(1);
      await end("2020-06-01T00:00:00Z");
      await tellAnswers(requirement);
      expect((await waiting("2031-06-01T00:05:01Z")) - (await waiting("2031-06-01T00:05:00Z"))).toBe(0);
    });

    it("and no longer: then all of them are told, once", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, session } = await showOne(recruiter, requirement);
      await say(company.owner, requirement, entry, { verdict: "interview" });
      const id = await answerIn(requirement);
      for (let time = 0; time < 2; time += 1) await tellAnswers(requirement);
      expect(await undo(company.owner, requirement, id)).toBe(false);
      expect(await told(requirement, email)).toEqual({ mails: 1, events: 3, line: "new" });
      expect((await page(session)).entries[0]).toMatchObject({
        state: "interview",
        answered_at: expect.any(String) as string,
      });
      const [event] = await world().query(
        `select actor, side from public.requirement_events where requirement_id = '${requirement}' and type = 'candidates_answered'`,
      );
      expect(event).toEqual({ actor: company.owner.userId, side: "company" });
    });

    /** Lets minutes pass for an entry; nobody is told meanwhile. */
    const pass = (entry: string, minutes: number) =>
      world().query(
        `update public.shortlist_answers set created_at = created_at - interval '${minutes} minutes',
             undo_until = undo_until - interval '${minutes} minutes' where entry_id = '${entry}';
         update public.shortlist_entries set shown_at = shown_at - interval '${minutes} minutes',
             interview_at = interview_at - interval '${minutes} minutes' where id = '${entry}'`,
      );

    it("and opens contact when it is told, not by the clock: said anew before that, ten minutes after that", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, session } = await showOne(recruiter, requirement);
      const contact = async () => (await seenBy(company.owner, requirement)).entries[0]!.contact !== null;
      const interview = (more = {}) => say(company.owner, requirement, entry, { verdict: "interview", ...more });
      await interview();
      await pass(entry, 5);
      await interview({ words_for_agency: "On Friday" });
      await pass(entry, 6);
      await world().query("select private.tell_answers()");
      expect([await contact(), await told(requirement, email)]).toEqual([false, NOBODY]);
      // Between the end of its time and the run it is not open either, to nobody, and changed then never was.
      await pass(entry, 5);
      expect(await contact()).toBe(false);
      expect((await page(session)).entries[0]).toMatchObject({ state: "shown", contact_opened_at: null });
      await say(company.owner, requirement, entry, { verdict: "no" });
      await tellAnswers(requirement);
      expect((await told(requirement, email)).mails).toBe(0);
      expect((await page(session)).entries[0]).toMatchObject({ contact_opened_at: null, contact_had_at: null });
      await interview();
      await tellAnswers(requirement);
      expect([await contact(), (await told(requirement, email)).mails]).toEqual([true, 1]);
    });

    it("and of a job that is withdrawn meanwhile is told to nobody, and opens nothing", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, session } = await showOne(recruiter, requirement);
      await say(company.owner, requirement, entry, { verdict: "interview" });
      const seen = await value(`select version from public.job_requirements where id = '${requirement}'`);
      const values = { requirement, seen, reason: "No budget" };
      expect(await call(company.owner.api, "withdraw_requirement", values)).toEqual(expect.any(Number));
      const { line } = await told(requirement, email);
      for (let time = 0; time < 2; time += 1) await tellAnswers(requirement);
      expect(await told(requirement, email)).toEqual({ mails: 0, events: 0, line });
      const [shown] = (await seenBy(company.owner, requirement)).entries;
      expect(shown).toMatchObject({ state: "shown", contact: null, opens_at: null, own_answer: null });
      expect((await page(session)).entries[0]).toMatchObject({ state: "shown", contact_had_at: null });
    });

    it("back to what was answered before: of several that were not told, to the one before", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, session } = await showOne(recruiter, requirement);
      const contact = async () => (await seenBy(company.owner, requirement)).entries[0]!.contact !== null;
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      expect(await contact()).toBe(true);
      const [before] = (await page(session)).entries;
      await say(company.member, requirement, entry, { verdict: "maybe" });
      await say(company.owner, requirement, entry, { verdict: "no" });
      expect(await contact()).toBe(false);
      expect((await page(session)).entries).toEqual([before]);
      expect(await undo(company.owner, requirement, await answerIn(requirement))).toBe(true);
      expect((await seenBy(company.owner, requirement)).entries[0]!.answers).toMatchObject([{ verdict: "maybe" }]);
      const [{ undo: last }] = (await seenBy(company.member, requirement)).entries as unknown as [
        { undo: { answer: string } },
      ];
      expect(await undo(company.member, requirement, last.answer)).toBe(true);
      expect(await contact()).toBe(true);
      await tellAnswers(requirement);
      expect(await told(requirement, email)).toMatchObject({ mails: 1, events: 3 });
    });

    it("is told of as it stands then, and of whom nothing is to be answered any more not at all", async () => {
      const requirement = await file(company.clientId);
      const [meant, gone] = [await showOne(recruiter, requirement), await showOne(recruiter, requirement)];
      await say(company.owner, requirement, meant.entry, { verdict: "interview" });
      await say(company.member, requirement, meant.entry, { verdict: "no" });
      await say(company.owner, requirement, gone.entry, { verdict: "interview" });
      await call(world().anon, "withdraw_from", { session_token: gone.session, entry: gone.entry });
      await tellAnswers(requirement);
      for (const { email } of [meant, gone]) expect((await told(requirement, email)).mails).toBe(0);
      const events = await world().query(
        `select changes from public.requirement_events where requirement_id = '${requirement}' and type = 'candidates_answered'`,
      );
      expect(events).toEqual([{ changes: { candidates: [null, 1] } }]);
      expect((await page(gone.session)).entries[0]).toMatchObject({ state: "withdrawn", contact_had_at: null });
      // Never was their contact open, so that the company never had it.
      expect((await page(meant.session)).entries[0]).toMatchObject({ contact_had_at: null, contact_opened_at: null });
    });
  });

  it("a question names somebody as long as the company sees them, once within ten minutes", async () => {
    const requirement = await file(company.clientId);
    const { entry, session } = await showOne(recruiter, requirement);
    const bodies = async ({ api }: Member) =>
      (await call<{ messages: { body: string }[] }>(api, "open_messages", { requirement })).messages.map(
        ({ body }) => body,
      );
    for (let time = 0; time < 2; time += 1) await say(company.owner, requirement, entry, { question: "Which shift?" });
    for (const reader of [recruiter, company.viewer]) {
      expect(await bodies(reader)).toEqual(["About Asha Rao: Which shift?"]);
    }
    await call(world().anon, "withdraw_from", { session_token: session, entry });
    for (const reader of [recruiter, company.viewer]) {
      expect(await bodies(reader)).toEqual(["About a candidate: Which shift?"]);
    }
  });

  it("an answer that somebody has changed meanwhile is refused, whatever it was and is", async () => {
    const requirement = await file(company.clientId);
    const { entry } = await showOne(recruiter, requirement);
    const { version: seen } = (await seenBy(company.owner, requirement)).entries[0]!;
    const send = (by: Member, verdict: string) =>
      call(by.api, "answer_candidates", { requirement, answers: [{ entry, seen, verdict }] });
    expect(await send(company.owner, "no")).toBe(1);
    for (const verdict of ["maybe", "interview", "no"]) {
      expect(await send(company.member, verdict)).toEqual([409, "stale"]);
    }
  });

  it("another verdict does not carry the texts of the one before, unless they are written anew", async () => {
    const requirement = await file(company.clientId);
    const { entry } = await showOne(recruiter, requirement);
    const words = { reason: "No castings", words_for_agency: "Cheaper?", words_for_candidate: "Next week" };
    const last = async () => ((await entryOf(recruiter, requirement, entry))["answers"] as object[])[0];
    await answer(company.owner, requirement, entry, { verdict: "no", ...words });
    expect(await last()).toMatchObject(words);
    await answer(company.owner, requirement, entry, { verdict: "interview", ...words, words_for_agency: "Friday?" });
    expect(await last()).toMatchObject({ reason: null, words_for_agency: "Friday?", words_for_candidate: null });
    const known = { verdict: "known", reason: "" };
    expect(await say(company.owner, requirement, entry, known)).toEqual([422, "reason_missing"]);
  });

  it("a contact is the company's last word's to open: another answer closes it, and no mark of the team opens it", async () => {
    const requirement = await file(company.clientId);
    await call(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
    const { entry, session } = await showOne(recruiter, requirement, { full_name: "Leela Closed" });
    const mark = (state: string) => setMark(recruiter, entry, state);
    const opened = async () => {
      const [seen] = (await seenBy(company.owner, requirement)).entries;
      const [own] = (await page(session)).entries;
      return [seen!.contact !== null, seen!["name"] === "Leela Closed", own!["contact_opened_at"] !== null];
    };
    const [known, unknown] = [
      [true, true, true],
      [false, false, false],
    ];
    const said = (verdict: string) => answer(company.owner, requirement, entry, { verdict });
    await said("interview");
    await mark("offered");
    expect(await opened()).toEqual(known);
    await answer(company.member, requirement, entry, { verdict: "no" });
    expect(await opened()).toEqual(unknown);
    await mark("shown");
    expect(await mark("interview")).toEqual([422, "mark_not_possible"]);
    await mark("offered");
    expect(await opened()).toEqual(unknown);
    await said("maybe");
    await said("interview");
    expect(await opened()).toEqual(known);
  });

  it("a company that becomes one that must not know sees and answers no more, and the entry ends", async () => {
    const domain = `${randomUUID()}.example`;
    for (const employer of ["Falcon Yards", domain]) {
      const late = await addCompany(world(), "Egret Works");
      const requirement = await file(late.clientId);
      const { entry } = await showOne(recruiter, requirement, { employer });
      const other = await showOne(recruiter, requirement);
      const version = await versionOf(entry);
      if (employer === domain) {
        await call(late.owner.api, "invite_member", { address: `boss@${domain}`, new_access: "member" });
      } else {
        await table("clients").update({ company_name: "Falcon Yards Ltd" }).eq("id", late.clientId);
      }
      expect(await stateOf(entry)).toBe("closed");
      // What ended by no such change is hidden all the same.
      await world().query(
        `update public.candidate_consents set closed_at = null where entry_id = '${entry}';
         update public.shortlist_entries set state = 'shown' where id = '${entry}'`,
      );
      expect((await seenBy(late.owner, requirement)).entries.map(({ id }) => id)).toEqual([other.entry]);
      for (const named of [entry, null]) {
        const values = { requirement, answers: [{ entry: named, seen: version, verdict: "interview" }] };
        expect(await call(late.owner.api, "answer_candidates", values)).toEqual([404, "entry_not_found"]);
      }
    }
  });

  it("the same answer is a new one where the entry waits again, or a colleague has answered since", async () => {
    const requirement = await file(company.clientId);
    const { entry, session } = await showOne(recruiter, requirement);
    const said = (who: "owner" | "member", verdict: string) => answer(company[who], requirement, entry, { verdict });
    expect(await said("owner", "interview")).toBe(1);
    expect(await said("member", "no")).toBe(1);
    expect(await said("owner", "interview")).toBe(1);
    expect(await said("owner", "interview")).toBe(0);
    expect(await stateOf(entry)).toBe("interview");
    await takeBack(recruiter, entry);
    const candidate = await value(`select candidate_id from public.shortlist_entries where id = '${entry}'`);
    await ask(recruiter, requirement, candidate);
    await agree(session, entry);
    await show(recruiter, requirement, [entry]);
    expect(await said("owner", "interview")).toBe(1);
    expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ interview: 1, waiting: 0 });
  });
}
