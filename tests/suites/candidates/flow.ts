import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { NewsDesk } from "../../support/people/news.ts";
import { prepare, prepareEach } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import type { Member, World } from "../world.ts";

/** What candidates and companies say, and what becomes of it on the other side: the same on every backend. */
export function describeCandidateFlow(world: () => World): void {
  const acts = candidateActs(world);
  const { versionOf, value, save, file, entryOf, ask, tokenOf, open, agree, showOne, answer, add, setMark } = acts;
  const company = prepare(() => addCompany(world(), "Heron Builders Pvt Ltd"));
  const recruiter = prepareEach(() => addTeamMember(world(), "recruiter"));
  let requirement: string;

  beforeEach(async () => {
    requirement = await file(company.clientId);
  });

  /** Somebody who has agreed, and is to be shown. */
  async function agreed(more: Record<string, unknown> = {}) {
    const person = await save(recruiter, more);
    const entry = await ask(recruiter, requirement, person.id);
    const session = await open(person.id);
    expect(await agree(session, entry)).toBeNull();
    return { ...person, entry, session };
  }

  /** What somebody's mails say now of the requirement; all others' count as sent. */
  async function toldTo(person: Member): Promise<object[]> {
    await world().query(
      `update public.mail_outbox set sent_at = now(), next_attempt_at = null
         where next_attempt_at is not null and user_id is distinct from '${person.userId}'`,
    );
    const contents = await new NewsDesk(world()).contentsFor(person);
    return contents.flatMap(({ about }) => about).filter((about) => "id" in about && about.id === requirement);
  }

  /** How many rows about the requirement and its candidates each section of the recruiter's day has. */
  const day = () => acts.countDay(recruiter, requirement);

  describe("a yes or a no", () => {
    it("reaches the recruiter's day and one mail, in numbers", async () => {
      const [first, second] = [await agreed({ full_name: "Yes Sayer" }), await agreed()];
      const third = await ask(recruiter, requirement, (await save(recruiter)).id);
      await call(world().anon, "refuse_candidate_question", { token: await tokenOf(third) });
      expect(await day()).not.toHaveProperty("refused");
      await acts.tellRefusals();
      // The line of the requirement is to be dealt with besides.
      await world().query(
        `update public.inbox_items set assignee = '${recruiter.userId}', state = 'open', due_at = now()
           where requirement_id = '${requirement}'`,
      );
      expect(await day()).toMatchObject({ agreed: 2, refused: 1 });
      const told = await toldTo(recruiter);
      expect(told).toMatchObject([{ agreed: 2, refused: 1 }]);
      expect(JSON.stringify(told)).not.toMatch(/Yes Sayer|candidates\.example/);
      // Who says no after a yes is not to be shown; who is shown waits for nobody of the team.
      await call(world().anon, "withdraw_from", { session_token: first.session, entry: first.entry });
      expect(await day()).toMatchObject({ agreed: 1, refused: 2 });
      await acts.show(recruiter, requirement, [second.entry]);
      expect(await day()).not.toHaveProperty("agreed");
      expect(await toldTo(recruiter)).toMatchObject([{ refused: 1 }]);
      // A no is news until the end of the next working day.
      await world().query(
        `update public.candidate_consents set refused_at = refused_at - interval '5 days',
           withdrawn_at = withdrawn_at - interval '5 days'
           where entry_id in (select id from public.shortlist_entries where requirement_id = '${requirement}')`,
      );
      expect(await day()).not.toHaveProperty("refused");
    });

    it("is in the history of the team, and nothing of it in the company's or the CRM's", async () => {
      const { entry, session } = await agreed();
      await call(world().anon, "withdraw_from", { session_token: session, entry });
      const typesFor = async (api: SupabaseClient) => {
        const { rows } = await call<{ rows: { type: string }[] }>(api, "requirement_history", { requirement });
        return rows.map(({ type }) => type);
      };
      expect(await typesFor(recruiter.api)).toEqual(
        expect.arrayContaining(["candidates_agreed", "candidates_refused"]),
      );
      expect((await typesFor(company.owner.api)).filter((type) => type.startsWith("candidates_"))).toEqual([]);
      const crm = `select count(*) from public.crm_events where requirement_id = '${requirement}' and entry_ids <> '{}'`;
      expect(Number(await value(crm))).toBe(0);
    });

    it("has an owner: whoever asks is in charge, unless somebody is", async () => {
      const recruiterOf = () => value(`select recruiter_id from public.job_requirements where id = '${requirement}'`);
      const { id } = await save(recruiter);
      await ask(recruiter, requirement, id);
      expect(await recruiterOf()).toBe(recruiter.userId);
      const colleague = await addTeamMember(world(), "hr_manager");
      await ask(colleague, requirement, (await save(colleague)).id);
      expect(await recruiterOf()).toBe(recruiter.userId);
      expect(await toldTo(company.owner)).toMatchObject([{ recruiter: expect.any(String) as unknown }]);
    });
  });
  describe("the answer that a company waits for", () => {
    type Listed = { id: string; item_group: string; waits_for: string | null };
    type Frame = { status: string; answer_by: string | null };
    /** Who waits for whom: as the company sees it, in the team's list, in the inbox, and in the recruiter's day. */
    async function waiting() {
      const frame = await call<Frame>(company.owner.api, "requirement_frame", { requirement });
      const listed = await call<Listed[]>(recruiter.api, "list_open_requirements", { filter: { whose: "me" } });
      const found = listed.find(({ id }) => id === requirement);
      const counts = await call<Record<string, number>>(recruiter.api, "count_open_requirements", {
        filter: { whose: "me" },
      });
      return {
        isPromised: frame.answer_by !== null,
        status: frame.status,
        waitsFor: found?.waits_for,
        group: found?.item_group,
        counted: counts[found?.item_group ?? ""],
        line: await value(`select state from public.inbox_items where requirement_id = '${requirement}'`),
        day: Object.keys(await day()),
      };
    }
    const forTheTeam = { isPromised: true, waitsFor: "team", group: "rest", counted: 1, line: "new" };

    beforeEach(async () => {
      requirement = await fileRequirement(company.owner);
      await call(recruiter.api, "set_recruiter", { requirement, seen: 1, person: recruiter.userId });
    });

    it("is the candidates that it is shown: from then on the team waits for it, and the search has begun", async () => {
      expect(await waiting()).toEqual({ ...forTheTeam, status: "new", day: ["waiting"] });
      await showOne(recruiter, requirement);
      const forTheCompany = { isPromised: false, waitsFor: "company", group: "waiting", counted: 1, line: "done" };
      expect(await waiting()).toEqual({ ...forTheCompany, status: "in_progress", day: [] });
      const events = await world().query(
        `select type, side, changes -> 'status' as status from public.requirement_events
           where requirement_id = '${requirement}' and type in ('status', 'candidates_shown') order by created_at`,
      );
      expect(events).toEqual([
        { type: "status", side: "team", status: ["new", "in_progress"] },
        { type: "candidates_shown", side: "team", status: null },
      ]);
      // A status that the team has chosen since stays, and is no news once more.
      const version = Number(await value(`select version from public.job_requirements where id = '${requirement}'`));
      await showOne(recruiter, requirement);
      const after = Number(await value(`select version from public.job_requirements where id = '${requirement}'`));
      expect(after).toBe(version);
      expect(await toldTo(company.owner)).toMatchObject([{ candidates: 2, status: "in_progress" }]);
    });

    it("is none of its own once nobody who was shown waits any more", async () => {
      const { entry, session } = await showOne(recruiter, requirement);
      await call(world().anon, "withdraw_from", { session_token: session, entry });
      expect(await waiting()).toMatchObject({ isPromised: false, waitsFor: null, group: "rest" });
    });

    it("is what becomes of those about whom it has answered", async () => {
      const { entry } = await showOne(recruiter, requirement);
      const mark = async (state: string) => {
        expect(await setMark(recruiter, entry, state)).toEqual(expect.any(Number));
      };
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      expect(await waiting()).toMatchObject(forTheTeam);
      await mark("offered");
      expect(await waiting()).toMatchObject({ isPromised: false, waitsFor: null, group: "rest", day: [] });
      // Nothing is noted where nothing was asked.
      await mark("declined");
      const noted = `select count(*) from public.item_events as event join public.inbox_items as line on line.id = event.item_id
                       where line.requirement_id = '${requirement}' and event.type = 'answered'`;
      expect(Number(await value(noted))).toBe(1);
    });

    it("is that a candidate may read its words", async () => {
      const { entry } = await showOne(recruiter, requirement);
      await answer(company.owner, requirement, entry, { verdict: "no", words_for_candidate: "Thank you" });
      expect(await waiting()).toMatchObject(forTheTeam);
      const said = await value(`select id from public.shortlist_answers where entry_id = '${entry}'`);
      expect(await call(recruiter.api, "release_answer", { answer: said })).toBeNull();
      expect(await waiting()).toMatchObject({ isPromised: false, waitsFor: null });
    });
  });
  it("that an address is somebody else's is told as that, and not as taken back", async () => {
    const person = await save(recruiter);
    const entry = await ask(recruiter, requirement, person.id);
    const other = await agreed();
    await call(world().anon, "disown_address", { token: await tokenOf(entry) });
    expect(await acts.takeBack(recruiter, other.entry)).not.toBeInstanceOf(Array);
    expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "closed", is_disowned: true });
    expect(await entryOf(recruiter, requirement, other.entry)).toMatchObject({
      state: "closed",
      is_disowned: false,
    });
    const record = (candidate: string) =>
      call<{ candidate: { version: number } }>(recruiter.api, "read_candidate", { candidate });
    expect(await record(person.id)).toMatchObject({ is_disowned: true, candidate: { email: null } });
    expect(await record(other.id)).toMatchObject({ is_disowned: false });
    // With an address of their own the record is like any other; what was asked at the other one is told as before.
    const entries = { email: `own-${person.email}` };
    const seen = (await record(person.id)).candidate.version;
    await call(recruiter.api, "save_candidate", { candidate: person.id, seen, entries });
    expect(await record(person.id)).toMatchObject({ is_disowned: false, entries: [{ is_disowned: true }] });
  });
  describe("a requirement that is closed", () => {
    const close = async (status: string, more: object = {}) => {
      const seen = Number(await value(`select version from public.job_requirements where id = '${requirement}'`));
      const given = { requirement, seen, status, ...(status === "cancelled" && { reason: "No need" }), ...more };
      expect(await call(recruiter.api, "change_requirement_status", given)).toEqual(expect.any(Number));
    };

    it.each(["filled", "cancelled"])(
      "%s: nobody is added, asked, shown or answered about; marks are made",
      async (status) => {
        const [shown, ready, draft] = [await showOne(recruiter, requirement), await agreed(), await save(recruiter)];
        const own = await add(recruiter, requirement, draft.id);
        const seenBefore = await acts.seenBy(company.owner, requirement);
        expect(seenBefore).toMatchObject({ may_answer: true, counts: { waiting: 1 } });
        await close(status);
        const at = versionOf;
        const refused = [422, "closed"];
        const another = (await save(recruiter)).id;
        const rpc = (name: string, values: Record<string, unknown>) => call(recruiter.api, name, values);
        expect(await rpc("add_to_shortlist", { requirement, candidate: another })).toEqual(refused);
        expect(await rpc("ask_candidates", { entries: [own], seen: [await at(own)] })).toEqual(refused);
        expect(await acts.show(recruiter, requirement, [ready.entry])).toEqual(refused);
        expect(await rpc("set_card", { entry: own, seen: await at(own), chosen: ["city"] })).toEqual(refused);
        const how = { requirement, seen: 1, is_blind: true, is_abroad: false };
        expect(await rpc("set_shortlist", how)).toEqual(refused);
        expect(await answer(company.owner, requirement, shown.entry, { verdict: "maybe" })).toEqual(refused);
        // Nobody is waited for.
        const seen = await acts.seenBy(company.owner, requirement);
        expect(seen).toMatchObject({ may_answer: false, counts: { shown: 1, waiting: 0, waiting_since: null } });
        expect(seen.entries).toMatchObject([{ id: shown.entry, answer_by: null }]);
        const joined = { entry: shown.entry, seen: await at(shown.entry), state: "joined", day: "2020-01-01" };
        expect(await rpc("mark_entry", joined)).toEqual(expect.any(Number));
        expect(await rpc("take_back_entry", { entry: own, seen: await at(own) })).not.toBeInstanceOf(Array);
      },
    );

    it("knows who has joined, and counts who joins later to what was said to be filled", async () => {
      const [first, second] = [await showOne(recruiter, requirement), await showOne(recruiter, requirement)];
      const joined = async () =>
        (await call<{ joined: object }>(recruiter.api, "read_requirement", { requirement })).joined;
      expect(await joined()).toEqual({ persons: 0, joining: null });
      await setMark(recruiter, first.entry, "joined");
      expect(await joined()).toEqual({ persons: 1, joining: await value("select private.today()::text") });
      await close("filled", { filled: 1 });
      await setMark(recruiter, second.entry, "joined");
      expect(await call(recruiter.api, "requirement_frame", { requirement })).toMatchObject({ positions_filled: 2 });
    });
  });
  it("the numbers are of those who got at least so far; of a no before the company sees anybody none of them falls", async () => {
    const counts = async () => (await acts.seenBy(company.owner, requirement)).counts;
    const mark = async (entry: string, state: string) => {
      expect(await setMark(recruiter, entry, state)).toEqual(expect.any(Number));
    };
    const [first, second, third] = [
      await showOne(recruiter, requirement),
      await showOne(recruiter, requirement),
      await showOne(recruiter, requirement),
    ];
    const [ready, lapsed] = [await agreed(), await agreed()];
    await ask(recruiter, requirement, (await save(recruiter)).id);
    await add(recruiter, requirement, (await save(recruiter)).id);
    await world().query(
      `update public.candidate_consents set ends_at = now() - interval '1 day' where entry_id = '${lapsed.entry}'`,
    );
    expect(await counts()).toMatchObject({ asked: 6, agreed: 5, shown: 3, interview: 0, offered: 0, joined: 0 });
    await answer(company.owner, requirement, first.entry, { verdict: "interview" });
    await answer(company.owner, requirement, second.entry, { verdict: "interview" });
    await mark(first.entry, "joined");
    await mark(second.entry, "offered");
    await mark(third.entry, "declined");
    expect(await counts()).toMatchObject({ asked: 6, agreed: 5, shown: 3, interview: 2, offered: 2, joined: 1 });
    // Who declines an offer was offered it.
    await mark(second.entry, "declined");
    expect(await counts()).toMatchObject({ interview: 2, offered: 2, joined: 1 });
    await mark(second.entry, "shown");
    expect(await counts()).toMatchObject({ shown: 3, interview: 1, offered: 1 });
    for (const { session, entry } of [second, ready]) {
      await call(world().anon, "withdraw_from", { session_token: session, entry });
    }
    expect(await counts()).toMatchObject({ asked: 6, agreed: 5, shown: 2, interview: 1, offered: 1, joined: 1 });
  });

  describe("what waits for a company, and what it answers", () => {
    type Dashboard = {
      candidates: { requirements: number; first: { id: string; waiting: number; answer_by: string }[] };
    };
    const dashboard = async (api: SupabaseClient) =>
      (await call<Dashboard>(api, "dashboard_page", { page_size: 1 })).candidates;

    it("stands on the dashboard of those who may answer, the longest first, and of no other company", async () => {
      const busy = await addCompany(world(), "Busy Works");
      const jobs: string[] = [];
      for (let job = 0; job < 6; job += 1) {
        jobs.push(await file(busy.clientId));
        await showOne(recruiter, jobs[job]!);
      }
      const second = await showOne(recruiter, jobs[0]!);
      const found = await dashboard(busy.owner.api);
      expect(found.requirements).toBe(6);
      expect(found.first.map(({ id, waiting }) => [id, waiting])).toEqual(
        jobs.slice(0, 5).map((id, job) => [id, job === 0 ? 2 : 1]),
      );
      expect(await dashboard(busy.viewer.api)).toEqual({ requirements: 0, first: [] });
      expect((await dashboard(company.owner.api)).first.map(({ id }) => id)).not.toContain(jobs[0]);
      await answer(busy.owner, jobs[0]!, second.entry, { verdict: "maybe" });
      expect((await dashboard(busy.owner.api)).first[0]).toMatchObject({ id: jobs[0], waiting: 1 });
    });

    it("stands no more once it is erased, and of each requirement the longest wait is known", async () => {
      const erased = await showOne(recruiter, requirement);
      const admin = await addTeamMember(world(), "admin");
      await call(admin.api, "erase_candidate", { candidate: erased.id });
      expect((await dashboard(company.owner.api)).first.map(({ id }) => id)).not.toContain(requirement);
      // Of all that the other tests have left of this company as well.
      const differing = await world().query(
        `select held.requirement_id from private.open_requirements as held
           where held.client_id = '${company.clientId}' and held.unanswered_since is distinct from (
             select min(entry.shown_at) from public.shortlist_entries as entry
               where entry.requirement_id = held.requirement_id and entry.state = 'shown' and entry.answered_at is null)`,
      );
      expect(differing).toEqual([]);
    });

    it("is told to the recruiter by answer, by the last one about each", async () => {
      const people = [
        await showOne(recruiter, requirement),
        await showOne(recruiter, requirement),
        await showOne(recruiter, requirement),
      ];
      const say = (person: number, verdict: string) =>
        answer(company.owner, requirement, people[person]!.entry, { verdict });
      await say(0, "interview");
      expect(await toldTo(recruiter)).toMatchObject([{ answers: 1, verdicts: { interview: 1 } }]);
      await say(1, "maybe");
      await say(1, "interview");
      await say(2, "no");
      await say(0, "no");
      expect(await toldTo(recruiter)).toMatchObject([{ answers: 3, verdicts: { interview: 1, no: 2 } }]);
    });
  });
}
