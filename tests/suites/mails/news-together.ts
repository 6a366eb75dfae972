import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { LATER_YEAR } from "../../support/people/team.ts";
import { setScene } from "./news-scene.ts";
import type { World } from "../world.ts";

/** What of the news goes together in one mail, and when: the same on every backend. */
export function describeNewsTogether(world: () => World): void {
  const { row, value, itemOf } = asking(world);
  const { scene, file, change, name, setStatus, write, sendAll } = setScene(world);

  describe("what goes together", () => {
    it("waits ten minutes for more, then is one mail for each group and requirement, each row in exactly one", async () => {
      const other = await file();
      for (const id of [scene.requirement, other]) {
        for (let count = 0; count < 3; count += 1) await write(scene.recruiter, "team", id);
        await change(scene.recruiter, "change_requirement_status", { status: "in_progress" }, id);
      }
      expect(await scene.desk.claimFor(scene.company.owner)).toEqual([]);
      const waits = (await scene.desk.rowsFor(scene.company.owner)).map(
        ({ not_before, created_at }) => Date.parse(not_before) - Date.parse(created_at),
      );
      expect(new Set(waits)).toEqual(new Set([600_000]));
      await scene.desk.makeDue(scene.company.owner);
      const claimed = await scene.desk.claimFor(scene.company.owner);
      expect(claimed.map(({ content }) => content.about)).toEqual(
        expect.arrayContaining(
          [scene.requirement, other].flatMap((id) => [
            [expect.objectContaining({ id, messages: 3 })],
            [expect.objectContaining({ id, status: "in_progress", messages: 0 })],
          ]),
        ),
      );
      expect(claimed).toHaveLength(4);
      for (const { id } of claimed) await scene.desk.settle(id);
      const after = await scene.desk.rowsFor(scene.company.owner);
      expect(after).toHaveLength(8);
      expect(after.every(({ sent_at, next_attempt_at }) => sent_at !== null && next_attempt_at === null)).toBe(true);
      expect(after.filter(({ bundled_in }) => bundled_in !== null)).toHaveLength(4);
      expect(await scene.desk.claimFor(scene.company.owner)).toEqual([]);
    });

    it("is taken along by the first alone, even when many runs ask at once", async () => {
      for (let count = 0; count < 12; count += 1) await write(scene.recruiter, "team");
      await scene.desk.makeDue(scene.company.owner);
      const runs = await Promise.all(Array.from({ length: 6 }, () => scene.desk.claimFor(scene.company.owner)));
      expect(runs.flat()).toMatchObject([{ content: { about: [{ messages: 12 }] } }]);
    });

    it("says the same when it has to be tried again; what comes meanwhile goes by itself", async () => {
      await write(scene.recruiter, "team");
      await scene.desk.makeDue(scene.company.owner);
      const [first] = await scene.desk.claimFor(scene.company.owner);
      await write(scene.recruiter, "team");
      await scene.desk.makeDue(scene.company.owner);
      const [second] = await scene.desk.claimFor(scene.company.owner);
      expect(second!.id).not.toBe(first!.id);
      await scene.desk.settle(first!.id, "no answer");
      await scene.desk.makeDueAgain(scene.company.owner);
      const again = await scene.desk.claimFor(scene.company.owner);
      expect(again.find(({ id }) => id === first!.id)).toEqual(first);
      for (const { content } of [first!, second!]) expect(content).toMatchObject({ about: [{ messages: 1 }] });
    });

    it("is left as it is by a change that was taken back", async () => {
      await setStatus("in_progress");
      await setStatus("new");
      await scene.desk.makeDue(scene.company.owner);
      expect(await scene.desk.claimFor(scene.company.owner)).toEqual([]);
      expect((await scene.desk.rowsFor(scene.company.owner)).every(({ skipped_at }) => skipped_at !== null)).toBe(true);
    });
  });

  it("is twenty mails an hour at most: what comes beyond them waits an hour, and goes in one", async () => {
    const { desk, company, recruiter } = scene;
    const others: string[] = [];
    // One after another: what one company files waits for the one before.
    for (let index = 0; index < 22; index += 1) others.push(await file({ job_title: `Post ${index}` }));
    for (const id of others) await write(recruiter, "team", id);
    await setStatus("in_progress");
    await desk.makeDue(company.owner);
    const first = await desk.claimFor(company.owner);
    expect(first.map(({ content }) => content.about.length)).toEqual(Array(20).fill(1));
    for (const { id } of first) await desk.settle(id);
    const held = (await desk.rowsFor(company.owner)).filter(({ next_attempt_at }) => next_attempt_at !== null);
    expect(held.map(({ bundle }) => bundle)).toEqual(["messages.held", "messages.held", "requirements.held"]);
    for (const { not_before } of held) expect(Date.parse(not_before)).toBeGreaterThan(Date.now() + 3_500_000);
    // What comes meanwhile goes along.
    await write(recruiter, "team", others[0]);
    await desk.makeDue(company.owner);
    const bundles = (await desk.claimFor(company.owner)).map(({ content }) => content.about);
    expect(bundles.sort((one, other) => other.length - one.length)).toMatchObject([
      [{ id: others[20] }, { id: others[21] }, { id: others[0] }],
      [{ id: scene.requirement, status: "in_progress" }],
    ]);
  });

  describe("once a day", () => {
    it("goes at eight in the morning in India, all requirements and both groups in one mail", async () => {
      await scene.desk.choose(scene.company.owner, { requirements: "daily", messages: "daily" });
      const other = await file({ job_title: `${scene.title} two` });
      await write(scene.recruiter, "team");
      await setStatus("filled");
      await write(scene.recruiter, "team", other);
      for (const { not_before, created_at, bundle } of await scene.desk.rowsFor(scene.company.owner)) {
        expect(bundle).toBe("daily");
        expect(not_before).toMatch(/T02:30:00\+00:00$/);
        const wait = Date.parse(not_before) - Date.parse(created_at);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(86_400_000);
      }
      await scene.desk.makeDue(scene.company.owner);
      const [mail, ...more] = await scene.desk.claimFor(scene.company.owner);
      expect(more).toEqual([]);
      expect(mail!.content).toMatchObject({
        is_daily: true,
        inbox: null,
        about: [
          { id: scene.requirement, status: "filled", messages: 1 },
          { id: other, messages: 1 },
        ],
      });
    });

    it("moves what waits when somebody chooses otherwise, either way", async () => {
      await write(scene.recruiter, "team");
      await scene.desk.choose(scene.company.owner, { messages: "daily" });
      expect(await scene.desk.rowsFor(scene.company.owner)).toMatchObject([
        { bundle: "daily", not_before: expect.stringMatching(/T02:30:00/) as unknown },
      ]);
      await scene.desk.choose(scene.company.owner, { messages: "at_once" });
      const [mail] = await scene.desk.rowsFor(scene.company.owner);
      expect(mail!.bundle).toBe(`messages.${scene.requirement}`);
      expect(Date.parse(mail!.not_before) - Date.parse(mail!.created_at)).toBe(600_000);
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
      const at = await value(`select to_json(private.next_morning('${moment}') at time zone 'UTC')`);
      expect(`${at.replace(/"/g, "")}+00:00`).toBe(morning);
    });
  });

  describe("the team's morning", () => {
    const EIGHT = `${LATER_YEAR}-03-02T02:30:00Z`;
    const at = (moment: string) => scene.desk.summariesDue(moment);
    const has = async (moment: string, person = scene.recruiter) => (await at(moment)).includes(person.userId);

    beforeEach(() => scene.desk.joinedBefore(scene.recruiter));

    it("is due from eight until noon, once a day, to the team alone", async () => {
      expect(
        await Promise.all(
          [
            `${LATER_YEAR}-03-02T02:29:59Z`,
            EIGHT,
            `${LATER_YEAR}-03-02T06:29:59Z`,
            `${LATER_YEAR}-03-02T06:30:00Z`,
          ].map((each) => has(each)),
        ),
      ).toEqual([false, true, true, false]);
      expect(await has(EIGHT, scene.company.owner)).toBe(false);
      await scene.desk.queueSummaries(EIGHT);
      expect(await has(EIGHT)).toBe(false);
      expect(await has(`${LATER_YEAR}-03-03T02:30:00Z`)).toBe(true);
      const keys = (await scene.desk.rowsFor(scene.recruiter)).map(({ dedupe_key }) => dedupe_key);
      await scene.desk.queueSummaries(EIGHT);
      expect(keys).toEqual([`inbox.${LATER_YEAR}-03-02.${scene.recruiter.userId}`]);
      expect(await scene.desk.rowsFor(scene.recruiter)).toHaveLength(1);
    });

    it("is not due to whoever switched it off, or joined after eight", async () => {
      await scene.desk.choose(scene.recruiter, { inbox: "never" });
      expect(await has(EIGHT)).toBe(false);
      const { created_at } = await row("team_members", "user_id", scene.admin.userId);
      const eight = `${created_at.slice(0, 10)}T02:30:00Z`;
      expect(await has(eight, scene.admin)).toBe(Date.parse(created_at) < Date.parse(eight));
    });

    it("says what is new, overdue and theirs, with the day's news, in one mail", async () => {
      await name();
      await sendAll();
      await scene.desk.choose(scene.recruiter, { messages: "daily" });
      await write(scene.company.owner, "client");
      const { id, version } = await itemOf("requirement_id", scene.requirement);
      const given = { item: id, seen: version, person: scene.recruiter.userId };
      expect(await call(scene.admin.api, "give_item", given)).toEqual(expect.any(Number));
      await scene.desk.queueSummaries(EIGHT);
      await scene.desk.makeDue(scene.recruiter);
      const claimed = await scene.desk.claimFor(scene.recruiter);
      expect(claimed).toMatchObject([
        {
          content: {
            template: "news",
            side: "team",
            is_daily: true,
            inbox: { mine: 1, unclaimed: expect.any(Number) as unknown, overdue: expect.any(Number) as unknown },
            about: [{ id: scene.requirement, messages: 1 }],
          },
        },
      ]);
      type Counted = { item_group: string; items: number }[];
      const counted = await call<Counted>(scene.recruiter.api, "count_inbox", {});
      const groups = Object.fromEntries(counted.map(({ item_group, items }) => [item_group, items]));
      expect(claimed[0]!.content.inbox).toEqual({
        unclaimed: groups["unclaimed"],
        overdue: groups["overdue"],
        mine: groups["mine"],
        day: [{ name: "messages", total: 1, rows: [expect.objectContaining({ id: scene.requirement, unread: 1 })] }],
      });
    });

    it("counts as waiting when nobody has made it after five minutes", async () => {
      const waiting = (moment: string) => value<number>(`select private.mails_waiting('${moment}')`);
      const due = await at(EIGHT);
      expect(due).not.toEqual([]);
      const [before, after] = [
        await waiting(`${LATER_YEAR}-03-02T02:34:59Z`),
        await waiting(`${LATER_YEAR}-03-02T02:35:00Z`),
      ];
      expect(after - before).toBe(due.length);
      await scene.desk.queueSummaries(EIGHT);
      // Made, each of them waits to be sent.
      expect(await waiting(`${LATER_YEAR}-03-02T02:35:00Z`)).toBe(before + due.length);
    });
  });
}
