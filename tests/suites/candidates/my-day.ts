import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare, prepareEach } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import type { World } from "../world.ts";

/** Whose day has what, in which order, and until when (docs/decisions/inbox.md). */
export function describeMyDay(world: () => World): void {
  const acts = candidateActs(world);
  const {
    value,
    save,
    ask,
    open,
    agree,
    showOne,
    add,
    entryOf,
    versionOf,
    setMark,
    answer,
    say,
    tellAnswers,
    dayOf,
    countDay,
  } = acts;
  const company = prepare(() => addCompany(world(), "Orbit Foundry Ltd"));
  const recruiter = prepareEach(() => addTeamMember(world(), "recruiter"));
  let requirement: string;
  beforeEach(async () => {
    requirement = await fileRequirement(company.owner);
    await call(recruiter.api, "set_recruiter", { requirement, seen: 1, person: recruiter.userId });
  });

  const section = async (name: string) => (await dayOf(recruiter)).find((each) => each.name === name)?.rows ?? [];
  const people = async (name: string) => (await section(name)).map(({ person }) => person?.["name"]);
  const today = (days = 0) => value(`select (private.today() + ${days})::text`);
  const deal = async (entry: string, seen?: number) =>
    call(recruiter.api, "deal_with_answer", {
      entry,
      seen: seen ?? (await versionOf(entry)),
    });
  /** Lets so many days go by since somebody was asked. */
  const age = (entry: string, days: number) =>
    world().query(
      `update public.candidate_consents set asked_at = asked_at - interval '${days} days' where entry_id = '${entry}'`,
    );

  it("has whom a company has answered about, interviews first, each until it was dealt with by itself", async () => {
    const shown = async (full_name: string) => showOne(recruiter, requirement, { full_name, phone: "98101 12345" });
    const [known, maybe, meet] = [await shown("Known One"), await shown("Maybe One"), await shown("Meet One")];
    await answer(company.owner, requirement, known.entry, { verdict: "known", reason: "Applied in May" });
    await answer(company.owner, requirement, maybe.entry, { verdict: "maybe" });
    await answer(company.owner, requirement, meet.entry, { verdict: "interview", words_for_agency: "Friday, 11 am" });
    expect(await people("answers")).toEqual(["Meet One", "Maybe One", "Known One"]);
    expect((await section("answers"))[0]).toMatchObject({
      ...{ id: meet.entry, is: "entry", requirement, company: "Orbit Foundry Ltd" },
      answer: { verdict: "interview", words: "Friday, 11 am" },
      person: { phone: "98101 12345", id: meet.id },
    });
    // Their company waits for nothing else meanwhile: neither its line nor the requirement stands there besides.
    await world().query(`update public.inbox_items set due_at = now() where requirement_id = '${requirement}'`);
    expect(await countDay(recruiter, requirement)).toEqual({ answers: 3 });
    await setMark(recruiter, meet.entry, "offered");
    const talk = { form: randomUUID(), candidate: maybe.id, entry: maybe.entry, channel: "call", words: "Told them" };
    await call(recruiter.api, "note_talk", talk);
    expect(await people("answers")).toEqual(["Known One"]);
    const seen = await versionOf(known.entry);
    expect(await deal(known.entry, seen - 1)).toEqual([409, "stale"]);
    expect(await deal(known.entry, seen)).toBeNull();
    expect(await deal(known.entry, seen)).toBeNull();
    expect(await countDay(recruiter, requirement)).toEqual({});
    const frame = await call<{ answer_by: string | null }>(company.owner.api, "requirement_frame", { requirement });
    expect(frame.answer_by).toBeNull();
    // Another answer is another thing to do, also of somebody who is marked; words that are passed on deal with it.
    await answer(company.owner, requirement, meet.entry, { verdict: "no", words_for_candidate: "Thank you" });
    expect(await people("answers")).toEqual(["Meet One"]);
    const words = `select id from public.shortlist_answers where entry_id = '${meet.entry}' and verdict = 'no'`;
    await call(recruiter.api, "release_answer", { answer: await value(words) });
    expect(await section("answers")).toEqual([]);
  });

  it("an answer that was dealt with while it could be undone brings nothing back; undone, it is none", async () => {
    const { entry } = await showOne(recruiter, requirement);
    await say(company.owner, requirement, entry, { verdict: "maybe" });
    await deal(entry);
    await tellAnswers(requirement);
    expect(await countDay(recruiter, requirement)).toEqual({});
    expect(await value(`select state from public.inbox_items where requirement_id = '${requirement}'`)).toBe("done");
    await say(company.owner, requirement, entry, { verdict: "no" });
    expect(await countDay(recruiter, requirement)).toEqual({ answers: 1 });
    const last = `select id from public.shortlist_answers where entry_id = '${entry}' order by created_at desc limit 1`;
    expect(await call(company.owner.api, "undo_answer", { requirement, answer: await value(last) })).toBe(true);
    expect(await countDay(recruiter, requirement)).toEqual({});
  });

  it("has next steps that are due, who begins, and who begins soon", async () => {
    const { id, entry } = await showOne(recruiter, requirement, { full_name: "Asha Orbit" });
    const colleague = await addTeamMember(world(), "recruiter");
    const note = (values: object) =>
      call(recruiter.api, "note_talk", { form: randomUUID(), candidate: id, words: "Rang", ...values });
    await note({ entry, next_on: await today(), next_words: "Ask for papers" });
    await note({ next_on: await today(1) });
    expect(await section("steps")).toMatchObject([{ id: entry, person: { next_words: "Ask for papers" } }]);
    expect((await dayOf(colleague)).some(({ name }) => name === "steps")).toBe(false);
    const finish = async (seen_next: string) =>
      call(recruiter.api, "finish_next_step", { candidate: id, entry, seen_next });
    expect(await finish(await today(3))).toEqual([409, "next_step_changed"]);
    expect(await finish(await today())).toBeNull();
    expect(await section("steps")).toEqual([]);
    // What is about the candidate alone is told as that.
    await world().query(`update public.candidates set next_on = private.today() - 1 where id = '${id}'`);
    expect(await section("steps")).toMatchObject([{ id, is: "candidate" }]);
    await setMark(recruiter, entry, "accepted", { day: await today(3) });
    expect(await countDay(recruiter, requirement)).toMatchObject({ starting: 1 });
    await world().query(`update public.shortlist_entries set begins_on = private.today() - 1 where id = '${entry}'`);
    // Also of a job that is filled, of which nobody is in charge any more.
    const version = Number(await value(`select version from public.job_requirements where id = '${requirement}'`));
    await call(recruiter.api, "change_requirement_status", { requirement, seen: version, status: "filled" });
    expect(await countDay(recruiter, requirement)).toMatchObject({ begins: 1 });
    await setMark(recruiter, entry, "joined");
    const joined = `select joined_on = private.today() - 1 from public.shortlist_entries where id = '${entry}'`;
    expect(await value(joined)).toBe(true);
    expect(await countDay(recruiter, requirement)).not.toHaveProperty("begins");
  });

  it("has yeses to show, and who was asked two working days ago and has said nothing", async () => {
    const [yes, silent] = [
      await save(recruiter, { full_name: "Yes Sayer" }),
      await save(recruiter, { full_name: "Silent One" }),
    ];
    const [agreed, asked] = [await ask(recruiter, requirement, yes.id), await ask(recruiter, requirement, silent.id)];
    await agree(await open(yes.id), agreed);
    expect(await section("agreed")).toMatchObject([{ id: agreed, person: { name: "Yes Sayer", may_show: true } }]);
    expect(await people("asked")).toEqual([]);
    await age(asked, 5);
    expect(await people("asked")).toEqual(["Silent One"]);
    // Who was spoken to has two days again, and a next step has its own day.
    const talk = { candidate: silent.id, entry: asked, channel: "call", words: "No answer" };
    await call(recruiter.api, "note_talk", { form: randomUUID(), ...talk });
    expect(await people("asked")).toEqual([]);
    await world().query(
      `update public.candidate_notes set created_at = now() - interval '5 days' where entry_id = '${asked}'`,
    );
    expect(await people("asked")).toEqual(["Silent One"]);
    await call(recruiter.api, "note_talk", { form: randomUUID(), ...talk, next_on: await today(1) });
    await world().query(
      `update public.candidate_notes set created_at = now() - interval '5 days' where entry_id = '${asked}'`,
    );
    expect(await people("asked")).toEqual([]);
    // Whose employer has a name like this company's is looked at before.
    await world().query(`update public.candidates set employer = 'Orbit' where id = '${yes.id}'`);
    expect(await section("agreed")).not.toMatchObject([{ person: { may_show: true } }]);
  });

  it("has who wants to be rung first, until they answer or were spoken with, and a yes beside the next step", async () => {
    const { id } = await save(recruiter, { full_name: "Ring Me" });
    const entry = await ask(recruiter, requirement, id);
    const talk = { candidate: id, entry, words: "Rang" };
    const note = (more: object) => call(recruiter.api, "note_talk", { ...talk, ...more, form: randomUUID() });
    await note({ next_on: await today(), next_words: "Papers" });
    const wish = async () => call(world().anon, "ask_for_call", { token: await acts.tokenOf(entry) });
    expect(await wish()).toBeNull();
    expect(await people("calls")).toEqual(["Ring Me"]);
    expect(await section("steps")).toMatchObject([{ id: entry, person: { next_words: "Papers" } }]);
    await note({ words: "Not reached" });
    expect(await people("calls")).toEqual(["Ring Me"]);
    await note({ words: "Told her of the shifts", channel: "call", seen_next: await today(), next_on: await today() });
    expect(await people("calls")).toEqual([]);
    await world().query(
      `update public.candidate_consents set call_wanted_at = now() + interval '1 minute' where entry_id = '${entry}'`,
    );
    expect(await people("calls")).toEqual(["Ring Me"]);
    await agree(await open(id), entry);
    expect([await people("calls"), await people("agreed"), await people("steps")]).toEqual([
      [],
      ["Ring Me"],
      ["Ring Me"],
    ]);
    // What ends it settles the step as well.
    await call(world().anon, "withdraw_from", { session_token: await open(id), entry });
    expect(await people("steps")).toEqual([]);
    const shown = await showOne(recruiter, requirement);
    for (const mark of ["joined", "declined"]) {
      const next = { candidate: shown.id, entry: shown.entry, words: "Rang", next_on: await today() };
      await call(recruiter.api, "note_talk", { ...next, form: randomUUID() });
      await setMark(recruiter, shown.entry, mark);
      expect(await people("steps"), mark).toEqual([]);
    }
  });

  it("has jobs in progress for which nobody is proposed, and lines that are nobody's of jobs that are somebody's", async () => {
    expect(await countDay(recruiter, requirement)).toEqual({ waiting: 1 });
    await call(recruiter.api, "change_requirement_status", { requirement, seen: 2, status: "in_progress" });
    expect(await countDay(recruiter, requirement)).toEqual({ empty: 1 });
    await world().query(
      `update public.inbox_items set state = 'new', assignee = null, due_at = now() - interval '1 day'
         where requirement_id = '${requirement}'`,
    );
    expect(await countDay(recruiter, requirement)).toEqual({ due: 1 });
    await world().query(`update public.inbox_items set state = 'done' where requirement_id = '${requirement}'`);
    await add(recruiter, requirement, (await save(recruiter)).id);
    expect(await countDay(recruiter, requirement)).toEqual({});
  });

  it("has jobs with positions left and nobody else in process", async () => {
    await call(recruiter.api, "change_requirement_status", { requirement, seen: 2, status: "in_progress" });
    const { entry } = await showOne(recruiter, requirement);
    await world().query(`update public.inbox_items set state = 'done' where requirement_id = '${requirement}'`);
    const positions = (count: number) =>
      world().query(`update public.job_requirements set positions_count = ${count} where id = '${requirement}'`);
    await positions(2);
    expect(await section("empty")).toEqual([]);
    await setMark(recruiter, entry, "accepted", { day: await today(30) });
    expect(await section("empty")).toMatchObject([{ id: requirement }]);
    await positions(1);
    expect(await section("empty")).toEqual([]);
  });

  it("has whom to ring where a company has let its time pass", async () => {
    const { entry } = await showOne(recruiter, requirement);
    await world().query(`update public.inbox_items set state = 'done' where requirement_id = '${requirement}'`);
    await world().query(
      `update public.clients set full_name = 'Mr Mehta', phone = '98101 54321' where id = '${company.clientId}'`,
    );
    await world().query(
      `update public.shortlist_entries set shown_at = shown_at - interval '9 days' where id = '${entry}'`,
    );
    expect(await section("candidates")).toMatchObject([
      { id: requirement, count: 1, contact: { name: "Mr Mehta", phone: "98101 54321" } },
    ]);
    const { answer_by } = (await entryOf(recruiter, requirement, entry)) as { answer_by?: string };
    expect(Date.parse(answer_by!)).toBeLessThan(Date.now());
  });

  it("has what is a colleague's who is away, and says whose", async () => {
    const standIn = await addTeamMember(world(), "recruiter");
    const { entry } = await showOne(recruiter, requirement);
    await answer(company.owner, requirement, entry, { verdict: "interview" });
    expect(await countDay(standIn, requirement)).toEqual({});
    const absence = { person: recruiter.userId, until: await today(2), stand_in: standIn.userId };
    expect(await call(recruiter.api, "set_absence", absence)).toBe(true);
    const [answers] = await dayOf(standIn);
    const named = await value(`select display_name from public.team_members where user_id = '${recruiter.userId}'`);
    expect(answers).toMatchObject({ name: "answers", rows: [{ id: entry, holder: named }] });
    // Whoever is away can look all the same: there it is their own.
    expect((await section("answers"))[0]).not.toHaveProperty("holder");
  });

  it("counts all, shows the first, and more of a section that is asked for; the mail of the morning names nobody", async () => {
    const names = Array.from({ length: 10 }, (_, place) => `Ready ${place}`);
    for (const full_name of names)
      await call(recruiter.api, "note_talk", {
        ...{ form: randomUUID(), words: "Rang", next_on: await today() },
        candidate: (await save(recruiter, { full_name })).id,
      });
    await showOne(recruiter, requirement, { full_name: "Meet Me" }).then(({ entry }) =>
      answer(company.owner, requirement, entry, { verdict: "interview", words_for_agency: "Friday" }),
    );
    // Who has applied where nobody is in charge stands in everybody's day, others' applicants as well.
    const count = (day: Awaited<ReturnType<typeof dayOf>>) =>
      day.filter(({ name }) => name !== "applied").map(({ name, total, rows }) => [name, total, rows.length]);
    expect(count(await dayOf(recruiter))).toEqual([
      ["answers", 1, 1],
      ["steps", 10, 8],
    ]);
    expect(count(await dayOf(recruiter, "steps"))).toEqual([
      ["answers", 1, 0],
      ["steps", 10, 10],
    ]);
    const mail = await value(`select private.day_of('${recruiter.userId}', 5)::text`);
    const sections = (JSON.parse(mail) as { name: string }[]).filter(({ name }) => name !== "applied");
    expect(sections).toMatchObject([
      { name: "answers", total: 1, rows: [{ id: requirement, people: 1 }] },
      { name: "steps", total: 10, rows: Array.from({ length: 5 }, () => ({ kind: "candidate", title: null })) },
    ]);
    expect(mail).not.toMatch(/Meet Me|Ready|Friday|98101/);
  });
}
