import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import type { World } from "../world.ts";

/** Candidates, their say and what companies see of them: the same on every backend (docs/decisions/candidates.md). */
export function describeCandidates(world: () => World): void {
  const { value, save, file, shortlist, entryOf, ask, tokenOf, pageTokenOf, codeOf, open, page, agree, show, showOne } =
    candidateActs(world);
  const { seenBy, answer, add, askAt, setMark, takeBack } = candidateActs(world);
  let anon: SupabaseClient;
  let recruiter: SupabaseClient;
  let admin: SupabaseClient;
  let company: Awaited<ReturnType<typeof addCompany>>;
  let other: Awaited<ReturnType<typeof addCompany>>;

  beforeAll(async () => {
    ({ anon } = world());
    recruiter = (await addTeamMember(world(), "recruiter")).api;
    admin = (await addTeamMember(world(), "admin")).api;
    company = await addCompany(world(), "Heron Builders Pvt Ltd");
    other = await addCompany(world(), "Otter Works");
  });

  describe("however it is written, and wherever it went", () => {
    it("6: a company is one by its name without its legal form, or by the address of its page", async () => {
      const same = async (one: string, two: string) =>
        value(
          `select coalesce(private.plain_company_name('${one}'), '1') = coalesce(private.plain_company_name('${two}'), '2') as same`,
        );
      for (const [one, two] of [
        ["Gamma G.m.b.H.", "Gamma GmbH"],
        ["Gamma G.m.b.H.", "gamma"],
        ["Delta P.L.C.", "Delta PLC"],
        ["Zeta (P) Ltd", "Zeta Ltd"],
        ["Zeta Pte. Ltd.", "Zeta"],
        ["Eta S.p.A.", "Eta"],
        ["Eta S.A.", "Eta SA"],
        ["Zeta Private Limited, Pune", "Zeta Pune"],
        ["Zeta Pvt. Ltd. (Pune)", "Zeta Pune"],
        ["टाटा स्टील लि", "टाटा स्टील लि Ltd"],
        ["Black & White", "Black and White Ltd"],
        ["Société X", "Socie\u0301te\u0301 X"],
        ["Ａｃｍｅ", "Acme"],
        ["Limited", "LIMITED"],
        ["Company", "company"],
      ] as const)
        expect([one, two, await same(one, two)]).toEqual([one, two, true]);
      for (const [one, two] of [
        ["Limited", "Company"],
        ["Alpha Ltd", "Beta Ltd"],
        ["Private Eye", "Eye"],
      ] as const)
        expect([one, two, await same(one, two)]).toEqual([one, two, false]);
      for (const name of ["https://www.acme.com/careers", "acme.com", "hr@acme.com", "http://acme.com:8080/?a=b"])
        expect(await value(`select private.company_domain('${name}')`)).toBe("acme.com");
      expect(await value("select private.company_domain('me@gmail.com')")).toBeNull();
    });

    it.each([
      ["Li Wu", "Mr Wu has built bridges"],
      ["Li Wu", "liwu on every site"],
      ["Ян Ли", "Инженер Ян"],
      ["Ashā Rāo", "asha is calm"],
      ["Asha Rao", "Ashā is calm"],
      ["Asha Rao", "asharao builds"],
      ["Asha Rao", "Ａｓｈａ builds"],
      ["Zed Young", "Ring ９８７６５４３２１０"],
      ["Zed Young", "z＠mail．example"],
    ])("5: of a blind card, who %s is is not told by %s", async (full_name, pitch) => {
      const requirement = await file(company.clientId);
      await call(recruiter, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
      const person = await save(recruiter, { full_name, phone: "9876543210" });
      const entry = await add(recruiter, requirement, person.id);
      const card = { entry, chosen: ["headline"] };
      const asked = async (words: string, seen: number) => {
        const version = await call<number>(recruiter, "set_card", { ...card, seen, pitch: words });
        return askAt(recruiter, entry, version);
      };
      expect(await asked(pitch, 1)).toEqual([422, "contact_in_card"]);
      expect(await asked("Builds bridges for a living", 2)).toBe(1);
    });

    it("5: a correction of their own that tells who they are on a blind card is refused, and nothing of it kept", async () => {
      const requirement = await file(company.clientId);
      await call(recruiter, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
      const person = await save(recruiter, { full_name: "Omana Hidden" });
      const entry = await ask(recruiter, requirement, person.id);
      const session_token = await open(person.id);
      await agree(session_token, entry);
      const edit = (headline: string) =>
        call(anon, "edit_own_candidate", { session_token, seen: person.version, entries: { headline } });
      expect(await edit("Omana, site engineer")).toEqual([422, "contact_in_card"]);
      const left = await page(session_token);
      expect(left.candidate).toMatchObject({ headline: "Site engineer", version: person.version });
      expect(left.entries).toMatchObject([{ state: "agreed", card: { headline: "Site engineer" } }]);
      expect(await edit("Bridge engineer")).toBe(person.version + 1);
    });

    const mailsTo = (address: string) =>
      world().query(`select template from public.mail_outbox where address = '${address}' order by template`);
    const move = async (id: string, version: number) => {
      const email = `${randomUUID()}@moved.example`;
      const saved = await call<{ version: number }>(recruiter, "save_candidate", {
        candidate: id,
        seen: version,
        entries: { email },
      });
      return { email, version: saved.version };
    };

    it("10: another address is asked anew, and nothing goes to the one before", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      await call(recruiter, "ask_to_keep", { candidate: person.id, seen: person.version });
      expect(await mailsTo(person.email)).toHaveLength(2);
      const moved = await move(person.id, person.version);
      expect(await mailsTo(person.email)).toEqual([]);
      expect(await entryOf(recruiter, requirement, entry)).toMatchObject({ state: "draft" });
      await ask(recruiter, requirement, person.id);
      await call(recruiter, "ask_to_keep", { candidate: person.id, seen: moved.version });
      expect(await mailsTo(moved.email)).toEqual([{ template: "candidate_ask" }, { template: "candidate_ask" }]);
    });

    it("erasing leaves no mail to any address that they had, and every mail of others", async () => {
      const requirement = await file(company.clientId);
      const [person, stranger] = [await save(recruiter), await save(recruiter)];
      await ask(recruiter, requirement, person.id);
      await ask(recruiter, requirement, stranger.id);
      await call(anon, "request_candidate_link", { address: person.email });
      await open(person.id);
      await world().query(
        `update public.mail_outbox set sent_at = now(), next_attempt_at = null where address = '${person.email}'`,
      );
      const { email } = await move(person.id, person.version);
      await call(anon, "request_candidate_link", { address: email });
      await open(person.id);
      expect(await mailsTo(email)).toEqual([{ template: "candidate_code" }, { template: "candidate_link" }]);
      expect(await mailsTo(person.email)).toEqual([{ template: "candidate_ask" }]);
      // What went to the address before while it was theirs, and names nothing that is left.
      await world().query(`insert into public.mail_outbox (template, dedupe_key, address, ids) values
        ('candidate_link', 'link.${randomUUID()}', '${person.email}', '{}'),
        ('candidate_code', 'code.${randomUUID()}', '${person.email}', '{"code": "${randomUUID()}"}')`);
      await call(admin, "erase_candidate", { candidate: person.id });
      expect([...(await mailsTo(email)), ...(await mailsTo(person.email))]).toEqual([]);
      expect(await mailsTo(stranger.email)).toEqual([{ template: "candidate_ask" }]);
    });

    it("a company's page comes while somebody on it is being erased", async () => {
      const requirement = await file(company.clientId);
      const { id } = await showOne(recruiter, requirement);
      const erased = world().query(`do $$ begin
        perform from public.shortlist_entries where candidate_id = '${id}' for update;
        perform pg_sleep(2);
        delete from public.candidates where id = '${id}';
      end $$`);
      // By then the other holds the entry.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await seenBy(company.owner.api, requirement)).toMatchObject({ may_answer: true });
      await erased;
      expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
    });

    it("merging keeps whom a company sees as declined, and what somebody has refused", async () => {
      const requirement = await file(company.clientId);
      const [email, merge] = [
        `${randomUUID()}@one.example`,
        async (kept: string, merged: string) => {
          const versions = await world().query(
            `select id, version from public.candidates where id in ('${kept}', '${merged}')`,
          );
          const versionOf = (id: string) => versions.find((row) => row["id"] === id)?.["version"];
          const seen = { seen: versionOf(kept), merged_seen: versionOf(merged) };
          return call(recruiter, "merge_candidates", { kept, merged, ...seen, entries: {} });
        },
      ];
      const declined = await showOne(recruiter, requirement, { email });
      await setMark(recruiter, requirement, declined.entry, "declined");
      const twin = await save(recruiter, { email });
      expect(await merge(twin.id, declined.id)).toEqual([422, "merge_other_way"]);
      // What the twin has refused: one job where the other stands, one where not, and to be kept.
      const [here, there] = [await file(company.clientId), await file(company.clientId)];
      for (const job of [here, there]) {
        const entry = await ask(recruiter, job, twin.id);
        await call(anon, "refuse_candidate_question", { token: await tokenOf(entry) });
      }
      await call(recruiter, "ask_to_keep", { candidate: twin.id, seen: twin.version });
      await world().query(
        `update public.candidate_consents set refused_at = now() where candidate_id = '${twin.id}' and purpose = 'keep'`,
      );
      const own = await add(recruiter, here, declined.id);
      expect(await merge(declined.id, twin.id)).toEqual(expect.any(Number));
      const asked = await entryOf(recruiter, here, own);
      expect(await askAt(recruiter, own, asked.version)).toEqual([422, "refused_lately"]);
      const again = { requirement: there, candidate: declined.id };
      expect(await call(recruiter, "add_to_shortlist", again)).toEqual([422, "refused_lately"]);
      const seen = Number(await value(`select version from public.candidates where id = '${declined.id}'`));
      expect(await call(recruiter, "ask_to_keep", { candidate: declined.id, seen })).toEqual([422, "refused_lately"]);
    });

    it.each([
      [
        "their withdrawal",
        (session_token: string, entry: string) => call(anon, "withdraw_from", { session_token, entry }),
      ],
      [
        "a company that must not know",
        (session_token: string) => call(anon, "add_own_never", { session_token, named: "Heron Builders" }),
      ],
    ])("who has joined fills no position after %s", async (_, end) => {
      const requirement = await file(company.clientId);
      const { entry, session } = await showOne(recruiter, requirement);
      await setMark(recruiter, requirement, entry, "joined");
      const frame = () => call<object>(company.owner.api, "requirement_frame", { requirement });
      expect(await frame()).toMatchObject({ positions_filled: 1 });
      await end(session, entry);
      expect(await frame()).toMatchObject({ positions_filled: 0, candidates: { joined: 0 } });
    });
  });

  describe("a record", () => {
    it("is one for each form, has a version, and is none of somebody under 18", async () => {
      const form = randomUUID();
      const entries = { full_name: "Ravi", is_adult: true };
      const made = await call<{ id: string; version: number }>(recruiter, "save_candidate", { entries, form });
      expect(made).toEqual({ id: expect.any(String) as string, version: 1 });
      expect(await call(recruiter, "save_candidate", { entries, form })).toEqual(made);
      const edit = (city: string, seen: number) =>
        call(recruiter, "save_candidate", { candidate: made.id, seen, entries: { city } });
      expect(await edit("Pune", 1)).toEqual({ id: made.id, version: 2 });
      expect(await edit("Goa", 1)).toEqual([409, "stale"]);
      const young = { full_name: "Young", is_adult: false };
      expect(await call(recruiter, "save_candidate", { entries: young, form: randomUUID() })).toEqual([
        422,
        "under_age",
      ]);
      expect(await value("select count(*) from public.candidates where full_name = 'Young'")).toSatisfy(
        (n) => Number(n) === 0,
      );
    });

    it("is found by skills as they are meant, by words and by number", async () => {
      const mark = `z${randomUUID().slice(0, 8)}`;
      const skills = [["C"], ["C++"], ["C#"], ["React.js"]];
      for (const [skill] of skills) {
        await save(recruiter, {
          full_name: `${mark} ${skill}`,
          skills: [skill],
          headline: "Dev",
          phone: "+91 98765 43210",
        });
      }
      const found = async (words: string) =>
        (await call<{ skills: string[] }[]>(recruiter, "list_candidates", { words: `${mark} ${words}` })).map(
          (row) => row.skills[0],
        );
      expect(await found("C")).toEqual(["C"]);
      expect(await found("C++")).toEqual(["C++"]);
      expect(await found("c#")).toEqual(["C#"]);
      expect(await found("react")).toEqual(["React.js"]);
      expect(await found("ReactJS")).toEqual(["React.js"]);
      expect(await found("9876543210")).toHaveLength(4);
      expect(await found("98765 43210")).toHaveLength(4);
    });

    it("is listed by pages that leave nobody out, in a town", async () => {
      const city = `Town ${randomUUID()}`;
      for (let index = 0; index < 5; index += 1) await save(recruiter, { city });
      type Row = { id: string; created_at: string };
      const ids: string[] = [];
      let last: Row | undefined;
      for (let turn = 0; turn < 3; turn += 1) {
        const from = last ? { before_at: last.created_at, before_id: last.id } : {};
        const rows = await call<Row[]>(recruiter, "list_candidates", { city: city.toUpperCase(), size: 2, ...from });
        expect(rows).toHaveLength(turn === 2 ? 1 : 3);
        ids.push(...rows.slice(0, 2).map(({ id }) => id));
        last = rows[1];
      }
      expect(new Set(ids).size).toBe(5);
    });

    it("hints at others who may be the same, and merges only what one proved address stands on", async () => {
      const email = `${randomUUID()}@one.example`;
      const [kept, twin] = [await save(recruiter, { email }), await save(recruiter, { email, city: "Goa" })];
      const hints = await call<{ id: string; why: string }[]>(recruiter, "similar_candidates", { entries: { email } });
      expect(hints.map(({ id, why }) => [id, why]).sort()).toEqual(
        [kept.id, twin.id].map((id) => [id, "address"]).sort(),
      );
      const requirement = await file(company.clientId);
      await ask(recruiter, requirement, kept.id);
      const merge = async (more: object = {}) => {
        const seen = { seen: 1, merged_seen: 1 };
        return call(recruiter, "merge_candidates", {
          kept: kept.id,
          merged: twin.id,
          ...seen,
          entries: { city: "Goa" },
          ...more,
        });
      };
      expect(await merge()).toEqual([422, "not_one_person"]);
      await open(twin.id);
      expect(await merge({ kept: twin.id, merged: kept.id })).toEqual([422, "merge_other_way"]);
      await call(recruiter, "note_candidate", { candidate: twin.id, form: randomUUID(), body: "Met" });
      expect(await merge()).toBe(2);
      const read = await call<{ candidate: object; notes: object[]; consents: object[] }>(recruiter, "read_candidate", {
        candidate: kept.id,
      });
      expect(read).toMatchObject({ candidate: { city: "Goa" }, notes: [{ body: "Met" }] });
      expect(read.consents).toHaveLength(1);
      expect(await call(recruiter, "read_candidate", { candidate: twin.id })).toBeNull();
    });
  });

  describe("the yes", () => {
    it("1: comes before anybody is shown, in each state that is none", async () => {
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
      expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
    });

    it("2: is to the very card that its company sees, and to no other bytes", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, { summary: "Ten years of bridges" });
      const entry = await add(recruiter, requirement, person.id);
      const card = { entry, seen: 1, chosen: ["summary", "skills"], pitch: "Calm on site" };
      expect(await call(recruiter, "set_card", card)).toBe(2);
      expect(await askAt(recruiter, entry, 2)).toBe(1);
      const session = await open(person.id);
      const [asked] = (await page(session)).entries;
      const agreeTo = (digest: string) => call(anon, "agree_to_card", { session_token: session, entry, digest });
      expect(await agreeTo("0".repeat(64))).toEqual([409, "card_changed"]);
      // Another word asks anew.
      const { version } = await entryOf(recruiter, requirement, entry);
      await call(recruiter, "set_card", { ...card, seen: version, pitch: "Calm on every site" });
      expect(await agreeTo(asked!.digest)).toEqual([409, "card_changed"]);
      const changed = await entryOf(recruiter, requirement, entry);
      expect(changed.state).toBe("draft");
      await askAt(recruiter, entry, changed.version);
      await agree(session, entry);
      expect(await show(recruiter, requirement, [entry])).toBe(1);
      const [own] = (await page(session)).entries;
      const [seen] = (await seenBy(company.owner.api, requirement)).entries;
      expect(JSON.stringify([seen!.card, seen!.pitch])).toBe(
        JSON.stringify([
          Object.fromEntries(Object.entries(own!.card as object).filter(([key]) => key !== "name")),
          own!.pitch,
        ]),
      );
      expect(seen!.pitch).toBe("Calm on every site");
    });

    it("3: the no is one call by the link, and the company's next request has no byte of the person", async () => {
      const requirement = await file(company.clientId);
      const { entry, email } = await showOne(recruiter, requirement, { full_name: "Nila Vanishing" });
      const before = JSON.stringify(await seenBy(company.member.api, requirement));
      expect(before).toContain("Nila");
      await call(anon, "refuse_candidate_question", { token: await tokenOf(entry) });
      const after = JSON.stringify([
        await seenBy(company.member.api, requirement),
        await call(company.member.api, "requirement_frame", { requirement }),
        await call(company.member.api, "dashboard_page", { page_size: 20 }),
        await call(company.member.api, "requirement_history", { requirement }),
      ]);
      expect(after).not.toMatch(new RegExp(`Nila|${email}|${entry}`));
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 0, waiting: 0 });
      // No new question for thirty days.
      const { version } = await entryOf(recruiter, requirement, entry);
      expect(await askAt(recruiter, entry, version)).toEqual([422, "refused_lately"]);
      expect(
        await add(
          recruiter,
          requirement,
          await value(`select candidate_id from public.shortlist_entries where id = '${entry}'`),
        ),
      ).toEqual([422, "refused_lately"]);
    });

    it("5: of a blind card opens name and contact by interview alone, and nothing that was not chosen", async () => {
      const requirement = await file(company.clientId);
      await call(recruiter, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
      const { entry, email } = await showOne(recruiter, requirement, {
        full_name: "Omana Hidden",
        phone: "9811122233",
        employer: "Secret Works",
        summary: "Unchosen words",
      });
      const text = async () => JSON.stringify(await seenBy(company.owner.api, requirement));
      const hidden = new RegExp(`Omana|Hidden|${email}|9811122233|Secret Works|Unchosen`);
      expect(await text()).not.toMatch(hidden);
      await answer(company.owner.api, requirement, entry, { verdict: "maybe" });
      expect(await text()).not.toMatch(hidden);
      await setMark(recruiter, requirement, entry, "offered");
      expect(await text()).not.toMatch(hidden);
      await setMark(recruiter, requirement, entry, "shown");
      await answer(company.owner.api, requirement, entry, { verdict: "interview" });
      const [opened] = (await seenBy(company.owner.api, requirement)).entries;
      expect(opened).toMatchObject({ name: "Omana Hidden", contact: { email, phone: "9811122233" } });
      const [logged] = await world().query(
        `select client_id is not null as names_company from public.activity_log where subject = '${entry}'`,
      );
      expect(logged).toEqual({ names_company: true });
      expect(await text()).not.toMatch(/Secret Works|Unchosen/);
      expect(await call(recruiter, "ask_candidates", { entries: [], seen: [] })).toEqual([
        expect.any(Number),
        "one_to_fifty",
      ]);
    });

    it("5: asks about no card that says how somebody is reached", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, { phone: "98765 11111" });
      const entry = await add(recruiter, requirement, person.id);
      const pitch = "Ring +91 9876511111";
      const seen = await call<number>(recruiter, "set_card", { entry, seen: 1, chosen: [], pitch });
      expect(await askAt(recruiter, entry, seen)).toEqual([422, "contact_in_card"]);
    });
  });

  describe("6: never", () => {
    it.each([
      ["their employer's name, however written", { employer: "heron builders" }, undefined],
      ["a name that they gave", {}, "HERON BUILDERS LTD."],
    ])("by %s", async (_, more, named) => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, more);
      if (named) await call(recruiter, "add_never", { candidate: person.id, named });
      const entry = await add(recruiter, requirement, person.id);
      expect(await askAt(recruiter, entry)).toEqual([422, "never_company"]);
    });

    it("by the domain of its people's mails, and by the company itself", async () => {
      const requirement = await file(other.clientId);
      const domain = other.owner.email.split("@")[1]!;
      for (const never of [{ named: `@${domain}` }, { client: other.clientId }]) {
        const person = await save(recruiter);
        await call(recruiter, "add_never", { candidate: person.id, ...never });
        const entry = await add(recruiter, requirement, person.id);
        expect(await askAt(recruiter, entry)).toEqual([422, "never_company"]);
      }
    });

    it("by each domain once, however many were invited of it, and by the one above it", async () => {
      const many = await addCompany(world(), "Many Invited");
      await world().query(`insert into public.invitations (kind, email, access, client_id, expires_at)
          select 'client', n || '@hr.many' || n % 2 || '.example', 'member', '${many.clientId}', now() - interval '1 day'
            from generate_series(1, 200) as n`);
      const domains = Object.values((await world().query(`select private.domains_of('${many.clientId}')`))[0]!)[0];
      expect(domains).toHaveLength(2 + new Set([many.owner.email.split("@")[1]]).size);
      const requirement = await file(many.clientId);
      for (const named of ["many1.example", "hr.many0.example"]) {
        const person = await save(recruiter);
        await call(recruiter, "add_never", { candidate: person.id, named });
        const entry = await call<string>(recruiter, "add_to_shortlist", { requirement, candidate: person.id });
        expect((await shortlist(recruiter, requirement)).entries.find(({ id }) => id === entry)).toMatchObject({
          is_never: true,
        });
      }
    });

    it("said after they were shown, ends it at once", async () => {
      const requirement = await file(company.clientId);
      const { session } = await showOne(recruiter, requirement);
      await call(anon, "add_own_never", { session_token: session, named: "Heron Builders" });
      expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
      const [own] = (await page(session)).never;
      expect(await call(recruiter, "remove_never", { never: own!.id })).toEqual([422, "never_is_theirs"]);
      await call(anon, "remove_own_never", { session_token: session, never: own!.id });
      expect((await page(session)).never).toEqual([]);
    });
  });

  describe("asking", () => {
    it("needs an address, and for a job abroad the agency's registration number", async () => {
      const requirement = await file(company.clientId);
      const nobody = await save(recruiter, { email: null });
      const entry = await add(recruiter, requirement, nobody.id);
      expect(await askAt(recruiter, entry)).toEqual([422, "no_address"]);
      await call(recruiter, "set_shortlist", { requirement, seen: 1, is_blind: false, is_abroad: true });
      const person = await save(recruiter);
      const abroad = await add(recruiter, requirement, person.id);
      const asked = () => askAt(recruiter, abroad);
      expect(await asked()).toEqual([422, "emigration_number_missing"]);
      await world().query("update private.settings set emigration_number = 'B-0000/PUN/PER'");
      expect(await asked()).toBe(1);
      await world().query("update private.settings set emigration_number = null");
    });

    it("10: mails once, however often, and never where somebody has said that this is not them", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      expect(await askAt(recruiter, entry)).toBe(0);
      const mails = (template: string, address: string) =>
        world().query(`select id from public.mail_outbox where template = '${template}' and address = '${address}'`);
      expect(await mails("candidate_ask", person.email)).toHaveLength(1);
      const token = await tokenOf(entry);
      for (let turn = 0; turn < 3; turn += 1) {
        expect(await call(anon, "send_candidate_code", { token })).toBe(true);
        await call(anon, "request_candidate_link", { address: person.email.toUpperCase() });
      }
      expect(await mails("candidate_code", person.email)).toHaveLength(1);
      expect(await mails("candidate_link", person.email)).toHaveLength(1);
      await call(anon, "disown_address", { token });
      expect(await mails("candidate_ask", person.email)).toEqual([]);
      expect(await call(anon, "candidate_question", { token })).toBeNull();
      const again = await save(recruiter, { email: person.email });
      const second = await add(recruiter, requirement, again.id);
      expect(await askAt(recruiter, second)).toEqual([422, "address_disowned"]);
    });

    it("10: mails the link to whom it belongs, whoever has asked for another address of the mailbox", async () => {
      const { email } = await save(recruiter);
      for (const address of [email.replace("@", "+zz@"), email])
        await call(anon, "request_candidate_link", { address });
      expect(await world().query(`select template from public.mail_outbox where address = '${email}'`)).toEqual([
        { template: "candidate_link" },
      ]);
    });

    it("10: asks a mailbox five times a day, by whichever records", async () => {
      const requirement = await file(company.clientId);
      const mailbox = `${randomUUID()}@plus.example`;
      for (let record = 0; record < 6; record += 1) {
        const person = await save(recruiter, { email: mailbox.replace("@", `+${record}@`) });
        const entry = await call<string>(recruiter, "add_to_shortlist", { requirement, candidate: person.id });
        const asked = await call(recruiter, "ask_candidates", { entries: [entry], seen: [1] });
        expect(asked).toEqual(record < 5 ? 1 : [429, "too_many_questions"]);
      }
    });

    it("10: tells of no address whether it is known, and keeps none that is not", async () => {
      const [known, unknown] = [(await save(recruiter)).email, `${randomUUID()}@nobody.example`];
      const asked = async (address: string) => anon.rpc("request_candidate_link", { address });
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

  describe("a code", () => {
    it("opens the page once, within five tries, to whoever has the link as well", async () => {
      const person = await save(recruiter);
      const token = await pageTokenOf(person.id);
      expect(await call(anon, "enter_candidate_code", { token, code: "000000" })).toBeNull();
      await call(anon, "send_candidate_code", { token });
      const code = await codeOf(person.id);
      expect(code).toMatch(/^\d{6}$/);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      for (let turn = 0; turn < 5; turn += 1) {
        expect(await call(anon, "enter_candidate_code", { token, code: wrong })).toBeNull();
      }
      expect(await call(anon, "enter_candidate_code", { token, code })).toBeNull();
      const session_token = await open(person.id);
      expect(session_token).toMatch(/^[0-9a-f]{64}$/);
      expect(await call(anon, "enter_candidate_code", { token, code: await codeOf(person.id) })).toBeNull();
      expect(await page(session_token)).toMatchObject({ candidate: { email: person.email }, entries: [] });
      await world().query(
        `update private.candidate_sessions set expires_at = now() where candidate_id = '${person.id}'`,
      );
      expect(await page(session_token)).toEqual([401, "candidate_session_ended"]);
      expect(await call(anon, "candidate_question", { token: `${token.slice(0, 63)}x` })).toBeNull();
    });

    it("of one candidate opens nothing of another", async () => {
      const requirement = await file(company.clientId);
      const theirs = await showOne(recruiter, requirement);
      const session_token = await open((await save(recruiter)).id);
      for (const [name, more] of [
        ["withdraw_from", {}],
        ["agree_to_card", { digest: "0" }],
      ] as const) {
        expect(await call(anon, name, { session_token, entry: theirs.entry, ...more })).toEqual([
          404,
          "entry_not_found",
        ]);
      }
    });
  });

  describe("the own page", () => {
    it("says what is kept and where it is shown, corrects it, and asks anew about a card that it changes", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter, { city: "Pune" });
      const entry = await ask(recruiter, requirement, person.id);
      expect(await call(anon, "candidate_question", { token: await tokenOf(entry) })).toMatchObject({
        purpose: "show",
        first_name: "Asha",
        state: "open",
        company: "Heron Builders Pvt Ltd",
        basis: "consent",
      });
      const session_token = await open(person.id);
      await agree(session_token, entry);
      const { candidate } = await page(session_token);
      const edited = { session_token, seen: candidate.version, entries: { city: "Goa" } };
      expect(await call(anon, "edit_own_candidate", edited)).toBe(candidate.version + 1);
      const [after] = (await page(session_token)).entries;
      expect(after).toMatchObject({ state: "asked", card: { city: "Goa" } });
      expect(await show(recruiter, requirement, [entry])).toEqual([422, "no_consent"]);
      await agree(session_token, entry);
      expect(await show(recruiter, requirement, [entry])).toBe(1);
      await call(anon, "agree_to_be_kept", { session_token });
      await seenBy(company.viewer.api, requirement);
      expect(await page(session_token)).toMatchObject({
        is_kept: true,
        entries: [
          { state: "shown", opened_on: expect.any(String) as string, waiting_since: expect.any(String) as string },
        ],
      });
      await call(anon, "withdraw_from", { session_token, entry });
      expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
      expect((await page(session_token)).entries[0]).toMatchObject({ state: "withdrawn" });
    });

    it("9: leaves no byte of somebody who erases themselves", async () => {
      const requirement = await file(company.clientId);
      const mark = `Traceless${randomUUID().slice(0, 8)}`;
      const { id, email, entry, session } = await showOne(recruiter, requirement, {
        full_name: `${mark} Rao`,
        phone: "9811100022",
      });
      await call(recruiter, "note_candidate", { candidate: id, form: randomUUID(), body: `${mark} rang` });
      await answer(company.owner.api, requirement, entry, { verdict: "no", words_for_candidate: `Sorry, ${mark}` });
      const exported = await call<object>(anon, "export_own_candidate", { session_token: session });
      expect(exported).toMatchObject({
        candidate: { email },
        notes: [{}],
        consents: [{}],
        entries: [{ answers: [{}], opened: [expect.any(String)] }],
      });
      await call(anon, "erase_own_candidate", { session_token: session });
      const tables = await world().query(
        "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private')",
      );
      for (const { name } of tables) {
        if (name === "public.activity_log") continue;
        const text = JSON.stringify(await world().query(`select * from ${String(name)}`)).toLowerCase();
        const left = [mark.toLowerCase(), email, id, entry, "9811100022"].filter((word) => text.includes(word));
        expect([name, left]).toEqual([name, []]);
      }
      expect(await page(session)).toEqual([401, "candidate_session_ended"]);
    });

    it("4: equals the database, whatever happens", async () => {
      const requirement = await file(company.clientId);
      const people = await Promise.all([0, 1].map(() => save(recruiter)));
      const sessions: string[] = [];
      for (const { id } of people) sessions.push(await open(id));
      const entries = new Map<number, string>();
      const act = fc.tuple(fc.nat({ max: 1 }), fc.constantFrom("ask", "agree", "withdraw", "show", "answer"));
      const steps = fc.sample(act, { numRuns: 24, seed: 7 });
      for (const [who, what] of steps) {
        const [person, session_token] = [people[who]!, sessions[who]!];
        const entry = entries.get(who);
        if (what === "ask" && !entry) entries.set(who, await ask(recruiter, requirement, person.id));
        else if (!entry) continue;
        else if (what === "agree") await agree(session_token, entry);
        else if (what === "withdraw") await call(anon, "withdraw_from", { session_token, entry });
        else if (what === "show") await show(recruiter, requirement, [entry]);
        else if (what === "answer") {
          const visible = (await seenBy(company.owner.api, requirement)).entries.some(({ id }) => id === entry);
          if (visible) await answer(company.owner.api, requirement, entry, { verdict: "maybe" });
        }
        const visible = (await seenBy(company.owner.api, requirement)).entries.map(({ id }) => id);
        for (const [index, known] of entries) {
          const [own] = (await page(sessions[index]!)).entries;
          const state = await value(`select state from public.shortlist_entries where id = '${known}'`);
          expect(own!.state).toBe(state);
          expect(visible.includes(known)).toBe(own!.state === "shown");
        }
      }
      expect(entries.size).toBe(2);
    });
  });

  describe("answers", () => {
    it("come at once, the last counts, colleagues' are seen after one's own, and the line comes back", async () => {
      const requirement = await file(company.clientId);
      const [first, second] = [await showOne(recruiter, requirement), await showOne(recruiter, requirement)];
      expect((await seenBy(company.viewer.api, requirement)).may_answer).toBe(false);
      expect(await call(company.viewer.api, "answer_candidates", { requirement, answers: [] })).toEqual([
        403,
        "forbidden",
      ]);
      const { entries } = await seenBy(company.owner.api, requirement);
      const answers = entries.map(({ id, version }) => ({
        entry: id,
        seen: version,
        verdict: "maybe",
        reason: "Far away",
      }));
      expect(await call(company.owner.api, "answer_candidates", { requirement, answers })).toBe(2);
      expect(await call(company.owner.api, "answer_candidates", { requirement, answers })).toBe(0);
      const [unseen] = (await seenBy(company.member.api, requirement)).entries;
      expect(unseen).toMatchObject({ own_answer: null, answers: [] });
      await answer(company.member.api, requirement, first.entry, { verdict: "no", words_for_candidate: "Thank you" });
      const [seen] = (await seenBy(company.member.api, requirement)).entries;
      expect(seen!.answers).toMatchObject([{ verdict: "maybe", reason: "Far away" }]);
      const line = await world().query(`select state from public.inbox_items where requirement_id = '${requirement}'`);
      expect(line).toEqual([{ state: "new" }]);
      expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ shown: 2, waiting: 0 });
      // What is for the candidate is theirs once it was let go.
      const said = (await entryOf(recruiter, requirement, first.entry))["answers"] as {
        id: string;
        words_for_candidate: string | null;
      }[];
      expect((await page(first.session)).entries[0]).toMatchObject({ words: [] });
      await call(recruiter, "release_answer", { answer: said.find((each) => each.words_for_candidate)!.id });
      expect((await page(first.session)).entries[0]).toMatchObject({ words: [{ words: "Thank you" }] });
      expect((await page(second.session)).entries[0]).toMatchObject({ words: [] });
    });

    it("8: have one count everywhere, and silence an owner", async () => {
      const requirement = await file(company.clientId);
      const { entry } = await showOne(recruiter, requirement);
      const second = await showOne(recruiter, requirement);
      const gone = await showOne(recruiter, requirement);
      await call(anon, "withdraw_from", { session_token: gone.session, entry: gone.entry });
      type Counted = { id: string; candidates: object };
      const { counts } = await seenBy(company.owner.api, requirement);
      expect(counts).toMatchObject({ shown: 2, waiting: 2, joined: 0 });
      const frame = await call<{ candidates: object }>(company.owner.api, "requirement_frame", { requirement });
      const dashboard = await call<{ requirements: Counted[] }>(company.owner.api, "dashboard_page", { page_size: 50 });
      const list = await call<Counted[]>(recruiter, "list_requirements", { client: company.clientId });
      const work = await call<Counted[]>(recruiter, "list_open_requirements", {
        whose: "me",
        sort: "age",
        descending: true,
      });
      expect(frame.candidates).toEqual(counts);
      for (const found of [dashboard.requirements, list, work]) {
        expect(found.find(({ id }) => id === requirement)?.candidates).toEqual(counts);
      }
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
        const sections = await call<{ name: string; rows: { id: string }[] }[]>(recruiter, "my_day", {});
        return sections.find(({ name }) => name === "candidates")?.rows.map(({ id }) => id) ?? [];
      };
      expect(await late()).toContain(requirement);
      await answer(company.owner.api, requirement, entry, { verdict: "interview" });
      await answer(company.owner.api, requirement, second.entry, { verdict: "maybe" });
      expect(await late()).not.toContain(requirement);
    });

    it("joining counts towards the positions that are filled, and is told to the CRM without a person's data", async () => {
      const requirement = await file(company.clientId);
      const { entry, email, id } = await showOne(recruiter, requirement, { full_name: "Joan Joined" });
      await answer(company.owner.api, requirement, entry, { verdict: "interview" });
      const mark = (state: string, more = {}) => setMark(recruiter, requirement, entry, state, more);
      expect(await mark("joined", { joined_on: null })).toEqual([422, "joining_day_missing"]);
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
      await answer(company.owner.api, here, first.entry, { verdict: "interview", words_for_agency: "Only for you" });
      const text = JSON.stringify([
        await seenBy(other.owner.api, there),
        await call(other.owner.api, "requirement_frame", { requirement: there }),
        await call(other.owner.api, "dashboard_page", { page_size: 50 }),
      ]);
      expect(text).toContain(entry);
      for (const word of ["Heron", here, first.entry, "Only for you", company.clientId])
        expect(text).not.toContain(word);
      expect(await seenBy(other.owner.api, here)).toEqual([404, "requirement_not_found"]);
    });
  });

  it("who may export tells and erases one; a recruiter does not", async () => {
    const { id, email } = await save(recruiter);
    expect(await call(recruiter, "erase_candidate", { candidate: id })).toEqual([403, "forbidden"]);
    expect(await call(admin, "export_candidate", { candidate: id })).toMatchObject({ candidate: { email } });
    const rows = await call<{ id: string }[]>(admin, "export_candidates", {});
    expect(rows.map((row) => row.id)).toContain(id);
    await call(admin, "erase_candidate", { candidate: id });
    expect(await call(recruiter, "read_candidate", { candidate: id })).toBeNull();
  });

  it("nobody is kept whom nothing was heard of for a year, or who will not be", async () => {
    const [old, fresh, unwilling] = [await save(recruiter), await save(recruiter), await save(recruiter)];
    await world().query(
      `update public.candidates set last_activity_at = now() - interval '366 days' where id = '${old.id}'`,
    );
    await call(recruiter, "ask_to_keep", { candidate: unwilling.id, seen: 1 });
    const consent = await value(`select id from public.candidate_consents where candidate_id = '${unwilling.id}'`);
    await call(anon, "refuse_candidate_question", {
      token: await value(`select private.candidate_token('${consent}', 1)`),
    });
    await world().query("select private.purge_expired()");
    const left = await world().query("select id from public.candidates");
    const ids = left.map(({ id }) => id);
    expect(ids).toContain(fresh.id);
    expect(ids).not.toContain(old.id);
    expect(ids).not.toContain(unwilling.id);
  });

  it("a contact is the company's last word's to open: another answer closes it, and no mark of the team opens it", async () => {
    const requirement = await file(company.clientId);
    await call(recruiter, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
    const { entry, session } = await showOne(recruiter, requirement, { full_name: "Leela Closed" });
    const mark = (state: string) => setMark(recruiter, requirement, entry, state);
    const opened = async () => {
      const [seen] = (await seenBy(company.owner.api, requirement)).entries;
      const [own] = (await page(session)).entries;
      return [seen!.contact !== null, seen!["name"] === "Leela Closed", own!["contact_opened_at"] !== null];
    };
    const [known, unknown] = [
      [true, true, true],
      [false, false, false],
    ];
    const said = (verdict: string) => answer(company.owner.api, requirement, entry, { verdict });
    await said("interview");
    await mark("offered");
    expect(await opened()).toEqual(known);
    await answer(company.member.api, requirement, entry, { verdict: "no" });
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
      const { version } = await entryOf(recruiter, requirement, entry);
      if (employer === domain) {
        await call(late.owner.api, "invite_member", { address: `boss@${domain}`, new_access: "member" });
      } else {
        await world().query(
          `update public.clients set company_name = 'Falcon Yards Ltd' where id = '${late.clientId}'`,
        );
      }
      expect((await entryOf(recruiter, requirement, entry)).state).toBe("closed");
      // What ended by no such change is hidden all the same.
      await world().query(
        `update public.candidate_consents set closed_at = null where entry_id = '${entry}';
         update public.shortlist_entries set state = 'shown' where id = '${entry}'`,
      );
      expect((await seenBy(late.owner.api, requirement)).entries.map(({ id }) => id)).toEqual([other.entry]);
      const answers = [{ entry, seen: version, verdict: "interview" }];
      expect(await call(late.owner.api, "answer_candidates", { requirement, answers })).toEqual([
        404,
        "entry_not_found",
      ]);
    }
  });

  it("the same answer is a new one where the entry waits again, or a colleague has answered since", async () => {
    const requirement = await file(company.clientId);
    const { entry, session } = await showOne(recruiter, requirement);
    const said = (who: "owner" | "member", verdict: string) =>
      answer(company[who].api, requirement, entry, { verdict });
    expect(await said("owner", "interview")).toBe(1);
    expect(await said("member", "no")).toBe(1);
    expect(await said("owner", "interview")).toBe(1);
    expect(await said("owner", "interview")).toBe(0);
    expect((await entryOf(recruiter, requirement, entry)).state).toBe("interview");
    await takeBack(recruiter, requirement, entry);
    const candidate = await value(`select candidate_id from public.shortlist_entries where id = '${entry}'`);
    await ask(recruiter, requirement, candidate);
    await agree(session, entry);
    await show(recruiter, requirement, [entry]);
    expect(await said("owner", "interview")).toBe(1);
    expect((await shortlist(recruiter, requirement)).counts).toMatchObject({ interview: 1, waiting: 0 });
  });

  describe("two records of one address", () => {
    const twins = async () => {
      const first = await save(recruiter);
      return [first, await save(recruiter, { email: first.email })] as const;
    };
    const shown = async (requirement: string, candidate: string) => {
      const entry = await ask(recruiter, requirement, candidate);
      const session = await open(candidate);
      await agree(session, entry);
      expect(await show(recruiter, requirement, [entry])).toBe(1);
      return { entry, session };
    };
    const asking = async (requirement: string, candidate: string) => {
      const entry = await add(recruiter, requirement, candidate);
      if (Array.isArray(entry)) return entry as unknown;
      return askAt(recruiter, entry, (await entryOf(recruiter, requirement, entry)).version);
    };

    it("are erased together by whose address it is", async () => {
      const [first, second] = await twins();
      await call(anon, "erase_own_candidate", { session_token: await open(first.id) });
      for (const { id } of [first, second]) {
        expect(await call(recruiter, "read_candidate", { candidate: id })).toBeNull();
      }
    });

    it("have one no to a job, by the link and on the page", async () => {
      for (const by of ["link", "page"]) {
        const requirement = await file(company.clientId);
        const [first, second] = [await save(recruiter), await save(recruiter)];
        const { entry, session } = await shown(requirement, first.id);
        await shown(requirement, second.id);
        // Somebody who was entered with another address.
        await world().query(
          `update public.candidates set email = '${first.email}', email_confirmed_at = null where id = '${second.id}'`,
        );
        if (by === "link") await call(anon, "refuse_candidate_question", { token: await tokenOf(entry) });
        else await call(anon, "withdraw_from", { session_token: session, entry });
        expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
        const third = await save(recruiter, { email: first.email });
        for (const { id } of [second, third]) {
          expect(await asking(requirement, id)).toEqual([422, "refused_lately"]);
        }
      }
    });

    it("have one list of who must not know", async () => {
      const requirement = await file(company.clientId);
      const [first, second] = await twins();
      const { entry } = await shown(requirement, second.id);
      const named = { session_token: await open(first.id), named: "Heron Builders" };
      await call(anon, "add_own_never", named);
      expect((await entryOf(recruiter, requirement, entry)).state).toBe("withdrawn");
      expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
      const third = await save(recruiter, { email: first.email });
      expect(await asking(requirement, third.id)).toEqual([422, "never_company"]);
    });

    it("both lose an address that is not theirs, and no news go to it when it is entered again", async () => {
      const requirement = await file(company.clientId);
      const [first, second] = await twins();
      const { entry } = await shown(requirement, second.id);
      await answer(company.owner.api, requirement, entry, { verdict: "no", words_for_candidate: "Thank you" });
      await call(anon, "disown_address", { token: await pageTokenOf(first.id) });
      expect((await seenBy(company.owner.api, requirement)).entries).toEqual([]);
      const addresses = `select email from public.candidates where id in ('${first.id}', '${second.id}')`;
      expect(await world().query(addresses)).toEqual([{ email: null }, { email: null }]);
      await world().query(`update public.candidates set email = '${first.email}' where id = '${second.id}'`);
      const said = await value(`select id from public.shortlist_answers where entry_id = '${entry}'`);
      await call(recruiter, "release_answer", { answer: said });
      const contents = await world().query(
        `select private.mail_content(id) as content from public.mail_outbox where address = '${first.email}'`,
      );
      expect(contents).toEqual([{ content: null }]);
    });
  });

  it("a no comes in time for what the team has just taken back, or makes another card of", async () => {
    for (const act of ["take_back_entry", "set_card"]) {
      const requirement = await file(company.clientId);
      const { entry, session, id } = await (async () => {
        const person = await save(recruiter);
        const asked = await ask(recruiter, requirement, person.id);
        return { entry: asked, session: await open(person.id), id: person.id };
      })();
      const { version } = await entryOf(recruiter, requirement, entry);
      await call(recruiter, act, { entry, seen: version, ...(act === "set_card" && { chosen: ["city"] }) });
      expect(await call(anon, "withdraw_from", { session_token: session, entry })).toBeNull();
      expect(await add(recruiter, requirement, id)).toEqual([422, "refused_lately"]);
      const after = await entryOf(recruiter, requirement, entry);
      expect(await askAt(recruiter, entry, after.version)).toEqual([422, "refused_lately"]);
    }
  });

  it("a no to being kept, by any link that asked, ends every yes to it", async () => {
    const person = await save(recruiter);
    const keep = () => call(recruiter, "ask_to_keep", { candidate: person.id, seen: 1 });
    await keep();
    const first = await value(`select id from public.candidate_consents where candidate_id = '${person.id}'`);
    await world().query(
      `update public.candidate_consents set asked_at = now() - interval '40 days' where id = '${first}';
       update public.candidate_consents set refused_at = now() - interval '35 days' where id = '${first}'`,
    );
    await keep();
    const session_token = await open(person.id);
    await call(anon, "agree_to_be_kept", { session_token });
    expect(await page(session_token)).toMatchObject({ is_kept: true });
    await call(anon, "refuse_candidate_question", {
      token: await value(`select private.candidate_token('${first}', 1)`),
    });
    expect(await page(session_token)).toMatchObject({ is_kept: false });
  });
}
