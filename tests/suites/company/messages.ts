import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { LONGEST_MESSAGE } from "~/features/messages/schema";
import type { Enums } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf, join } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, file } from "../team/asking.ts";
import type { Member, World } from "../world.ts";

type Message = { id: string; side: string; is_own: boolean; name: string | null; body: string; created_at: string };
type Thread = { messages: Message[]; may_write: boolean; new_since: string | null; item_id: string | null };

const STATUSES: Enums<"requirement_status">[] = ["new", "in_progress", "filled", "cancelled"];

/** What a company and the team say to each other on a requirement: the same on every backend. */
export function describeMessages(world: () => World): void {
  const { table, row, rows, itemOf } = asking(world);
  const owner = prepare(() => world().addClient("Talking Ltd"));
  const colleague = async (access: "member" | "viewer") => join(world(), await clientIdOf(owner), access);
  const member = prepare(() => colleague("member"));
  const viewer = prepare(() => colleague("viewer"));
  const stranger = prepare(() => world().addClient("Strange Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "hr_manager"));

  beforeAll(async () => {
    for (const [{ userId }, full_name] of [
      [owner, "Olga Owner"],
      [member, "Mo Member"],
    ] as const) {
      await table("client_members").update({ full_name }).eq("user_id", userId);
    }
    await table("team_members").update({ display_name: "Ann" }).eq("user_id", ann.userId);
  });

  const post = ({ api }: Pick<Member, "api">, requirement: string, body: string, more: Record<string, unknown> = {}) =>
    rpc<string>(api, "post_message", { requirement, body, ...more });
  const open = ({ api }: Member, requirement: string, more: Record<string, unknown> = {}) =>
    ask<Thread>(api, "open_messages", { requirement, ...more });
  const bodies = async (reader: Member, requirement: string) =>
    (await open(reader, requirement)).messages.map(({ body }) => body);

  /** Writes what must not be refused. @returns its id */
  async function say(writer: Member, requirement: string, body: string, more: Record<string, unknown> = {}) {
    const { data, error } = await post(writer, requirement, body, more);
    expect(error).toBeNull();
    return data;
  }

  /** A requirement of the company, of which somebody may be in charge. */
  async function filed(recruiter?: Member): Promise<string> {
    const id = await file(owner);
    if (recruiter) await put(id, recruiter.userId);
    return id;
  }

  async function put(id: string, person: string | null): Promise<void> {
    const { version } = await row("job_requirements", "id", id);
    await ask(ben.api, "set_recruiter", { requirement: id, seen: version, person });
  }

  async function unread({ api }: Member, requirement: string): Promise<number> {
    const found = await api.from("unread_messages").select("unread").eq("requirement_id", requirement);
    return (found.data as { unread: number }[])[0]?.unread ?? 0;
  }

  const lineOf = (requirement: string) => itemOf("requirement_id", requirement);

  describe("who writes", () => {
    it.each(STATUSES)("writes as themselves and for their side, also on one that is %s", async (status) => {
      const id = await filed();
      await table("job_requirements").update({ status }).eq("id", id);
      await say(owner, id, "Any news?");
      await say(member, id, "Please ring me.");
      await say(ann, id, "Tomorrow.");
      expect(await rows("requirement_messages", "author, side, body", "requirement_id", id)).toEqual([
        { author: owner.userId, side: "client", body: "Any news?" },
        { author: member.userId, side: "client", body: "Please ring me." },
        { author: ann.userId, side: "team", body: "Tomorrow." },
      ]);
    });

    it("is told apart: who may not, what is not there, and another company's", async () => {
      const id = await filed();
      expect((await post(viewer, id, "x")).error).toMatchObject({ code: "42501", message: "forbidden" });
      expect((await post(await world().addPerson(), id, "x")).error?.code).toBe("42501");
      expect((await post({ api: world().anon }, id, "x")).error?.code).toBe("42501");
      expect((await post(stranger, id, "x")).error).toMatchObject({ code: "PT404" });
      expect((await post(owner, randomUUID(), "x")).error).toMatchObject({ code: "PT404" });
      expect(await bodies(owner, id)).toEqual([]);
    });

    it("stands on one side, though they may belong to both", async () => {
      const both = await addTeamMember(world(), "recruiter");
      const membership = { user_id: both.userId, client_id: await clientIdOf(owner), access: "member" };
      await table("client_members").insert(membership);
      const id = await filed();
      await say(both, id, "I am the agency here.");
      expect((await open(owner, id)).messages).toMatchObject([{ side: "team", body: "I am the agency here." }]);
      await table("client_members").delete().eq("user_id", both.userId);
    });

    it("writes on the pages of their own side only", async () => {
      const id = await filed();
      expect((await post(owner, id, "x", { from_side: "team" })).error).toMatchObject({ code: "PT404" });
      expect((await post(ann, id, "x", { from_side: "client" })).error).toMatchObject({ code: "PT404" });
      await say(owner, id, "One", { from_side: "client" });
      await say(ann, id, "Two", { from_side: "team" });
      expect(await bodies(owner, id)).toEqual(["Two", "One"]);
    });

    it("changes and takes back nothing, by no request, nor does the secret key", async () => {
      const id = await filed();
      const written = await say(owner, id, "As I said");
      const row = { requirement_id: id, author: owner.userId, side: "team", body: "Forged" };
      for (const { api } of [owner, ann, { api: world().anon }]) {
        expect((await api.from("requirement_messages").insert(row)).error?.code).toBe("42501");
      }
      for (const api of [owner.api, ann.api, world().service]) {
        const messages = () => api.from("requirement_messages");
        expect((await messages().update({ body: "Else" }).eq("id", written)).error?.code).toBe("42501");
        expect((await messages().delete().eq("id", written)).error?.code).toBe("42501");
        expect((await api.from("unread_messages").delete().eq("requirement_id", id)).error?.code).toBe("42501");
      }
      expect(await bodies(ann, id)).toEqual(["As I said"]);
    });
  });

  describe("what is written", () => {
    it.each([
      ["markup", `<script>alert(1)</script> & "quotes" 'n' \\ %00 $1 {{x}}`],
      ["any script", "नमस्ते 你好 שלום مرحبا \u{1f469}\u200d\u{1f4bb} e\u0301 \u{10ffff}"],
      ["what turns the direction", "Before \u202Eevil\u2066 isolated \u200f after"],
      ["lines", "One\n\n\tTwo\n  three"],
      ["as long as it may be, in letters", "\u{1f600}".repeat(LONGEST_MESSAGE)],
    ])("comes back as it was: %s", async (_, body) => {
      const id = await filed();
      await say(owner, id, body);
      expect(await bodies(ann, id)).toEqual([body]);
    });

    it.each([
      ["nothing", ""],
      ["blanks", " \n\u200b\u3164"],
      ["a letter too much", "x".repeat(LONGEST_MESSAGE + 1)],
      ["no text at all", null],
    ])("is refused when it is %s", async (_, body) => {
      const id = await filed();
      expect((await rpc(owner.api, "post_message", { requirement: id, body })).error).not.toBeNull();
      expect(await bodies(owner, id)).toEqual([]);
    });

    it("is one message, however often its form comes", async () => {
      const id = await filed();
      const form = randomUUID();
      const answers = await Promise.all(Array.from({ length: 5 }, () => say(owner, id, "Once", { form })));
      expect(new Set(answers)).toEqual(new Set([form]));
      expect(await bodies(ann, id)).toEqual(["Once"]);
      expect(await unread(ben, id)).toBe(1);
      expect(await rows("item_events", "type", "item_id", (await lineOf(id)).id)).toEqual([{ type: "written" }]);
      // Another's form, or for another requirement, is no repeat.
      expect((await post(member, id, "Once", { form })).error).toMatchObject({ code: "PT409", message: "form_taken" });
      expect((await post(owner, await filed(), "Once", { form })).error?.code).toBe("PT409");
    });

    it("is one of the same words from a page that had not shown it, and another from one that had", async () => {
      const id = await filed();
      const first = await say(owner, id, "Yes", { form: randomUUID() });
      expect(await say(owner, id, "Yes", { form: randomUUID() })).toBe(first);
      expect(await say(owner, id, "Yes!", { form: randomUUID() })).not.toBe(first);
      const [{ created_at: seen } = { created_at: "" }] = (await open(owner, id)).messages;
      await say(owner, id, "Yes!", { seen, form: randomUUID() });
      expect(await bodies(ann, id)).toEqual(["Yes!", "Yes!", "Yes"]);
    });
  });

  describe("who reads", () => {
    it("is the company, viewers too, and the team, each with the names that are for them", async () => {
      const id = await filed(ann);
      await say(owner, id, "One");
      await say(ann, id, "Two");
      const gone = await colleague("member");
      await say(gone, id, "Three");
      await table("client_members").delete().eq("user_id", gone.userId);
      const told = ({ messages }: Thread) => messages.map(({ name, side, is_own }) => [name, side, is_own]).reverse();
      const names = [
        ["Olga Owner", "client"],
        ["Ann", "team"],
        [null, "client"],
      ];
      for (const reader of [owner, viewer, ann, ben]) {
        const thread = await open(reader, id);
        const own = [owner, ann].indexOf(reader);
        expect(told(thread)).toEqual(names.map(([name, side], index) => [name, side, index === own]));
        expect(thread.may_write).toBe(reader !== viewer);
        expect(thread.item_id === null).toBe([owner, viewer].includes(reader));
      }
      // Of the team no address and no number, and of nobody an id.
      const text = JSON.stringify(await open(member, id));
      for (const secret of [ann.email, ann.userId, owner.userId, gone.userId]) expect(text).not.toContain(secret);
    });

    it("is nobody else, by the function or the tables", async () => {
      const id = await filed();
      await say(owner, id, "Ours");
      const nobody = await world().addPerson();
      for (const { api } of [stranger, nobody]) {
        expect((await rpc(api, "open_messages", { requirement: id })).error).toMatchObject({ code: "PT404" });
        expect((await api.from("requirement_messages").select()).data).toEqual([]);
        expect((await api.from("unread_messages").select()).data).toEqual([]);
      }
      expect((await rpc(world().anon, "open_messages", { requirement: id })).error?.code).toBe("42501");
    });

    it("never gets a note of the team's among them, and the line gets no words of a message", async () => {
      const id = await filed(ann);
      const item = await lineOf(id);
      await ask(ann.api, "note_once", { item: item.id, kind: "note", body: "Secret of the team", form: randomUUID() });
      await say(owner, id, "Words of the company");
      await say(ann, id, "Words of the team");
      expect(await bodies(owner, id)).toEqual(["Words of the team", "Words of the company"]);
      for (const name of ["requirement_messages", "unread_messages", "requirement_events", "item_events", "notes"]) {
        expect(JSON.stringify((await owner.api.from(name).select()).data), name).not.toMatch(/Secret|Words of/);
        const seen = JSON.stringify((await table(name).select()).data);
        expect(seen.includes("Words of"), name).toBe(name === "requirement_messages");
      }
    });

    it("reads page by page, from the newest on", async () => {
      const id = await filed();
      const said = Array.from({ length: 60 }, (_, index) => `Message ${index}`);
      for (const body of said) await say(owner, id, body);
      const read: string[] = [];
      let place: Record<string, unknown> = {};
      for (;;) {
        const { messages } = await open(ann, id, place);
        read.push(...messages.slice(0, 25).map(({ body }) => body));
        if (messages.length <= 25) break;
        place = { before_key: messages[24]!.created_at, before_id: messages[24]!.id };
      }
      expect(read.reverse()).toEqual(said);
    });
  });

  describe("what is unread", () => {
    it("is counted for each of the other side, and read by whoever opens it", async () => {
      const id = await filed(ann);
      await say(ann, id, "One");
      await say(ann, id, "Two");
      for (const reader of [owner, member, viewer]) expect(await unread(reader, id)).toBe(2);
      for (const writer of [ann, ben]) expect(await unread(writer, id)).toBe(0);
      const thread = await open(viewer, id);
      expect(thread.new_since).toBe(thread.messages[1]!.created_at);
      expect(await unread(viewer, id)).toBe(0);
      expect((await open(viewer, id)).new_since).toBeNull();
      // A colleague who may not answer takes nothing from those who may.
      expect(await unread(owner, id)).toBe(2);
    });

    it("is what the team writes to a company that one belongs to, and nothing from before", async () => {
      const id = await filed(ann);
      await say(ann, id, "Before");
      const late = await colleague("member");
      expect(await unread(late, id)).toBe(0);
      await say(ann, id, "After");
      expect(await unread(late, id)).toBe(1);
      await table("client_members").delete().eq("user_id", late.userId);
      expect(await unread(late, id)).toBe(0);
    });

    it("is settled for a whole side by an answer, as far as whoever answers had seen", async () => {
      const id = await filed(ann);
      await say(ann, id, "First");
      const seen = (await open(owner, id)).messages[0]!.created_at;
      await say(ann, id, "Second, while the answer is typed");
      await say(owner, id, "Answer to the first", { seen });
      for (const reader of [owner, member, viewer]) expect(await unread(reader, id)).toBe(1);
      await say(member, id, "To all", { seen: (await open(member, id)).messages[0]!.created_at });
      for (const reader of [owner, member, viewer]) expect(await unread(reader, id)).toBe(0);
      expect(await unread(ann, id)).toBe(2);
    });

    it("is settled by no word of what its writer was not shown: not what comes later, nor what nobody has read", async () => {
      const id = await filed(ann);
      await say(ann, id, "First");
      const [first] = (await open(viewer, id)).messages;
      const late = await colleague("member");
      const forged = ["2999-01-01", "infinity", new Date().toISOString()];
      for (const seen of forged) {
        await say(member, id, "Forged", { seen });
        await say(late, id, "Forged", { seen });
      }
      // The time of one that there is, and that they have not opened.
      await say(member, id, "Forged", { seen: first!.created_at });
      expect(await unread(owner, id)).toBe(1);
      await say(ann, id, "Second");
      for (const reader of [owner, member]) expect(await unread(reader, id)).toBe(2);
      // Of what they have opened, it settles as much.
      await open(member, id);
      await say(ann, id, "Third");
      await say(member, id, "Answer", { seen: "2999-01-01" });
      await say(member, id, "Answer", { seen: first!.created_at });
      for (const reader of [owner, viewer]) expect(await unread(reader, id)).toBe(2);
    });

    it("of the team's is for whoever is in charge, else for everybody, and is handed over", async () => {
      const id = await filed();
      await say(owner, id, "To whom it may concern");
      for (const reader of [ann, ben]) expect(await unread(reader, id)).toBe(1);
      await put(id, ann.userId);
      expect([await unread(ann, id), await unread(ben, id)]).toEqual([1, 0]);
      await say(owner, id, "Hello Ann");
      expect([await unread(ann, id), await unread(ben, id)]).toEqual([2, 0]);
      await put(id, ben.userId);
      expect([await unread(ann, id), await unread(ben, id)]).toEqual([0, 2]);
      await put(id, null);
      expect([await unread(ann, id), await unread(ben, id)]).toEqual([2, 2]);
      await say(ben, id, "Here I am", { seen: (await open(ben, id)).messages[0]!.created_at });
      expect([await unread(ann, id), await unread(ben, id)]).toEqual([0, 0]);
    });

    it("stays with the team when whoever was in charge leaves", async () => {
      const leaver = await addTeamMember(world(), "recruiter");
      const id = await filed(leaver);
      await say(owner, id, "Are you there?");
      expect([await unread(leaver, id), await unread(ann, id)]).toEqual([1, 0]);
      await table("user_roles").delete().eq("user_id", leaver.userId);
      const { data } = await table("unread_messages").select("user_id").eq("requirement_id", id);
      const readers = data!.map(({ user_id }) => user_id as string);
      expect(readers).toEqual(expect.arrayContaining([ann.userId, ben.userId]));
      expect(readers).not.toContain(leaver.userId);
      expect(readers).not.toContain(owner.userId);
    });

    it("stands beside the titles of the company's own list", async () => {
      const id = await filed(ann);
      const list = () => owner.api.from("job_requirements").select("id, unread_messages(unread)").eq("id", id).single();
      expect((await list()).data).toEqual({ id, unread_messages: [] });
      await say(ann, id, "One");
      await say(ann, id, "Two");
      expect((await list()).data).toEqual({ id, unread_messages: [{ unread: 2 }] });
    });

    it("goes with the account and with the requirement; words outlive their writer without the name", async () => {
      const id = await filed(ann);
      await say(ann, id, "For you");
      const gone = await addTeamMember(world(), "recruiter");
      await say(gone, id, "From one who goes");
      await ask(world().service, "erase_person", { address: gone.email });
      expect((await open(owner, id)).messages).toMatchObject([
        { name: null, side: "team", body: "From one who goes" },
        { name: "Ann", body: "For you" },
      ]);
      await table("job_requirements").delete().eq("id", id);
      for (const name of ["requirement_messages", "unread_messages"]) {
        expect((await table(name).select().eq("requirement_id", id)).data).toEqual([]);
      }
    });
  });

  describe("the requirement's line in the inbox", () => {
    it("comes back to new when the company writes, to whoever has it, and tells of it without the words", async () => {
      const id = await filed();
      const item = await lineOf(id);
      await ask(ann.api, "set_item_state", { item: item.id, seen: item.version, state: "done" });
      await say(member, id, "One thing more");
      const back = await lineOf(id);
      expect(back).toMatchObject({ state: "new", assignee: ann.userId, first_seen_at: null });
      expect(Date.parse(back.due_at)).toBeGreaterThan(Date.now() + 47 * 3_600_000);
      expect(await rows("item_events", "type, actor, changes", "item_id", item.id)).toEqual([
        { type: "state", actor: ann.userId, changes: { state: ["new", "done"] } },
        { type: "written", actor: member.userId, changes: { state: ["done", "new"] } },
      ]);
    });

    it("is done when the team answers, and says who did; the reader has seen it", async () => {
      const id = await filed();
      const item = await lineOf(id);
      await ask(ben.api, "open_messages", { requirement: id });
      expect((await lineOf(id)).first_seen_at).not.toBeNull();
      await say(ben, id, "We begin on Monday");
      const after = await lineOf(id);
      expect(after).toMatchObject({ state: "done", assignee: ben.userId });
      expect(after.last_activity_at > item.last_activity_at).toBe(true);
      const events = await rows("item_events", "type, actor", "item_id", item.id);
      expect(events).toEqual([
        { type: "answered", actor: ben.userId },
        { type: "state", actor: ben.userId },
      ]);
    });

    it("is not in what the company reads of its history", async () => {
      const id = await filed();
      await say(owner, id, "Hello");
      const { rows } = await ask<{ rows: object[] }>(owner.api, "requirement_history", { requirement: id });
      expect(rows).toMatchObject([{ type: "created" }]);
    });
  });
}
