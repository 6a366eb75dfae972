import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { PUBLIC_FORMS } from "../../support/api/matrix.ts";
import { addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, file } from "./asking.ts";
import { clearInbox } from "./clear-inbox.ts";
import type { Member, World } from "../world.ts";

type Item = Tables<"inbox_items">;

const HOUR = 3_600_000;

function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * HOUR).toISOString();
}

/** What the team does with a line of the inbox, through the Data API: the same on every backend. */
export function describeInbox(world: () => World): void {
  const { table, row, rows, itemOf } = asking(world);
  const client = prepare(() => world().addClient("Inbox Ltd"));
  const outsider = prepare(() => world().addPerson());
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "hr_manager"));
  // Each test takes the next one of its own.
  const { send, again } = clearInbox(world);

  /** Changes a line behind everybody's back, times above all. @returns it as it is now */
  async function alter(item: Item, change: Partial<Item>): Promise<Item> {
    expect((await table("inbox_items").update(change).eq("id", item.id)).error).toBeNull();
    return again(item);
  }

  const eventsOf = ({ id }: Item) => rows<Tables<"item_events">>("item_events", "*", "item_id", id);

  const sentBy = ({ id, version }: Item, more: Record<string, unknown> = {}) => ({ item: id, seen: version, ...more });

  describe("what comes in", () => {
    it("makes a line of its kind, new, nobody's", async () => {
      for (const { kind, table: name, row: entries } of PUBLIC_FORMS) {
        const form_id = randomUUID();
        await world()
          .anon.from(name)
          .insert({ ...entries, form_id, suspect: kind === "contact" });
        const item = await itemOf(`${kind}_id`, (await row(name, "form_id", form_id)).id);
        expect(item).toMatchObject({ kind, state: "new", assignee: null, first_seen_at: null, version: 1 });
        expect(item.is_suspect).toBe(kind === "contact");
      }
      const item = await itemOf("requirement_id", await file(client));
      expect(item).toMatchObject({ kind: "requirement", state: "new", is_suspect: false });
      expect(Date.parse(item.due_at) - Date.parse(item.created_at)).toBe(48 * HOUR);
    });

    it("tells a requirement's line its company, also one of a backup that did not know it", async () => {
      const requirement = await file(client);
      const { client_id, search } = await itemOf("requirement_id", requirement);
      expect(client_id).toBe((await row("job_requirements", "id", requirement)).client_id);
      await alter(await itemOf("requirement_id", requirement), { client_id: null });
      await world().query("select private.renew_search()");
      // The schedule does, each piece in a transaction of its own.
      await world().query("do $$ begin while private.fill_rows() loop end loop; end $$");
      expect(await itemOf("requirement_id", requirement)).toMatchObject({ client_id, search });
    });

    it("takes its line, notes and events along when it is deleted", async () => {
      const item = await send();
      await ask(ann.api, "note_once", { item: item.id, kind: "call", body: "Rang", form: randomUUID() });
      await ask(ann.api, "set_item_state", sentBy(item, { state: "waiting" }));
      await table("contact_submissions").delete().eq("id", item.contact_id);
      for (const name of ["notes", "item_events", "item_openings"]) {
        expect((await table(name).select().eq("item_id", item.id)).data).toEqual([]);
      }
    });
  });

  describe("nobody but the team", () => {
    it.each<[string, (item: Item) => Record<string, unknown>]>([
      ["take_next_item", () => ({})],
      ["take_item", (item) => sentBy(item)],
      ["give_item", (item) => sentBy(item, { person: ann.userId })],
      ["set_item_state", (item) => sentBy(item, { state: "spam" })],
      ["set_item_due", (item) => sentBy(item, { due: hoursFromNow(1) })],
      ["note_once", (item) => ({ item: item.id, kind: "note", body: "x", form: randomUUID() })],
      ["open_item", (item) => ({ item: item.id })],
      ["set_item_states", (item) => ({ items: [item.id], seen: [1], state: "spam" })],
      ["give_items", (item) => ({ items: [item.id], seen: [1], person: ann.userId })],
      ["list_inbox", () => ({})],
      ["count_inbox", () => ({})],
      ["suggest_clients", () => ({ name: "Inbox" })],
    ])("calls %s", async (name, parameters) => {
      const item = await send();
      for (const api of [world().anon, client.api, outsider.api]) {
        const { data, error } = await rpc(api, name, parameters(item));
        expect(error?.code).toBe("42501");
        expect(data).toBeNull();
      }
      expect(await again(item)).toEqual(item);
    });

    it("and the team writes by these functions only", async () => {
      const item = await send();
      const note = { item_id: item.id, author: ben.userId, kind: "note", body: "as Ben" };
      expect((await ann.api.from("notes").insert(note)).error?.code).toBe("42501");
      const change = { assignee: ann.userId };
      expect((await ann.api.from("inbox_items").update(change).eq("id", item.id)).error?.code).toBe("42501");
      expect((await ann.api.from("item_events").insert({ item_id: item.id, type: "taken" })).error?.code).toBe("42501");
    });
  });

  describe("taking", () => {
    it("gives what is due first of what is nobody's, a flood last: no suspect, no waiting, no closed, nobody else's", async () => {
      const flooded = await alter(await send(), { is_flood: true, due_at: hoursFromNow(3) });
      const promised = await alter(await send(), { is_flood: true, due_at: hoursFromNow(-3) });
      const later = await alter(await send(), { due_at: hoursFromNow(9) });
      const overdue = await alter(await send(), { due_at: hoursFromNow(-1) });
      for (const change of [
        { is_suspect: true },
        { state: "waiting" },
        { state: "done" },
        { state: "spam" },
        { assignee: ben.userId },
        { assignee: ben.userId, claim_expires_at: hoursFromNow(0.1) },
      ] as const) {
        await alter(await send(), { due_at: hoursFromNow(-2), ...change });
      }
      expect(await ask(ann.api, "take_next_item")).toBe(overdue.id);
      // What is overdue comes first, in a flood as well.
      expect(await ask(ben.api, "take_next_item")).toBe(promised.id);
      expect(await ask(ben.api, "take_next_of", { kind: "contact" })).toBe(later.id);
      expect(await ask(ben.api, "take_next_item")).toBe(flooded.id);
      expect(await ask(ann.api, "take_next_item")).toBeNull();
      const taken = await again(overdue);
      expect(taken).toMatchObject({ state: "open", assignee: ann.userId });
      expect(taken.first_seen_at).not.toBeNull();
      expect(Date.parse(taken.claim_expires_at!) - Date.parse(taken.last_activity_at)).toBe(HOUR / 2);
      expect(await eventsOf(overdue)).toMatchObject([
        { type: "taken", actor: ann.userId, changes: { state: ["new", "open"] } },
      ]);
    });

    it("lasts for thirty minutes from the last act, whoever looks on; then it is anybody's again", async () => {
      const item = await send();
      await ask(ann.api, "take_next_item");
      const soon = { claim_expires_at: hoursFromNow(0.01) };
      await alter(item, soon);
      await ask(ben.api, "open_item", { item: item.id });
      expect(Date.parse((await again(item)).claim_expires_at!)).toBe(Date.parse(soon.claim_expires_at));
      await ask(ann.api, "note_once", { item: item.id, kind: "note", body: "At it", form: randomUUID() });
      expect(Date.parse((await again(item)).claim_expires_at!)).toBeGreaterThan(Date.now() + 0.4 * HOUR);

      await alter(item, { claim_expires_at: hoursFromNow(-0.01) });
      const [line] = await ask<{ assignee: string | null; item_group: string }[]>(ben.api, "list_inbox", {});
      expect(line).toMatchObject({ assignee: null, item_group: "unclaimed" });
      // Looking at it does not bring a claim back.
      await ask(ann.api, "open_item", { item: item.id });
      expect(await ask(ben.api, "take_next_item")).toBe(item.id);
      expect(await again(item)).toMatchObject({ assignee: ben.userId });
    });

    it("stays theirs who have answered, and theirs to whom it was given", async () => {
      const [answered, given] = [await send(), await send()];
      const version = await ask<number>(ann.api, "take_item", sentBy(answered));
      await ask(ann.api, "set_item_state", { item: answered.id, seen: version, state: "waiting" });
      await ask(ann.api, "give_item", sentBy(given, { person: ben.userId }));
      for (const [item, assignee] of [
        [answered, ann.userId],
        [given, ben.userId],
      ] as const) {
        expect(await again(item)).toMatchObject({ assignee, claim_expires_at: null });
      }
      expect(await ask(ann.api, "take_next_item")).toBeNull();
    });

    it("takes this one, from a colleague too, if it is still as it was read", async () => {
      const item = await send();
      const version = await ask<number>(ann.api, "take_item", sentBy(item));
      expect(version).toBe(2);
      expect((await rpc(ben.api, "take_item", sentBy(item))).error).toMatchObject({ code: "PT409", message: "stale" });
      expect(await ask(ben.api, "take_item", { item: item.id, seen: version })).toBe(3);
      expect(await again(item)).toMatchObject({ assignee: ben.userId, state: "open" });
      // Once more is nothing new.
      expect(await ask(ben.api, "take_item", { item: item.id, seen: 3 })).toBe(3);
      expect((await eventsOf(item)).map(({ type, actor }) => [type, actor])).toEqual([
        ["taken", ann.userId],
        ["taken", ben.userId],
      ]);
    });
  });

  describe("each change", () => {
    it.each<[string, Record<string, unknown>]>([
      ["take_item", {}],
      ["give_item", { person: null }],
      ["set_item_state", { state: "done" }],
      ["set_item_due", { due: hoursFromNow(5) }],
    ])("%s tells what has gone from what has changed", async (name, more) => {
      const gone = await rpc(ann.api, name, { item: randomUUID(), seen: 1, ...more });
      expect(gone).toMatchObject({ status: 404, error: { code: "PT404", message: "item_not_found" } });
      const item = await send();
      const stale = await rpc(ann.api, name, { item: item.id, seen: 7, ...more });
      expect(stale).toMatchObject({ status: 409, error: { code: "PT409", message: "stale" } });
      expect(await again(item)).toEqual(item);
    });

    it("of the state is an event; what waits is due again in a week, or when somebody says", async () => {
      const item = await send();
      await ask(ann.api, "set_item_state", sentBy(item, { state: "waiting" }));
      const waiting = await again(item);
      expect(waiting).toMatchObject({ state: "waiting", assignee: ann.userId, version: 2 });
      expect(Date.parse(waiting.due_at)).toBeGreaterThan(Date.now() + 6.9 * 24 * HOUR);
      const due = hoursFromNow(30);
      expect(await ask(ben.api, "set_item_state", sentBy(waiting, { state: "waiting", due }))).toBe(3);
      expect(Date.parse((await again(item)).due_at)).toBe(Date.parse(due));
      expect(await ask(ben.api, "set_item_state", { item: item.id, seen: 3, state: "waiting" })).toBe(3);
      await ask(ben.api, "set_item_state", { item: item.id, seen: 3, state: "done" });
      expect(await again(item)).toMatchObject({ state: "done", assignee: ann.userId });
      await ask(ben.api, "set_item_state", { item: item.id, seen: 4, state: "new" });
      expect(await again(item)).toMatchObject({ state: "new", assignee: null });
      expect((await eventsOf(item)).map(({ type, changes }) => [type, Object.keys(changes as object)])).toEqual([
        ["state", ["state", "due_at"]],
        ["due", ["due_at"]],
        ["state", ["state"]],
        ["state", ["state"]],
      ]);
    });

    it("of whose it is goes to the team only, and is an event", async () => {
      const item = await send();
      const refused = await rpc(ann.api, "give_item", sentBy(item, { person: client.userId }));
      expect(refused).toMatchObject({ status: 422, error: { code: "PT422", message: "not_of_the_team" } });
      expect(await ask(ann.api, "give_item", sentBy(item, { person: ben.userId }))).toBe(2);
      expect(await ask(ann.api, "give_item", { item: item.id, seen: 2, person: null })).toBe(3);
      expect(await eventsOf(item)).toMatchObject([
        { type: "given", person: ben.userId },
        { type: "released", person: null },
      ]);
    });

    it("of the due time is an event, and the same again is none", async () => {
      const item = await send();
      const due = hoursFromNow(72);
      expect(await ask(ann.api, "set_item_due", sentBy(item, { due }))).toBe(2);
      expect(await ask(ann.api, "set_item_due", { item: item.id, seen: 2, due })).toBe(2);
      expect(await eventsOf(item)).toMatchObject([{ type: "due" }]);
      expect((await rpc(ann.api, "set_item_due", { item: item.id, seen: 2, due: "infinity" })).error).not.toBeNull();
    });
  });

  describe("a note", () => {
    it("is its author's, of a kind, and stays as it is", async () => {
      const item = await send();
      for (const kind of ["note", "call", "email", "meeting"]) {
        await ask(ann.api, "note_once", { item: item.id, kind, body: `A ${kind}`, form: randomUUID() });
      }
      const notes = ben.api.from("notes").select("author, kind, body").eq("item_id", item.id);
      expect((await notes.order("created_at")).data).toEqual(
        ["note", "call", "email", "meeting"].map((kind) => ({ author: ann.userId, kind, body: `A ${kind}` })),
      );
      const change = await ann.api.from("notes").update({ body: "x" }).eq("item_id", item.id);
      expect(change.error?.code).toBe("42501");
      // It changes nothing that somebody else may be about to change.
      expect((await again(item)).version).toBe(item.version);
      const [line] = await ask<{ last_note: string }[]>(ann.api, "list_inbox", {});
      expect(line?.last_note).toBe("A meeting");
    });

    it("is refused when it is blank or too long, or its line has gone", async () => {
      const item = await send();
      const note = (id: string, body: string) =>
        rpc(ann.api, "note_once", { item: id, kind: "note", body, form: randomUUID() });
      for (const body of [" \u200b", "x".repeat(10_001)]) {
        expect((await note(item.id, body)).error).not.toBeNull();
      }
      expect((await note(randomUUID(), "x")).error?.code).toBe("PT404");
      expect((await table("notes").select().eq("item_id", item.id)).data).toEqual([]);
    });
  });

  it("opening marks it as seen, and names who else opened it in the last five minutes", async () => {
    const item = await send();
    expect(await ask(ann.api, "open_item", { item: item.id })).toEqual([]);
    const { first_seen_at } = await again(item);
    expect(first_seen_at).not.toBeNull();
    expect(await ask(ben.api, "open_item", { item: item.id })).toMatchObject([{ user_id: ann.userId }]);
    const opening = { item_id: item.id, user_id: ann.userId };
    await table("item_openings")
      .update({ opened_at: hoursFromNow(-0.1) })
      .match(opening);
    expect(await ask(ben.api, "open_item", { item: item.id })).toEqual([]);
    expect(await again(item)).toMatchObject({ first_seen_at, version: 1 });
    expect((await rpc(ann.api, "open_item", { item: randomUUID() })).error?.code).toBe("PT404");
  });

  describe("up to fifty at once", () => {
    it("changes each that is as it was read, and says which", async () => {
      const [one, two] = [await send(), await send()];
      const gone = randomUUID();
      await ask(ann.api, "take_item", sentBy(two));
      const outcomes = await ask<{ item_id: string; outcome: string }[]>(ben.api, "set_item_states", {
        items: [one.id, two.id, gone],
        seen: [1, 1, 1],
        state: "spam",
      });
      expect(new Map(outcomes.map(({ item_id, outcome }) => [item_id, outcome]))).toEqual(
        new Map([
          [one.id, "changed"],
          [two.id, "stale"],
          [gone, "gone"],
        ]),
      );
      expect((await again(one)).state).toBe("spam");
      expect((await again(two)).state).toBe("open");
      expect(await eventsOf(one)).toMatchObject([{ type: "state", actor: ben.userId }]);
      await ask(ben.api, "give_items", { items: [one.id, two.id], seen: [2, 2], person: ann.userId });
      expect(await again(one)).toMatchObject({ assignee: ann.userId, state: "open" });
      expect(await again(two)).toMatchObject({ assignee: ann.userId, claim_expires_at: null });
    });

    it("takes no more, and no fewer versions", async () => {
      const items = Array.from({ length: 51 }, () => randomUUID());
      for (const [some, seen] of [
        [items, items.map(() => 1)],
        [items.slice(0, 2), [1]],
        [[], []],
      ] as const) {
        const { error } = await rpc(ann.api, "set_item_states", { items: some, seen, state: "done" });
        expect(error?.code).toBe("22023");
      }
    });
  });

  it("a requirement comes back to whoever is in charge of it, and its line says that it was withdrawn", async () => {
    const id = await file(client);
    await ask(ann.api, "set_recruiter", { requirement: id, seen: 1, person: ben.userId });
    const lineOf = async (only_group: string, { api }: Member) => {
      const lines = await ask<{ requirement_id: string; is_withdrawn: boolean }[]>(api, "list_inbox", {
        filter: { only_group },
      });
      return lines.find(({ requirement_id }) => requirement_id === id);
    };
    expect(await lineOf("others", ann)).toMatchObject({ is_withdrawn: false });
    await ask(client.api, "withdraw_requirement", { requirement: id, seen: 2, reason: "Hired a cousin" });
    expect(await itemOf("requirement_id", id)).toMatchObject({ assignee: ben.userId, claim_expires_at: null });
    expect(await lineOf("mine", ben)).toMatchObject({ is_withdrawn: true });
    // Who has it in hand goes on with it; who is done with it does not.
    const take = async () => {
      const { id: item, version } = await itemOf("requirement_id", id);
      return ask(ann.api, "take_item", { item, seen: version });
    };
    await take();
    await ask(client.api, "post_message", { requirement: id, body: "Sorry" });
    expect(await itemOf("requirement_id", id)).toMatchObject({ state: "new", assignee: ann.userId });
    await ask(ann.api, "set_item_state", sentBy(await itemOf("requirement_id", id), { state: "done" }));
    await ask(client.api, "post_message", { requirement: id, body: "And thanks" });
    expect(await itemOf("requirement_id", id)).toMatchObject({ state: "new", assignee: ben.userId });
    // What the team has cancelled itself, nobody has withdrawn.
    for (const [seen, status] of [
      [3, "new"],
      [4, "cancelled"],
    ]) {
      await ask(ann.api, "change_requirement_status", { requirement: id, seen, status, reason: "On hold" });
    }
    await ask(client.api, "post_message", { requirement: id, body: "Why?" });
    expect(await lineOf("mine", ben)).toMatchObject({ is_withdrawn: false });
  });

  it("a requirement comes back to new when its company edits or withdraws it, to whoever has it", async () => {
    const id = await file(client);
    const item = await itemOf("requirement_id", id);
    await ask(ann.api, "set_item_state", sentBy(item, { state: "done" }));
    // What the team does brings nothing back.
    await ask(ann.api, "change_requirement_status", { requirement: id, seen: 1, status: "in_progress" });
    expect((await again(item)).state).toBe("done");
    const edit = { requirement: id, seen: 2, entries: { location: "Nashik" } };
    expect(await ask(client.api, "edit_requirement", edit)).toBe(3);
    const back = await again(item);
    expect(back).toMatchObject({ state: "new", assignee: ann.userId, first_seen_at: null });
    expect(Date.parse(back.due_at)).toBeGreaterThan(Date.now() + 47 * HOUR);
    await ask(ann.api, "set_item_state", sentBy(back, { state: "spam" }));
    const withdrawal = { requirement: id, seen: 3, status: "cancelled", reason: "Hired a cousin" };
    await ask(client.api, "change_requirement_status", withdrawal);
    expect((await again(item)).state).toBe("new");
    expect((await eventsOf(item)).map(({ type, actor }) => [type, actor])).toEqual([
      ["state", ann.userId],
      ["returned", client.userId],
      ["state", ann.userId],
      ["returned", client.userId],
    ]);
  });
}
