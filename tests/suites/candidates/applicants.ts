import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { applicantActs, type Applicant } from "../../support/people/applicants.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

type Mail = { id: string; dedupe_key: string; content: Record<string, unknown> };

/** Numbers that look drawn, and are the same in each run. */
function drawing(seed: number) {
  let last = seed;
  return (most: number) => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((last / 2_147_483_648) * most);
  };
}

/** Who has applied by themselves, for the team: taken on, turned down, and never left without an answer (docs/decisions/hire.md). */
export function describeApplicants(world: () => World): void {
  const { itemOf, rows, row } = asking(world);
  const { value, save, file, add, shortlist, show, seenBy, countDay, takeBack } = candidateActs(world);
  const { advertise, apply: applyFor, send, seenNow } = applicantActs(world);
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Crane Works"));
  let requirement: string;

  beforeEach(async () => {
    requirement = await file(company.clientId);
    await advertise(requirement);
    await call(ann.api, "set_recruiter", { requirement, seen: 1, person: ann.userId });
    // What the company filed has been dealt with.
    await world().query(`update public.inbox_items set state = 'done' where requirement_id = '${requirement}'`);
  });

  /** Somebody applies, and the team is told. */
  async function apply(more: Parameters<typeof applyFor>[1] = {}, about = requirement): Promise<Applicant> {
    const applicant = await applyFor(about, more);
    await world().query(`select private.announce_application('${applicant.entry}')`);
    return applicant;
  }

  /** They agree that the card is shown as it is now. */
  const agree = ({ entry }: Applicant) =>
    world().query(`update public.candidate_consents set card_digest = (
      select private.card_digest(known) from public.shortlist_entries as known where known.id = '${entry}')
      where applied_entry_id = '${entry}'`);

  const entryOf = ({ entry }: Applicant) => row("shortlist_entries", "id", entry);
  const takeOn = async (...applicants: Applicant[]) =>
    call<unknown>(ann.api, "take_on_applicants", await seenNow(applicants));
  const turnDown = async (applicants: Applicant[], words?: string) =>
    call<unknown>(ann.api, "turn_down_applicants", { ...(await seenNow(applicants)), words });
  const undo = (...applicants: Applicant[]) =>
    call<unknown>(ann.api, "undo_turned_down", { entries: applicants.map(({ entry }) => entry) });
  const undoTakenOn = (...applicants: Applicant[]) =>
    call<unknown>(ann.api, "undo_taken_on", { entries: applicants.map(({ entry }) => entry) });
  type Read = Record<"turned_down" | "taken_on", { id: string; told_at?: string; reason?: string; words?: string }[]>;
  const readApplicants = () => call<Read & { unshown: number }>(ann.api, "read_applicants", { requirement });
  const seenRequirement = async () => (await row("job_requirements", "id", requirement)).version;
  const advert = () => row("adverts" as never, "requirement_id", requirement) as Promise<{ closed_at: string | null }>;

  /** Lets the ten minutes pass in which an answer can be undone. */
  async function passUndo(): Promise<void> {
    const entries = `select entry.id from public.shortlist_entries as entry where entry.requirement_id = '${requirement}'`;
    await world().query(`update public.shortlist_entries set turned_down_at = turned_down_at - interval '10 minutes'
      where id in (${entries}) and turned_down_at is not null`);
    await world().query(`update public.mail_outbox set not_before = least(not_before, now()), next_attempt_at =
        case when next_attempt_at is not null then now() end
      where template = 'application_answer' and ids ->> 'entry' in (select id::text from (${entries}) as listed)`);
  }

  /** The mails that are due, as the function that sends takes them; all others count as sent. */
  const claim = async () => {
    await world().query(`update public.mail_outbox set sent_at = now(), next_attempt_at = null
      where next_attempt_at is not null and template <> 'application_answer'`);
    return call<Mail[]>(world().service, "claim_mails", { most: 1000 });
  };
  const settle = ({ id }: Mail) => call(world().service, "settle_mail", { delivery: id });
  const eventsOf = async () =>
    (
      await rows<{ type: string; changes: { candidates?: number[] } }>(
        "requirement_events",
        "type, changes",
        "requirement_id",
        requirement,
      )
    ).filter(({ type }) => /appl|taken|turned|put_back|advert/.test(type));

  describe("a requirement's applicants", () => {
    it("are one line of the inbox and one event a day, however many, and no company reads of them", async () => {
      const before = await seenBy(company.owner, requirement);
      const first = await apply({ name: "Asha Rao" });
      await world().query(
        `update public.shortlist_entries set applied_at = applied_at - interval '3 days' where id = '${first.entry}'`,
      );
      for (const name of ["Ravi Menon", "Meera Nair"]) await apply({ name });
      const item = await itemOf("requirement_id", requirement);
      // Inbox, day, lists and page promise the first of them one day, and a company counts how many came.
      const clocks = () =>
        value(`select array[
            to_char(item.due_at at time zone private.zone(), 'YYYY-MM-DD HH24:MI:SS'),
            to_char((private.applicant_counts(item.requirement_id) ->> 'unanswered_by')::timestamptz at time zone private.zone(), 'YYYY-MM-DD') || ' 23:59:59',
            (select to_char(private.answer_by(min(entry.applied_at)) at time zone private.zone(), 'YYYY-MM-DD') || ' 23:59:59'
               from public.shortlist_entries as entry where entry.requirement_id = item.requirement_id and entry.state = 'applied')]
          from public.inbox_items as item where item.requirement_id = '${requirement}'`);
      const [due, ...others] = (await clocks()) as unknown as string[];
      expect(others).toEqual([due, due]);
      expect(await call(ann.api, "read_requirement", { requirement })).toMatchObject({
        candidates: { applied: 3, unanswered: 3 },
      });
      expect(await call(company.owner.api, "company_advert", { requirement })).toMatchObject({ applications: 3 });
      expect(JSON.stringify(await call(company.owner.api, "requirement_frame", { requirement }))).not.toContain(
        "applied",
      );
      expect(item).toMatchObject({ state: "new", assignee: ann.userId });
      const events = await rows<{ type: string }>("item_events", "type", "item_id", item.id);
      expect(events.filter(({ type }) => type === "applied")).toHaveLength(1);
      // It says when the last of them came, whatever its own time is.
      const lastAt = expect.stringMatching(/^\d{4}-/) as unknown;
      expect(await eventsOf()).toEqual([
        { type: "candidates_applied", changes: { candidates: [null, 3], last_at: [null, lastAt] } },
      ]);
      // One row of the recruiter's day; the line of the inbox that stands for nothing else is not there twice.
      expect(await countDay(ann, requirement)).toEqual({ applied: 1 });
      expect(await seenBy(company.owner, requirement)).toEqual(before);
      const history = await call<{ rows: { type: string }[] }>(company.owner.api, "requirement_history", {
        requirement,
      });
      expect(history.rows.map(({ type }) => type)).toEqual(["recruiter", "created"]);
      expect((await shortlist(ann, requirement)).entries).toEqual([]);
      // With the last of them the line is done.
      const waiting = (
        await call<{ people: { id: string; version: number }[] }>(ann.api, "read_applicants", { requirement })
      ).people;
      const seen = {
        entries: waiting.map(({ id }) => id).reverse(),
        seen: waiting.map(({ version }) => version).reverse(),
      };
      expect(
        await call(ann.api, "turn_down_applicants", { entries: seen.entries.slice(1), seen: seen.seen.slice(1) }),
      ).toBe(2);
      const [next, ...promised] = (await clocks()) as unknown as string[];
      expect(next! > due!).toBe(true);
      expect(promised).toEqual([next, next]);
      expect((await itemOf("requirement_id", requirement)).state).toBe("new");
      expect(
        await call(ann.api, "take_on_applicants", { entries: seen.entries.slice(0, 1), seen: seen.seen.slice(0, 1) }),
      ).toEqual({ taken_on: 1, agreed: 0 });
      expect((await itemOf("requirement_id", requirement)).state).toBe("done");
      expect(await countDay(ann, requirement)).toEqual({});
    });

    it("are in nobody's way out: their line is not done before them, and where nobody is in charge all have them to do", async () => {
      const one = await apply();
      const line = await itemOf("requirement_id", requirement);
      const seen = { item: line.id, seen: line.version };
      expect(await call(ann.api, "set_item_state", { ...seen, state: "done" })).toEqual([422, "applicants_wait"]);
      const change = { note_kind: null, body: null, is_reply: false, state: "done", due_at: null, takes_next: false };
      expect(await call(ann.api, "finish_item", { ...seen, form: randomUUID(), change })).toEqual([
        422,
        "applicants_wait",
      ]);
      const done = { items: [line.id], seen: [line.version], act: randomUUID() };
      for (const state of ["done", "spam"]) {
        expect(await call(ann.api, "set_item_states", { ...done, state })).toEqual([
          { item_id: line.id, outcome: "applicants" },
        ]);
      }
      // What answers the company answers nobody who applied.
      const stateNow = async () => (await itemOf("requirement_id", requirement)).state;
      await call(company.owner.api, "post_message", { requirement, body: "Any news?" });
      await call(ann.api, "post_message", { requirement, body: "People apply." });
      expect(await stateNow()).toBe("new");
      const status = { requirement, seen: await seenRequirement(), status: "in_progress" };
      expect(await call(ann.api, "change_requirement_status", status)).toBeTypeOf("number");
      expect(await stateNow()).toBe("new");
      expect(await countDay(ann, requirement)).toEqual({ applied: 1, messages: 1 });
      const history = await call<{ applicants: number }>(ann.api, "read_item_history", { item: line.id });
      expect(history.applicants).toBe(1);
      expect(await countDay(ben, requirement)).toEqual({});
      await world().query(`update public.job_requirements set recruiter_id = null where id = '${requirement}'`);
      expect(await countDay(ben, requirement)).toMatchObject({ applied: 1 });
      await turnDown([one]);
      expect(await countDay(ben, requirement)).not.toHaveProperty("applied");
      expect(await stateNow()).toBe("done");
    });

    it("are in the way of an undo that would be done with their line", async () => {
      const line = await itemOf("requirement_id", requirement);
      const act = randomUUID();
      const opened = { items: [line.id], seen: [line.version], act, state: "open" };
      expect(await call(ann.api, "set_item_states", opened)).toMatchObject([{ outcome: "changed" }]);
      await apply();
      expect(await call(ann.api, "undo_act", { act })).toMatchObject([{ outcome: "changed" }]);
      expect((await itemOf("requirement_id", requirement)).state).toBe("open");
    });

    it("leave the line open that their company waits by", async () => {
      await call(company.owner.api, "post_message", { requirement, body: "Any news?" });
      const one = await apply();
      await turnDown([one]);
      expect((await itemOf("requirement_id", requirement)).state).toBe("new");
    });

    it("are read with what decides, fifty at a time", async () => {
      const known = await save(ann, { full_name: "Known Person", email: "known@applicants.example" });
      await world().query(
        `update public.candidates set created_at = now() - interval '1 day' where id = '${known.id}'`,
      );
      const first = await apply({ candidate: known.id, said: "I know pipes." });
      for (let count = 0; count < 50; count++) await apply({ name: `Person ${count}` });
      await agree(first);
      type Page = Read & { total: number; before: number; people: Record<string, unknown>[] };
      const read = (page: { after?: unknown; skip?: number } = {}) =>
        call<Page>(ann.api, "read_applicants", { requirement, ...page });
      const { total, people } = await read();
      const seenOf = (all: Page["people"]) => ({
        entries: all.map(({ id }) => id),
        seen: all.map(({ version }) => version),
      });
      expect([total, people.length]).toEqual([51, 50]);
      expect(people[0]).toMatchObject({
        full_name: "Known Person",
        said: "I know pipes.",
        is_known: true,
        yes: "card",
        is_kept: false,
      });
      expect(people[1]).toMatchObject({ full_name: "Person 0", is_known: false });
      expect(people[1]).not.toHaveProperty("yes");
      // Sites of before 27 November 2026, 18:00, skip a number.
      expect((await read({ skip: 50 })).people).toHaveLength(1);
      const next = { after: people[49]!["id"] };
      const rest = await read(next);
      expect([rest.before, rest.people.length]).toEqual([50, 1]);
      // The last ten of the first page are answered meanwhile: nobody of the next one is skipped.
      const ten = seenOf(people.slice(40));
      await call(ann.api, "turn_down_applicants", ten);
      expect(await read(next)).toMatchObject({ total: 41, before: 40, people: rest.people });
      await call(ann.api, "undo_turned_down", { entries: ten.entries });
      // Fifty are answered at once.
      expect(await call(ann.api, "turn_down_applicants", seenOf((await read()).people))).toBe(50);
      expect((await read()).total).toBe(1);
      // With one more answered after them all of it can be undone still.
      await call(ann.api, "turn_down_applicants", seenOf(rest.people));
      const undoable = (await read()).turned_down.filter(({ told_at }) => told_at !== undefined);
      expect(undoable).toHaveLength(51);
    });

    it("do not count towards the hundred of a shortlist, nor to what a company counts", async () => {
      await world().query(`with person as (
          insert into public.candidates (full_name, is_adult) select 'Person ' || n, true from generate_series(1, 101) as n returning id)
        insert into public.shortlist_entries (requirement_id, candidate_id, state, code_word, applied_at)
          select '${requirement}', person.id, 'applied', person.id::text, now() from person`);
      const { id } = await save(ann);
      expect(await add(ann, requirement, id)).toEqual(expect.any(String));
      expect(await value(`select private.candidate_counts('${requirement}')`)).toMatchObject({
        asked: 0,
        agreed: 0,
        shown: 0,
      });
    });
  });

  describe("whoever is taken on", () => {
    it("has agreed by their application to the very card, and can be shown at once", async () => {
      const yes = await apply({ name: "Asha Rao" });
      const other = await apply({ name: "Ravi Menon" });
      const none = await apply({ name: "Meera Nair" });
      await agree(yes);
      await agree(other);
      // One word changed: the yes is to another card.
      await world().query(`update public.candidates set city = 'Pune' where id = '${other.candidate}'`);
      expect(await takeOn(yes, other, none)).toEqual({ taken_on: 3, agreed: 1 });
      expect(await takeOn(yes, other, none)).toEqual({ taken_on: 0, agreed: 0 });
      expect((await entryOf(yes)).state).toBe("agreed");
      expect((await entryOf(other)).state).toBe("draft");
      expect((await entryOf(none)).state).toBe("draft");
      expect(await value(`select private.candidate_counts('${requirement}')`)).toMatchObject({ asked: 0, agreed: 0 });
      expect(await show(ann, requirement, [yes.entry])).toBe(1);
      expect((await seenBy(company.owner, requirement)).entries).toMatchObject([
        { id: yes.entry, applied_at: expect.any(String) as string },
      ]);
      expect(await show(ann, requirement, [other.entry])).toEqual([422, "no_consent"]);
      // Who is shown within the ten minutes has one mail, at once, which says both; and whom they said yes to.
      const toldNow = async () => {
        const mails = await claim();
        for (const mail of mails) await settle(mail);
        return mails.map(({ content }) => [content["first_name"], content["next"], content["company"]]);
      };
      expect(await toldNow()).toEqual([["Asha", "shown", "Crane Works"]]);
      expect(
        await value(`select count(*)::integer from public.mail_outbox
          where template = 'candidate_news' and address = '${yes.email}'`),
      ).toBe(0);
      await passUndo();
      expect((await toldNow()).sort()).toEqual([
        ["Meera", "draft", undefined],
        ["Ravi", "draft", undefined],
      ]);
      // Taken back by the team they are closed, and stay what they were: somebody who applied.
      await takeBack(ann, none.entry);
      expect((await entryOf(none)).state).toBe("closed");
    });

    it("is nobody whom the company must not see, who wants to be erased, or whose yes was taken back", async () => {
      const never = await apply();
      await agree(never);
      await call(ann.api, "add_never", { candidate: never.candidate, named: "Crane Works" });
      expect((await entryOf(never)).state).toBe("applied");
      expect(await takeOn(never)).toEqual([422, "never_company"]);
      const leaving = await apply();
      await world().query(
        `update public.candidates set erase_at = now() + interval '1 day' where id = '${leaving.candidate}'`,
      );
      expect(await takeOn(leaving)).toEqual([422, "erasure_wanted"]);
      const withdrawn = await apply();
      await agree(withdrawn);
      await world().query(
        `update public.candidate_consents set withdrawn_at = now() where applied_entry_id = '${withdrawn.entry}'`,
      );
      expect(await takeOn(withdrawn)).toEqual({ taken_on: 1, agreed: 0 });
    });

    it("has one answer that waits, also when they were taken back and have applied again", async () => {
      const one = await apply();
      expect(await takeOn(one)).toMatchObject({ taken_on: 1 });
      await takeBack(ann, one.entry);
      expect((await entryOf(one)).state).toBe("closed");
      await world().query(
        `update public.shortlist_entries set state = 'applied', applied_at = applied_at + interval '1 minute' where id = '${one.entry}'`,
      );
      expect(await takeOn(one)).toMatchObject({ taken_on: 1 });
      expect(
        await value(`select jsonb_agg(private.mail_content(id) -> 'next') from public.mail_outbox
          where template = 'application_answer' and ids ->> 'entry' = '${one.entry}'`),
      ).toEqual(["draft"]);
    });

    it("hears of it by day, where the agency is, and as soon as it can't be undone", async () => {
      const byDay = (moment: string) =>
        value(`select to_char(private.by_day('${moment}+05:30') at time zone 'Asia/Kolkata', 'DD HH24:MI')`);
      const moments = ["07:59", "08:00", "19:59", "20:00", "23:59"];
      expect(await Promise.all(moments.map((time) => byDay(`2026-11-27T${time}`)))).toEqual([
        ...["27 08:00", "27 08:00", "27 19:59"],
        ...["28 08:00", "28 08:00"],
      ]);
      const one = await apply();
      await turnDown([one]);
      expect(
        await value(`select mail.not_before = private.by_day(entry.turned_down_at + interval '10 minutes')
          from public.mail_outbox as mail join public.shortlist_entries as entry on entry.id::text = mail.ids ->> 'entry'
          where mail.template = 'application_answer' and entry.id = '${one.entry}'`),
      ).toBe(true);
    });

    it("is nobody's whose newer application names no card, whatever the older one did", async () => {
      const one = await apply();
      await agree(one);
      await takeOn(one);
      expect((await entryOf(one)).state).toBe("agreed");
      await takeBack(ann, one.entry);
      await world().query(
        `update public.shortlist_entries set state = 'applied', applied_at = now() where id = '${one.entry}'`,
      );
      await world()
        .query(`insert into public.candidate_consents (candidate_id, purpose, applied_entry_id, notice_version, language, basis,
          given_at, mailbox_digest)
        select candidate_id, 'apply', applied_entry_id, notice_version, language, basis, clock_timestamp(), mailbox_digest
          from public.candidate_consents where applied_entry_id = '${one.entry}'`);
      await takeOn(one);
      expect((await entryOf(one)).state).toBe("draft");
    });

    it("can be put back until they are told, as if nobody had taken them on, and they read nothing of it till then", async () => {
      const yes = await apply({ name: "Asha Rao" });
      const none = await apply({ name: "Meera Nair" });
      await agree(yes);
      const told = async ({ candidate }: Applicant) =>
        value(`select private.own_applications('${candidate}') #>> '{0,state}'`);
      expect(await takeOn(yes, none)).toEqual({ taken_on: 2, agreed: 1 });
      expect((await itemOf("requirement_id", requirement)).state).toBe("done");
      expect([await told(yes), await told(none)]).toEqual(["applied", "applied"]);
      const { taken_on: offered, unshown } = await readApplicants();
      expect([offered.map(({ id }) => id).sort(), unshown]).toEqual([[yes.entry, none.entry].sort(), 2]);
      expect(await undoTakenOn(yes, none)).toBe(2);
      expect(await undoTakenOn(yes, none)).toBe(0);
      expect(await entryOf(yes)).toMatchObject({ state: "applied", card: null });
      // Nothing is mailed, no yes to a card is left, and the line is in the inbox again.
      await passUndo();
      expect(await claim()).toEqual([]);
      expect(
        await value(`select count(*)::integer from public.candidate_consents where entry_id = '${yes.entry}'`),
      ).toBe(0);
      expect((await itemOf("requirement_id", requirement)).state).toBe("new");
      expect((await eventsOf()).at(-1)).toMatchObject({ type: "candidates_put_back" });
      // Taken on once more, and withdrawn within the minutes: no yes is left.
      expect(await takeOn(yes)).toEqual({ taken_on: 1, agreed: 1 });
      await world().query(
        `select private.withdraw_application(entry) from public.shortlist_entries as entry where id = '${yes.entry}'`,
      );
      expect((await entryOf(yes)).state).toBe("withdrawn");
      expect(await show(ann, requirement, [yes.entry])).not.toBe(1);
    });

    it("can't be put back once they were told, asked or shown, or where the advert is over", async () => {
      const [told, shown, over] = [await apply(), await apply(), await apply()];
      await agree(shown);
      await takeOn(told, shown, over);
      await show(ann, requirement, [shown.entry]);
      expect(await undoTakenOn(shown)).toEqual([409, "undo_over"]);
      // Nor once they are taken back, and on the list again: the yes by which their company has seen them stays.
      await takeBack(ann, shown.entry);
      await call(ann.api, "add_to_shortlist", { requirement, candidate: shown.candidate });
      expect(await undoTakenOn(shown)).toEqual([409, "undo_over"]);
      expect(
        await value(`select count(*)::integer from public.candidate_consents where entry_id = '${shown.entry}'`),
      ).toBe(1);
      await world().query(
        `update public.mail_outbox set first_attempt_at = now() where ids ->> 'entry' = '${told.entry}' and template = 'application_answer'`,
      );
      expect(await undoTakenOn(told)).toEqual([409, "undo_over"]);
      await world().query(`select private.end_advert('${requirement}', null, 'closed')`);
      expect(await undoTakenOn(over)).toEqual([422, "advert_closed"]);
      // Then it is not offered either.
      expect((await readApplicants()).taken_on).toEqual([]);
      await world().query(`update public.requirement_events set created_at = created_at - interval '10 minutes'
        where requirement_id = '${requirement}' and type = 'candidates_taken_on'`);
      expect(await undoTakenOn(over)).toEqual([409, "undo_over"]);
      expect(await value(`select private.own_applications('${over.candidate}') #>> '{0,state}'`)).toBe("draft");
      for (const mail of await claim()) await settle(mail);
    });

    it("was seen as they are, with all others or not at all", async () => {
      const [one, other] = [await apply(), await apply()];
      const { entries } = await seenNow([one, other]);
      expect(await call(ann.api, "take_on_applicants", { entries, seen: [1, 2] })).toEqual([409, "stale"]);
      expect((await entryOf(one)).state).toBe("applied");
      const { id } = await save(ann);
      const draft = await add(ann, requirement, id);
      expect(await call(ann.api, "turn_down_applicants", { entries: [draft], seen: [1] })).toEqual([
        422,
        "not_applied",
      ]);
    });
  });

  describe("whoever is turned down", () => {
    it("is told ten minutes later, in the team's words with their name in them, and not if it was undone", async () => {
      const [one, other] = [await apply({ name: "Asha Rao" }), await apply({ name: "Ravi Menon" })];
      expect(await turnDown([one, other], "Dear {name}, not {title}. {my name}")).toBe(2);
      expect(await turnDown([one])).toBe(0);
      expect(await claim()).toEqual([]);
      expect(await undo(other)).toBe(1);
      expect(await undo(other)).toBe(0);
      expect((await eventsOf()).map(({ type, changes }) => [type, changes.candidates?.[1]])).toEqual([
        ["candidates_applied", 2],
        ["candidates_turned_down", 2],
        ["candidates_put_back", 1],
      ]);
      await passUndo();
      const mails = await claim();
      const colleague = await value(`select display_name from public.team_members where user_id = '${ann.userId}'`);
      expect(mails.map(({ content }) => content)).toEqual([
        expect.objectContaining({
          to: one.email,
          outcome: "turned_down",
          words: `Dear Asha, not Pipe fitter. ${colleague}`,
        }),
      ]);
      // It names no company, whose advert does not.
      expect(JSON.stringify(mails)).not.toContain("Crane");
      expect(await undo(one)).toEqual([409, "undo_over"]);
      for (const mail of mails) await settle(mail);
      // Put back, they are answered again, once.
      expect(await turnDown([other])).toBe(1);
      await passUndo();
      expect((await claim()).map(({ content }) => content["to"])).toEqual([other.email]);
    });

    it("is not told whose job it is where that is not told, and in no more words than a mail takes", async () => {
      const one = await apply();
      const named = [422, "company_in_words"];
      expect(await turnDown([one], "Dear {name}, Crane Works has chosen someone else.")).toEqual(named);
      const end = { requirement, seen: (await row("adverts" as never, "requirement_id", requirement))["version"] };
      expect(await call(ann.api, "close_advert", { ...end, words: "CRANE-WORKS has filled it." })).toEqual(named);
      await world().query(`update public.candidates set full_name = repeat('A', 30) where id = '${one.candidate}'`);
      expect(await turnDown([one], "{name} ".repeat(550))).toEqual([422, "words_too_long"]);
      expect(await entryOf(one)).toMatchObject({ state: "applied" });
      // A company that has its name there is named.
      await world().query(`update public.adverts set is_named = true where requirement_id = '${requirement}'`);
      expect(await turnDown([one], "Dear {name}, Crane Works has chosen someone else.")).toBe(1);
    });

    it("can't be put back once their mail is under way, or where the advert is over", async () => {
      const one = await apply();
      await turnDown([one]);
      // A clock that is ahead has it under way already.
      await world().query(
        `update public.mail_outbox set first_attempt_at = now() where ids ->> 'entry' = '${one.entry}'`,
      );
      expect(await undo(one)).toEqual([409, "undo_over"]);
      const other = await apply();
      await turnDown([other], "Not now, {name}.");
      expect((await readApplicants()).turned_down[0]).toMatchObject({
        id: other.entry,
        told_at: expect.any(String) as unknown,
        words: "Not now, Ravi.",
      });
      await apply();
      await world().query(`select private.end_advert('${requirement}', null, 'taken_down')`);
      // What would refuse is not offered.
      const { turned_down: all } = await readApplicants();
      expect(all.map(({ told_at: at }) => at)).toEqual([undefined, undefined, undefined]);
      expect(all[0]).toMatchObject({ reason: "taken_down" });
      expect(await undo(other)).toEqual([422, "advert_closed"]);
      expect((await entryOf(other)).state).toBe("closed");
    });
  });

  describe("no advert closes on silence", () => {
    it("by no statement, and nobody applies for one that is closed", async () => {
      const one = await apply();
      const close = `update public.adverts set closed_at = now() where requirement_id = '${requirement}'`;
      await expect(world().query(close)).rejects.toThrow("applicants_wait");
      await turnDown([one]);
      await world().query(close);
      await expect(apply()).rejects.toThrow("advert_closed");
    });

    it.each([
      [
        "by its company, which withdraws it",
        (by: Member, seen: number) => call(by.api, "withdraw_requirement", { requirement, seen, reason: "Budget" }),
        undefined,
        "taken_down",
      ],
      [
        "by its company, which takes the job down",
        async (by: Member) => {
          const { version } = await call<{ version: number }>(by.api, "company_advert", { requirement });
          return call(by.api, "take_down_advert", { requirement, seen: version });
        },
        undefined,
        "taken_down",
      ],
      [
        "by the team, which closes it",
        async () => {
          const { version } = await call<{ version: number }>(ann.api, "read_advert", { requirement });
          return call(ann.api, "close_advert", { requirement, seen: version });
        },
        undefined,
        "closed",
      ],
      [
        "by the team, in the words that it writes",
        (_: Member, seen: number) =>
          call(ann.api, "change_requirement_status", {
            requirement,
            seen,
            status: "filled",
            answer: "It is filled, {name}.",
          }),
        "It is filled, Ravi.",
        "filled",
      ],
    ] as const)("%s", async (_, close, words, reason) => {
      const one = await apply();
      expect(await close(company.owner, await seenRequirement())).toEqual(expect.any(Number));
      expect(await entryOf(one)).toMatchObject({ state: "closed", turned_down_words: words ?? null });
      expect((await advert()).closed_at).not.toBeNull();
      expect((await eventsOf()).map(({ type }) => type)).toEqual([
        "candidates_applied",
        "candidates_turned_down",
        "advert_closed",
      ]);
      await passUndo();
      // It is the job that is over: nobody has judged them.
      expect((await claim()).map(({ content }) => [content["outcome"], content["words"], content["reason"]])).toEqual([
        ["turned_down", words, reason],
      ]);
    });

    it("by a requirement that becomes another company's", async () => {
      const one = await apply();
      const other = await addCompany(world(), "Other Works");
      await world().query(
        `update public.job_requirements set client_id = '${other.clientId}' where id = '${requirement}'`,
      );
      expect((await entryOf(one)).state).toBe("closed");
      expect((await advert()).closed_at).not.toBeNull();
      // Opened anew for that company nobody is put back whose yes was to the one before.
      await world().query(
        `update public.adverts set opened_at = clock_timestamp(), closed_at = null where requirement_id = '${requirement}'`,
      );
      expect(await undo(one)).toEqual([409, "undo_over"]);
      expect(
        await value(`select count(*)::integer from public.candidate_consents
        where applied_entry_id = '${one.entry}' and closed_at is null`),
      ).toBe(0);
    });

    it("whoever was taken on hears that it is over, once; within the ten minutes their one answer says so", async () => {
      const [told, fresh] = [await apply(), await apply()];
      await takeOn(told);
      await passUndo();
      for (const mail of await claim()) await settle(mail);
      await takeOn(fresh);
      await call(ann.api, "change_requirement_status", {
        requirement,
        seen: await seenRequirement(),
        status: "filled",
      });
      const news = await world()
        .query(`select address, private.mail_content(id) ->> 'kind' as kind from public.mail_outbox
        where template = 'candidate_news' and address in ('${told.email}', '${fresh.email}')`);
      expect(news).toEqual([{ address: told.email, kind: "over" }]);
      await passUndo();
      expect((await claim()).map(({ content }) => [content["to"], content["outcome"], content["reason"]])).toEqual([
        [fresh.email, "turned_down", "filled"],
      ]);
      // Nor are they kept longer than anybody who was turned down.
      expect(await value(`select private.forgotten_at('${told.candidate}') is not null`)).toBe(true);
    });

    it("by a company that is erased: who waits, or was turned down just now, hears of it", async () => {
      const ended = await addCompany(world(), "Ending Works");
      requirement = await file(ended.clientId);
      await advertise(requirement);
      const [waiting, down] = [await apply(), await apply()];
      await turnDown([down]);
      await world().query(`delete from public.clients where id = '${ended.clientId}'`);
      const due = await world()
        .query(`select private.mail_content(id) ->> 'to' as receiver, private.mail_content(id) ->> 'outcome' as outcome
        from public.mail_outbox where template = 'application_answer' and address in ('${waiting.email}', '${down.email}')
          and private.mail_content(id) is not null order by address`);
      expect(due.map(({ receiver, outcome }) => [receiver, outcome])).toEqual(
        [waiting.email, down.email].sort().map((address) => [address, "turned_down"]),
      );
    });

    it("by the schedule, after its last day, once everybody's time is over", async () => {
      const [late, early] = [await apply(), await apply()];
      await world().query(
        `update public.adverts set closes_on = private.today() - 1 where requirement_id = '${requirement}'`,
      );
      await world().query(
        `update public.shortlist_entries set applied_at = now() - interval '8 days' where id = '${late.entry}'`,
      );
      await world().query("select private.close_expired_adverts()");
      expect((await entryOf(late)).state).toBe("closed");
      expect((await entryOf(early)).state).toBe("applied");
      expect((await advert()).closed_at).toBeNull();
      await world().query(
        `update public.shortlist_entries set applied_at = now() - interval '8 days' where id = '${early.entry}'`,
      );
      await world().query("select private.queue_due_mails()");
      expect((await entryOf(early)).state).toBe("closed");
      expect((await advert()).closed_at).not.toBeNull();
    });
  });

  // Whatever is done in whichever order, over mails that are taken and never settled.
  it.each([1, 2, 3])(
    "has nobody wait where it is closed, and each answered once, whatever happens (%i)",
    async (seed) => {
      const draw = drawing(seed);
      const about = requirement;
      const sent = new Map<string, Set<string>>();
      const all: Applicant[] = [];
      const some = () => all.filter(() => draw(3) === 0).slice(0, 5);
      /** Takes what is due, and dies before some of it is settled: that is sent again. */
      async function deliver(dies: boolean) {
        for (const mail of await claim()) {
          const to = String(mail.content["to"]);
          // What it says is so by then.
          const { entry } = all.find(({ email }) => email === to)!;
          const isOn = `select entry.state in ('draft', 'agreed') and requirement.status = any (private.open_statuses())
            from public.shortlist_entries as entry
            join public.job_requirements as requirement on requirement.id = entry.requirement_id where entry.id = '${entry}'`;
          expect(mail.content["outcome"]).toBe((await value(isOn)) ? "taken_on" : "turned_down");
          sent.set(to, (sent.get(to) ?? new Set()).add(mail.dedupe_key));
          if (!(dies && draw(2) === 0)) await settle(mail);
        }
      }
      const acts = [
        async () => all.push(await apply({}, about)),
        async () => all.push(await apply({}, about)),
        async () => takeOn(...some()),
        async () => turnDown(some()),
        async () => undo(...some()),
        async () => undoTakenOn(...some()),
        // By a colleague: one whom nobody has answered is turned down by it, and one who was may be thought of again.
        async () => Promise.all(some().map(({ entry }) => takeBack(ben, entry).catch(() => null))),
        async () => Promise.all(some().map(async ({ candidate }) => add(ben, about, candidate).catch(() => null))),
        passUndo,
        () => deliver(true),
        async () =>
          world().query(
            `update public.shortlist_entries set applied_at = applied_at - interval '3 days' where requirement_id = '${about}'`,
          ),
        async () =>
          world().query(`update public.adverts set closes_on = private.today() - 1 where requirement_id = '${about}'`),
        async () => world().query("select private.close_expired_adverts()"),
        async () =>
          call(ann.api, "change_requirement_status", { requirement, seen: await seenRequirement(), status: "on_hold" }),
        async () =>
          draw(4) === 0
            ? call(ann.api, "change_requirement_status", {
                requirement,
                seen: await seenRequirement(),
                status: "filled",
              })
            : null,
      ];
      for (let count = 0; count < 4; count++) all.push(await apply({}, about));
      for (let step = 0; step < 40; step++) {
        // What is refused, as an application where it is closed, changes nothing.
        await acts[draw(acts.length)]!().catch((error: unknown) => {
          if (!/advert_closed|undefined/.test(String(error))) throw error;
        });
        const waiting = `select count(*)::integer from public.shortlist_entries as entry
        join public.adverts as advert on advert.requirement_id = entry.requirement_id
        where entry.state = 'applied' and advert.closed_at is not null`;
        expect(await value(waiting)).toBe(0);
      }
      await world().query(`select private.end_advert('${about}', null, 'closed')`);
      for (let round = 0; round < 3; round++) {
        await passUndo();
        await deliver(round < 1);
      }
      expect(all.map(({ email }) => [email, sent.get(email)?.size])).toEqual(all.map(({ email }) => [email, 1]));
    },
    120_000,
  );

  describe("a file", () => {
    type Line = { id: string; applications?: Record<string, unknown>; applicants?: Record<string, unknown> };
    const manager = prepare(() => addTeamMember(world(), "hr_manager"));
    const lineOf = async ({ candidate }: Applicant) =>
      (await call<Line[]>(manager.api, "export_candidates", {})).find(({ id }) => id === candidate)!.applications;

    it("of candidates says what each has applied for last and how it stands, and nothing of company or words", async () => {
      const [waits, taken, refused] = [await apply(), await apply(), await apply()];
      await takeOn(taken);
      await turnDown([refused], "No, thank you.");
      const time = expect.any(String) as string;
      const { job_title } = (await row("job_requirements", "id", requirement)) as { job_title: string };
      const of = (more: object) => ({
        ...{ count: 1, job_title, applied_at: time, answered_at: null, turned_down_at: null, shown_at: null },
        ...{ is_application_withdrawn: false, is_disowned: false, ...more },
      });
      expect(await lineOf(waits)).toEqual(of({ state: "applied" }));
      expect(await lineOf(taken)).toEqual(of({ state: "draft", answered_at: time }));
      expect(await lineOf(refused)).toEqual(of({ state: "closed", answered_at: time, turned_down_at: time }));
      await undo(refused);
      expect(await lineOf(refused)).toEqual(of({ state: "applied" }));
      await world().query(
        `select private.withdraw_application(entry) from public.shortlist_entries as entry where id = '${refused.entry}'`,
      );
      expect(await lineOf(refused)).toEqual(of({ state: "withdrawn", is_application_withdrawn: true }));
      const { id } = await save(ann);
      expect(await lineOf({ candidate: id } as Applicant)).toBeNull();
    });

    it("of requirements counts who has applied and who waits, and nobody whose mailbox has not answered", async () => {
      const counted = async () =>
        (await call<Line[]>(manager.api, "export_requirements", { filter: { client: company.clientId } })).find(
          ({ id }) => id === requirement,
        )!.applicants;
      await send(requirement);
      const none = { applied: 0, applied_at: null, unanswered: 0, unanswered_by: null };
      expect(await counted()).toEqual(none);
      const [waits, refused] = [await apply(), await apply()];
      await turnDown([refused]);
      const time = expect.any(String) as string;
      expect(await counted()).toEqual({ applied: 2, applied_at: time, unanswered: 1, unanswered_by: time });
      await turnDown([waits]);
      expect(await counted()).toMatchObject({ applied: 2, unanswered: 0, unanswered_by: null });
    });

    it("is no recruiter's, company's or visitor's", async () => {
      for (const name of ["export_candidates", "export_requirements"]) {
        for (const { api } of [ann, company.owner]) expect(await call(api, name, {})).toEqual([403, "forbidden"]);
        expect(await call(world().anon, name, {})).toEqual([401, expect.any(String)]);
      }
    });
  });
}
