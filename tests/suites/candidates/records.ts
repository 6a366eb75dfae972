import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { World } from "../world.ts";

/** What is kept of candidates: how a record is found, merged, told, erased and kept no longer (docs/decisions/candidates.md). */
export function describeCandidateRecords(world: () => World): void {
  const { row } = asking(world);
  const { stateOf, versionOf, value, save, file, entryOf, ask, tokenOf, pageTokenOf, open, page } =
    candidateActs(world);
  const { agree, show, showOne, seenBy, answer, add, askAt, setMark, tellRefusals } = candidateActs(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const company = prepare(() => addCompany(world(), "Ibis Builders Pvt Ltd"));

  describe("a record", () => {
    it("is one for each form, has a version, and is none of somebody under 18", async () => {
      const form = randomUUID();
      const entries = { full_name: "Ravi", is_adult: true };
      const made = await call<{ id: string; version: number }>(recruiter.api, "save_candidate", { entries, form });
      expect(made).toEqual({ id: expect.any(String) as string, version: 1 });
      expect(await call(recruiter.api, "save_candidate", { entries, form })).toEqual(made);
      const edit = (city: string, seen: number) =>
        call(recruiter.api, "save_candidate", { candidate: made.id, seen, entries: { city } });
      expect(await edit("Pune", 1)).toEqual({ id: made.id, version: 2 });
      expect(await edit("Goa", 1)).toEqual([409, "stale"]);
      const young = { entries: { full_name: "Young", is_adult: false }, form: randomUUID() };
      expect(await call(recruiter.api, "save_candidate", young)).toEqual([422, "under_age"]);
      expect(await value("select count(*)::integer from public.candidates where full_name = 'Young'")).toBe(0);
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
        (await call<{ skills: string[] }[]>(recruiter.api, "list_candidates", { words: `${mark} ${words}` })).map(
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
        const rows = await call<Row[]>(recruiter.api, "list_candidates", {
          city: city.toUpperCase(),
          size: 2,
          ...from,
        });
        expect(rows).toHaveLength(turn === 2 ? 1 : 3);
        ids.push(...rows.slice(0, 2).map(({ id }) => id));
        last = rows[1];
      }
      expect(new Set(ids).size).toBe(5);
    });

    // What is on record, what is typed now, and why they may be one.
    it.each([
      [
        "a mailbox, whatever stands behind a plus sign",
        { email: "#.a+jobs@one.example" },
        { email: "#.A@One.example" },
        "address",
      ],
      ["a mailbox, the other way round", { email: "#.b@one.example" }, { email: "#.b+x@one.example" }, "address"],
      ["a name the other way round", { full_name: "Priya #r" }, { full_name: "#r Priya" }, "name"],
      ["a name with doubled and other blanks", { full_name: "Priya #s" }, { full_name: " Priya\u00a0 #s" }, "name"],
      ["a name without its accents", { full_name: "Álvaro #Núñez" }, { full_name: "Alvaro #Nunez" }, "name"],
      ["a name in letters put together otherwise", { full_name: "Rene\u0301 #t" }, { full_name: "René #t" }, "name"],
      ["a name with an initial", { full_name: "Priya R. #u" }, { full_name: "PRIYA #U" }, "name"],
      ["a name with dots and no blanks", { full_name: "K.Ramesh #v" }, { full_name: "Ramesh K #v" }, "name"],
      ["a name with another apostrophe", { full_name: "D'Angelo #w" }, { full_name: "D’Angelo #w" }, "name"],
      [
        "a name with a blank for its apostrophe",
        { full_name: "Joy D'Souza #a" },
        { full_name: "Joy D Souza #a" },
        "name",
      ],
      [
        "a name with nothing for its apostrophe",
        { full_name: "Joy D Souza #b" },
        { full_name: "Joy Dsouza #b" },
        "name",
      ],
      [
        "a name with an accent for its apostrophe",
        { full_name: "Sean O´Brien #c" },
        { full_name: "Sean Obrien #c" },
        "name",
      ],
      ["an O that stands alone", { full_name: "Sean O'Brien #i" }, { full_name: "Sean O Brien #i" }, "name"],
      ["a name with its article apart", { full_name: "Omar Al-Farsi #d" }, { full_name: "Omar Alfarsi #d" }, "name"],
      ["initials that are written together", { full_name: "KR Ramesh #e" }, { full_name: "K. R. Ramesh #e" }, "name"],
      ["initials with a vowel", { full_name: "A.K. Sharma #f" }, { full_name: "ak sharma #f" }, "name"],
      ["a name without its umlauts", { full_name: "Jörg Müller #g" }, { full_name: "Joerg Mueller #g" }, "name"],
      ["a name with an initial D", { full_name: "Ramesh D Kumar #h" }, { full_name: "Ramesh Kumar #h" }, "name"],
      ["a name in Devanagari", { full_name: "राम #x कुमार" }, { full_name: "कुमार राम #x" }, "name"],
      ["a number with its country, and without", { phone: "+971 50 NNNNN 21" }, { phone: "050 NNNNN 21" }, "number"],
      ["a number without its country, and with", { phone: "(050) NNNNN-21" }, { phone: "00971 50NNNNN21" }, "number"],
      ["a number in other digits", { phone: "+91 NNNNN 43210" }, { phone: "NNNNN ४३२१०" }, "number"],
      ["the second of two numbers", { phone: "011-23456789 / NNNNN 43212" }, { phone: "0NNNNN43212" }, "number"],
    ])("knows somebody again by %s", async (_, kept, typed, why) => {
      const [mark, number] = [`z${randomUUID().slice(0, 8)}`, String(randomInt(1e4, 1e5 - 1))];
      const meant = (entries: object): object =>
        JSON.parse(JSON.stringify(entries).replaceAll("#", mark).replaceAll("NNNNN", number)) as object;
      const { id } = await save(recruiter, { full_name: `Somebody ${mark}`, ...meant(kept) });
      const entries = { full_name: `Another ${mark}y`, ...meant(typed) };
      const hints = await call<{ id: string; why: string }[]>(recruiter.api, "similar_candidates", { entries });
      expect(hints.map((hint) => [hint.id, hint.why])).toEqual([[id, why]]);
    });

    it.each([
      ["a number of the same end in another country", { phone: "+966 50 NNNNN 22" }, { phone: "+971 50 NNNNN 22" }],
      ["another mailbox of the domain", { email: "#.a@one.example" }, { email: "#.b@one.example" }],
      ["a short name for initials", { full_name: "Om Sharma #" }, { full_name: "Sharma #" }],
      ["a name of which one has a word more", { full_name: "Priya #" }, { full_name: "Priya Devi #" }],
      [
        "the same name in another city",
        { full_name: "Priya #", city: "Pune" },
        { full_name: "Priya #", city: "Delhi" },
      ],
    ])("takes %s for somebody else", async (_, kept, typed) => {
      const [mark, number] = [`z${randomUUID().slice(0, 8)}`, String(randomInt(1e4, 1e5 - 1))];
      const meant = (entries: object): object =>
        JSON.parse(JSON.stringify(entries).replaceAll("#", mark).replaceAll("NNNNN", number)) as object;
      await save(recruiter, { full_name: `Somebody ${mark}`, ...meant(kept) });
      const entries = { full_name: `Another ${mark}y`, ...meant(typed) };
      expect(await call(recruiter.api, "similar_candidates", { entries })).toEqual([]);
    });

    it("hints at others who may be the same, and merges only what one proved address stands on", async () => {
      const email = `${randomUUID()}@one.example`;
      const [kept, twin] = [await save(recruiter, { email }), await save(recruiter, { email, city: "Goa" })];
      const hints = await call<{ id: string; why: string }[]>(recruiter.api, "similar_candidates", {
        entries: { email },
      });
      expect(hints.map(({ id, why }) => [id, why]).sort()).toEqual(
        [kept.id, twin.id].map((id) => [id, "address"]).sort(),
      );
      const requirement = await file(company.clientId);
      await ask(recruiter, requirement, kept.id);
      const merge = async (more: object = {}) => {
        const seen = { seen: 1, merged_seen: 1 };
        return call(recruiter.api, "merge_candidates", {
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
      await call(recruiter.api, "note_talk", { candidate: twin.id, form: randomUUID(), words: "Met" });
      expect(await merge()).toBe(2);
      const read = await call<{ candidate: object; talks: object[]; consents: object[] }>(
        recruiter.api,
        "read_candidate",
        {
          candidate: kept.id,
        },
      );
      expect(read).toMatchObject({ candidate: { city: "Goa" }, talks: [{ body: "Met" }] });
      expect(read.consents).toHaveLength(1);
      expect(await call(recruiter.api, "read_candidate", { candidate: twin.id })).toBeNull();
    });
  });

  it("who may export tells and erases one; a recruiter does not", async () => {
    const { id, email } = await save(recruiter);
    expect(await call(recruiter.api, "erase_candidate", { candidate: id })).toEqual([403, "forbidden"]);
    expect(await call(admin.api, "export_candidate", { candidate: id })).toMatchObject({ candidate: { email } });
    const rows = await call<{ id: string }[]>(admin.api, "export_candidates", {});
    expect(rows.map((row) => row.id)).toContain(id);
    await call(admin.api, "erase_candidate", { candidate: id });
    expect(await call(recruiter.api, "read_candidate", { candidate: id })).toBeNull();
  });

  it("nobody is kept whom nothing was heard of for a year, or who will not be", async () => {
    const [old, fresh, unwilling] = [await save(recruiter), await save(recruiter), await save(recruiter)];
    await world().query(
      `update public.candidates set last_activity_at = now() - interval '366 days' where id = '${old.id}'`,
    );
    await call(recruiter.api, "ask_to_keep", { candidate: unwilling.id, seen: 1 });
    const consent = await value(`select id from public.candidate_consents where candidate_id = '${unwilling.id}'`);
    await call(world().anon, "refuse_candidate_question", {
      token: await value(`select private.candidate_token('${consent}', 1)`),
    });
    await tellRefusals();
    await world().query("select private.purge_expired()");
    const ids = (await world().query("select id from public.candidates")).map(({ id }) => id);
    expect(ids).toContain(fresh.id);
    expect(ids).not.toContain(old.id);
    expect(ids).not.toContain(unwilling.id);
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
      return askAt(recruiter, entry, await versionOf(entry));
    };

    it("are erased together by whose address it is", async () => {
      const [first, second] = await twins();
      await call(world().anon, "erase_own_candidate", { session_token: await open(first.id) });
      for (const { id } of [first, second]) {
        expect(await call(recruiter.api, "read_candidate", { candidate: id })).toBeNull();
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
        if (by === "link") await call(world().anon, "refuse_candidate_question", { token: await tokenOf(entry) });
        else await call(world().anon, "withdraw_from", { session_token: session, entry });
        expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
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
      const named = { session_token: await open(first.id), named: "Ibis Builders" };
      await call(world().anon, "add_own_never", named);
      expect(await stateOf(entry)).toBe("withdrawn");
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      const third = await save(recruiter, { email: first.email });
      expect(await asking(requirement, third.id)).toEqual([422, "never_company"]);
    });

    it("both lose an address that is not theirs, and no news go to it when it is entered again", async () => {
      const requirement = await file(company.clientId);
      const [first, second] = await twins();
      const { entry } = await shown(requirement, second.id);
      await answer(company.owner, requirement, entry, { verdict: "no", words_for_candidate: "Thank you" });
      await call(world().anon, "disown_address", { token: await pageTokenOf(first.id) });
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
      const addresses = `select email from public.candidates where id in ('${first.id}', '${second.id}')`;
      expect(await world().query(addresses)).toEqual([{ email: null }, { email: null }]);
      await world().query(`update public.candidates set email = '${first.email}' where id = '${second.id}'`);
      const said = await value(`select id from public.shortlist_answers where entry_id = '${entry}'`);
      await call(recruiter.api, "release_answer", { answer: said });
      const contents = await world().query(
        `select private.mail_content(id) as content from public.mail_outbox
           where address = '${first.email}' and template <> 'candidate_disowned'`,
      );
      expect(contents).toEqual([{ content: null }]);
    });
  });

  describe("however it is written, and wherever it went", () => {
    it("a company is one by its name without its legal form, or by the address of its page", async () => {
      const same = async (one: string, two: string) =>
        value(
          `select coalesce(private.company_key('${one}'), '1') = coalesce(private.company_key('${two}'), '2') as same`,
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
        ["Müller-Weiß GmbH", "Mueller Weiss"],
        ["Müller", "Muller Ltd"],
        ["Mueller", "Muller"],
        ["Ångström Söner AB", "Aangstroem Soner"],
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
    ])("of a blind card, who %s is is not told by %s", async (full_name, pitch) => {
      const requirement = await file(company.clientId);
      await call(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
      const person = await save(recruiter, { full_name, phone: "9876543210" });
      const entry = await add(recruiter, requirement, person.id);
      const card = { entry, chosen: ["headline"] };
      const asked = async (words: string, seen: number) => {
        const version = await call<number>(recruiter.api, "set_card", { ...card, seen, pitch: words });
        return askAt(recruiter, entry, version);
      };
      expect(await asked(pitch, 1)).toEqual([422, "contact_in_card"]);
      expect(await asked("Builds bridges for a living", 2)).toBe(1);
    });

    it("a correction of their own that tells who they are on a blind card is refused, and nothing of it kept", async () => {
      const requirement = await file(company.clientId);
      await call(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: true, is_abroad: false });
      const person = await save(recruiter, { full_name: "Omana Hidden" });
      const entry = await ask(recruiter, requirement, person.id);
      const session_token = await open(person.id);
      await agree(session_token, entry);
      const edit = (headline: string) =>
        call(world().anon, "edit_own_candidate", { session_token, seen: person.version, entries: { headline } });
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
      const saved = await call<{ version: number }>(recruiter.api, "save_candidate", {
        candidate: id,
        seen: version,
        entries: { email },
      });
      return { email, version: saved.version };
    };

    it("another address is asked anew, and nothing goes to the one before", async () => {
      const requirement = await file(company.clientId);
      const person = await save(recruiter);
      const entry = await ask(recruiter, requirement, person.id);
      await call(recruiter.api, "ask_to_keep", { candidate: person.id, seen: person.version });
      expect(await mailsTo(person.email)).toHaveLength(2);
      const moved = await move(person.id, person.version);
      expect(await mailsTo(person.email)).toEqual([]);
      expect(await stateOf(entry)).toBe("draft");
      await ask(recruiter, requirement, person.id);
      await call(recruiter.api, "ask_to_keep", { candidate: person.id, seen: moved.version });
      expect(await mailsTo(moved.email)).toEqual([{ template: "candidate_ask" }, { template: "candidate_ask" }]);
    });

    it("erasing leaves no mail to any address that they had, and every mail of others", async () => {
      const requirement = await file(company.clientId);
      const [person, stranger] = [await save(recruiter), await save(recruiter)];
      await ask(recruiter, requirement, person.id);
      await ask(recruiter, requirement, stranger.id);
      await call(world().anon, "request_candidate_link", { address: person.email });
      await open(person.id);
      await world().query(
        `update public.mail_outbox set sent_at = now(), next_attempt_at = null where address = '${person.email}'`,
      );
      const { email } = await move(person.id, person.version);
      await call(world().anon, "request_candidate_link", { address: email });
      await open(person.id);
      expect(await mailsTo(email)).toEqual([{ template: "candidate_code" }, { template: "candidate_link" }]);
      expect(await mailsTo(person.email)).toEqual([{ template: "candidate_ask" }, { template: "candidate_moved" }]);
      // What went to the address before while it was theirs, and names nothing that is left.
      await world().query(`insert into public.mail_outbox (template, dedupe_key, address, ids) values
        ('candidate_link', 'link.${randomUUID()}', '${person.email}', '{}'),
        ('candidate_code', 'code.${randomUUID()}', '${person.email}', '{"code": "${randomUUID()}"}')`);
      await call(admin.api, "erase_candidate", { candidate: person.id });
      expect([...(await mailsTo(email)), ...(await mailsTo(person.email))]).toEqual([]);
      expect(await mailsTo(stranger.email)).toEqual([{ template: "candidate_ask" }]);
    });

    it("a company's page comes while somebody on it is being erased", async () => {
      const requirement = await file(company.clientId);
      const { id } = await showOne(recruiter, requirement);
      // Held until the page has come, where the owner's session is one (postgrestWorld).
      await world().query(`begin; select from public.shortlist_entries where candidate_id = '${id}' for update`);
      try {
        expect(await seenBy(company.owner, requirement)).toMatchObject({ may_answer: true });
      } finally {
        await world().query(`delete from public.candidates where id = '${id}'; commit`);
      }
      expect((await seenBy(company.owner, requirement)).entries).toEqual([]);
    });

    it("merging keeps whom a company sees as declined, and what somebody has refused", async () => {
      const requirement = await file(company.clientId);
      const email = `${randomUUID()}@one.example`;
      const versionOf = async (id: string) => (await row("candidates", "id", id)).version;
      const merge = async (kept: string, merged: string) => {
        const seen = { seen: await versionOf(kept), merged_seen: await versionOf(merged) };
        return call(recruiter.api, "merge_candidates", { kept, merged, ...seen, entries: {} });
      };
      const declined = await showOne(recruiter, requirement, { email });
      await setMark(recruiter, declined.entry, "declined");
      const twin = await save(recruiter, { email });
      expect(await merge(twin.id, declined.id)).toEqual([422, "merge_other_way"]);
      // What the twin has refused: one job where the other stands, one where not, and to be kept.
      const [here, there] = [await file(company.clientId), await file(company.clientId)];
      for (const job of [here, there]) {
        const entry = await ask(recruiter, job, twin.id);
        await call(world().anon, "refuse_candidate_question", { token: await tokenOf(entry) });
      }
      await call(recruiter.api, "ask_to_keep", { candidate: twin.id, seen: twin.version });
      await world().query(
        `update public.candidate_consents set refused_at = now() where candidate_id = '${twin.id}' and purpose = 'keep'`,
      );
      const own = await add(recruiter, here, declined.id);
      expect(await merge(declined.id, twin.id)).toEqual(expect.any(Number));
      const asked = await entryOf(recruiter, here, own);
      expect(await askAt(recruiter, own, asked.version)).toEqual([422, "refused_lately"]);
      expect(await add(recruiter, there, declined.id)).toEqual([422, "refused_lately"]);
      const kept = { candidate: declined.id, seen: await versionOf(declined.id) };
      expect(await call(recruiter.api, "ask_to_keep", kept)).toEqual([422, "refused_lately"]);
    });

    it.each([
      [
        "their withdrawal",
        (session_token: string, entry: string) => call(world().anon, "withdraw_from", { session_token, entry }),
      ],
      [
        "a company that must not know",
        (session_token: string) => call(world().anon, "add_own_never", { session_token, named: "Ibis Builders" }),
      ],
    ])("who has joined fills no position after %s", async (_, end) => {
      const requirement = await file(company.clientId);
      const { entry, session } = await showOne(recruiter, requirement);
      await setMark(recruiter, entry, "joined");
      const frame = () => call<object>(company.owner.api, "requirement_frame", { requirement });
      expect(await frame()).toMatchObject({ positions_filled: 1 });
      await end(session, entry);
      expect(await frame()).toMatchObject({ positions_filled: 0, candidates: { joined: 0 } });
    });
  });
}
