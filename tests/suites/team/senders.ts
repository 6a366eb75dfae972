import { randomInt, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf, makeKnown } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, entries, file, rpc } from "./asking.ts";
import type { World } from "../world.ts";

type Person = { kind: string; id: string; reason: string };

/** A number of ten digits that nobody else has. */
const freshNumber = () => `9${randomInt(1e8, 1e9 - 1)}`;

/** Who sends an item or calls: known again, kept as a candidate, marked as a sender of spam, erased; on every backend. */
export function describeSenders(world: () => World): void {
  const { table, add, itemOf, rows, tracesOf } = asking(world);
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "recruiter"));
  const hana = prepare(() => addTeamMember(world(), "hr_manager"));

  const record = async (more: Record<string, unknown> = {}, api = ann.api) =>
    itemOf(
      "id",
      await ask<string>(api, "record_enquiry", {
        form: randomUUID(),
        source: "phone",
        entries: {
          name: "Sunil Welder",
          phone: freshNumber(),
          requirement: "Six years of TIG, wants work in Pune",
          ...more,
        },
      }),
    );
  const keep = async (more: Record<string, unknown>) =>
    (
      await ask<{ id: string }>(ann.api, "save_candidate", {
        entries: { full_name: "Sunil Welder", is_adult: true, ...more },
        form: randomUUID(),
      })
    ).id;
  const write = async (email: string, more: Record<string, unknown> = {}) => {
    const form_id = randomUUID();
    const { error } = await world()
      .anon.from("contact_submissions")
      .insert({ form_id, name: "P", email, requirement: "x", ...more });
    expect(error).toBeNull();
    const [sent] = await rows<{ id: string }>("contact_submissions", "id", "form_id", form_id);
    return itemOf("contact_id", sent!.id);
  };
  const eventsOf = async (item: { id: string }) =>
    (await rows<{ type: string }>("item_events", "type", "item_id", item.id)).map(({ type }) => type);

  it("a candidate who rings is found by number in any spelling, mail or name, with what fills the form", async () => {
    const number = freshNumber();
    const email = freshEmail("seeker");
    const full_name = `Ravi ${email.slice(7, 15)}`;
    const id = await keep({ full_name, email, phone: `+91 ${number.slice(0, 5)} ${number.slice(5)}` });
    for (const asked of [{ number: `0${number}` }, { address: email.toUpperCase() }, { name: full_name.toUpperCase() }])
      expect(await ask(ann.api, "find_candidates_calling", asked), JSON.stringify(asked)).toMatchObject([
        { id, full_name, email },
      ]);
    expect(await ask(ann.api, "find_candidates_calling", { number: freshNumber() })).toEqual([]);
    const caller = await record({ phone: number, email, company: "Callers & Co" });
    const [earlier] = await ask<object[]>(ann.api, "find_enquiries", { number: `0091${number}` });
    expect(earlier).toMatchObject({
      id: caller.id,
      email,
      phone: number,
      sender_company: "Callers & Co",
      reason: "number",
    });
  });

  it("an item is related by its number: to other items, to candidates, to people of companies", async () => {
    const number = freshNumber();
    const earlier = await record({ phone: `0${number}` });
    const candidate = await keep({ phone: number });
    const member = await world().addClient(`Ringing ${number}`);
    await table("client_members")
      .update({ phone: `+91${number}` })
      .eq("user_id", member.userId);
    const item = await record({ phone: `+91 ${number}`, name: "Somebody Else" });
    const related = await ask<{ id: string }[]>(ann.api, "related_items", { item: item.id });
    expect(related.map(({ id }) => id)).toEqual([earlier.id]);
    const people = await ask<Person[]>(ann.api, "related_people", { item: item.id });
    expect(people).toMatchObject([
      { kind: "candidate", id: candidate, reason: "number" },
      { kind: "client", id: await clientIdOf(member), reason: "number" },
    ]);
    // Of a requirement its company is named already.
    const filed = await itemOf("requirement_id", await file(member));
    expect(await ask(ann.api, "related_people", { item: filed.id })).toEqual([]);
  });

  describe("a slip of the pen", () => {
    const mend = (item: { id: string; version: number }, more: object, api = ann.api) =>
      rpc<number>(api, "mend_enquiry", {
        item: item.id,
        seen: item.version,
        entries: { name: "Sunil Welder", requirement: "Six years of TIG, wants work in Pune", phone: "98", ...more },
      });

    it("is mended by who made it, within the hour: found by the new number, an event without the old one", async () => {
      const [wrong, right] = [freshNumber(), freshNumber()];
      const item = await record({ phone: wrong });
      expect((await mend(item, { phone: right }, ben.api)).error).toMatchObject({ message: "mend_over" });
      const { data: version } = await mend(item, { phone: right, name: " Sunil V Welder " });
      const mended = await itemOf("id", item.id);
      expect(mended).toMatchObject({ version, phone: right, sender: "Sunil V Welder" });
      expect(version).toBe(item.version + 1);
      const found = async (words: string) =>
        (await ask<{ id: string }[]>(ben.api, "list_inbox", { filter: { words } })).map(({ id }) => id);
      expect([await found(right), await found(wrong)]).toEqual([[item.id], []]);
      expect(await tracesOf([wrong])).toEqual([]);
      const [event] = await rows("item_events", "type, changes", "item_id", item.id);
      expect(event).toEqual({ type: "mended", changes: { fields: ["name", "phone"] } });
      // Nothing else was typed: no event, no version. What a colleague has changed meanwhile is seen first.
      expect((await mend(mended, { phone: right, name: "Sunil V Welder" })).data).toBe(version);
      expect((await mend(item, { phone: wrong })).error).toMatchObject({ code: "PT409", message: "stale" });
    });

    it("is nobody's after the hour, and what came by a form is its sender's", async () => {
      const written = { source: "phone", name: "S", phone: freshNumber(), requirement: "x", written_by: ann.userId };
      const created_at = new Date(Date.now() - 61 * 60_000).toISOString();
      const item = await itemOf("contact_id", await add("contact_submissions", { ...written, created_at }));
      const form = await write(freshEmail());
      for (const one of [item, form])
        expect((await mend(one, {})).error).toMatchObject({ code: "PT422", message: "mend_over" });
    });
  });

  describe("an item becomes a candidate", () => {
    const make = (item: { id: string }, more: object = {}, api = ann.api) =>
      rpc<string>(api, "make_candidate_of", {
        item: item.id,
        entries: { full_name: "Sunil Welder", is_adult: true },
        form: randomUUID(),
        ...more,
      });

    it.each([
      ["contact_submissions", "contact_id", { name: "U", requirement: "Six years of ICU" }],
      ["consultation_requests", "consultation_id", { first_name: "U", last_name: "R", needs: "ICU" }],
      [
        "public_job_submissions",
        "posting_id",
        { job_title: "Nurse", location: "Kochi", contact_name: "U", company: "None" },
      ],
    ] as const)(
      "of %s, once: linked, done with, an event; a colleague's other one is refused",
      async (name, key, sent) => {
        const address = freshEmail("nurse");
        const email = name === "public_job_submissions" ? { contact_email: address } : { email: address };
        const item = await itemOf(key, await add(name, { ...sent, ...email }));
        const form = randomUUID();
        const { data: made } = await make(item, { form });
        expect((await make(item, { form })).data).toBe(made);
        expect((await make(item, { candidate: made }, ben.api)).data).toBe(made);
        const kept = await table("candidates").select("id");
        expect((await make(item, {}, ben.api)).error).toMatchObject({
          code: "PT409",
          message: "candidate_made_already",
        });
        expect((await table("candidates").select("id")).data).toHaveLength(kept.data!.length);
        expect(await itemOf("id", item.id)).toMatchObject({ state: "done", assignee: ann.userId });
        expect(await eventsOf(item)).toEqual(["candidate"]);
        const [read] = await ask<object[]>(ben.api, "read_items", { items: [item.id] });
        expect(read).toMatchObject({ made_candidate: made, made_requirement: null });
      },
    );

    it("of one that the team knows, and of no requirement", async () => {
      const [item, known] = [await record(), await keep({ phone: freshNumber() })];
      expect((await make(item, { candidate: known, entries: null, form: null })).data).toBe(known);
      const lost = { code: "PT404", message: "candidate_not_found" };
      expect((await make(await record(), { candidate: randomUUID() })).error).toMatchObject(lost);
      const filed = await itemOf("requirement_id", await file(await world().addClient("Filing Ltd")));
      const before = await table("candidates").select("id");
      expect((await make(filed)).error).toMatchObject({ code: "PT404", message: "item_not_found" });
      expect((await table("candidates").select("id")).data).toHaveLength(before.data!.length);
    });

    it("erased, takes along what they wrote of themselves, not what is a company's too; an item that goes leaves them", async () => {
      const mark = `m${randomUUID().slice(0, 8)}`;
      const [own, shared, lone] = [
        await record({ requirement: mark }),
        await record({ requirement: "Two jobs" }),
        await record(),
      ];
      const { data: made } = await make(own);
      await make(shared, { candidate: made });
      await ask(ann.api, "convert_item", {
        item: shared.id,
        client: await clientIdOf(await world().addClient("Shared Ltd")),
        entries,
      });
      const told = await ask<object>(hana.api, "export_candidate", { candidate: made });
      expect(told).toMatchObject({ enquiries: [{ requirement: mark, name: "Sunil Welder" }] });
      await ask(hana.api, "erase_candidate", { candidate: made });
      expect(await tracesOf([mark, own.id])).toEqual([]);
      const [left] = await ask<object[]>(ann.api, "read_items", { items: [shared.id] });
      expect(left).toMatchObject({ made_candidate: null });
      const { data: stays } = await make(lone);
      await table("contact_submissions").delete().eq("id", lone.contact_id!);
      expect((await table("candidates").select("id").eq("id", stays)).data).toHaveLength(1);
    });
  });

  describe("spam, and whatever else they send", () => {
    const spam = async (item: { id: string; version: number }, form = randomUUID()) => {
      const change = { state: "spam", takes_next: false, marks_sender: true };
      const answer = await rpc(ann.api, "finish_item", { item: item.id, seen: item.version, form, change });
      return { ...answer, form };
    };
    const stateOf = async (item: { id: string }) => (await itemOf("id", item.id)).state;

    it("comes as spam from then on, by mailbox or number, with why; others', and what the team writes down, does not", async () => {
      const [email, number] = [freshEmail("spam"), freshNumber()];
      expect((await spam(await write(email, { phone: number }))).error).toBeNull();
      const again = await write(email.replace("@", "+2@").toUpperCase());
      const called = await write(freshEmail(), { phone: `+91 ${number}` });
      expect([await stateOf(again), await stateOf(called)]).toEqual(["spam", "spam"]);
      expect([await stateOf(await write(freshEmail())), (await record({ phone: number })).state]).toEqual([
        "new",
        "new",
      ]);
      expect(await eventsOf(again)).toEqual(["sender_spam"]);
      const lines = await ask<{ id: string; is_from_spam_sender: boolean }[]>(ben.api, "list_inbox", {
        filter: { state: "spam" },
      });
      expect(lines.find(({ id }) => id === again.id)).toMatchObject({ is_from_spam_sender: true });
      expect(
        await tracesOf([email.replace("@", "+2@"), number], []).then((found) => found.includes("private.spam_senders")),
      ).toBe(false);
      // Taken back, all that came so is to be dealt with, and nothing of what was marked by hand.
      expect(await ask(ben.api, "release_sender", { item: again.id })).toBe(2);
      expect([await stateOf(again), await stateOf(called)]).toEqual(["new", "new"]);
      expect((await write(email)).state).toBe("new");
    });

    it("is undone with the act, and never for somebody the team knows", async () => {
      const email = freshEmail("spam");
      const { form } = await spam(await write(email));
      await ask(ann.api, "undo_act", { act: form });
      expect((await write(email)).state).toBe("new");
      const member = await world().addClient("Known Ltd");
      await makeKnown(world().service, await clientIdOf(member));
      const number = freshNumber();
      const candidate = freshEmail("kept");
      await keep({ email: candidate, phone: `0${number}` });
      for (const item of [
        await write(member.email),
        await write(candidate),
        await write(freshEmail(), { phone: number }),
      ]) {
        expect((await spam(item)).error).toMatchObject({ code: "PT422", message: "sender_known" });
        expect(await itemOf("id", item.id)).toMatchObject({ state: "new", version: item.version });
      }
      // Who has become known since is read like anybody.
      expect((await spam(await write(email))).error).toBeNull();
      expect((await write(email)).state).toBe("spam");
      await keep({ email });
      expect((await write(email)).state).toBe("new");
    });
  });

  describe("erased from an item, by whoever may", () => {
    it("goes what they sent and their candidate's record, as it was told before, by number where there is no address", async () => {
      const number = freshNumber();
      const mark = `m${randomUUID().slice(0, 8)}`;
      const item = await record({ phone: `0${number}`, requirement: mark });
      await record({ phone: number, requirement: mark });
      const address = freshEmail("other");
      const other = await record({ phone: number, email: address });
      await ask(ann.api, "make_candidate_of", {
        item: item.id,
        entries: { full_name: mark, phone: number, is_adult: true },
        form: randomUUID(),
      });
      expect((await rpc(ann.api, "preview_sender_erasure", { item: item.id })).error?.code).toBe("42501");
      const preview = await ask<object>(hana.api, "preview_sender_erasure", { item: item.id });
      expect(preview).toMatchObject({
        items: 2,
        candidates: 1,
        is_member: false,
        days: { all: expect.any(Number) as number },
      });
      await ask(hana.api, "erase_sender", { item: item.id });
      expect(await tracesOf([mark])).toEqual([]);
      expect(await itemOf("id", other.id)).toMatchObject({ email: address });
    });

    it("goes the item itself where the number is too short to find anybody by", async () => {
      const marks = [`m${randomUUID().slice(0, 8)}`, `m${randomUUID().slice(0, 8)}`];
      const [item, other] = [
        await record({ phone: "12345", requirement: marks[0] }),
        await record({ phone: "12345", requirement: marks[1] }),
      ];
      expect(await ask(hana.api, "preview_sender_erasure", { item: item.id })).toMatchObject({ items: 1 });
      await ask(hana.api, "erase_sender", { item: item.id });
      expect(await tracesOf([marks[0]!])).toEqual([]);
      expect(await itemOf("id", other.id)).toMatchObject({ phone: "12345" });
    });

    it("not who belongs to a company, or is invited to one", async () => {
      const member = await world().addClient("Stays Ltd");
      const item = await write(member.email);
      expect(await ask(hana.api, "preview_sender_erasure", { item: item.id })).toMatchObject({ is_member: true });
      const refused = await rpc(hana.api, "erase_sender", { item: item.id });
      expect(refused.error).toMatchObject({ code: "PT422", message: "sender_is_member" });
      expect(await itemOf("id", item.id)).toMatchObject({ email: member.email });
    });
  });
}
