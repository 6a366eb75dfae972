import { randomInt, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, entries, file, REFUSED_BY_CHECK } from "./asking.ts";
import type { World } from "../world.ts";

type Line = { id: string };

/** A number of ten digits that nobody else has. */
function freshNumber(): string {
  return `9${randomInt(1e8, 1e9 - 1)}`;
}

/** A word that nobody else has written, of letters alone, and none of them a "z". */
function freshWord(): string {
  return Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(25))).join("");
}

/** What comes by telephone, and how it and everything else is found: the same on every backend. */
export function describeCalls(world: () => World): void {
  const { table, row, rows, add, itemOf } = asking(world);
  const client = prepare(() => world().addClient("Calling Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));

  const idsOf = async (name: string, words: string) =>
    (await ask<Line[]>(ann.api, name, name === "list_clients" ? { words } : { filter: { words } })).map(({ id }) => id);

  const record = ({ form, source, client: about, takes, ...more }: Record<string, unknown> = {}, api = ann.api) =>
    rpc<string>(api, "record_enquiry", {
      form: form ?? randomUUID(),
      source: source ?? "phone",
      entries: { name: "Ravi Kulkarni", phone: freshNumber(), requirement: "Four Java developers in Noida", ...more },
      client: about,
      takes,
    });

  it("whoever may not look has nothing read of what they ask for, and of a long text only its beginning is", async () => {
    // More different words than a query of Postgres holds: it gives up in the midst of reading them.
    const address = Array.from({ length: 120_000 }, (_, n) => `w${n}`).join(" ");
    const stranger = await world().addPerson();
    for (const api of [client.api, stranger.api])
      expect((await rpc(api, "find_enquiries", { number: "1", company: "x", address })).error?.code).toBe("42501");
    expect(await ask(ann.api, "find_enquiries", { number: address, company: address, address })).toEqual([]);
  });

  describe("what is written down", () => {
    it("is a line of the inbox like any other, with who wrote it, and seen by them", async () => {
      const { data: id } = await record({ source: "walk_in", company: "Walkers", takes: false });
      const item = await itemOf("id", id);
      expect(item).toMatchObject({ kind: "contact", state: "new", assignee: null, is_suspect: false, is_flood: false });
      expect(item.first_seen_at).not.toBeNull();
      expect(Date.parse(item.due_at) - Date.parse(item.created_at)).toBe(24 * 3_600_000);
      expect(await row("contact_submissions", "id", item.contact_id!)).toMatchObject({
        source: "walk_in",
        written_by: ann.userId,
        email: null,
        company: "Walkers",
      });
      expect(await idsOf("list_inbox", "Walkers")).toContain(id);
    });

    it("is taken, if they say so, and connected to the company that was chosen", async () => {
      const company = await clientIdOf(client);
      const { data: id } = await record({ takes: true, client: company });
      const item = await itemOf("id", id);
      expect(item).toMatchObject({ state: "open", assignee: ann.userId });
      expect(await row("contact_submissions", "id", item.contact_id!)).toMatchObject({ client_id: company });
      const [first] = await ask<{ reason: string }[]>(ann.api, "suggest_clients", { known: company });
      expect(first).toMatchObject({ company_name: "Calling Ltd", reason: "connected" });
    });

    it("is one, however often its form comes", async () => {
      const form = randomUUID();
      const { data: id } = await record({ form, takes: true });
      expect((await record({ form, takes: true })).data).toBe(id);
      const ben = await addTeamMember(world(), "recruiter");
      expect((await record({ form }, ben.api)).error).toMatchObject({ code: "PT409", message: "form_taken" });
    });

    it("can be answered, by telephone or by mail", async () => {
      expect((await record({ phone: null })).error?.code).toMatch(REFUSED_BY_CHECK);
      expect((await record({ phone: null, email: freshEmail("caller") })).error).toBeNull();
      const lost = { code: "PT404", message: "client_not_found" };
      expect((await record({ client: randomUUID() })).error).toMatchObject(lost);
      for (const source of ["form", "letter"]) expect((await record({ source })).error).not.toBeNull();
    });

    it("is the team's to write, and no form's", async () => {
      for (const api of [world().anon, client.api]) expect((await record({}, api)).error?.code).toBe("42501");
      const message = { name: "Eve", email: freshEmail("eve"), requirement: "x" };
      for (const more of [{ source: "phone" }, { written_by: ann.userId }, { client_id: randomUUID() }]) {
        for (const api of [world().anon, client.api]) {
          const { error } = await api.from("contact_submissions").insert({ ...message, ...more });
          expect(error?.code, JSON.stringify(more)).toBe("42501");
        }
      }
      // An address is still what a form must have.
      const { error } = await world().anon.from("contact_submissions").insert({ name: "Eve", requirement: "x" });
      expect(error?.code).toMatch(REFUSED_BY_CHECK);
    });

    it("is in no flood: who writes down eleven calls has had a busy hour", async () => {
      const made = await Promise.all(Array.from({ length: 11 }, () => record()));
      for (const { data: id } of made) {
        expect(await itemOf("id", id)).toMatchObject({ is_flood: false });
      }
    });

    it("is told and erased by the number of whoever gave no address, with the company that was made of it", async () => {
      const number = freshNumber();
      const { data: id } = await record({ phone: `+91 ${number.slice(0, 5)} ${number.slice(5)}`, name: "Gone Soon" });
      const made = await ask<string>(ann.api, "convert_item_for_new", {
        item: id,
        company_name: "Goners",
        full_name: "Gone Soon",
        phone: number,
        entries,
      });
      const { client_id } = await row("job_requirements", "id", made);
      const { data: other } = await record({ phone: number.replace(/.$/, number.endsWith("1") ? "2" : "1") });
      const { data: told } = await rpc<Record<string, unknown[]>>(world().service, "export_person", {
        address: ` ${number}`,
      });
      expect(told["contact_submissions"]).toHaveLength(1);
      expect(told["inbox_items"]).toHaveLength(1);
      expect(told["companies"]).toMatchObject([{ full_name: "Gone Soon", phone: number }]);
      expect(await ask(world().service, "erase_person", { address: number })).toMatchObject({ contact_submissions: 1 });
      expect((await table("inbox_items").select("id").in("id", [id, other])).data).toEqual([{ id: other }]);
      expect(await row("clients", "id", client_id)).toMatchObject({ full_name: null, phone: null });
    });
  });

  describe("every kind of enquiry becomes a requirement", () => {
    it.each([
      ["contact_submissions", "contact_id", { name: "Uma Rao", requirement: "Cooks" }],
      [
        "consultation_requests",
        "consultation_id",
        { first_name: "Uma", last_name: "Rao", needs: "Cooks", phone: "+91 22 1" },
      ],
    ] as const)("of %s, once, with its promise and its sender", async (name, column, sent) => {
      const email = freshEmail("sender");
      const item = await itemOf(column, await add(name, { ...sent, email }));
      const values = { item: item.id, client: await clientIdOf(client), entries };
      const convert = () => ask<string>(ann.api, "convert_item", values);
      const made = await convert();
      expect(await convert()).toBe(made);
      expect(await itemOf("id", item.id)).toMatchObject({ state: "done", assignee: ann.userId });
      expect(await itemOf("requirement_id", made)).toMatchObject({ state: "open", due_at: item.due_at });
      expect(await ask(ann.api, "inbox_senders", { requirement: made })).toMatchObject([{ sender: "Uma Rao", email }]);
      expect(await row("job_requirements", "id", made)).toMatchObject({ is_filed_by_team: true, submitted_by: null });
      const [read] = await ask<object[]>(ann.api, "read_items", { items: [item.id] });
      expect(read).toMatchObject({ made_requirement: made });
      // A form: its company is told that it was one, and is answered by when the form was promised.
      const events = await rows("requirement_events", "type, side", "requirement_id", made);
      expect(events).toEqual([{ type: "converted", side: "team" }]);
      const asked = { requirement: made };
      const history = await ask<{ rows: { type: string }[] }>(client.api, "requirement_history", asked);
      expect(history.rows).toMatchObject([{ type: "converted" }]);
    });

    it("of a call without an address, for a company that nobody is invited to yet", async () => {
      const phone = freshNumber();
      const { data: item } = await record({ phone });
      const values = { item, company_name: "Unreached Foods", full_name: "Ravi", phone, entries };
      for (const api of [world().anon, client.api]) {
        expect((await rpc(api, "convert_item_for_new", values)).error?.code).toBe("42501");
      }
      const made = await ask<string>(ann.api, "convert_item_for_new", {
        ...values,
        entries: { ...entries, recruiter_id: ann.userId },
      });
      const requirement = await row("job_requirements", "id", made);
      expect(requirement).toMatchObject({ recruiter_id: ann.userId, is_filed_by_team: true });
      expect(await row("clients", "id", requirement.client_id)).toMatchObject({
        company_name: "Unreached Foods",
        phone,
      });
      expect(await rows("invitations", "id", "client_id", requirement.client_id)).toEqual([]);
      const events = await rows("requirement_events", "type, side", "requirement_id", made);
      expect(events).toContainEqual({ type: "created", side: "team" });
    });

    it("and of nothing, for a company: once for each form, told to its owners, and no answer to a form", async () => {
      const form = randomUUID();
      const values = { client: await clientIdOf(client), form, entries };
      const filed = (more: Record<string, unknown> = {}, api = ann.api) =>
        rpc<string>(api, "file_requirement", { ...values, ...more });
      for (const api of [world().anon, client.api]) expect((await filed({}, api)).error?.code).toBe("42501");
      const { data: made } = await filed();
      expect((await filed()).data).toBe(made);
      expect((await filed({ client: randomUUID() })).error).toMatchObject({ message: "client_not_found" });
      expect((await filed({ entries: { ...entries, required_skills: [] }, form: randomUUID() })).error?.code).toMatch(
        REFUSED_BY_CHECK,
      );
      expect(await itemOf("requirement_id", made)).toMatchObject({ state: "open", assignee: ann.userId });
      const claimed = await ask<{ content: Record<string, unknown> }[]>(world().service, "claim_mails", { most: 1000 });
      const told = claimed.map(({ content }) => content).filter(({ id }) => id === made);
      expect(told).toMatchObject([{ template: "requirement_converted", to: client.email, is_from_form: false }]);
    });
  });

  describe("a number", () => {
    const number = freshNumber();
    const stored = `+91 ${number.slice(0, 5)} ${number.slice(5)}`;
    const WAYS = [
      number,
      `${number.slice(0, 5)} ${number.slice(5)}`,
      stored,
      `0${number}`,
      `0091-${number}`,
      number.slice(0, 7),
    ];
    let lines: Record<string, string[]>;

    beforeAll(async () => {
      const company = await world().addClient(`Numbered ${freshWord()}`);
      const clientId = await clientIdOf(company);
      await table("clients").update({ phone: stored }).eq("id", clientId);
      const requirement = await file(company);
      const item = await itemOf("requirement_id", requirement);
      const { data: called } = await record({ phone: number });
      const words = { name: "Uma", email: freshEmail(), requirement: `Ring me at ${stored}.\n4 cooks` };
      const message = await itemOf("contact_id", await add("contact_submissions", words));
      lines = {
        list_inbox: [called, message.id, item.id],
        list_requirements: [requirement],
        list_clients: [clientId],
      };
    });

    it.each(WAYS)("is found in every list as %s", async (words) => {
      for (const [name, ids] of Object.entries(lines)) {
        expect((await idsOf(name, words)).sort(), name).toEqual([...ids].sort());
      }
    });

    it("is found with other words, and not where another is", async () => {
      expect(await idsOf("list_inbox", `${stored} cooks`)).toEqual([lines["list_inbox"]![1]]);
      expect(await idsOf("list_inbox", `${number}1`.slice(-10))).toEqual([]);
    });

    it("tells who calls without its country, and a mailbox with whatever stands behind a plus sign", async () => {
      const end = `5${randomInt(1e7, 1e8 - 1)}`;
      const [tagged, plain] = [`caller.${freshWord()}+jobs@test.example`, freshEmail("plain")];
      const member = await world().addClient(`Gulf ${freshWord()}`);
      const phone = `+971 ${end.slice(0, 2)} ${end.slice(2, 5)} ${end.slice(5)}`;
      await table("client_members").update({ phone }).eq("user_id", member.userId);
      const suggested = (more: Record<string, unknown>) =>
        ask<{ reason: string; company_name: string }[]>(ann.api, "suggest_clients", more);
      for (const number of [`0${end}`, `00971${end}`, phone])
        expect(await suggested({ number }), number).toMatchObject([{ reason: "number" }]);
      expect(await suggested({ number: `+966${end}` })).toEqual([]);
      expect(await suggested({ address: member.email.replace("@", "+news@") })).toMatchObject([{ reason: "address" }]);
      const { data: abroad } = await record({ phone });
      const { data: within } = await record({ phone: `0${end.slice(0, 2)}-${end.slice(2)}` });
      const before = async (more: Record<string, unknown>) =>
        (await ask<{ id: string }[]>(ann.api, "find_enquiries", more)).map(({ id }) => id).sort();
      for (const number of [`0${end}`, phone]) expect(await before({ number })).toEqual([abroad, within].sort());
      expect(await before({ number: `+966${end}` })).toEqual([within]);
      const { data: first } = await record({ email: tagged });
      const { data: second } = await record({ email: plain });
      expect(await before({ address: tagged.replace("+jobs", "") })).toEqual([first]);
      expect(await before({ address: plain.replace("@", "+x@") })).toEqual([second]);
      // What is told and erased is of just the number: with another country it may be somebody else's.
      const told = async (address: string) =>
        (await ask<{ contact_submissions: unknown[] }>(world().service, "export_person", { address }))
          .contact_submissions.length;
      expect([await told(`0${end}`), await told(phone), await told(`+966${end}`)]).toEqual([1, 1, 0]);
    });

    it("and an address tell who calls: companies, people, and what came before", async () => {
      const member = await world().addClient(`Members ${freshWord()}`);
      const own = freshNumber();
      await table("client_members").update({ full_name: "Mina Member", phone: own }).eq("user_id", member.userId);
      expect(await ask(ann.api, "suggest_clients", { number: `0${own}` })).toMatchObject([
        { reason: "number", full_name: "Mina Member" },
      ]);
      const found = { full_name: "Mina Member", email: member.email };
      const [local] = member.email.split("@") as [string];
      const begun = member.email.slice(0, local.length + 4);
      for (const words of [`+91 ${own}`, "Mina Member", member.email.toUpperCase(), begun]) {
        expect(await ask(ann.api, "find_members", { words })).toContainEqual(expect.objectContaining(found));
      }
      // As their company is; by no letters of a domain alone.
      expect(await ask(ann.api, "list_clients", { words: begun })).toHaveLength(1);
      expect(await ask(ann.api, "find_members", { words: begun.slice(local.length) })).toEqual([]);
      expect(await ask(ann.api, "suggest_clients", { number })).toMatchObject([{ reason: "number" }]);
      const email = freshEmail("again");
      const company = `Before ${freshWord()}`;
      const { data: first } = await record({ email, company, phone: own });
      const before = async (more: Record<string, unknown>) =>
        (await ask<{ id: string; reason: string }[]>(ann.api, "find_enquiries", more)).map(({ id, reason }) => [
          id,
          reason,
        ]);
      expect(await before({ number: own })).toEqual([[first, "number"]]);
      expect(await before({ address: email.toUpperCase() })).toEqual([[first, "address"]]);
      expect(await before({ company: company.toUpperCase() })).toEqual([[first, "company"]]);
      expect(await before({ number: "12", address: "", company: " " })).toEqual([]);
      for (const api of [world().anon, client.api]) {
        for (const [name, values] of [
          ["find_enquiries", { number: own }],
          ["find_members", { words: own }],
          ["mend_search", { words: own }],
        ] as const) {
          expect((await rpc(api, name, values)).error?.code, name).toBe("42501");
        }
      }
    });
  });

  describe("a wrong letter", () => {
    type Mended = { words: string; changes: { typed: string; meant: string }[] };
    const word = freshWord();
    const [head, tail] = [word.slice(0, 5), word.slice(5)];
    const other = word[5] === "x" ? "y" : "x";

    beforeAll(async () => {
      await record({ requirement: `One ${word} engineer` });
    });
    const mend = (words: string) => ask<Mended>(ann.api, "mend_search", { words });

    it.each([
      ["another", `${head}${other}${tail.slice(1)}`],
      ["left out", `${head}${tail.slice(1)}`],
      ["too many", `${head}${other}${tail}`],
      ["two exchanged", `${head.slice(0, 4)}${tail[0]!}${head[4]!}${tail.slice(1)}`],
    ])("%s is forgiven, in words that nobody has written", async (_, wrong) => {
      // Two letters that are the same are not exchanged.
      const changes = wrong === word ? [] : [{ typed: wrong, meant: word }];
      expect(await mend(`${wrong.toUpperCase()} engineer`)).toEqual({
        words: wrong === word ? `${wrong.toUpperCase()} engineer` : `${word} engineer`,
        changes,
      });
    });

    it("is forgiven in two words of a search, those that come first", async () => {
      const words = Array.from({ length: 3 }, freshWord);
      await record({ requirement: words.join(" ") });
      const typed = words.map((each) => each.slice(0, -1).slice(0, 3) + each.slice(4));
      const { changes } = await mend(["engineer", ...typed].join(" "));
      expect(changes).toEqual([0, 1].map((place) => ({ typed: typed[place], meant: words[place] })));
    });

    it("of two is none, nor is what begins a word, or is denied, or no word", async () => {
      for (const words of [
        `zz${word.slice(2)}`,
        head,
        word,
        `-${head}${other}${tail.slice(1)}`,
        "",
        '"(',
        freshNumber(),
      ]) {
        expect((await mend(words)).changes, words).toEqual([]);
      }
    });

    it("in a company's name, a person's or a candidate's words is forgiven as well, and in Hindi", async () => {
      const [firm, name, skill] = [freshWord(), freshWord(), freshWord()];
      const member = await world().addClient(`${firm} Works`);
      await table("client_members").update({ full_name: name }).eq("user_id", member.userId);
      expect((await mend(firm.slice(0, -1))).changes).toEqual([]);
      expect((await mend(firm.slice(1))).words).toBe(firm);
      expect((await mend(name.slice(1))).words).toBe(name);
      const entries = { full_name: "Asha", phone: freshNumber(), headline: `Site ${skill}`, is_adult: true };
      await ask(ann.api, "save_candidate", { entries, form: randomUUID() });
      expect((await mend(skill.slice(0, -1))).changes).toEqual([]);
      expect((await mend(`${skill.slice(0, 5)}${skill.slice(6)}`)).words).toBe(skill);
      await record({ requirement: "रसोइया चाहिए" });
      expect((await mend("रसोिया")).words).toBe("रसोइया");
    });
  });
}
