import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

type Next = { on: string; words: string | null; by: string } | null;
type Talk = { channel: string | null; body: string; author: string; entry_id: string | null; job_title: string | null };

/** Talks with candidates, the next step, and who begins when (docs/decisions/candidates.md). */
export function describeTalks(world: () => World): void {
  const acts = candidateActs(world);
  const { value, save, file, add, entryOf, versionOf, stateOf, page, setMark, showOne, takeBack } = acts;
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const colleague = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Ibis Builders Pvt Ltd"));
  let requirement: string;
  beforeEach(async () => {
    requirement = await file(company.clientId);
  });

  /** A day of the agency, so many after today. */
  const day = (days: number) => value(`select (private.today() + ${days})::text`);
  const note = (by: Member, values: object) => call(by.api, "note_talk", { form: randomUUID(), ...values });
  const read = async (candidate: string) =>
    call<{ next: Next; talks: Talk[] }>(recruiter.api, "read_candidate", { candidate });
  const nextOf = async (entry: string) => (await entryOf(recruiter, requirement, entry))["next"] as Next;

  /** Somebody on the list, with what a talk about them for this job is told. */
  async function listed() {
    const { id } = await save(recruiter);
    const entry = await add(recruiter, requirement, id);
    return { id, entry, about: { candidate: id, entry } };
  }

  describe("a talk", () => {
    it("settles the next step that its author has seen, and sets another one for their day", async () => {
      const { id, entry, about } = await listed();
      const [friday, monday] = [await day(2), await day(5)];
      const first = { ...about, channel: "call", words: "Interested", next_on: friday, next_words: "Send the job" };
      expect(await note(recruiter, first)).toEqual(expect.any(String));
      expect(await nextOf(entry)).toEqual({ on: friday, words: "Send the job", by: recruiter.userId });
      // Of the candidate alone, whatever the job, is another step.
      await note(recruiter, { candidate: id, words: "Likes Pune", next_on: monday });
      expect(await read(id)).toMatchObject({
        next: { on: monday, words: null },
        talks: [
          { channel: null, body: "Likes Pune", entry_id: null },
          { channel: "call", body: "Interested", entry_id: entry, author: recruiter.userId },
        ],
      });
      // Put off without words, no talk is noted.
      await note(recruiter, { ...about, next_on: monday, next_words: "Send the job", seen_next: friday });
      expect(await nextOf(entry)).toMatchObject({ on: monday });
      await note(recruiter, { ...about, channel: "whatsapp", words: "Has it", seen_next: monday });
      expect(await nextOf(entry)).toBeNull();
      const { talks, next } = await read(id);
      expect(talks.map(({ body }) => body)).toEqual(["Has it", "Likes Pune", "Interested"]);
      expect(next).not.toBeNull();
    });

    it("leaves a step that a colleague has set since, and asks before another one takes its place", async () => {
      const { entry, about } = await listed();
      const [friday, monday] = [await day(2), await day(5)];
      await note(colleague, { ...about, words: "Rang", next_on: friday, next_words: "Ring again" });
      expect(await note(recruiter, { ...about, words: "Rang too" })).toEqual(expect.any(String));
      expect(await nextOf(entry)).toMatchObject({ on: friday, by: colleague.userId });
      const mine = { ...about, words: "Once more", next_on: monday };
      expect(await note(recruiter, mine)).toEqual([409, "next_step_changed"]);
      await note(recruiter, { ...mine, seen_next: friday });
      expect(await nextOf(entry)).toMatchObject({ on: monday, by: recruiter.userId });
    });

    it("has its next step from today to a year ahead, and a job of the very candidate", async () => {
      const { id, about } = await listed();
      const other = await listed();
      const talk = { candidate: id, words: "Rang" };
      for (const days of [-1, 366]) {
        expect(await note(recruiter, { ...talk, next_on: await day(days) })).toEqual([422, "next_day_out_of_reach"]);
      }
      expect(await note(recruiter, { ...talk, next_words: "Ring" })).toEqual([422, "next_day_missing"]);
      expect(await note(recruiter, { ...about, entry: other.entry, words: "Rang" })).toEqual([404, "entry_not_found"]);
      expect((await read(id)).talks).toEqual([]);
      for (const days of [0, 365]) {
        expect(
          await note(recruiter, { ...talk, next_on: await day(days), seen_next: (await read(id)).next?.on }),
        ).toEqual(expect.any(String));
      }
    });

    it("that comes twice is one: by its form, and by the same words with nothing said between", async () => {
      const { id, entry, about } = await listed();
      const [friday, monday] = [await day(2), await day(5)];
      const form = randomUUID();
      const first = { ...about, channel: "call", words: "No answer", next_on: friday };
      await call(recruiter.api, "note_talk", { form, ...first });
      await note(recruiter, { ...first, next_on: monday });
      expect(await nextOf(entry)).toMatchObject({ on: monday });
      // A form that is repeated does nothing at all.
      await call(recruiter.api, "note_talk", { form, ...first });
      expect(await nextOf(entry)).toMatchObject({ on: monday });
      expect((await read(id)).talks).toHaveLength(1);
      await note(colleague, { ...about, channel: "call", words: "No answer" });
      await note(recruiter, { ...about, channel: "call", words: "No answer" });
      expect((await read(id)).talks).toHaveLength(3);
    });

    it("about a job that they are taken back from stays with the candidate, and goes with them", async () => {
      const { id, entry, about } = await listed();
      await note(recruiter, { ...about, channel: "meeting", words: "Met at the fair" });
      await takeBack(recruiter, entry);
      expect((await read(id)).talks).toMatchObject([{ body: "Met at the fair", entry_id: null, job_title: null }]);
      const record = await value<object>(`select private.candidate_record('${id}')`);
      expect(record).toMatchObject({ notes: [{ body: "Met at the fair", channel: "meeting" }] });
      expect(record).not.toHaveProperty("candidate.next_by");
    });
  });

  describe("a reminder", () => {
    const remind = (entry: string) => call(recruiter.api, "remind_candidate", { entry });
    const mails = async (entry: string) =>
      Number(
        await value(`select count(*)::int from public.mail_outbox as mail join public.candidate_consents as asked
                       on asked.id::text = mail.ids ->> 'consent' and asked.entry_id = '${entry}'`),
      );
    /** Lets a day pass since the last mail about an entry. */
    const pass = (entry: string) =>
      world().query(
        `update public.candidate_consents set asked_at = asked_at - interval '25 hours',
           reminded_at = reminded_at - interval '25 hours' where entry_id = '${entry}'`,
      );

    it("mails the same question with the same link once a day and twice in all, and is noted as a talk", async () => {
      const { id } = await save(recruiter);
      const entry = await acts.ask(recruiter, requirement, id);
      const token = await acts.tokenOf(entry);
      // On the day of the question there is none yet.
      expect(await remind(entry)).toBe(false);
      await pass(entry);
      expect([await remind(entry), await remind(entry)]).toEqual([true, false]);
      expect(await mails(entry)).toBe(2);
      expect(await acts.tokenOf(entry)).toBe(token);
      expect((await read(id)).talks).toMatchObject([{ channel: "mail", entry_id: entry, author: recruiter.userId }]);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "asked", reminders: { count: 1 } });
      await pass(entry);
      expect(await remind(entry)).toBe(true);
      await pass(entry);
      expect(await remind(entry)).toEqual([422, "reminded_twice"]);
      expect(await mails(entry)).toBe(3);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ reminders: { count: 2, from: null } });
    });

    it("counts among the mailbox's five questions of a day, and goes to nobody who has answered or was asked elsewhere", async () => {
      const { id } = await save(recruiter);
      const entry = await acts.ask(recruiter, requirement, id);
      await pass(entry);
      for (let place = 0; place < 4; place += 1) await acts.ask(recruiter, await file(company.clientId), id);
      expect(await remind(entry)).toBe(true);
      const sixth = await add(recruiter, await file(company.clientId), id);
      expect(await acts.askAt(recruiter, sixth)).toEqual([429, "too_many_questions"]);
      await call(world().anon, "refuse_candidate_question", { token: await acts.tokenOf(entry) });
      await pass(entry);
      expect(await remind(entry)).toEqual([422, "nothing_to_remind"]);
      const moved = await save(recruiter);
      const asked = await acts.ask(recruiter, requirement, moved.id);
      await pass(asked);
      await world().query(`update public.candidates set email = 'n' || email where id = '${moved.id}'`);
      expect(await remind(asked)).toEqual([422, "nothing_to_remind"]);
    });
  });

  describe("who has accepted", () => {
    it("begins on a day to come and has not joined; who has joined has begun", async () => {
      const { entry, session } = await showOne(recruiter, requirement);
      const mark = (state: string, on: string | null = null) => setMark(recruiter, entry, state, { day: on });
      const counts = async () => (await acts.seenBy(company.owner, requirement)).counts;
      const [yesterday, begins] = [await day(-1), await day(19)];
      for (const on of [null, yesterday, await day(366)]) {
        expect(await mark("accepted", on)).toEqual([422, "beginning_day_ahead"]);
      }
      expect(await mark("accepted", begins)).toEqual(expect.any(Number));
      expect(await counts()).toMatchObject({ offered: 1, joined: 0 });
      expect((await acts.seenBy(company.owner, requirement)).entries).toMatchObject([
        { state: "accepted", begins_on: begins, joined_on: null },
      ]);
      expect((await page(session)).entries).toMatchObject([{ state: "accepted", begins_on: begins }]);
      expect(await value<object[]>(`select private.crm_entries(array['${entry}'::uuid])`)).toMatchObject([
        { state: "accepted", begins_on: begins },
      ]);
      expect(await mark("joined", begins)).toEqual([422, "joining_day_ahead"]);
      expect(await mark("joined")).toEqual(expect.any(Number));
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ begins_on: null, joined_on: await day(0) });
      expect(await counts()).toMatchObject({ offered: 1, joined: 1 });
      await mark("joined", yesterday);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ joined_on: yesterday });
      // Who was to begin, and did not, was offered it.
      await mark("accepted", begins);
      await mark("declined");
      expect(await counts()).toMatchObject({ offered: 1, joined: 0 });
    });

    it("is in process elsewhere: the other list says where, how far and since when", async () => {
      const { id, entry } = await showOne(recruiter, requirement);
      const there = await file(company.clientId);
      const other = await add(recruiter, there, id);
      await setMark(recruiter, entry, "accepted", { day: await day(3) });
      const listed = await entryOf(recruiter, there, other);
      expect(listed["candidate"]).toMatchObject({
        elsewhere: [{ id: entry, state: "accepted", company: "Ibis Builders Pvt Ltd", begins_on: await day(3) }],
      });
      // To be thought of is no process. Several are ended in one press, or none.
      expect((await entryOf(recruiter, requirement, entry))["candidate"]).toMatchObject({ elsewhere: [] });
      const end = (seen: number[]) => call(recruiter.api, "take_back_entries", { entries: [entry, other], seen });
      const version = await versionOf(entry);
      expect(await end([version, listed.version + 1])).toEqual([409, "stale"]);
      expect(await stateOf(entry)).toBe("accepted");
      expect(await end([version, listed.version])).toBe(2);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "closed", begins_on: null });
    });
  });
}
