import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

/** What is told of a candidate's no, and of what ends by a rule: the same on every backend (docs/decisions/candidates.md). */
export function describeCandidateNews(world: () => World): void {
  const { table, itemOf, tracesOf } = asking(world);
  const { value, save, file, shortlist, ask, tokenOf, pageTokenOf, open, page, agree, show, showOne } =
    candidateActs(world);
  const { versionOf, stateOf, seenBy, answer, add, askAt, setMark, takeBack } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const company = prepare(() => addCompany(world(), "Teal Builders Pvt Ltd"));

  type Happened = { id: string; created_at: string; type: string; actor_name: string | null; changes: object };
  type History = { rows: (Happened & { actor: string | null })[] };
  const history = async ({ api }: Member, requirement: string) =>
    (await call<History>(api, "requirement_history", { requirement })).rows;

  /** What is told by mail about a requirement to somebody, once all of it goes. */
  const mailsTo = async (userId: string, requirement: string) =>
    (
      await world().query(
        `select private.mail_content(id) as content from public.mail_outbox
           where user_id = '${userId}' and ids ->> 'requirement' = '${requirement}' order by created_at`,
      )
    ).map(({ content }) => content as { about?: { withdrawn?: number; withdrawn_opened?: number }[] } | null);

  describe("what a candidate is told", () => {
    it("about the job before they decide: what it is and asks for, and neither pay nor what its company wrote for us", async () => {
      const requirement = await file(company.clientId);
      await world().query(
        `update public.job_requirements set job_type = 'full_time', remote_allowed = true, min_experience = 3,
           max_experience = 5, min_salary = 77000, max_salary = 88000, notes = 'Private words', benefits = 'Private cake',
           job_description = 'Private plan', required_skills = array['TIG', 'MIG', 'A', 'B', 'C', 'D'],
           expected_start_date = '2190-02-01' where id = '${requirement}'`,
      );
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      const about = {
        work: "full time, also from home, 3 to 5 years of experience, from 1 Feb 2190",
        skills: ["TIG", "MIG", "A", "B", "C"],
      };
      const mailed = await value(
        `select private.mail_content(id) from public.mail_outbox where address = '${person.email}'`,
      );
      const question = await call<object>(world().anon, "candidate_question", { token: await tokenOf(entry) });
      const own = (await page(await open(person.id))).entries[0];
      for (const told of [mailed, question, own]) expect(told).toMatchObject({ about });
      expect(JSON.stringify([mailed, question, own])).not.toMatch(/77000|88000|Private/);
    });

    it("once, when the company wants to meet them, and nothing when it has changed its mind before that goes", async () => {
      const requirement = await file(company.clientId);
      const { entry, email } = await showOne(recruiter, requirement);
      const mails = async () =>
        (
          await world().query(
            `select private.mail_content(id) as content from public.mail_outbox
               where address = '${email}' and ids ? 'interview'`,
          )
        ).map(({ content }) => content);
      expect(await mails()).toEqual([]);
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      expect(await mails()).toMatchObject([
        { template: "candidate_news", kind: "interview", first_name: "Asha", company: "Teal Builders Pvt Ltd" },
      ]);
      await answer(company.owner, requirement, entry, { verdict: "no" });
      expect(await mails()).toEqual([null]);
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      expect(await mails()).toHaveLength(1);
    });
  });

  describe("a withdrawal after a card was shown", () => {
    it("3: is told to the company, in its history, mail and page, without a byte of who it was", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, id, session } = await showOne(recruiter, requirement, { full_name: "Nila Vanishing" });
      await seenBy(company.owner, requirement);
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      await call(world().anon, "refuse_candidate_question", { token: await tokenOf(entry) });
      const [line] = await history(company.owner, requirement);
      expect(line).toMatchObject({
        type: "candidates_withdrawn",
        actor_name: null,
        changes: { candidates: [null, 1], by: "candidate", was_opened: true },
      });
      const mails = await mailsTo(company.owner.userId, requirement);
      expect(mails.at(-1)?.about).toMatchObject([{ withdrawn: 1, withdrawn_opened: 1 }]);
      const seen = await seenBy(company.owner, requirement);
      expect(seen).toMatchObject({ withdrawn: 1, withdrawn_at: expect.any(String) as string, entries: [] });
      const bytes = JSON.stringify([await history(company.owner, requirement), mails, seen]);
      expect(bytes).not.toMatch(new RegExp(`Nila|${email}|${entry}|${id}`));
      // Whoever it was, and the recruiter, still read when the card was shown and opened.
      const [own] = (await page(session)).entries;
      const opened = expect.any(String) as string;
      expect(own).toMatchObject({ state: "withdrawn", shown_at: opened, opened_on: opened, ended_at: opened });
      const known = (await shortlist(recruiter, requirement)).entries[0]!;
      expect(known).toMatchObject({ state: "withdrawn", shown_at: opened, opened: [{ day: opened }] });
    });

    it("by whom: the team by name, and nobody where a rule ends it", async () => {
      const requirement = await file(company.clientId);
      const first = await showOne(recruiter, requirement);
      await takeBack(recruiter, first.entry);
      expect((await history(recruiter, requirement))[0]).toMatchObject({
        actor: expect.any(String) as string,
        changes: { by: "team", was_opened: false },
      });
      await showOne(recruiter, requirement, { employer: "hidden.example" });
      await call(company.owner.api, "invite_member", { address: "ann@hidden.example", new_access: "member" });
      expect((await history(recruiter, requirement))[0]).toMatchObject({
        type: "candidates_withdrawn",
        actor: null,
        changes: { by: "rule" },
      });
      expect((await seenBy(company.owner, requirement))["withdrawn" as "entries"]).toBe(2);
      // To the company both look alike: a rule would tell where somebody works.
      const type = "candidates_withdrawn";
      const told = (await history(company.owner, requirement)).filter((event) => event.type === type);
      const plain = {
        ...{ side: null, type, actor: null, actor_name: null },
        ...{
          people: null,
          person: null,
          person_name: null,
          is_named: false,
          changes: { candidates: [null, 1], was_opened: false },
        },
      };
      expect(told.map(({ id: _, created_at: __, ...rest }) => rest)).toEqual([plain, plain]);
    });

    it("before anybody has seen the card is told to nobody", async () => {
      const requirement = await file(company.clientId);
      const { id } = await save(recruiter);
      const entry = await ask(recruiter, requirement, id);
      await call(world().anon, "refuse_candidate_question", { token: await tokenOf(entry) });
      expect((await history(company.owner, requirement)).map(({ type }) => type)).toEqual(["recruiter", "created"]);
      expect(await seenBy(company.owner, requirement)).toMatchObject({ withdrawn: 0, withdrawn_at: null });
    });
  });

  describe("what is said by one address", () => {
    const twins = async (more: object = {}) => {
      const first = await save(recruiter);
      return [first, await save(recruiter, { email: first.email, ...more })] as const;
    };
    const left = async (ids: string[]) =>
      (await world().query(`select id from public.candidates where id in ('${ids.join("', '")}')`)).length;

    it("that they are under 18, and the team's erasing, is said of all its records", async () => {
      const [one, two] = await twins();
      const session_token = await open(one.id);
      const entries = { is_adult: false };
      expect(await call(world().anon, "edit_own_candidate", { session_token, seen: 1, entries })).toBe(0);
      expect(await left([one.id, two.id])).toBe(0);
      const [third, fourth] = await twins();
      await call(admin.api, "erase_candidate", { candidate: third.id });
      expect(await left([third.id, fourth.id])).toBe(0);
    });

    it("where they work, by a new record: nobody sees the other one then, nor is asked to answer about it", async () => {
      const requirement = await file(company.clientId);
      const { entry, email } = await showOne(recruiter, requirement);
      await save(recruiter, { email: email.toUpperCase(), employer: "Teal Builders" });
      expect(await stateOf(entry)).toBe("closed");
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 0, waiting: 0 });
      expect(await seenBy(company.owner, requirement)).toMatchObject({ entries: [], withdrawn: 1 });
    });

    it("about one job is asked by one record, and shown by one", async () => {
      const requirement = await file(company.clientId);
      const [one, two] = await twins();
      const twin = await add(recruiter, requirement, two.id);
      const first = await ask(recruiter, requirement, one.id);
      const refused = [422, "twin_on_list"];
      expect(await askAt(recruiter, twin)).toEqual(refused);
      const third = await save(recruiter, { email: one.email });
      expect(await add(recruiter, requirement, third.id)).toEqual(refused);
      // One whose address becomes this one after both have agreed: to be asked there anew.
      const other = await save(recruiter);
      const late = await ask(recruiter, requirement, other.id);
      await agree(await open(one.id), first);
      await agree(await open(other.id), late);
      expect(await show(recruiter, requirement, [first])).toBe(1);
      const entries = { email: one.email };
      await call(recruiter.api, "save_candidate", { candidate: other.id, seen: other.version, entries });
      expect(await askAt(recruiter, late, await versionOf(late))).toEqual(refused);
      // Who is shown no more stands in nobody's way.
      await takeBack(recruiter, first);
      expect(await ask(recruiter, requirement, other.id)).toBe(late);
      await agree(await open(other.id), late);
      expect(await show(recruiter, requirement, [late])).toBe(1);
    });

    it("9: the id of a form, which is made of what it said, is gone with the record, and leaves in no export", async () => {
      const [form, note] = [randomUUID(), randomUUID()];
      const entries = { full_name: "Form Made", email: `${randomUUID()}@forms.example`, is_adult: true };
      const { id } = await call<{ id: string }>(recruiter.api, "save_candidate", { entries, form });
      await call(recruiter.api, "note_talk", { candidate: id, form: note, words: "Rang" });
      const session_token = await open(id);
      for (const exported of [
        await call(world().anon, "export_own_candidate", { session_token }),
        await call(admin.api, "export_candidate", { candidate: id }),
      ]) {
        expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${form}|${note}|form_id`));
      }
      await call(admin.api, "erase_candidate", { candidate: id });
      expect(await tracesOf([form, note], [])).toEqual([]);
    });

    it("10: that it is not theirs holds for the mailbox, with whatever stands behind a plus sign", async () => {
      const requirement = await file(company.clientId);
      const plain = `${randomUUID()}@plus.example`;
      const tagged = plain.replace("@", "+jobs@");
      const other = plain.replace("@", "+other@");
      const [first, second] = [await save(recruiter, { email: plain }), await save(recruiter, { email: tagged })];
      const entry = await ask(recruiter, requirement, first.id);
      await call(world().anon, "disown_address", { token: await pageTokenOf(second.id) });
      const emails = await world().query(
        `select email from public.candidates where id in ('${first.id}', '${second.id}')`,
      );
      expect(emails).toEqual([{ email: null }, { email: null }]);
      expect(await stateOf(entry)).toBe("closed");
      expect(await world().query(`select id from public.mail_outbox where address = '${plain}'`)).toEqual([]);
      for (const email of [plain, tagged, other]) {
        const again = await save(recruiter, { email });
        const asked = await add(recruiter, requirement, again.id);
        expect(await askAt(recruiter, asked)).toEqual([422, "address_disowned"]);
      }
    });

    it("a page that was closed is closed wherever its session was copied to, and no other is", async () => {
      const { id } = await save(recruiter);
      const [session, other] = [await open(id), await open(id)];
      await call(world().anon, "close_candidate_page", { session_token: session });
      expect(await page(session)).toEqual([401, "candidate_session_ended"]);
      expect(await page(other)).toMatchObject({ candidate: { id } });
    });
  });

  describe("6: what ends by a rule", () => {
    const lineOf = async (requirement: string) => (await itemOf("requirement_id", requirement)).state;
    const finish = (requirement: string) =>
      table("inbox_items").update({ state: "done" }).eq("requirement_id", requirement);

    it("a member's new address: whom its domain is the employer of is shown no more, nor counted, and the line is back", async () => {
      const late = await addCompany(world(), "Plover Works");
      const requirement = await file(late.clientId);
      const domain = `${randomUUID()}.example`;
      const { entry } = await showOne(recruiter, requirement, { employer: domain });
      await showOne(recruiter, requirement);
      await finish(requirement);
      await world().query(`update auth.users set email = 'ann@${domain}' where id = '${late.member.userId}'`);
      expect(await stateOf(entry)).toBe("closed");
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 1, waiting: 1 });
      expect(await lineOf(requirement)).toBe("new");
    });

    it("a company's new name reopens the line, also of who was only asked", async () => {
      const late = await addCompany(world(), "Curlew Works");
      const requirement = await file(late.clientId);
      const { id } = await save(recruiter, { employer: "Sandpiper Ltd" });
      const entry = await ask(recruiter, requirement, id);
      await finish(requirement);
      await world().query(`update public.clients set company_name = 'Sandpiper' where id = '${late.clientId}'`);
      expect(await stateOf(entry)).toBe("closed");
      expect(await lineOf(requirement)).toBe("new");
    });

    it("a requirement that is another company's: nobody has agreed to be shown to that one", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      const joined = await showOne(recruiter, requirement);
      await setMark(recruiter, joined.entry, "joined");
      const next = await addCompany(world(), "Avocet Works");
      await world().query(
        `update public.job_requirements set client_id = '${next.clientId}' where id = '${requirement}'`,
      );
      expect((await seenBy(next.owner, requirement)).entries).toEqual([]);
      for (const id of [entry, joined.entry]) expect(await stateOf(id)).toBe("draft");
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 0, joined: 0 });
      expect(await call(next.owner.api, "requirement_frame", { requirement })).toMatchObject({ positions_filled: 0 });
      // Its item is that company's as well, by its words and its people's searches.
      expect((await itemOf("requirement_id", requirement)).client_id).toBe(next.clientId);
      const search = { page_size: 5, words: "avocet" };
      expect(await call(next.owner.api, "dashboard_page", search)).toMatchObject({
        requirements: [{ id: requirement }],
      });
      expect(await call(company.owner.api, "dashboard_page", search)).toMatchObject({ requirements: [] });
    });

    it("whoever was asked for the company before reads its name, and that it is over, until they are asked anew", async () => {
      const requirement = await file(company.clientId);
      const { entry, id } = await showOne(recruiter, requirement);
      const refused = await save(recruiter);
      const no = await ask(recruiter, requirement, refused.id);
      const token = await tokenOf(no);
      await call(world().anon, "refuse_candidate_question", { token });
      const next = await addCompany(world(), "Dunlin Works");
      await world().query(
        `update public.job_requirements set client_id = '${next.clientId}' where id = '${requirement}'`,
      );
      const session = await open(id);
      const own = async () => (await page(session)).entries;
      expect(await own()).toMatchObject([{ company: "Teal Builders Pvt Ltd", is_changed: true, is_open: false }]);
      const exported = await call<object>(world().anon, "export_own_candidate", { session_token: session });
      expect(exported).toMatchObject({ entries: [{ company: "Teal Builders Pvt Ltd" }] });
      expect(JSON.stringify(exported)).not.toContain("Dunlin");
      expect(await call(world().anon, "candidate_question", { token: await tokenOf(entry) })).toMatchObject({
        company: "Teal Builders Pvt Ltd",
        state: "closed",
      });
      // A no to the one is not undone into a question about the other.
      const question = await call<object>(world().anon, "candidate_question", { token });
      expect(question).toMatchObject({ company: "Teal Builders Pvt Ltd", state: "refused" });
      for (const way of ["undo_until", "may_reconsider"]) expect(question).not.toHaveProperty(way);
      expect(await call(world().anon, "undo_candidate_refusal", { token })).toEqual([409, "undo_over"]);
      expect(await call(world().anon, "reconsider_candidate_question", { token })).toEqual([422, "job_closed"]);

      await askAt(recruiter, entry, await versionOf(entry));
      expect(await own()).toMatchObject([{ company: "Dunlin Works", state: "asked", is_open: true }]);
    });
  });

  describe("5: a blind card is not told round a corner", () => {
    const person = { full_name: "Asha Rao", phone: "98450 12345" };
    const lists = new Map<boolean, Promise<string>>();
    async function list(isBlind: boolean): Promise<string> {
      const requirement = await file(company.clientId);
      await call(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: isBlind, is_abroad: false });
      return requirement;
    }
    const asked = async (pitch: string, isBlind: boolean) => {
      if (!lists.has(isBlind)) lists.set(isBlind, list(isBlind));
      const { id } = await save(recruiter, person);
      const entry = await add(recruiter, (await lists.get(isBlind))!, id);
      const seen = await call<number>(recruiter.api, "set_card", { entry, seen: 1, chosen: ["headline"], pitch });
      return askAt(recruiter, entry, seen);
    };

    it("by its number: it tells neither how many were added before, nor who is gone", async () => {
      const requirement = await file(company.clientId);
      for (let turn = 0; turn < 6; turn += 1) {
        const { id } = await save(recruiter);
        await add(recruiter, requirement, id);
      }
      const words = (await shortlist(recruiter, requirement)).entries.map((entry) => String(entry["code_word"]));
      expect(new Set(words).size).toBe(6);
      for (const word of words) expect(word).toMatch(/^[A-Z][a-z]+ [1-9]\d\d$/);
      const numbers = words.map((word) => Number(word.split(" ")[1]));
      expect(numbers).not.toEqual(numbers.map((_, index) => numbers[0]! + index));
    });

    it.each(["A s h a is calm", "Ask for A.s.h.a", "r-a-o, a welder"])("by letters apart: %s", async (pitch) => {
      expect(await asked(pitch, true)).toEqual([422, "contact_in_card"]);
      // The name stands on a card that is not blind.
      expect(await asked(pitch, false)).toBe(1);
    });

    it.each([
      "asha at seeker dot example",
      "Write to asha (at) seeker (dot) example",
      "asha[at]seeker.example",
      "Ring nine eight four five zero one two three four five",
      "nine, eight, four, five, oh, one, two, three, four, five",
      "98450 one two three four five",
    ])("and no card says how they are reached: %s", async (pitch) => {
      expect(await asked(pitch, false)).toEqual([422, "contact_in_card"]);
    });

    it.each([
      "Works at Node.js shops, in C, C++ and R",
      "Two or three years at one yard, five at another. Zero accidents",
      "Met at 5. She leads a team of nine",
      "Plan B: a shop floor at night",
    ])("while plain words are left alone: %s", async (pitch) => {
      expect(await asked(pitch, true)).toBe(1);
    });
  });
}
