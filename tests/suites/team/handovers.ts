import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database, Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, entries, file } from "./asking.ts";
import type { Member, World } from "../world.ts";

type Functions = Database["public"]["Functions"];
type Sender = Functions["inbox_senders"]["Returns"][number];
type Frame = Record<"team" | "former", { user_id: string; display_name: string }[]>;
type Item = Tables<"inbox_items">;

const HOUR = 3_600_000;

/** Who is to be asked, who has it in hand, and what comes next: the same on every backend. */
export function describeHandovers(world: () => World): void {
  const { table, row, rows, add, value, itemOf, tokenOf } = asking(world);
  const client = prepare(() => world().addClient("Handing Over Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "recruiter"));
  const admin = prepare(() => addTeamMember(world(), "admin"));
  beforeAll(() => table("contact_submissions").delete().neq("name", ""));

  async function posted(): Promise<{ id: string; email: string; item: Item }> {
    const email = freshEmail("poster");
    const sent = { job_title: "Cook", location: "Goa", contact_name: "Raj", contact_email: email, company: "Inn" };
    const id = await add("public_job_submissions", { ...sent, phone: "+91 22 1" });
    return { id, email, item: await itemOf("posting_id", id) };
  }

  async function convert(item: string, more: Record<string, unknown> = {}): Promise<string> {
    return ask(ann.api, "convert_item", { item, client: await clientIdOf(client), entries: { ...entries, ...more } });
  }

  describe("who filed a requirement", () => {
    it("is its submitter; of one made of a posting, whoever sent that", async () => {
      const filed = await file(client);
      const [own] = await ask<Sender[]>(ann.api, "inbox_senders", { requirement: filed });
      type Named = { full_name: string; phone: string | null };
      const { data } = await client.api.from("client_members").select("full_name, phone").single<Named>();
      expect(own).toMatchObject({ sender: data!.full_name, email: client.email, phone: data!.phone });
      expect(own!.item_id).toBe((await itemOf("requirement_id", filed)).id);

      const posting = await posted();
      const word = `w${randomUUID().slice(0, 8)}`;
      const made = await convert(posting.item.id, { job_title: `Cook ${word}` });
      const line = await itemOf("requirement_id", made);
      const asked = await ask<Sender[]>(ann.api, "inbox_senders", { items: [line.id, posting.item.id] });
      for (const { sender, email, phone } of asked) {
        expect({ sender, email, phone }).toEqual({ sender: "Raj", email: posting.email, phone: "+91 22 1" });
      }
      expect(asked.map(({ item_id }) => item_id).sort()).toEqual([line.id, posting.item.id].sort());
      // What leaves as a file says the same.
      const file_lines = await ask(admin.api, "export_inbox", { filter: { kind: "requirement", words: word } });
      expect(file_lines).toMatchObject([{ id: line.id, email: posting.email }]);
    });

    it("has nothing else of them in the answer, and the addresses of a company are the team's to read", async () => {
      const [sender] = await ask<Sender[]>(ann.api, "inbox_senders", { requirement: await file(client) });
      expect(Object.keys(sender!).sort()).toEqual(["company", "email", "item_id", "phone", "sender"]);
      const people = await ask<object[]>(ann.api, "client_contacts", { client: await clientIdOf(client) });
      expect(people).toEqual([{ user_id: client.userId, email: client.email }]);
      for (const name of ["inbox_senders", "client_contacts"]) {
        const parameters = name === "client_contacts" ? { client: await clientIdOf(client) } : {};
        expect((await rpc(client.api, name, parameters)).error?.code).toBe("42501");
      }
    });
  });

  describe("a posting that becomes a requirement", () => {
    it.each([
      ["given to a colleague stays theirs", null, false],
      ["taken by a colleague stays theirs", 0.3, false],
      ["that nobody has in hand any more is whose it was made by", -0.3, true],
    ])("%s", async (_, hours, isCaller) => {
      const { item } = await posted();
      const claim_expires_at = hours === null ? null : new Date(Date.now() + hours * HOUR).toISOString();
      const held = { state: "open", assignee: ben.userId, claim_expires_at };
      await table("inbox_items").update(held).eq("id", item.id);
      await convert(item.id);
      const assignee = isCaller ? ann.userId : ben.userId;
      expect(await itemOf("id", item.id)).toMatchObject({ state: "done", assignee, claim_expires_at: null });
    });

    it("has somebody in charge from the start, whom its company sees and the log knows", async () => {
      const made = await convert((await posted()).item.id, { recruiter_id: ben.userId });
      const asked = { requirement: made };
      const frame = await ask<{ recruiter: { display_name: string } }>(client.api, "requirement_frame", asked);
      expect(frame.recruiter.display_name).toBeTruthy();
      const filed = await row("job_requirements", "id", made);
      expect(filed).toMatchObject({ recruiter_id: ben.userId, submitted_by: null });
      expect(await itemOf("requirement_id", made)).toMatchObject({ assignee: ben.userId, state: "open" });
      const history = await ask<{ rows: object[] }>(client.api, "requirement_history", asked);
      expect(history.rows).toMatchObject([{ type: "recruiter" }, { type: "converted" }]);
      expect(await rows("activity_log", "action, actor, other", "subject", made)).toEqual([
        { action: "recruiter_named", actor: ann.userId, other: ben.userId },
      ]);
    });

    it("is made by nobody's hand for somebody who is not of the team", async () => {
      const { id, item } = await posted();
      const parameters = { item: item.id, entries: { ...entries, recruiter_id: client.userId } };
      const refused = [
        await rpc(ann.api, "convert_item", { ...parameters, client: await clientIdOf(client) }),
        await rpc(ann.api, "convert_item_for_new", { ...parameters, company_name: "Fresh" }),
      ];
      for (const { error } of refused) expect(error).toMatchObject({ code: "PT422", message: "not_of_the_team" });
      expect(await rows("job_requirements", "id", "source_posting_id", id)).toEqual([]);
    });
  });

  it("a note that comes twice is one, and the same form of another author another", async () => {
    const { item } = await posted();
    const form = randomUUID();
    const add = (api: SupabaseClient, body: string, more: object = { form }) =>
      ask<string>(api, "note_once", { item: item.id, kind: "call", body, ...more });
    const twice = await Promise.all([add(ann.api, "Rang"), add(ann.api, "Rang")]);
    expect(twice[0]).toBe(twice[1]);
    expect(await add(ben.api, "Rang, too")).not.toBe(twice[0]);
    expect(await add(ann.api, "Rang", { form: randomUUID() })).not.toBe(twice[0]);
    for (let times = 0; times < 2; times += 1) await add(ann.api, "Without a form", { form: null });
    expect(await rows("notes", "body", "item_id", item.id)).toHaveLength(5);
  });

  describe("who has left", () => {
    const frameOf = (api: SupabaseClient) => ask<Frame>(api, "team_frame");
    const formerOf = async (person: Member) =>
      (await frameOf(ann.api)).former.find(({ user_id }) => user_id === person.userId)?.display_name;

    async function remove(person: Member): Promise<void> {
      expect((await rpc(admin.api, "remove_team_member", { person: person.userId })).error).toBeNull();
    }

    it("keeps their name, for the team alone, until they come back or are erased", async () => {
      const [one, two] = [await addTeamMember(world(), "recruiter"), await addTeamMember(world(), "recruiter")];
      for (const [person, name] of [
        [one, "Lea Leaver"],
        [two, "Lou Leaver"],
      ] as const) {
        await table("team_members").update({ display_name: name }).eq("user_id", person.userId);
        await remove(person);
      }
      expect([await formerOf(one), await formerOf(two)]).toEqual(["Lea Leaver", "Lou Leaver"]);
      for (const api of [world().anon, client.api, one.api])
        expect((await rpc(api, "team_frame")).error).not.toBeNull();
      const kept = await world().service.rpc("export_person", { address: one.email });
      expect(JSON.stringify(kept.data)).toContain("Lea Leaver");

      await table("user_roles").insert({ user_id: two.userId, role: "recruiter" });
      expect(await formerOf(two)).toBeUndefined();
      await world().service.rpc("erase_person", { address: one.email });
      expect(await formerOf(one)).toBeUndefined();
      const left = "select count(*)::integer from private.former_colleagues where display_name like 'L% Leaver'";
      expect(await value(left)).toBe(0);
    });

    it("of somebody whose account is deleted with their role nothing stays", async () => {
      const person = await addTeamMember(world(), "recruiter");
      await world().service.rpc("erase_person", { address: person.email });
      expect(await formerOf(person)).toBeUndefined();
    });
  });

  describe("the next one", () => {
    async function send(due: number, more: Partial<Item> = {}): Promise<Item> {
      const id = await add("contact_submissions", { name: "N", email: freshEmail("next"), requirement: "x" });
      const changed = { due_at: new Date(Date.now() + due * HOUR).toISOString(), ...more };
      await table("inbox_items").update(changed).eq("contact_id", id);
      return itemOf("contact_id", id);
    }
    const next = async (item: Item, filter: object = {}, from_group?: string) =>
      (await ask<{ item_id: string }[]>(ann.api, "next_item", { item: item.id, filter, from_group }))[0]?.item_id;

    it("is the one after it where it stood, whatever was done with it since", async () => {
      await table("contact_submissions").delete().neq("name", "");
      const [first, second, third] = [await send(900), await send(901), await send(902)];
      const filter = { kind: "contact", only_group: "unclaimed" };
      expect(await next(first, filter)).toBe(second.id);
      await ask(ann.api, "take_item", { item: first.id, seen: first.version });
      expect(await next(first, filter, "unclaimed")).toBe(second.id);
      const taken = await itemOf("id", first.id);
      await ask(ann.api, "set_item_state", { item: first.id, seen: taken.version, state: "done" });
      expect(await next(first, filter, "unclaimed")).toBe(second.id);
      expect(await next(third, filter, "unclaimed")).toBeUndefined();
      // Sorted the other way round it is the one before.
      expect(await next(third, { kind: "contact", sort: "due", descending: true })).toBe(second.id);
      expect(await next({ ...first, id: randomUUID() })).toBeUndefined();
    });

    it("of a list is one group alone, where that is asked for, with each of its lines once", async () => {
      const mine = await send(5, { assignee: ann.userId, state: "open" });
      const waiting = await send(-5, { assignee: ann.userId, state: "waiting" });
      const idsIn = async (only_group: string) =>
        (
          await ask<{ id: string; item_group: string }[]>(ann.api, "list_inbox", {
            filter: { kind: "contact", only_group },
          })
        ).map(({ id }) => id);
      expect(await idsIn("mine")).toContain(mine.id);
      expect(await idsIn("mine")).not.toContain(waiting.id);
      expect(await idsIn("overdue")).toContain(waiting.id);
      for (const only_group of ["closed", "x", "') or true --"]) {
        expect((await rpc(ann.api, "list_inbox", { filter: { only_group } })).error?.code).toBe("22023");
      }
    });

    it("that is taken is of the kind that is asked for", async () => {
      await send(-100);
      const { item } = await posted();
      const due_at = new Date(Date.now() - 90 * HOUR).toISOString();
      await table("inbox_items").update({ due_at }).eq("id", item.id);
      expect(await ask(ann.api, "take_next_of", { kind: "posting" })).toBe(item.id);
    });
  });

  describe("an invitation", () => {
    async function invited(full_name: string | undefined, person: Member): Promise<string> {
      const parameters = { address: person.email, new_role: "recruiter", ...(full_name ? { full_name } : {}) };
      return tokenOf(await ask<string>(admin.api, "invite_to_team", parameters));
    }

    // Clients read it: it is the agency's word (docs/decisions/companies.md).
    it.each([
      ["as the admin has named them", "Typed By Admin", "Typed By Admin"],
      ["as they call themselves, where the admin has not", undefined, "Typed Myself"],
    ])("has somebody called %s", async (_, given, shown) => {
      const person = await world().addPerson({ full_name: "Typed Myself" });
      await ask(person.api, "accept_invitation", { token: await invited(given, person) });
      expect(await row("team_members", "user_id", person.userId)).toMatchObject({ display_name: shown });
    });

    it("welcomes nobody who has been removed since", async () => {
      const person = await world().addPerson();
      const token = await invited(undefined, person);
      await ask(person.api, "accept_invitation", { token });
      await ask(person.api, "accept_invitation", { token });
      await rpc(admin.api, "remove_team_member", { person: person.userId });
      const { error } = await rpc(person.api, "accept_invitation", { token });
      expect(error).toMatchObject({ code: "PT410", message: "invitation_over" });
    });
  });

  describe("a search", () => {
    it.each([
      ["a name with more behind it", "O'Brien"],
      ["the beginning of a word", "Weld"],
      ["the first part of an address", "ravi.kulkarni"],
      ["a phrase that is begun", '"certified weld"'],
    ])("finds by %s: %s", async (_, words) => {
      const email = freshEmail("ravi.kulkarni");
      const sent = { name: "Ó O'Brien-Ó Súilleabháin", email, requirement: "Ten certified welders" };
      const item = await itemOf("contact_id", await add("contact_submissions", sent));
      const found = await ask<{ id: string }[]>(ann.api, "list_inbox", { filter: { words } });
      expect(found.map(({ id }) => id)).toContain(item.id);
    });

    it("of two letters is for the word, and of a company for its people's names as well", async () => {
      const person = await world().addClient(`Unheard ${randomUUID()}`);
      const clientId = await clientIdOf(person);
      await table("client_members").update({ full_name: "Xiadani Quetzal" }).eq("client_id", clientId);
      const idsOf = async (words: string) =>
        (await ask<{ id: string }[]>(ann.api, "list_clients", { words })).map(({ id }) => id);
      expect(await idsOf("quetz")).toEqual([clientId]);
      expect(await idsOf("Xiadani Quetzal")).toEqual([clientId]);
      expect(await idsOf("qu")).toEqual([]);
    });
  });
}
