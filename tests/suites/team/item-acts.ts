import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { CompositeTypes, Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, file } from "./asking.ts";
import { clearInbox } from "./clear-inbox.ts";
import type { Member, World } from "../world.ts";

type Item = Tables<"inbox_items">;
type Undone = { item_id: string; outcome: string; person: string | null; has_reply: boolean };

const HOUR = 3_600_000;

/** Working off the inbox by one form, through the Data API: the same on every backend. */
export function describeItemActs(world: () => World): void {
  const { table, row, rows, value, itemOf } = asking(world);
  const client = prepare(() => world().addClient("Acts Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "hr_manager"));
  const { send, again } = clearInbox(world);

  const rowsOf = (name: "notes" | "item_replies" | "item_events", { id }: Item) =>
    rows<Record<string, unknown>>(name, "*", "item_id", id);

  const formOf = ({ id, version }: Item, change: object = {}, list: object = {}) => ({
    item: id,
    seen: version,
    form: randomUUID(),
    change,
    ...list,
  });

  type Next = { next_id: string | null; next_group: string | null };
  const finish = async ({ api }: Member, parameters: Record<string, unknown>) =>
    (await ask<Next[]>(api, "finish_item", parameters))[0]!;
  const undo = ({ api }: Member, act: string) => ask<Undone[]>(api, "undo_act", { act });

  async function mailsOf(item: Item) {
    const replies = (await rowsOf("item_replies", item)).map(({ id }) => `reply.${String(id)}`);
    return (await table("mail_outbox").select("address, template, ids").in("dedupe_key", replies)).data!;
  }

  describe("one form", () => {
    it("notes, closes and takes the next, together, and the same form again says the same", async () => {
      const [item, next] = [await send(), await send()];
      const form = formOf(item, { note_kind: "call", body: "Rang", state: "done", takes_next: true });
      expect(await finish(ann, form)).toMatchObject({ next_id: next.id });
      expect(await finish(ann, form)).toMatchObject({ next_id: next.id });
      expect(await again(item)).toMatchObject({ state: "done", assignee: ann.userId, version: 2 });
      expect(await again(next)).toMatchObject({ state: "open", assignee: ann.userId });
      expect(await rowsOf("notes", item)).toMatchObject([{ kind: "call", body: "Rang", author: ann.userId }]);
      expect((await rowsOf("item_events", item)).map(({ type }) => type)).toEqual(["state"]);
      // Somebody else's form of the same id is another.
      expect((await rpc(ben.api, "finish_item", form)).error).toMatchObject({ code: "PT409" });
    });

    it("notes once, also when what the form did can no longer be undone", async () => {
      const item = await send();
      const form = formOf(item, { note_kind: "note", body: "Once" });
      await finish(ann, form);
      await world().query(`delete from private.item_acts where id = '${form.form}'`);
      await finish(ann, form);
      expect(await rowsOf("notes", item)).toHaveLength(1);
    });

    it("changes nothing when another has changed the item since: no note, no mail, nothing taken", async () => {
      const [item, next] = [await send(), await send()];
      await ask(ben.api, "set_item_state", { item: item.id, seen: 1, state: "waiting" });
      for (const more of [{ body: "x" }, { body: "Dear", is_reply: true }]) {
        const late = await rpc(ann.api, "finish_item", formOf(item, { ...more, state: "done", takes_next: true }));
        expect(late.error).toMatchObject({ code: "PT409", message: "stale" });
      }
      expect(await rowsOf("notes", item)).toEqual([]);
      expect(await rowsOf("item_replies", item)).toEqual([]);
      expect(await again(next)).toMatchObject({ assignee: null, version: 1 });
      const gone = await rpc(ann.api, "finish_item", { ...formOf(item, { state: "done" }), item: randomUUID() });
      expect(gone.error).toMatchObject({ code: "PT404" });
    });

    it("lets it wait until a day, as its own", async () => {
      const item = await send();
      const due = new Date(Date.now() + 72 * HOUR).toISOString();
      await finish(ann, formOf(item, { state: "waiting", due_at: due }));
      const waiting = await again(item);
      expect(waiting).toMatchObject({ state: "waiting", assignee: ann.userId });
      expect(Date.parse(waiting.due_at)).toBe(Date.parse(due));
    });

    it("takes the next of the list that is filtered, after the item's place, then from its beginning", async () => {
      const word = `w${randomUUID().slice(0, 8)}`;
      const other = await send({ requirement: "Not of the search" });
      const items: Item[] = [];
      for (const index of [0, 1, 2, 3]) items.push(await send({ requirement: `Need ${index} ${word}` }));
      await ask(ben.api, "take_item", { item: items[1]!.id, seen: 1 });
      // The newest first: after the third come the colleague's, which is not taken, and the first.
      const list = { filter: { words: word } };
      const third = await finish(ann, formOf(items[2]!, { state: "done", takes_next: true }, list));
      expect(third.next_id).toBe(items[0]!.id);
      const first = await finish(ann, formOf(await again(items[0]!), { state: "spam", takes_next: true }, list));
      expect(first.next_id).toBe(items[3]!.id);
      const last = await finish(ann, formOf(await again(items[3]!), { state: "done", takes_next: true }, list));
      expect(last).toEqual({ next_id: null, next_group: null });
      expect(await again(other)).toMatchObject({ assignee: null });
    });

    it("takes nothing that a filter of the list leaves out", async () => {
      /** Of each filter a value that leaves out a message which is new and nobody's; an order leaves out nothing. */
      const leavesOut: Record<keyof CompositeTypes<"inbox_filter">, string | boolean | null> = {
        kind: "posting",
        state: "open",
        whose: "me",
        suspect: true,
        words: "nowhere",
        only_group: "suspect",
        sort: null,
        descending: null,
      };
      const other = await send();
      for (const [name, value] of Object.entries(leavesOut)) {
        if (value === null) continue;
        const act = formOf(await send(), { state: "done", takes_next: true }, { filter: { [name]: value } });
        expect((await finish(ann, act)).next_id, `${name}: private.inbox_page, take_next_in_list`).toBeNull();
      }
      expect(await again(other)).toMatchObject({ assignee: null });
    });

    it("takes what is suspect only where it was asked for", async () => {
      const [item, suspect] = [await send({ suspect: true }), await send({ suspect: true })];
      const nothing = await finish(ann, formOf(item, { state: "spam", takes_next: true }));
      expect(nothing.next_id).toBeNull();
      const group = { filter: { only_group: "suspect" }, from_group: "suspect" };
      const taken = await finish(ann, formOf(await again(item), { state: "done", takes_next: true }, group));
      expect(taken).toEqual({ next_id: suspect.id, next_group: "suspect" });
    });
  });

  describe("a reply", () => {
    it("is mailed once to the address that was given, is an event, and is its writer's in hand", async () => {
      const item = await send({ requirement: "Dear team,\nwe need two cooks." });
      const form = formOf(item, { body: "We ring you", is_reply: true });
      await finish(ann, form);
      await finish(ann, form);
      const [reply, ...more] = await rowsOf("item_replies", item);
      expect(more).toEqual([]);
      expect(reply).toMatchObject({ author: ann.userId, body: "We ring you" });
      const { email } = await row("contact_submissions", "id", item.contact_id!);
      expect(await mailsOf(item)).toEqual([{ address: email, template: "item_reply", ids: { reply: reply!["id"] } }]);
      const events = await rowsOf("item_events", item);
      expect(events[0]).toMatchObject({ type: "replied", changes: { reply: reply!["id"] } });
      expect(await again(item)).toMatchObject({ state: "open", assignee: ann.userId });
      const history = await ask<{ replies: unknown[] }>(ben.api, "read_item_history", { item: item.id });
      expect(history.replies).toEqual([{ id: reply!["id"], body: "We ring you", delivery: null }]);
      const [line] = await ask<{ last_note: string }[]>(ann.api, "list_inbox", {});
      expect(line!.last_note).toBe("We ring you");
    });

    it("answers what nobody else has answered since", async () => {
      const item = await send();
      const version = await ask<number>(ann.api, "take_item", { item: item.id, seen: 1 });
      const seen = { ...item, version };
      await finish(ann, formOf(seen, { body: "Mine", is_reply: true }));
      const late = await rpc(ben.api, "finish_item", formOf(seen, { body: "Mine as well", is_reply: true }));
      expect(late.error).toMatchObject({ code: "PT409", message: "stale" });
    });

    it("says who wrote it and what it answers; nothing, once what it answers is gone", async () => {
      const item = await send({ requirement: "Dear team" });
      await finish(ann, formOf(item, { body: "We ring you", is_reply: true }));
      const [reply] = await rowsOf("item_replies", item);
      const mail = `select private.mail_content(id) from public.mail_outbox where ids ->> 'reply' = '${String(reply!["id"])}'`;
      expect(await value(mail)).toMatchObject({
        kind: "contact",
        body: "We ring you",
        quoted: "Dear team",
        reply_to: ann.email,
      });
      await table("contact_submissions").delete().eq("id", item.contact_id);
      expect(await rowsOf("item_replies", item)).toEqual([]);
    });

    it("goes to no company, is bounded a day, and its words are the form's", async () => {
      const filed = await itemOf("requirement_id", await file(client));
      const refused = await rpc(ann.api, "finish_item", formOf(filed, { body: "x", is_reply: true }));
      expect(refused).toMatchObject({ status: 422, error: { message: "reply_not_possible" } });
      const item = await send();
      for (const body of [" \u200b", "x".repeat(10_001)]) {
        expect((await rpc(ann.api, "finish_item", formOf(item, { body, is_reply: true }))).error).not.toBeNull();
      }
      const writer = await addTeamMember(world(), "recruiter");
      await world().query(`insert into public.item_replies (item_id, author, body, form_id)
        select '${item.id}', '${writer.userId}', 'x', gen_random_uuid() from generate_series(1, 200)`);
      const many = await rpc(writer.api, "finish_item", formOf(item, { body: "x", is_reply: true }));
      expect(many).toMatchObject({ status: 429, error: { message: "too_many_replies" } });
    });
  });

  describe("undoing", () => {
    it("puts state, holder and due time back, once, within five minutes, for whoever did it", async () => {
      const item = await send();
      const form = formOf(item, { body: "Gone quiet", state: "waiting" });
      await finish(ann, form);
      expect((await rpc(ben.api, "undo_act", { act: form.form })).error).toMatchObject({ message: "undo_over" });
      expect(await undo(ann, form.form)).toEqual([
        { item_id: item.id, outcome: "restored", person: null, has_reply: false },
      ]);
      const { state, assignee, due_at, version } = await again(item);
      expect({ state, assignee, due_at, version }).toEqual({
        state: "new",
        assignee: null,
        due_at: item.due_at,
        version: 3,
      });
      expect((await rowsOf("item_events", item)).map(({ type }) => type)).toEqual(["state", "undone"]);
      expect(await rowsOf("notes", item)).toHaveLength(1);
      expect((await rpc(ann.api, "undo_act", { act: form.form })).error).toMatchObject({ code: "PT409" });

      const late = formOf(await again(item), { state: "done" });
      await finish(ann, late);
      await world().query(`update private.item_acts set created_at = now() - interval '6 minutes'`);
      expect((await rpc(ann.api, "undo_act", { act: late.form })).error).toMatchObject({ message: "undo_over" });
      expect((await again(item)).state).toBe("done");
    });

    it("of a requirement's line takes back that its company was answered", async () => {
      const company = await world().addClient("Undone Ltd");
      const requirement = await file(company);
      const item = await itemOf("requirement_id", requirement);
      const promised = async () =>
        (await ask<{ answer_by: string | null }>(company.api, "requirement_frame", { requirement })).answer_by;
      const before = await promised();
      expect(before).not.toBeNull();
      const form = formOf(item, { state: "waiting" });
      await finish(ann, form);
      expect(await promised()).toBeNull();
      await undo(ann, form.form);
      expect(await promised()).toBe(before);
      await finish(ann, formOf(await again(item), { state: "done" }));
      expect(await promised()).toBeNull();
    });

    it("leaves alone what somebody has changed since, and says who; a mail has gone", async () => {
      const item = await send();
      const form = formOf(item, { body: "We ring you", is_reply: true, state: "done" });
      await finish(ann, form);
      await ask(ben.api, "set_item_state", { item: item.id, seen: 2, state: "open" });
      expect(await undo(ann, form.form)).toEqual([
        { item_id: item.id, outcome: "changed", person: ben.userId, has_reply: true },
      ]);
      expect(await again(item)).toMatchObject({ state: "open", version: 3 });
      expect(await mailsOf(item)).toHaveLength(1);
    });

    it("brings back several at once, each to whoever had it, and nothing to who has left", async () => {
      const leaver = await addTeamMember(world(), "recruiter");
      const [held, left, free] = [await send(), await send(), await send()];
      await ask(ben.api, "take_item", { item: held.id, seen: 1 });
      await ask(ann.api, "give_item", { item: left.id, seen: 1, person: leaver.userId });
      const act = randomUUID();
      const items = { items: [held.id, left.id, free.id], seen: [2, 2, 1] };
      const changed = [held, left, free].map(({ id }) => ({ item_id: id, outcome: "changed" }));
      for (const _ of [1, 2]) {
        const outcomes = await ask<unknown[]>(ann.api, "set_item_states", { ...items, state: "spam", act });
        expect(outcomes).toEqual(expect.arrayContaining(changed));
      }
      await table("user_roles").delete().eq("user_id", leaver.userId);
      expect(await undo(ann, act)).toHaveLength(3);
      expect(await again(held)).toMatchObject({ state: "open", assignee: ben.userId });
      expect(await again(left)).toMatchObject({ state: "new", assignee: null, claim_expires_at: null });
      expect(await again(free)).toMatchObject({ state: "new", assignee: null });
    });
  });

  it("all of a list that is to do can be changed: fifty at a time, and whether there are more", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const rows = Array.from({ length: 53 }, (_, index) => ({
      name: "Spammer",
      email: freshEmail(),
      requirement: `Pills ${index} ${word}`,
    }));
    expect((await table("contact_submissions").insert(rows)).error).toBeNull();
    type Changeable = { item_id: string; version: number; total: number }[];
    const list = () => ask<Changeable>(ann.api, "list_changeable", { filter: { words: word } });
    const first = await list();
    // It stops counting at one more than can be changed.
    expect([first.length, first[0]!.total]).toEqual([50, 51]);
    const items = { items: first.map(({ item_id }) => item_id), seen: first.map(({ version }) => version) };
    await ask(ann.api, "set_item_states", { ...items, state: "spam" });
    const rest = await list();
    expect([rest.length, rest[0]!.total]).toEqual([3, 3]);
    const spam = await ask<Changeable>(ann.api, "list_changeable", { filter: { words: word, state: "spam" } });
    expect(spam[0]!.total).toBe(50);
  });

  describe("a text that the team answers with", () => {
    const text = (more: Record<string, unknown> = {}) => ({
      template: randomUUID(),
      seen: 0,
      title: "Rates",
      body: "Dear {name},",
      ...more,
    });

    it("is kept once, changed as it was seen, and deleted", async () => {
      const kept = text();
      for (const _ of [1, 2]) await ask(ann.api, "save_reply_template", kept);
      await ask(ben.api, "save_reply_template", { ...kept, seen: 1, title: "Our rates" });
      const stale = await rpc(ann.api, "save_reply_template", { ...kept, seen: 1, title: "Lost" });
      expect(stale.error).toMatchObject({ code: "PT409", message: "stale" });
      const { data } = await ann.api.from("reply_templates").select("title, version").eq("id", kept.template);
      expect(data).toEqual([{ title: "Our rates", version: 2 }]);
      await ask(ann.api, "delete_reply_template", { template: kept.template, seen: 2 });
      const gone = await rpc(ann.api, "delete_reply_template", { template: kept.template, seen: 2 });
      expect(gone.error).toMatchObject({ code: "PT404", message: "template_not_found" });
    });

    it("says who has changed it last, and the log each who has, and who has deleted it", async () => {
      const kept = text();
      for (const _ of [1, 2]) await ask(ann.api, "save_reply_template", kept);
      const writer = async () =>
        (await world().query(`select updated_by from public.reply_templates where id = '${kept.template}'`))[0]?.[
          "updated_by"
        ];
      expect(await writer()).toBe(ann.userId);
      await ask(ben.api, "save_reply_template", { ...kept, seen: 1, body: "Pay at pay.example" });
      expect(await writer()).toBe(ben.userId);
      await ask(ann.api, "delete_reply_template", { template: kept.template, seen: 2 });
      const log = await world().query(
        `select actor, action from public.activity_log where subject = '${kept.template}' order by created_at, action`,
      );
      expect(log).toEqual([
        { actor: ann.userId, action: "answer_changed" },
        { actor: ben.userId, action: "answer_changed" },
        { actor: ann.userId, action: "answer_deleted" },
      ]);
    });

    it("is no longer than a page shows, and one of fifty", async () => {
      for (const more of [{ title: "x".repeat(81) }, { body: "x".repeat(3001) }, { title: "\u200b" }]) {
        expect((await rpc(ann.api, "save_reply_template", text(more))).error).not.toBeNull();
      }
      await world().query(`insert into public.reply_templates (title, body)
        select 'T', 'B' from generate_series(1, 50 - (select count(*)::integer from public.reply_templates))`);
      const many = await rpc(ann.api, "save_reply_template", text());
      expect(many).toMatchObject({ status: 422, error: { message: "too_many_templates" } });
      await table("reply_templates").delete().eq("title", "T");
    });
  });
}
