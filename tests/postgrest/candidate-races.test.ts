import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { candidateActs } from "../support/people/candidates.ts";
import { call } from "../support/api/asking.ts";
import { addCompany, addTeamMember } from "../support/people/cast.ts";
import { prepare } from "../support/people/prepare.ts";
import type { Member } from "../suites/world.ts";
import { hasPostgrest, postgrestWorld } from "../suites/postgrest-world.ts";
import { times } from "../support/services/counts.ts";

/** How often each is tried; whoever comes first changes from one to the next. */
const RACES = times(50, 5);

describe.skipIf(!hasPostgrest)("at the same moment", () => {
  const world = postgrestWorld();
  // Each test's own: nobody asks more than two hundred people in a day.
  let recruiter: Member;
  beforeEach(async () => {
    recruiter = await addTeamMember(world(), "recruiter");
  });
  const company = prepare(() => addCompany(world(), "Race Ltd"));
  const { value, save, file, shortlist, ask, open, page, agree, show, seenBy, showOne, entryOf } = candidateActs(world);
  const { tokenOf, pageTokenOf, codeOf, add, setMark, tellAnswers } = candidateActs(world);

  /** Somebody who has agreed to be shown to a company. @returns how the recruiter shows them as well */
  async function agreed(clientId = company.clientId) {
    const requirement = await file(clientId);
    const { id, email } = await save(recruiter);
    const entry = await ask(recruiter, requirement, id);
    const session_token = await open(id);
    await agree(session_token, entry);
    const values = { requirement, entries: [entry], seen: [(await entryOf(recruiter, requirement, entry)).version] };
    const showThem = () => call<unknown>(recruiter.api, "show_candidates", values);
    return { requirement, email, entry, session_token, showThem };
  }

  /**
   * Starts both, the one or the other a moment ahead. In the first two turns the one is over before the other begins, so
   * that each comes first, however busy the machine is.
   */
  async function race<One, Other>(
    turn: number,
    one: () => Promise<One>,
    other: () => Promise<Other>,
  ): Promise<[One, Other]> {
    if (turn === 0) return [await one(), await other()];
    if (turn === 1) {
      const second = await other();
      return [await one(), second];
    }
    const later = <Value>(act: () => Promise<Value>, wait: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, wait)).then(act);
    return Promise.all([later(one, turn % 5), later(other, 4 - (turn % 5))]);
  }

  it("1: nobody is visible after their no, whoever shows them meanwhile", { timeout: 120_000 }, async () => {
    let shown = 0;
    for (let turn = 0; turn < RACES; turn += 1) {
      const { requirement, entry, session_token, showThem } = await agreed();
      // Measured before the other is even answered: the company asks as soon as the no is in.
      const [result, visible] = await race(turn, showThem, async () => {
        const { error } = await world().anon.rpc("withdraw_from", { session_token, entry });
        expect(error).toBeNull();
        return (await seenBy(company.owner, requirement)).entries;
      });
      if (result === 1) shown += 1;
      else expect(result).toEqual([422, "no_consent"]);
      expect(visible).toEqual([]);
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      expect(await value(`select state from public.shortlist_entries where id = '${entry}'`)).toBe("withdrawn");
    }
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(RACES);
  });

  it("a code opens the page once, and is tried five times, however many try at once", async () => {
    const { id } = await save(recruiter);
    const token = await pageTokenOf(id);
    await call(world().anon, "send_candidate_code", { token });
    const code = await codeOf(id);
    const enter = (given: string) => call<string | null>(world().anon, "enter_candidate_code", { token, code: given });
    const opened = await Promise.all(Array.from({ length: 8 }, () => enter(code)));
    expect(opened.filter((each) => typeof each === "string")).toHaveLength(1);
    await world().query(`delete from private.candidate_codes where candidate_id = '${id}'`);
    await call(world().anon, "send_candidate_code", { token });
    const wrong = String((Number(await codeOf(id)) + 1) % 1_000_000).padStart(6, "0");
    await Promise.all(Array.from({ length: 20 }, () => enter(wrong)));
    expect(Number(await value(`select tries from private.candidate_codes where candidate_id = '${id}'`))).toBe(5);
  });

  it("an answer, a code, a link and a question that are sent twice are one", async () => {
    const requirement = await file(company.clientId);
    const { entry } = await showOne(recruiter, requirement);
    const { version: seen } = (await seenBy(company.owner, requirement)).entries[0]!;
    const answers = [{ entry, seen, verdict: "interview" }];
    const twice = <Value>(act: () => Promise<Value>) => Promise.all([act(), act(), act()]);
    const made = await twice(() => call<number>(company.owner.api, "answer_candidates", { requirement, answers }));
    expect(made.sort()).toEqual([0, 0, 1]);
    const { id, email } = await save(recruiter);
    const token = await pageTokenOf(id);
    await twice(() => call(world().anon, "send_candidate_code", { token }));
    await twice(() => call(world().anon, "request_candidate_link", { address: email }));
    const other = await add(recruiter, requirement, id);
    const asked = await twice(() => call<number>(recruiter.api, "ask_candidates", { entries: [other], seen: [1] }));
    expect(asked.sort()).toEqual([0, 0, 1]);
    const mails = await world().query(
      `select template from public.mail_outbox where address = '${email}' order by template`,
    );
    expect(mails.map(({ template }) => template)).toEqual(["candidate_ask", "candidate_code", "candidate_link"]);
  });

  it("two of one company who answer at once: one counts, and the other is told that somebody has answered", async () => {
    const requirement = await file(company.clientId);
    const { entry, email } = await showOne(recruiter, requirement);
    const { version: seen } = (await seenBy(company.owner, requirement)).entries[0]!;
    const send = (by: Member, verdict: string) =>
      call<unknown>(by.api, "answer_candidates", { requirement, answers: [{ entry, seen, verdict }] });
    const made = await Promise.all([send(company.owner, "interview"), send(company.member, "no")]);
    expect(made).toHaveLength(2);
    expect(made).toEqual(expect.arrayContaining([1, [409, "stale"]]));
    await tellAnswers(requirement);
    const mails = Number(
      await value(`select count(*) from public.mail_outbox where address = '${email}' and ids ? 'interview'`),
    );
    expect(mails).toBe(made[0] === 1 ? 1 : 0);
  });

  it("a yes and another address, or a showing and another address, leave nobody shown", async () => {
    const move = async (candidate: string) => {
      const seen = await value(`select version from public.candidates where id = '${candidate}'`);
      const entries = { email: `${randomUUID()}@moved.example` };
      return call(recruiter.api, "save_candidate", { candidate, seen, entries });
    };
    for (let turn = 0; turn < times(20, 3); turn += 1) {
      const requirement = await file(company.clientId);
      const { id } = await save(recruiter);
      const asked = await ask(recruiter, requirement, id);
      const session_token = await open(id);
      const { digest } = (await page(session_token)).entries.find((entry) => entry.id === asked)!;
      const agreeTo = () => call(world().anon, "agree_to_card", { session_token, entry: asked, digest });
      await race(turn, agreeTo, () => move(id));
      expect(await entryOf(recruiter, requirement, asked)).toMatchObject({ state: "draft", has_yes: false });
      const held = await agreed();
      const candidate = await value(`select candidate_id from public.shortlist_entries where id = '${held.entry}'`);
      const [shown] = await race(turn, held.showThem, () => move(candidate));
      const state = shown === 1 ? "closed" : "draft";
      expect(await entryOf(recruiter, held.requirement, held.entry)).toMatchObject({ state, has_yes: false });
      expect((await seenBy(company.owner, held.requirement)).entries).toEqual([]);
    }
  });

  it("a mailbox is asked five times a day, by however many of its records at once", async () => {
    for (let turn = 0; turn < times(10, 2); turn += 1) {
      const [first, second] = [`${randomUUID()}@twice.example`, `${randomUUID()}@twice.example`];
      let records = 0;
      const saveAt = async (mailbox: string) =>
        (await save(recruiter, { email: mailbox.replace("@", `+${(records += 1)}@`) })).id;
      const acts: (() => Promise<unknown>)[] = [];
      for (let pair = 0; pair < 4; pair += 1) {
        // Each for a job of its own: those of one wait for it. Which mailbox is counted first is by chance.
        const requirement = await file(company.clientId);
        const entries: string[] = [];
        for (const mailbox of [first, second]) {
          entries.push(await add(recruiter, requirement, await saveAt(mailbox)));
        }
        acts.push(() => call(recruiter.api, "ask_candidates", { entries, seen: [1, 1] }));
        const candidate = await saveAt(first);
        acts.push(() => call(recruiter.api, "ask_to_keep", { candidate, seen: 1 }));
      }
      const answers = await Promise.all(acts.map((act) => act()));
      const refused = answers.filter((answer) => Array.isArray(answer));
      expect(refused).toEqual(refused.map(() => [429, "too_many_questions"]));
      expect(acts.length - refused.length).toBe(5);
    }
  });

  it("a number is asked once about a job by two records at once, and its no, or another number, is before any yes", async () => {
    const refused = [409, "not_asked"];
    for (let turn = 0; turn < times(50, 3); turn += 1) {
      const phone = String(9_830_000_000 + turn);
      const requirement = await file(company.clientId);
      const asking = async (full_name: string) => {
        const { id, version } = await save(recruiter, { email: null, phone, full_name });
        const entry = await add(recruiter, requirement, id);
        const values = { entry, seen: 1, number: `91${phone}`, has_rung: true, form: randomUUID() };
        return { id, version, entry, ask: () => call<unknown>(recruiter.api, "ask_by_phone", values) };
      };
      const [one, other] = [await asking("Rajesh Kumar"), await asking("Kumar Rajendran")];
      const answers = await race(turn, one.ask, other.ask);
      expect(answers).toContain(null);
      expect(answers.filter((answer) => answer !== null)).toEqual([[422, "twin_on_list"]]);
      const person = answers[0] === null ? one : other;
      const token = await tokenOf(person.entry);
      const { shown } = await call<{ shown: { digest: string } }>(world().anon, "candidate_question", { token });
      const agreeByLink = () => call<unknown>(world().anon, "agree_by_link", { token, digest: shown.digest });
      const isNo = turn % 2 === 0;
      const end = isNo
        ? () => call<unknown>(world().anon, "refuse_candidate_question", { token })
        : () => {
            const entries = { full_name: "Rajesh Kumar", phone: "+971 50 123 4567", skills: [], is_adult: true };
            return call<unknown>(recruiter.api, "save_candidate", {
              candidate: person.id,
              seen: person.version,
              entries,
            });
          };
      const [agreed] = await race(turn, agreeByLink, end);
      expect([JSON.stringify(null), JSON.stringify(refused), '[404,"link_unknown"]']).toContain(JSON.stringify(agreed));
      const { version } = await entryOf(recruiter, requirement, person.entry);
      const values = { requirement, entries: [person.entry], seen: [version] };
      expect(await call(recruiter.api, "show_candidates", values)).toEqual([422, "no_consent"]);
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    }
  });

  it("a name that must not know is kept against a showing", async () => {
    const named = `Never ${randomUUID()}`;
    const theirs = await addCompany(world(), named);
    for (let turn = 0; turn < times(10, 3); turn += 1) {
      const { requirement, session_token, showThem } = await agreed(theirs.clientId);
      const said = () => call(world().anon, "add_own_never", { session_token, named });
      const [, never] = await race(turn, showThem, said);
      expect(never).toEqual(expect.any(String));
      expect((await seenBy(theirs.owner, requirement)).entries).toEqual([]);
    }
  });

  it("a new record of the address that works there is known to a showing, whichever is first", async () => {
    for (let turn = 0; turn < times(10, 3); turn += 1) {
      const { requirement, email, showThem } = await agreed();
      await race(turn, showThem, () => save(recruiter, { email, employer: "Race Ltd" }));
      // Whoever has agreed once is told as such for good.
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ agreed: 1, shown: 0 });
    }
  });

  it("who gets the address of somebody who has joined waits for the company's answer about them", async () => {
    for (let turn = 0; turn < times(20, 3); turn += 1) {
      const requirement = await file(company.clientId);
      const { entry, email } = await showOne(recruiter, requirement);
      await setMark(recruiter, entry, "joined");
      const { version: seen } = (await seenBy(company.owner, requirement)).entries[0]!;
      const { id: candidate } = await save(recruiter);
      const entries = { email, employer: "Race Ltd" };
      const answers = await race(
        turn,
        () => call(recruiter.api, "save_candidate", { candidate, seen: 1, entries }),
        () =>
          call(company.owner.api, "answer_candidates", { requirement, answers: [{ entry, seen, verdict: "known" }] }),
      );
      expect([turn, answers.filter((each) => Array.isArray(each) && Number(each[0]) >= 500)]).toEqual([turn, []]);
      expect((await entryOf(recruiter, requirement, entry)).state).toBe("closed");
    }
  });

  it(
    "records of one address wait for one another and for the team, and none of them for ever",
    { timeout: 240_000 },
    async () => {
      const admin = await addTeamMember(world(), "admin");
      for (let turn = 0; turn < times(12, 2); turn += 1) {
        const [here, there] = [await file(company.clientId), await file(company.clientId)];
        const first = await save(recruiter);
        const second = await save(recruiter);
        const known: { entry: string; session: string; token: string }[] = [];
        for (const { id } of [first, second]) {
          const session = await open(id);
          for (const requirement of [here, there]) {
            const entry = await ask(recruiter, requirement, id);
            await agree(session, entry);
            expect(await show(recruiter, requirement, [entry])).toBe(1);
            known.push({ entry, session, token: await tokenOf(entry) });
          }
        }
        // Two who turn out to be one.
        await world().query(
          `update public.candidates set email = '${first.email}', email_confirmed_at = null where id = '${second.id}'`,
        );
        // Where one has joined, the other says no: the count of that requirement follows.
        await setMark(recruiter, known[1]!.entry, "joined");
        await setMark(recruiter, known[2]!.entry, "joined");
        const seen = async (requirement: string, entry: string) =>
          (await entryOf(recruiter, requirement, entry)).version;
        const back = { entry: known[3]!.entry, seen: await seen(there, known[3]!.entry) };
        const third = await save(recruiter);
        const acts = [
          () => call(world().anon, "withdraw_from", { session_token: known[0]!.session, entry: known[0]!.entry }),
          () => call(world().anon, "refuse_candidate_question", { token: known[2]!.token }),
          () => call(world().anon, "refuse_candidate_question", { token: known[1]!.token }),
          () => call(world().anon, "add_own_never", { session_token: known[2]!.session, named: "Race Ltd" }),
          () => call(recruiter.api, "take_back_entry", back),
          () => add(recruiter, here, third.id),
          () => add(recruiter, there, first.id),
          () => call(recruiter.api, "set_shortlist", { requirement: here, seen: 1, is_blind: true, is_abroad: false }),
          () => call(recruiter.api, "save_candidate", { candidate: second.id, seen: 2, entries: { employer: "Race" } }),
          () =>
            turn % 2 === 0
              ? call(admin.api, "erase_candidate", { candidate: second.id })
              : call(world().anon, "erase_own_candidate", { session_token: known[0]!.session }),
        ];
        const ordered = turn % 3 === 0 ? acts : acts.map((_, index) => acts[(index * 3 + turn) % acts.length]!);
        const answers = await Promise.all(ordered.map((act) => act()));
        const failed = answers.filter((each) => Array.isArray(each) && typeof each[0] === "number" && each[0] >= 500);
        expect([turn, failed]).toEqual([turn, []]);
      }
    },
  );
});
