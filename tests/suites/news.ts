import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../support/asking.ts";
import { addCompany, addTeamMember } from "../support/cast.ts";
import { requirementOf } from "../support/matrix.ts";
import { NewsDesk } from "../support/news.ts";
import type { Member, World } from "./world.ts";

/** Who is told of what by mail, when, and together with what: what the outbox holds, the same on every backend. */
export function describeNews(world: () => World): void {
  const { rows } = asking(world);
  let service: SupabaseClient;
  let desk: NewsDesk;
  let admin: Member;
  let recruiter: Member;
  let company: Awaited<ReturnType<typeof addCompany>>;
  let title: string;
  let requirement: string;

  beforeAll(async () => {
    ({ service } = world());
    desk = new NewsDesk(world());
    admin = await addTeamMember(world(), "admin");
  });

  beforeEach(async () => {
    recruiter = await addTeamMember(world(), "recruiter");
    company = await addCompany(world(), `Told ${randomUUID().slice(0, 8)}`);
    title = `Welder ${randomUUID().slice(0, 8)}`;
    requirement = await file();
  });

  async function file(more: Record<string, unknown> = {}): Promise<string> {
    const row = requirementOf(company.clientId, { job_title: title, ...more });
    const { data, error } = await company.owner.api.from("job_requirements").insert(row).select("id").single();
    expect(error).toBeNull();
    return (data as { id: string }).id;
  }

  async function versionOf(id: string): Promise<number> {
    const [row] = (await rows("job_requirements", "version", "id", id)) as { version: number }[];
    return row!.version;
  }

  async function change(by: Member, name: string, values: Record<string, unknown>, id = requirement): Promise<void> {
    const given = { requirement: id, seen: await versionOf(id), ...values };
    expect(await call(by.api, name, given)).toEqual(expect.any(Number));
  }

  const name = (person: Member = recruiter, id = requirement) =>
    change(admin, "set_recruiter", { person: person.userId }, id);
  const setStatus = (status: string, by = recruiter, reason = "No need") =>
    change(by, "change_requirement_status", { status, reason });
  const write = (author: Member, side: "client" | "team", id = requirement) =>
    desk.write({ requirement_id: id, author: author.userId, side, body: "Come at nine" });

  /** What somebody's mails say of requirements, the mails in order. */
  async function toldTo(person: Member): Promise<object[][]> {
    return (await desk.contentsFor(person)).map(({ about }) => about);
  }

  /** Sends what has happened so far. */
  async function forgetAll(): Promise<void> {
    for (const person of [recruiter, company.owner, company.member, company.viewer]) await desk.contentsFor(person);
  }

  describe("who is told", () => {
    it("of a new status and a recruiter: everybody of the company but who did it, in one mail", async () => {
      await name();
      await setStatus("in_progress");
      const { data } = await service
        .from("team_members")
        .select("display_name")
        .eq("user_id", recruiter.userId)
        .single();
      for (const person of [company.owner, company.member, company.viewer]) {
        expect(await toldTo(person)).toEqual([
          [
            {
              id: requirement,
              title,
              status: "in_progress",
              recruiter: (data as { display_name: string }).display_name,
              messages: 0,
              authors: [],
            },
          ],
        ]);
      }
      const own = (await desk.rowsFor(recruiter)).map(({ template }) => template);
      expect(own).toEqual(["requirement_event"]);
    });

    it("of what the company does: whoever is in charge, and colleagues that it was withdrawn", async () => {
      await name();
      await forgetAll();
      await change(company.member, "edit_requirement", { entries: { min_salary: 10, notes: "Soon" } });
      expect(await toldTo(recruiter)).toEqual([
        [expect.objectContaining({ id: requirement, edited: ["min_salary", "notes"], is_withdrawn: false })],
      ]);
      await setStatus("cancelled", company.member, "Hired at home");
      const [[withdrawn]] = (await toldTo(recruiter)) as [[object]];
      expect(withdrawn).toMatchObject({ is_withdrawn: true, title });
      expect(JSON.stringify(withdrawn)).not.toContain("Hired at home");
      expect(await toldTo(company.owner)).toEqual([[expect.objectContaining({ status: "cancelled" })]]);
      expect(await toldTo(company.member)).toEqual([]);
    });

    it("that it is theirs: whoever is put in charge by somebody else; nobody is told of what is nobody's", async () => {
      await change(company.owner, "edit_requirement", { entries: { notes: "x" } });
      await write(company.owner, "client");
      expect(await rows("mail_outbox", "id", "ids->>requirement", requirement)).toEqual([]);
      await change(recruiter, "set_recruiter", { person: recruiter.userId });
      expect(await toldTo(recruiter)).toEqual([]);
      const other = await addTeamMember(world(), "recruiter");
      await name(other);
      expect(await toldTo(other)).toEqual([[expect.objectContaining({ is_new: true, title })]]);
    });

    it("of messages: the other side, with who wrote and how many, and none of the words", async () => {
      await name();
      await forgetAll();
      await write(company.owner, "client");
      await write(company.member, "client");
      const contents = await desk.contentsFor(recruiter);
      expect(contents).toMatchObject([{ side: "team", is_daily: false, inbox: null, about: [{ messages: 2, title }] }]);
      expect(JSON.stringify(contents)).not.toContain("Come at nine");
      await write(recruiter, "team");
      for (const person of [company.owner, company.viewer]) {
        expect(await desk.contentsFor(person)).toMatchObject([{ side: "company", about: [{ messages: 1 }] }]);
      }
      expect(await toldTo(recruiter)).toEqual([]);
    });

    it("nobody, of what was entered as history", async () => {
      const created_at = "2020-01-01T00:00:00Z";
      await service
        .from("requirement_messages")
        .insert({ requirement_id: requirement, side: "team", body: "x", created_at });
      expect(await toldTo(company.owner)).toEqual([]);
    });
  });

  describe("what goes together", () => {
    it("waits ten minutes for more, then is one mail for each group and requirement, each row in exactly one", async () => {
      const other = await file();
      for (const id of [requirement, other]) {
        for (let count = 0; count < 3; count += 1) await write(recruiter, "team", id);
        await change(recruiter, "change_requirement_status", { status: "filled" }, id);
      }
      expect(await desk.claimFor(company.owner)).toEqual([]);
      const waits = (await desk.rowsFor(company.owner)).map(
        ({ not_before, created_at }) => Date.parse(not_before) - Date.parse(created_at),
      );
      expect(new Set(waits)).toEqual(new Set([600_000]));
      await desk.makeDue(company.owner);
      const claimed = await desk.claimFor(company.owner);
      expect(claimed.map(({ content }) => content.about)).toEqual(
        expect.arrayContaining(
          [requirement, other].flatMap((id) => [
            [expect.objectContaining({ id, messages: 3 })],
            [expect.objectContaining({ id, status: "filled", messages: 0 })],
          ]),
        ),
      );
      expect(claimed).toHaveLength(4);
      for (const { id } of claimed) await desk.settle(id);
      const after = await desk.rowsFor(company.owner);
      expect(after).toHaveLength(8);
      expect(after.every(({ sent_at, next_attempt_at }) => sent_at !== null && next_attempt_at === null)).toBe(true);
      expect(after.filter(({ bundled_in }) => bundled_in !== null)).toHaveLength(4);
      expect(await desk.claimFor(company.owner)).toEqual([]);
    });

    it("is taken along by the first alone, even when many runs ask at once", async () => {
      for (let count = 0; count < 12; count += 1) await write(recruiter, "team");
      await desk.makeDue(company.owner);
      const runs = await Promise.all(Array.from({ length: 6 }, () => desk.claimFor(company.owner)));
      expect(runs.flat()).toMatchObject([{ content: { about: [{ messages: 12 }] } }]);
    });

    it("says the same when it has to be tried again; what comes meanwhile goes by itself", async () => {
      await write(recruiter, "team");
      await desk.makeDue(company.owner);
      const [first] = await desk.claimFor(company.owner);
      await write(recruiter, "team");
      await desk.makeDue(company.owner);
      const [second] = await desk.claimFor(company.owner);
      expect(second!.id).not.toBe(first!.id);
      await desk.settle(first!.id, "no answer");
      await desk.makeDueAgain(company.owner);
      const again = await desk.claimFor(company.owner);
      expect(again.find(({ id }) => id === first!.id)).toEqual(first);
      for (const { content } of [first!, second!]) expect(content).toMatchObject({ about: [{ messages: 1 }] });
    });

    it("is left as it is by a change that was taken back", async () => {
      await setStatus("in_progress");
      await setStatus("new");
      await desk.makeDue(company.owner);
      expect(await desk.claimFor(company.owner)).toEqual([]);
      expect((await desk.rowsFor(company.owner)).every(({ skipped_at }) => skipped_at !== null)).toBe(true);
    });
  });

  describe("what is not to be told any more", () => {
    /** Nothing that waits for somebody is sent. */
    async function expectSkipped(person: Member): Promise<void> {
      expect(await toldTo(person)).toEqual([]);
      const unsent = (await desk.rowsFor(person)).filter(({ sent_at }) => sent_at === null);
      expect(unsent).not.toEqual([]);
      expect(unsent.filter(({ skipped_at }) => skipped_at === null)).toEqual([]);
    }

    it("to a member who was removed", async () => {
      await write(recruiter, "team");
      expect(await call(company.owner.api, "remove_member", { person: company.member.userId })).toBeNull();
      await service.from("mail_outbox").delete().eq("user_id", company.member.userId).is("bundle", null);
      await expectSkipped(company.member);
      expect(await toldTo(company.viewer)).toHaveLength(1);
    });

    it("to a recruiter who has lost the role, or the requirement", async () => {
      const other = await addTeamMember(world(), "recruiter");
      const second = await file();
      await name();
      await name(other, second);
      await forgetAll();
      await write(company.owner, "client");
      await write(company.owner, "client", second);
      expect(await call(admin.api, "remove_team_member", { person: other.userId })).toBeNull();
      await service.from("mail_outbox").delete().eq("user_id", other.userId).is("bundle", null);
      await expectSkipped(other);
      await change(admin, "set_recruiter", { person: null });
      await expectSkipped(recruiter);
    });

    it("of a requirement that was withdrawn: neither its edits nor its recruiter", async () => {
      await name();
      await change(company.owner, "edit_requirement", { entries: { notes: "x" } });
      await setStatus("cancelled", company.owner, "Hired at home");
      const [[news]] = (await toldTo(recruiter)) as [[Record<string, unknown>]];
      expect(news).toMatchObject({ is_withdrawn: true, is_new: false });
      expect(news).not.toHaveProperty("edited");
      // Who withdrew it is told neither of that, nor of the recruiter it had.
      await expectSkipped(company.owner);
    });

    it("of a requirement that is gone", async () => {
      await write(recruiter, "team");
      await service.from("job_requirements").delete().eq("id", requirement);
      await expectSkipped(company.owner);
    });

    it("of messages that were read on the site meanwhile", async () => {
      await write(recruiter, "team");
      await world().query(`delete from public.unread_messages where user_id = '${company.owner.userId}'`);
      await expectSkipped(company.owner);
      expect(await toldTo(company.member)).toHaveLength(1);
    });

    it("to whoever has switched it off meanwhile, and is not queued for whoever had before", async () => {
      await write(recruiter, "team");
      await setStatus("filled");
      await desk.choose(company.owner, { messages: "never" });
      expect(await toldTo(company.owner)).toEqual([[expect.objectContaining({ status: "filled", messages: 0 })]]);
      await desk.choose(company.owner, { requirements: "never" });
      const before = await desk.rowsFor(company.owner);
      await write(recruiter, "team");
      await setStatus("new");
      expect(await desk.rowsFor(company.owner)).toEqual(before);
    });
  });

  describe("once a day", () => {
    it("goes at eight in the morning in India, all requirements and both groups in one mail", async () => {
      await desk.choose(company.owner, { requirements: "daily", messages: "daily" });
      const other = await file({ job_title: `${title} two` });
      await write(recruiter, "team");
      await setStatus("filled");
      await write(recruiter, "team", other);
      for (const { not_before, created_at, bundle } of await desk.rowsFor(company.owner)) {
        expect(bundle).toBe("daily");
        expect(not_before).toMatch(/T02:30:00\+00:00$/);
        const wait = Date.parse(not_before) - Date.parse(created_at);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(86_400_000);
      }
      await desk.makeDue(company.owner);
      const [mail, ...more] = await desk.claimFor(company.owner);
      expect(more).toEqual([]);
      expect(mail!.content).toMatchObject({
        is_daily: true,
        inbox: null,
        about: [
          { id: requirement, status: "filled", messages: 1 },
          { id: other, messages: 1 },
        ],
      });
    });

    it("moves what waits when somebody chooses otherwise, either way", async () => {
      await write(recruiter, "team");
      await desk.choose(company.owner, { messages: "daily" });
      expect(await desk.rowsFor(company.owner)).toMatchObject([
        { bundle: "daily", not_before: expect.stringMatching(/T02:30:00/) as unknown },
      ]);
      await desk.choose(company.owner, { messages: "at_once" });
      const [row] = await desk.rowsFor(company.owner);
      expect(row!.bundle).toBe(`messages.${requirement}`);
      expect(Date.parse(row!.not_before) - Date.parse(row!.created_at)).toBe(600_000);
    });

    it.each([
      ["2026-11-22T02:29:59.999Z", "2026-11-22T02:30:00+00:00"],
      ["2026-11-22T02:30:00Z", "2026-11-23T02:30:00+00:00"],
      ["2026-11-22T18:29:59Z", "2026-11-23T02:30:00+00:00"],
      ["2026-11-22T18:30:00Z", "2026-11-23T02:30:00+00:00"],
      ["2026-12-31T23:00:00Z", "2027-01-01T02:30:00+00:00"],
      // Where others change their clocks.
      ["2026-03-29T01:00:00Z", "2026-03-29T02:30:00+00:00"],
      ["2026-10-25T01:00:00Z", "2026-10-25T02:30:00+00:00"],
    ])("comes after %s at %s", async (moment, morning) => {
      const [row] = await world().query(`select to_json(private.next_morning('${moment}') at time zone 'UTC') as at`);
      expect(`${(row!["at"] as string).replace(/"/g, "")}+00:00`).toBe(morning);
    });
  });

  describe("the team's morning", () => {
    const EIGHT = "2027-03-02T02:30:00Z";
    const at = (moment: string) => desk.summariesDue(moment);
    const has = async (moment: string, person = recruiter) => (await at(moment)).includes(person.userId);

    beforeEach(() => desk.joinedBefore(recruiter));

    it("is due from eight until noon, once a day, to the team alone", async () => {
      expect(
        await Promise.all(
          ["2027-03-02T02:29:59Z", EIGHT, "2027-03-02T06:29:59Z", "2027-03-02T06:30:00Z"].map((each) => has(each)),
        ),
      ).toEqual([false, true, true, false]);
      expect(await has(EIGHT, company.owner)).toBe(false);
      await desk.queueSummaries(EIGHT);
      expect(await has(EIGHT)).toBe(false);
      expect(await has("2027-03-03T02:30:00Z")).toBe(true);
      const keys = (await desk.rowsFor(recruiter)).map(({ dedupe_key }) => dedupe_key);
      await desk.queueSummaries(EIGHT);
      expect(keys).toEqual([`inbox.2027-03-02.${recruiter.userId}`]);
      expect(await desk.rowsFor(recruiter)).toHaveLength(1);
    });

    it("is not due to whoever switched it off, or joined after eight", async () => {
      await desk.choose(recruiter, { inbox: "never" });
      expect(await has(EIGHT)).toBe(false);
      const [joined] = (await rows("team_members", "created_at", "user_id", admin.userId)) as { created_at: string }[];
      const day = joined!.created_at.slice(0, 10);
      expect(await has(`${day}T02:30:00Z`, admin)).toBe(
        Date.parse(joined!.created_at) < Date.parse(`${day}T02:30:00Z`),
      );
    });

    it("says what is new, overdue and theirs, with the day's news, in one mail", async () => {
      await name();
      await forgetAll();
      await desk.choose(recruiter, { messages: "daily" });
      await write(company.owner, "client");
      const [item] = (await rows("inbox_items", "id, version", "requirement_id", requirement)) as {
        id: string;
        version: number;
      }[];
      expect(
        await call(admin.api, "give_item", { item: item!.id, seen: item!.version, person: recruiter.userId }),
      ).toEqual(expect.any(Number));
      await desk.queueSummaries(EIGHT);
      await desk.makeDue(recruiter);
      const claimed = await desk.claimFor(recruiter);
      expect(claimed).toMatchObject([
        {
          content: {
            template: "news",
            side: "team",
            is_daily: true,
            inbox: { mine: 1, unclaimed: expect.any(Number) as unknown, overdue: expect.any(Number) as unknown },
            about: [{ id: requirement, messages: 1 }],
          },
        },
      ]);
      const counted = (await recruiter.api.rpc("count_inbox")) as { data: { item_group: string; items: number }[] };
      const groups = Object.fromEntries(counted.data.map(({ item_group, items }) => [item_group, items]));
      expect(claimed[0]!.content.inbox).toEqual({
        unclaimed: groups["unclaimed"],
        overdue: groups["overdue"],
        mine: groups["mine"],
      });
    });

    it("counts as waiting when nobody has made it after five minutes", async () => {
      const waiting = async (moment: string) => {
        const [row] = await world().query(`select private.mails_waiting('${moment}') as mails`);
        return row!["mails"] as number;
      };
      const due = await at(EIGHT);
      expect(due).not.toEqual([]);
      const [before, after] = [await waiting("2027-03-02T02:34:59Z"), await waiting("2027-03-02T02:35:00Z")];
      expect(after - before).toBe(due.length);
      await desk.queueSummaries(EIGHT);
      // Made, each of them waits to be sent.
      expect(await waiting("2027-03-02T02:35:00Z")).toBe(before + due.length);
    });
  });
}
