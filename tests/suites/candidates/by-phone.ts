import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs, type Entries } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** Candidates with a telephone number and no address: who rang it, what a press of the link proves, and how it ends. */
export function describeQuestionsByPhone(world: () => World): void {
  const { versionOf, value, save, file, entryOf, add, askAt, tokenOf, open, page, show, seenBy } = candidateActs(world);
  const { tellRefusals, takeBack } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const colleague = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Kite Fabrication Ltd"));

  let last = 9_810_000_000;
  /** A number that nobody else has. */
  const freshNumber = () => String((last += 1));

  /** Somebody who has no address. */
  const welder = async ({ phone = freshNumber(), ...more }: Entries & { phone?: string } = {}) => {
    return { phone, ...(await save(recruiter, { email: null, phone, full_name: `Rajesh ${phone}`, ...more })) };
  };

  type Person = { id: string; phone: string };
  /** Asks about a job, at the number with India's code unless it is said which. @returns the entry, or why not */
  async function askAtNumber(requirement: string, { id, phone }: Person, more: Entries = {}, by = recruiter) {
    const entry = await add(by, requirement, id);
    if (typeof entry !== "string") return entry as unknown;
    const version = await versionOf(entry);
    const said = { entry, seen: version, number: `91${phone}`, has_rung: true, form: randomUUID(), ...more };
    const asked = await call<unknown>(by.api, "ask_by_phone", said);
    return asked === null ? entry : asked;
  }

  /** Somebody who was asked at their number. */
  async function asked(more: Entries = {}) {
    const requirement = await file(company.clientId);
    const person = await welder(more);
    const entry = (await askAtNumber(requirement, person)) as string;
    return { requirement, person, entry, token: await tokenOf(entry) };
  }

  type Question = { state: string; is_by_phone?: boolean; shown?: { digest: string; name: string } } & Entries;
  const question = (token: string) => call<Question>(world().anon, "candidate_question", { token });
  const press = (name: string, token: string, more: Entries = {}) =>
    call<unknown>(world().anon, name, { token, ...more });
  const agreeBy = async (token: string, digest?: string) =>
    press("agree_by_link", token, { digest: digest ?? (await question(token)).shown!.digest });

  const mailsTo = (address: string) =>
    value(`select count(*)::text from public.mail_outbox where address = '${address}' and template = 'candidate_news'`);

  describe("the question", () => {
    it("is made without a mail once a colleague has rung that very number, and its link is the asker's alone", async () => {
      const requirement = await file(company.clientId);
      const phone = freshNumber();
      const person = { ...(await save(recruiter, { email: null, phone: `0${phone} / +971 50 123 4567` })), phone };
      const refused = { has_rung: false };
      expect(await askAtNumber(requirement, person, refused)).toEqual([422, "not_rung"]);
      // To have rung one of two numbers is not to have rung the other.
      const entry = (await askAtNumber(requirement, person)) as string;
      await takeBack(recruiter, entry);
      expect(await askAtNumber(requirement, person, { number: "971501234567", ...refused })).toEqual([422, "not_rung"]);
      expect(await askAtNumber(requirement, person, { number: "919999999999" })).toEqual([422, "number_unknown"]);
      expect(await askAtNumber(requirement, person, { ...refused, words: "We spoke on Monday." }, colleague)).toBe(
        entry,
      );
      const link = await call<Entries>(colleague.api, "phone_link", { entry });
      expect(link).toMatchObject({
        number: `91${phone}`,
        token: await tokenOf(entry),
        asker_words: "We spoke on Monday.",
      });
      expect(await call(recruiter.api, "phone_link", { entry })).toBeNull();
      expect(await call(company.owner.api, "phone_link", { entry })).toEqual([403, expect.any(String) as unknown]);
      const [row] = await world().query(
        `select how, rung_by, asked_by from public.candidate_consents where entry_id = '${entry}' order by asked_at desc limit 1`,
      );
      expect(row).toEqual({ how: "phone_link", rung_by: recruiter.userId, asked_by: colleague.userId });
      expect(
        await value(`select count(*)::text from public.mail_outbox where template = 'candidate_ask' and ids ->> 'consent' in (
        select id::text from public.candidate_consents where entry_id = '${entry}')`),
      ).toBe("0");
      // A call counts for thirty days.
      await takeBack(colleague, entry);
      await world().query(
        `update public.candidate_notes set created_at = now() - interval '31 days' where candidate_id = '${person.id}'`,
      );
      expect(await askAtNumber(requirement, person, refused)).toEqual([422, "not_rung"]);
    });

    it("takes the call that was just noted as the one to that number, and keeps words as they run", async () => {
      const requirement = await file(company.clientId);
      const person = await welder();
      const entry = await add(recruiter, requirement, person.id);
      const words = "Free from \u202eMonday\u2066";
      const noted = { candidate: person.id, entry, form: randomUUID(), words, channel: "call" };
      await call(recruiter.api, "note_talk", noted);
      const talks = async () => {
        const { candidate } = await entryOf(recruiter, requirement, entry);
        return candidate as { talks: Entries[]; numbers: Entries[] };
      };
      const [number] = (await talks()).numbers;
      expect(number).toMatchObject({ rung_at: null, noted_at: expect.any(String) as unknown });
      const version = await versionOf(entry);
      const said = { entry, seen: version, number: `91${person.phone}`, has_rung: true, form: randomUUID() };
      expect(await call(recruiter.api, "ask_by_phone", { ...said, words: "\u202eRavi here\u2069" })).toBeNull();
      const after = await talks();
      expect(after.talks.map(({ body }) => body)).toEqual(["Free from Monday"]);
      expect(after.numbers).toMatchObject([{ rung_at: number!["noted_at"], noted_at: null }]);
      expect((await question(await tokenOf(entry)))["asker_words"]).toBe("Ravi here");
      // Of any other call there is a note of its own, with the number as it is read out.
      const second = (await askAtNumber(await file(company.clientId), await welder())) as string;
      expect(await value(`select body from public.candidate_notes where entry_id = '${second}'`)).toBe(
        `Rang +91 ${String(last).slice(0, 5)} ${String(last).slice(5)} and spoke to them.`,
      );
    });

    it("is refused where a rule says so, of whatever record has the number", async () => {
      const requirement = await file(company.clientId);
      const mailed = await save(recruiter, { phone: freshNumber() });
      expect(await askAtNumber(requirement, { ...mailed, phone: String(last) })).toEqual([422, "address_known"]);
      // Another record of theirs without the address is no way around it.
      const again = await save(recruiter, { email: null, phone: String(last) });
      expect(await askAtNumber(requirement, { ...again, phone: String(last) })).toEqual([422, "address_known"]);
      // Nor is another spelling of the name; and what was said by mail holds where the address is gone.
      const spelled = await save(recruiter, { email: null, phone: String(last), full_name: "Asha Raao" });
      expect(await askAtNumber(requirement, { ...spelled, phone: String(last) })).toEqual([422, "address_known"]);
      const byMail = await add(recruiter, requirement, mailed.id);
      await askAt(recruiter, byMail);
      await world().query(`update public.candidates set email = null where id = '${mailed.id}'`);
      expect(await askAtNumber(requirement, { ...spelled, phone: String(last) })).toEqual([422, "twin_on_list"]);
      await world().query(`update public.shortlist_entries set state = 'withdrawn' where id = '${byMail}';
        update public.candidate_consents set refused_at = now() where entry_id = '${byMail}'`);
      expect(await askAtNumber(requirement, { ...spelled, phone: String(last) })).toEqual([422, "refused_lately"]);
      const first = await welder();
      await call(recruiter.api, "add_never", { candidate: first.id, named: "Kite Fabrication" });
      const second = await welder({ phone: first.phone, full_name: "Somebody Else" });
      expect(await askAtNumber(requirement, second)).toEqual([422, "never_company"]);
      const third = await welder();
      await askAtNumber(requirement, third);
      const twin = await welder({ phone: third.phone, full_name: "Rajesh Spelled Otherwise" });
      expect(await askAtNumber(requirement, twin)).toEqual([422, "twin_on_list"]);
      await press("refuse_candidate_question", await tokenOf((await askAtNumber(requirement, third)) as string));
      expect(await askAtNumber(requirement, twin)).toEqual([422, "refused_lately"]);
      try {
        await world().query("update private.settings set enough_for_yes = 'mail_code'");
        expect(await askAtNumber(requirement, await welder())).toEqual([422, "phone_not_enough"]);
      } finally {
        await world().query("update private.settings set enough_for_yes = 'rung_number'");
      }
      // Five a day, whoever asks.
      const busy = await welder();
      for (const _ of Array.from({ length: 5 })) await askAtNumber(await file(company.clientId), busy);
      expect(await askAtNumber(await file(company.clientId), busy)).toEqual([429, "too_many_questions"]);
    });
  });

  describe("the yes by the link", () => {
    it("is to the card that it shows, and company and team see by what it was given, and who rang", async () => {
      const { requirement, entry, token } = await asked({ summary: "Ten years of hulls" });
      const told = await question(token);
      expect(told).toMatchObject({
        state: "open",
        is_by_phone: true,
        first_name: "Rajesh",
        shown: { name: expect.stringContaining("Rajesh") as unknown },
      });
      // An initial alone is nobody's name.
      const initial = await asked({ full_name: "K. Ramesh" });
      expect(await question(initial.token)).toMatchObject({ first_name: "K. Ramesh" });
      expect(await agreeBy(token, "0".repeat(64))).toEqual([409, "card_changed"]);
      expect(await agreeBy(token)).toBeNull();
      expect(await agreeBy(token)).toBeNull();
      expect(await show(recruiter, requirement, [entry])).toBe(1);
      const [seen] = (await seenBy(company.owner, requirement)).entries;
      const name = await value(`select display_name from public.team_members where user_id = '${recruiter.userId}'`);
      expect(seen!["seal"]).toMatchObject({
        rung_by: name,
        rung_at: expect.any(String) as unknown,
        mark: told.shown!.digest.slice(0, 8),
      });
      expect((await entryOf(recruiter, requirement, entry))["seal"]).toEqual(seen!["seal"]);
      expect(await question(token)).toMatchObject({ state: "given", shown_at: expect.any(String) as unknown });
      // Taken back by the same link, it is over at once, and no second yes follows.
      await press("refuse_candidate_question", token);
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      expect(await agreeBy(token, told.shown!.digest)).toEqual([409, "not_asked"]);
    });

    it("is over once the call is a month old, or a record with the number has an address", async () => {
      const { entry, token, person } = await asked();
      await world().query(`update public.candidate_consents
        set rung_at = now() - interval '31 days', asked_at = now() - interval '29 days' where entry_id = '${entry}'`);
      expect(await agreeBy(token)).toEqual([422, "call_too_old"]);
      await world().query(`update public.candidate_consents set rung_at = now() where entry_id = '${entry}'`);
      const { email, id } = await save(recruiter, { phone: person.phone, full_name: "Rajesh Spelled Otherwise" });
      expect(await agreeBy(token)).toEqual([422, "address_known"]);
      await world().query(`update public.candidates set email = null where email = '${email}'`);
      expect(await agreeBy(token)).toBeNull();
      expect(id).not.toBe(person.id);
    });

    it("is nobody's who is signed in, and nobody's without the link of that very question", async () => {
      const { entry, token } = await asked();
      const { digest } = (await question(token)).shown!;
      const acts = ["refuse_candidate_question", "undo_candidate_refusal", "reconsider_candidate_question"];
      for (const { api } of [recruiter, company.owner]) {
        expect(await call(api, "agree_by_link", { token, digest })).toEqual([403, "candidate_alone"]);
        for (const act of [...acts, "disown_address", "ask_for_call", "erase_by_link", "keep_by_link"]) {
          expect([act, await call(api, act, { token })]).toEqual([act, [403, "candidate_alone"]]);
        }
      }
      const other = await asked();
      expect(await agreeBy(other.token, digest)).toEqual([409, "card_changed"]);
      expect(
        await agreeBy(
          token.replace(/.$/, (sign) => (sign === "0" ? "1" : "0")),
          digest,
        ),
      ).toEqual([404, "link_unknown"]);
      // The link of a mail shows the card, and takes a code for the yes.
      const requirement = await file(company.clientId);
      const mailed = await save(recruiter);
      const byMail = await add(recruiter, requirement, mailed.id);
      await askAt(recruiter, byMail);
      const mailToken = await tokenOf(byMail);
      const shown = (await question(mailToken)).shown!;
      expect(await agreeBy(mailToken, shown.digest)).toEqual([409, "not_asked"]);
      // Nor does the link open the own page.
      expect(await press("send_candidate_code", token)).toBe(false);
      expect(await press("enter_candidate_code", token, { code: "000000" })).toBeNull();
      expect(await value(`select state from public.shortlist_entries where id = '${entry}'`)).toBe("asked");
    });

    it("of an older link counts where the new question went to the same number, and nowhere else", async () => {
      const requirement = await file(company.clientId);
      const phone = freshNumber();
      const second = freshNumber();
      const saved = await save(recruiter, { email: null, phone: `${phone}, ${second}`, full_name: `Two ${phone}` });
      const person = { ...saved, phone };
      const entry = (await askAtNumber(requirement, person)) as string;
      const old = await tokenOf(entry);
      const askAgain = async (more: Entries = {}) => {
        await takeBack(recruiter, entry);
        await askAtNumber(requirement, person, more);
      };
      await askAgain({ number: `91${second}` });
      expect(await question(old)).not.toHaveProperty("shown.is_by_phone");
      const { digest } = (await question(await tokenOf(entry))).shown!;
      expect(await agreeBy(old, digest)).toEqual([409, "not_asked"]);
      // A colleague's question is answered by the link that they gave.
      await takeBack(recruiter, entry);
      await askAtNumber(requirement, person, {}, colleague);
      expect(await question(old)).toMatchObject({ state: "open", is_phone_link: true });
      expect(await agreeBy(old)).toEqual([409, "not_asked"]);
      await askAgain();
      expect(await agreeBy(old)).toBeNull();
    });

    it("ends with the number, and with an address the candidate is told of it by mail", async () => {
      const one = await asked();
      await agreeBy(one.token);
      expect(await show(recruiter, one.requirement, [one.entry])).toBe(1);
      const edit = async (person: { id: string }, entries: Entries) => {
        const version = Number(await value(`select version from public.candidates where id = '${person.id}'`));
        const kept = { full_name: "Rajesh Kumar", skills: [], is_adult: true, ...entries };
        return call(recruiter.api, "save_candidate", { candidate: person.id, seen: version, entries: kept });
      };
      await edit(one.person, { phone: freshNumber() });
      expect((await seenBy(company.owner, one.requirement)).entries).toEqual([]);
      expect(await question(one.token)).toBeNull();

      const two = await asked();
      await agreeBy(two.token);
      const three = (await askAtNumber(await file(company.clientId), two.person)) as string;
      const email = `${randomUUID()}@candidates.example`;
      await edit(two.person, { email, phone: `+91 ${two.person.phone}` });
      expect(await mailsTo(email)).toBe("1");
      expect(await show(recruiter, two.requirement, [two.entry])).toBe(1);
      // What was open there is asked by mail from now on.
      expect(await value(`select state from public.shortlist_entries where id = '${three}'`)).toBe("draft");
      const session = await open(two.person.id);
      expect((await page(session)).entries.map(({ state }) => state).sort()).toEqual(["draft", "shown"]);
      expect(await call(world().anon, "withdraw_from", { session_token: session, entry: two.entry })).toBeNull();
      expect((await seenBy(company.owner, two.requirement)).entries).toEqual([]);
    });
  });

  describe("what else the link does", () => {
    it("undoes a no for ten minutes, back to the question", async () => {
      const { entry, token } = await asked();
      await press("refuse_candidate_question", token);
      expect(await question(token)).toMatchObject({ state: "refused", undo_until: expect.any(String) as unknown });
      expect(await press("undo_candidate_refusal", token)).toBeNull();
      expect(await agreeBy(token)).toBeNull();
      await press("refuse_candidate_question", token);
      await tellRefusals();
      expect(await press("undo_candidate_refusal", token)).toEqual([409, "undo_over"]);
      expect(await value(`select state from public.shortlist_entries where id = '${entry}'`)).toBe("withdrawn");
    });

    it("has them rung first, which decides nothing and brings the line back, by a mail's link as well", async () => {
      const requirement = await file(company.clientId);
      const mailed = await add(recruiter, requirement, (await save(recruiter)).id);
      await call(recruiter.api, "ask_candidates", { entries: [mailed], seen: [1], words: "Rajesh here" });
      const one = await asked();
      for (const [place, entry] of [
        [requirement, mailed],
        [one.requirement, one.entry],
      ] as const) {
        await world().query(`update public.inbox_items set state = 'done' where requirement_id = '${place}'`);
        const token = await tokenOf(entry);
        await world().query(
          `update public.shortlist_entries set next_on = private.today() + 3, next_words = 'Papers' where id = '${entry}'`,
        );
        expect(await press("ask_for_call", token)).toBeNull();
        expect(await press("ask_for_call", token)).toBeNull();
        const seen = await entryOf(recruiter, place, entry);
        expect(seen).toMatchObject({
          state: "asked",
          question: { call_wanted_at: expect.any(String) as unknown },
          next: { on: await value("select (private.today() + 3)::text"), words: "Papers" },
        });
        expect(await value(`select state from public.inbox_items where requirement_id = '${place}'`)).not.toBe("done");
        await press("refuse_candidate_question", token);
        expect(await press("ask_for_call", token)).toEqual([409, "not_asked"]);
      }
      expect((await question(await tokenOf(mailed)))["asker_words"]).toBeUndefined();
    });

    it("says that the number is somebody else's: it leaves every record, and is not asked again", async () => {
      const { requirement, person, entry, token } = await asked();
      const other = await welder({ phone: `${person.phone}, 98999 88777`, full_name: "Another Record" });
      expect(await press("disown_address", token)).toBeNull();
      expect(await question(token)).toBeNull();
      const phoneOf = (id: string) => value(`select phone from public.candidates where id = '${id}'`);
      expect([await phoneOf(person.id), await phoneOf(other.id)]).toEqual([null, "9899988777"]);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "closed", is_disowned: true });
      expect(
        await value(`select changes ->> 'by' from public.requirement_events where requirement_id = '${requirement}'
                       and type = 'candidates_refused'`),
      ).toBe("disowned");
      const anew = await welder({ phone: person.phone });
      expect(await askAtNumber(await file(company.clientId), anew)).toEqual([422, "number_disowned"]);
    });

    it("has everything deleted: seen by nobody at once, gone in a week, and undone by the link until then", async () => {
      const { requirement, person, entry, token } = await asked();
      await agreeBy(token);
      await show(recruiter, requirement, [entry]);
      expect(await press("erase_by_link", token)).toBeNull();
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      expect(await askAtNumber(await file(company.clientId), person)).toEqual([422, "erasure_wanted"]);
      expect(await press("reconsider_candidate_question", token)).toEqual([409, "erasure_wanted"]);
      // Nor is a question open again by undoing the no that it was.
      const one = await asked();
      await press("erase_by_link", one.token);
      expect(await press("undo_candidate_refusal", one.token)).toEqual([409, "erasure_wanted"]);
      expect(await value(`select state from public.shortlist_entries where id = '${one.entry}'`)).toBe("withdrawn");
      const isExpired = async () =>
        value(`select '${person.id}' in (select private.expired_candidates()) as is_expired`);
      expect(String(await isExpired())).toBe("false");
      expect(await press("keep_by_link", token)).toBeNull();
      expect((await question(token))["erase_at"]).toBeUndefined();
      // Of who is under 18 nothing waits.
      await press("erase_by_link", token, { is_minor: true });
      expect(String(await isExpired())).toBe("true");
      await world().query(`select private.forget_candidate('${person.id}')`);
      expect(await question(token)).toBeNull();
      // Who has an address does it on their own page, with a code.
      const mailed = await add(recruiter, requirement, (await save(recruiter)).id);
      await askAt(recruiter, mailed);
      expect(await press("erase_by_link", await tokenOf(mailed))).toEqual([404, "link_unknown"]);
    });

    it("holds for all records of the name and number, as it does for those of one address", async () => {
      const { requirement, person, entry, token } = await asked();
      await agreeBy(token);
      await show(recruiter, requirement, [entry]);
      const twin = await save(recruiter, {
        email: null,
        phone: `+91${person.phone}`,
        full_name: `RAJESH ${person.phone}`,
      });
      expect(await add(recruiter, requirement, twin.id)).toEqual([422, "twin_on_list"]);
      await call(recruiter.api, "add_never", { candidate: twin.id, named: "Kite Fabrication" });
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    });
  });
}
