import { describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

const NOTE = { verdict: "interview", said_how: "phone", said_by: "Mr Mehta", said_on: "2026-01-05" };

/** What companies say on the telephone, and companies that have no account (docs/decisions/candidates.md). */
export function describeTelephone(world: () => World): void {
  const {
    stateOf,
    versionOf,
    value,
    save,
    file,
    askAt,
    entryOf,
    ask,
    page,
    open,
    agree,
    show,
    showOne,
    seenBy,
    say,
    answer,
  } = candidateActs(world);
  const { shortlist, setMark } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Heron Pumps Pvt Ltd"));

  const note = async (by: Member, requirement: string, entry: string, more: object = {}, seen?: number) =>
    call(by.api, "note_answer", {
      entry,
      seen: seen ?? (await versionOf(entry)),
      ...NOTE,
      ...more,
    });

  /** A requirement of a company where nobody has an account any more. */
  async function fileForNobody() {
    const empty = await addCompany(world(), `Nobody ${freshEmail("x").slice(0, 12)}`);
    const requirement = await file(empty.clientId);
    await world().query(`delete from public.client_members where client_id = '${empty.clientId}'`);
    return { ...empty, requirement };
  }

  describe("an answer by telephone", () => {
    it("counts everywhere like one, is told as what it is, and opens nothing", async () => {
      const requirement = await file(company.clientId);
      const { entry, session, email } = await showOne(recruiter, requirement);
      const words = { requirement, body: "Any news?" };
      await call(recruiter.api, "post_message", words);
      expect(await note(recruiter, requirement, entry, { reason: "Friday at eleven" })).toEqual(expect.any(Number));
      // The same form again is none.
      const seen = await versionOf(entry);
      expect(await note(recruiter, requirement, entry, { reason: "Friday at eleven" }, seen)).toBe(seen);
      const noted = { how: "phone", by: "Mr Mehta", on: "2026-01-05", noted_by: expect.any(String) as unknown };
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({
        state: "interview",
        interview_at: null,
        opened_to: null,
        answers: [{ verdict: "interview", name: null, noted }],
      });
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 1, interview: 1, waiting: 0 });
      const { entries } = await seenBy(company.owner, requirement);
      expect(entries[0]).toMatchObject({
        contact: null,
        opens_at: null,
        answer_by: null,
        answers: [],
        own_answer: null,
      });
      expect(entries[0]).toMatchObject({ noted: { ...noted, verdict: "interview", reason: "Friday at eleven" } });
      expect(JSON.stringify(entries)).not.toContain(email);
      // The candidate learns that it was said, and neither by whom of the company nor in which words.
      const [own] = (await page(session)).entries;
      expect(own).toMatchObject({ state: "interview", contact_opened_at: null, contact_had_at: null });
      expect(own).toMatchObject({ noted: { how: "phone", on: "2026-01-05", is_interview: true } });
      const told = `select side || ' ' || (changes ->> 'verdict') || ' ' || (changes ->> 'how') from public.requirement_events
        where requirement_id = '${requirement}' and type = 'candidates_answered'`;
      expect(await value(told)).toBe("team interview phone");
      // What the team has written before does not wait any more: the company has answered.
      const waits = `select waits_for from private.open_requirements where requirement_id = '${requirement}'`;
      expect(await value(waits)).toBeNull();
      expect(JSON.stringify(own)).not.toMatch(/Mehta|eleven/);
      const opened = `select from public.activity_log where action = 'contact_opened' and subject = '${entry}'`;
      expect(await world().query(opened)).toEqual([]);
      // What came of it later still says that there was an interview.
      await setMark(recruiter, entry, "declined");
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ interview: 1 });
    });

    it("is followed by the company's own, which then counts, opens, and goes back to it when it is undone", async () => {
      const requirement = await file(company.clientId);
      const { entry, email } = await showOne(recruiter, requirement);
      await note(recruiter, requirement, entry, { verdict: "maybe" });
      expect(await say(company.owner, requirement, entry, { verdict: "interview" })).toBe(1);
      // Written a moment ago, it can be undone: nothing is noted over it.
      expect(await note(recruiter, requirement, entry)).toEqual([409, "answered_just_now"]);
      const [shown] = (await seenBy(company.owner, requirement)).entries;
      const undo = (shown as unknown as { undo: { answer: string } }).undo;
      expect(await call(company.owner.api, "undo_answer", { requirement, answer: undo.answer })).toBe(true);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({
        state: "shown",
        answers: [{ verdict: "maybe" }],
      });
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      expect(JSON.stringify((await seenBy(company.owner, requirement)).entries)).toContain(email);
      // And the next call closes it, as any other answer does.
      await note(recruiter, requirement, entry, { verdict: "no" });
      expect(JSON.stringify((await seenBy(company.owner, requirement)).entries)).not.toContain(email);
    });

    it("is refused on an older page, in words, without who said it, and where nobody is shown", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      const version = await versionOf(entry);
      await answer(company.owner, requirement, entry, { verdict: "no" });
      expect(await note(recruiter, requirement, entry, {}, version)).toEqual([409, "stale"]);
      for (const [more, why] of [
        [{ said_by: " " }, "said_by_missing"],
        [{ said_on: "2999-01-01" }, "said_by_missing"],
        [{ verdict: "perhaps" }, "verdict_missing"],
        [{ verdict: "known" }, "reason_missing"],
      ] as const) {
        expect(await note(recruiter, requirement, entry, more)).toEqual([422, why]);
      }
      const { id } = await save(recruiter);
      const asked = await ask(recruiter, requirement, id);
      expect(await note(recruiter, requirement, asked)).toEqual([422, "mark_not_possible"]);
    });

    it("is taken back by the team, once, as long as it is the last word", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      await note(recruiter, requirement, entry);
      const { version, answers } = await entryOf(recruiter, requirement, entry);
      const [{ id }] = answers as [{ id: string }];
      const back = (seen: number) => call(recruiter.api, "take_back_note", { answer: id, seen });
      expect(await back(version - 1)).toEqual([409, "stale"]);
      expect(await back(version)).toEqual(expect.any(Number));
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({
        state: "shown",
        answered_at: null,
        answers: [],
      });
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ interview: 0, waiting: 1 });
      expect(await back(version)).toEqual([404, "answer_not_found"]);
    });
  });

  describe("a company where nobody has an account", () => {
    it("is shown nobody: no mail says so, and no clock runs", async () => {
      const { requirement } = await fileForNobody();
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      await agree(await open(person.id), entry);
      expect(await show(recruiter, requirement, [entry])).toEqual([422, "nobody_to_see"]);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "agreed", shown_at: null });
      expect((await shortlist(recruiter, requirement)).audience).toMatchObject({ people: [], invited: [] });
    });

    it("gets cards by mail or on paper only of those whose yes names that, which the yes keeps", async () => {
      const { requirement, clientId } = await fileForNobody();
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      const session = await open(person.id);
      await agree(session, entry);
      const send = async (more: object = {}) => {
        const version = await versionOf(entry);
        return call(recruiter.api, "send_cards", { requirement, entries: [entry], seen: [version], ...more });
      };
      const address = freshEmail("buyer");
      expect(await send({ address })).toEqual([422, "not_by_mail"]);
      const { version: seen } = (await shortlist(recruiter, requirement)).shortlist as { version: number };
      const how = { requirement, seen, is_blind: false, is_abroad: false, is_by_mail: true };
      await call(recruiter.api, "set_shortlist", how);
      // Another way is another question.
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "draft", is_by_mail: true });
      expect(await send({ address })).toEqual([422, "not_by_mail"]);
      const drafted = await entryOf(recruiter, requirement, entry);
      expect(await askAt(recruiter, entry, drafted.version)).toBe(1);
      expect((await page(session)).entries[0]).toMatchObject({ is_by_mail: true });
      await agree(session, entry);
      expect(
        await value(
          `select way from public.candidate_consents where entry_id = '${entry}' and given_at is not null and closed_at is null`,
        ),
      ).toBe("mail");
      expect(await send({ address: "no address" })).toEqual([400, "address_invalid"]);
      expect(await send({ address })).toBe(1);
      const mail = `select private.candidate_cards_mail(mail)::text from public.mail_outbox as mail where address = '${address}'`;
      expect(String(await value(mail))).toContain("Asha Rao");
      expect(String(await value(mail))).not.toContain(person.email);
      expect(await stateOf(entry)).toBe("shown");
      expect(
        await value(`select waits_for from private.open_requirements where requirement_id = '${requirement}'`),
      ).toBe("company");
      const logged = `select from public.activity_log where action = 'cards_sent' and other = '${clientId}'`;
      expect(await world().query(logged)).toHaveLength(1);
      const kind = `select private.candidate_news_mail(mail) ->> 'kind' from public.mail_outbox as mail where ids ->> 'entry' = '${entry}'`;
      expect(await value(kind)).toBe("sent");
      // The company answers by telephone; nothing more goes out once the yes is taken back.
      expect(await note(recruiter, requirement, entry)).toEqual(expect.any(Number));
      await call(world().anon, "withdraw_from", { session_token: session, entry });
      expect(await value(mail)).toBeNull();
      expect(await send()).toEqual([422, "not_by_mail"]);
    });

    it("gets none at an address that somebody on them must not be known to", async () => {
      const { requirement } = await fileForNobody();
      await call(recruiter.api, "set_shortlist", {
        requirement,
        seen: 0,
        is_blind: false,
        is_abroad: false,
        is_by_mail: true,
      });
      const person = await save(recruiter, { employer: "hidden-mills.example" });
      const entry = await ask(recruiter, requirement, person.id);
      await agree(await open(person.id), entry);
      const version = await versionOf(entry);
      const send = (address?: string) =>
        call(recruiter.api, "send_cards", {
          requirement,
          entries: [entry],
          seen: [version],
          ...(address && { address }),
        });
      expect(await send("boss@hidden-mills.example")).toEqual([422, "never_company"]);
      expect(await send(person.email)).toEqual([422, "never_company"]);
      expect(await send()).toBe(1);
    });
  });
}
