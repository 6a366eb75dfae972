import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** What candidates are asked, and their say: nobody is shown without a yes, and a no ends it at once (docs/decisions/candidates.md). */
export function describeCandidateConsents(world: () => World): void {
  const { versionOf, value, save, file, shortlist, entryOf, ask, tokenOf, open, page } = candidateActs(world);
  const { agree, show, showOne, seenBy, answer, add, askAt, setMark } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const company = prepare(() => addCompany(world(), "Heron Builders Pvt Ltd"));

  describe("the yes", () => {
    it("comes before anybody is shown, in each state that is none", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter);
      const entry = await add(recruiter, requirement, person.id);
      expect(await show(recruiter, requirement, [entry])).toEqual([422, "no_consent"]);
      await ask(recruiter, requirement, person.id);
      expect(await show(recruiter, requirement, [entry])).toEqual([422, "no_consent"]);
      const session = await open(person.id);
      await agree(session, entry);
      await world().query(
        `update public.candidate_consents set ends_at = now() - interval '1 second' where entry_id = '${entry}'`,
      );
      expect(await show(recruiter, requirement, [entry])).toEqual([422, "no_consent"]);
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    });

    it("is to the very card that its company sees, and to no other bytes", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, { summary: "Ten years of bridges" });
      const entry = await add(recruiter, requirement, person.id);
      const card = { entry, seen: 1, chosen: ["summary", "skills"], pitch: "Calm on site" };
      expect(await call(recruiter.api, "set_card", card)).toBe(2);
      expect(await askAt(recruiter, entry, 2)).toBe(1);
      const session = await open(person.id);
      const [asked] = (await page(session)).entries;
      const agreeTo = (digest: string) =>
        call(world().anon, "agree_to_card", { session_token: session, entry, digest });
      expect(await agreeTo("0".repeat(64))).toEqual([409, "card_changed"]);
      // Another word asks anew.
      const version = await versionOf(entry);
      await call(recruiter.api, "set_card", { ...card, seen: version, pitch: "Calm on every site" });
      expect(await agreeTo(asked!.digest)).toEqual([409, "card_changed"]);
      const changed = await entryOf(recruiter, requirement, entry);
      expect(changed.state).toBe("draft");
      await askAt(recruiter, entry, changed.version);
      await agree(session, entry);
      expect(await show(recruiter, requirement, [entry])).toBe(1);
      const [own] = (await page(session)).entries;
      const [seen] = (await seenBy(company.owner, requirement)).entries;
      expect(JSON.stringify([seen!.card, seen!.pitch])).toBe(
        JSON.stringify([
          Object.fromEntries(Object.entries(own!.card as object).filter(([key]) => key !== "name")),
          own!.pitch,
        ]),
      );
      expect(seen!.pitch).toBe("Calm on every site");
    });

    it("the no is one call by the link, and the company's next request has no byte of the person", async () => {
      const requirement = await file(company.clientId);
      const { id, entry, email } = await showOne(recruiter, requirement, { full_name: "Nila Vanishing" });
      const before = JSON.stringify(await seenBy(company.member, requirement));
      expect(before).toContain("Nila");
      await call(world().anon, "refuse_candidate_question", { token: await tokenOf(entry) });
      const after = JSON.stringify([
        await seenBy(company.member, requirement),
        await call(company.member.api, "requirement_frame", { requirement }),
        await call(company.member.api, "dashboard_page", { page_size: 20 }),
        await call(company.member.api, "requirement_history", { requirement }),
      ]);
      expect(after).not.toMatch(new RegExp(`Nila|${email}|${entry}`));
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 0, waiting: 0 });
      // No new question for thirty days.
      const version = await versionOf(entry);
      expect(await askAt(recruiter, entry, version)).toEqual([422, "refused_lately"]);
      expect(await add(recruiter, requirement, id)).toEqual([422, "refused_lately"]);
    });

    it("of a blind card opens name and contact by interview alone, and nothing that was not chosen", async () => {
      const requirement = await file(company.clientId);
      await call(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
      const { entry, email } = await showOne(recruiter, requirement, {
        full_name: "Omana Hidden",
        phone: "9811122233",
        employer: "Secret Works",
        summary: "Unchosen words",
      });
      const text = async () => JSON.stringify(await seenBy(company.owner, requirement));
      const hidden = new RegExp(`Omana|Hidden|${email}|9811122233|Secret Works|Unchosen`);
      expect(await text()).not.toMatch(hidden);
      await answer(company.owner, requirement, entry, { verdict: "maybe" });
      expect(await text()).not.toMatch(hidden);
      await setMark(recruiter, entry, "offered");
      expect(await text()).not.toMatch(hidden);
      await setMark(recruiter, entry, "shown");
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      const [opened] = (await seenBy(company.owner, requirement)).entries;
      expect(opened).toMatchObject({ name: "Omana Hidden", contact: { email, phone: "9811122233" } });
      const [logged] = await world().query(
        `select client_id is not null as names_company from public.activity_log where subject = '${entry}'`,
      );
      expect(logged).toEqual({ names_company: true });
      expect(await text()).not.toMatch(/Secret Works|Unchosen/);
      expect(await call(recruiter.api, "ask_candidates", { entries: [], seen: [] })).toEqual([
        expect.any(Number),
        "one_to_fifty",
      ]);
    });

    it("asks about no card that says how somebody is reached", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, { phone: "98765 11111" });
      const entry = await add(recruiter, requirement, person.id);
      const pitch = "Ring +91 9876511111";
      const seen = await call<number>(recruiter.api, "set_card", { entry, seen: 1, chosen: [], pitch });
      expect(await askAt(recruiter, entry, seen)).toEqual([422, "contact_in_card"]);
    });
  });

  describe("asking", () => {
    it("needs an address, and for a job abroad the agency's registration number", async () => {
      const requirement = await file(company.clientId);
      const nobody = await save(recruiter, { email: null });
      const entry = await add(recruiter, requirement, nobody.id);
      expect(await askAt(recruiter, entry)).toEqual([422, "no_address"]);
      await call(recruiter.api, "set_shortlist", { requirement, seen: 1, is_blind: false, is_abroad: true });
      const person = await save(recruiter);
      const abroad = await add(recruiter, requirement, person.id);
      const asked = () => askAt(recruiter, abroad);
      // The demo's agency has one.
      await world().query("update private.settings set emigration_number = null");
      expect(await asked()).toEqual([422, "emigration_number_missing"]);
      await world().query("update private.settings set emigration_number = 'B-0000/PUN/PER'");
      expect(await asked()).toBe(1);
      await world().query("update private.settings set emigration_number = null");
    });

    it("mails once, however often, and never where somebody has said that this is not them", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      expect(await askAt(recruiter, entry)).toBe(0);
      const mails = (template: string, address: string) =>
        world().query(`select id from public.mail_outbox where template = '${template}' and address = '${address}'`);
      expect(await mails("candidate_ask", person.email)).toHaveLength(1);
      const token = await tokenOf(entry);
      for (let turn = 0; turn < 3; turn += 1) {
        expect(await call(world().anon, "send_candidate_code", { token })).toBe(turn === 0 ? true : null);
        await call(world().anon, "request_candidate_link", { address: person.email.toUpperCase() });
      }
      expect(await mails("candidate_code", person.email)).toHaveLength(1);
      expect(await mails("candidate_link", person.email)).toHaveLength(1);
      await call(world().anon, "disown_address", { token });
      expect(await mails("candidate_ask", person.email)).toEqual([]);
      expect(await call(world().anon, "candidate_question", { token })).toBeNull();
      const again = await save(recruiter, { email: person.email });
      const second = await add(recruiter, requirement, again.id);
      expect(await askAt(recruiter, second)).toEqual([422, "address_disowned"]);
    });

    it("mails the link to whom it belongs, whoever has asked for another address of the mailbox", async () => {
      const { email } = await save(recruiter);
      for (const address of [email.replace("@", "+zz@"), email])
        await call(world().anon, "request_candidate_link", { address });
      expect(await world().query(`select template from public.mail_outbox where address = '${email}'`)).toEqual([
        { template: "candidate_link" },
      ]);
    });

    it("asks a mailbox five times a day, by whichever records", async () => {
      const requirement = await file(company.clientId);
      const mailbox = `${randomUUID()}@plus.example`;
      for (let record = 0; record < 6; record += 1) {
        const person = await save(recruiter, { email: mailbox.replace("@", `+${record}@`) });
        const entry = await add(recruiter, requirement, person.id);
        expect(await askAt(recruiter, entry)).toEqual(record < 5 ? 1 : [429, "too_many_questions"]);
      }
    });

    it("mails so many links an hour, at once as well, and made-up addresses use up none of them", async () => {
      await world().query("delete from public.mail_outbox where template = 'candidate_link'");
      const waiting = (count: string, isKnown: boolean) =>
        world().query(`
          with made as (
            insert into public.candidates (full_name, email, is_adult)
              select 'Filler', gen_random_uuid() || '@filler.example', true from generate_series(1, ${count})
                where ${isKnown} returning email)
          insert into public.mail_outbox (template, dedupe_key, address)
            select 'candidate_link', 'link.' || gen_random_uuid(), address from (
              select email as address from made union all
              select gen_random_uuid() || '@nobody.example' from generate_series(1, ${count}) where not ${isKnown}) as each`);
      await waiting("200", false);
      const people = await Promise.all(Array.from({ length: 6 }, () => save(recruiter)));
      const link = (address: string) => call(world().anon, "request_candidate_link", { address });
      const mailed = async (addresses: string[]) =>
        (
          await world().query(`select from public.mail_outbox
            where template = 'candidate_link' and address in (${addresses.map((each) => `'${each}'`).join(", ")})`)
        ).length;
      const unknown = `${randomUUID()}@nobody.example`;
      await link(unknown);
      expect(await mailed([unknown])).toBe(0);
      await waiting("private.most_links_an_hour() - 3", true);
      await Promise.all(people.map(({ email }) => link(email)));
      expect(await mailed(people.map(({ email }) => email))).toBe(3);
      await world().query("delete from public.mail_outbox where template = 'candidate_link'");
      await world().query("delete from public.candidates where email like '%@filler.example'");
    });

    it("tells of no address whether it is known, and keeps none that is not", async () => {
      const [known, unknown] = [(await save(recruiter)).email, `${randomUUID()}@nobody.example`];
      const asked = async (address: string) => world().anon.rpc("request_candidate_link", { address });
      const [first, second] = [await asked(known), await asked(unknown)];
      expect([first.status, first.data]).toEqual([second.status, second.data]);
      const contents = await world().query(
        `select address, private.mail_content(id) as content from public.mail_outbox where template = 'candidate_link'
         and address in ('${known}', '${unknown}')`,
      );
      expect(contents).toHaveLength(2);
      for (const { address, content } of contents) {
        if (address === known)
          expect(content).toMatchObject({ template: "candidate_link", to: known, first_name: "Asha" });
        else expect(content).toBeNull();
      }
      await world().query(
        `update public.mail_outbox set skipped_at = now(), next_attempt_at = null where address = '${unknown}'`,
      );
      expect(await world().query(`select id from public.mail_outbox where address = '${unknown}'`)).toEqual([]);
    });
  });

  it("a no comes in time for what the team has just taken back, or makes another card of", async () => {
    for (const act of ["take_back_entry", "set_card"]) {
      const requirement = await file(company.clientId);
      const { id } = await save(recruiter);
      const entry = await ask(recruiter, requirement, id);
      const session = await open(id);
      const version = await versionOf(entry);
      await call(recruiter.api, act, { entry, seen: version, ...(act === "set_card" && { chosen: ["city"] }) });
      expect(await call(world().anon, "withdraw_from", { session_token: session, entry })).toBeNull();
      expect(await add(recruiter, requirement, id)).toEqual([422, "refused_lately"]);
      const after = await entryOf(recruiter, requirement, entry);
      expect(await askAt(recruiter, entry, after.version)).toEqual([422, "refused_lately"]);
    }
  });

  it("a no to being kept, by any link that asked, ends every yes to it", async () => {
    const person = await save(recruiter);
    const keep = () => call(recruiter.api, "ask_to_keep", { candidate: person.id, seen: 1 });
    await keep();
    const first = await value(`select id from public.candidate_consents where candidate_id = '${person.id}'`);
    await world().query(
      `update public.candidate_consents set asked_at = now() - interval '40 days' where id = '${first}';
       update public.candidate_consents set refused_at = now() - interval '35 days' where id = '${first}'`,
    );
    await keep();
    const session_token = await open(person.id);
    await call(world().anon, "agree_to_be_kept", { session_token });
    expect(await page(session_token)).toMatchObject({ is_kept: true });
    await call(world().anon, "refuse_candidate_question", {
      token: await value(`select private.candidate_token('${first}', 1)`),
    });
    expect(await page(session_token)).toMatchObject({ is_kept: false });
  });
}
