import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { fileMany } from "../../support/people/requirements.ts";
import { ask, file } from "./asking.ts";
import type { Member, World } from "../world.ts";

/** To whom goes what somebody of the team has in hand: the same on every backend. */
export function describeAbsence(world: () => World): void {
  const { table, row, rows, itemOf: findItem } = asking(world);
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const client = prepare(() => world().addClient("Absence Ltd"));

  const colleague = () => addTeamMember(world(), "recruiter");
  const day = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
  const away = (person: Member, standIn: Member, hands_over = false, by = person) =>
    call<unknown>(by.api, "set_absence", {
      person: person.userId,
      until: day(3),
      stand_in: standIn.userId,
      hands_over,
    });
  const recruiterOf = async (id: string) => (await row("job_requirements", "id", id)).recruiter_id;
  const itemOf = (requirement: string) => findItem("requirement_id", requirement);
  /** A requirement that is somebody's, and so is its line. */
  async function charge(person: Member): Promise<string> {
    const requirement = await file(client);
    await ask(person.api, "set_recruiter", { requirement, seen: 1, person: person.userId });
    const { id, version } = await itemOf(requirement);
    await ask(person.api, "give_item", { item: id, seen: version, person: person.userId });
    return requirement;
  }

  describe("who leaves the team", () => {
    it("gives all of it to the successor, with an event for each, and the company sees who it is", async () => {
      const [leaver, next] = [await colleague(), await colleague()];
      const requirement = await charge(leaver);
      const closed = await charge(leaver);
      await ask(leaver.api, "change_requirement_status", { requirement: closed, seen: 2, status: "filled" });
      expect(await ask(admin.api, "work_in_hand", { person: leaver.userId })).toEqual({
        requirements: 1,
        companies: 1,
        items: 1,
      });
      const leave = { person: leaver.userId, successor: next.userId };
      expect(await call(admin.api, "remove_team_member", leave)).toBe(true);
      expect([await recruiterOf(requirement), (await itemOf(requirement)).assignee]).toEqual([
        next.userId,
        next.userId,
      ]);
      expect(await recruiterOf(closed)).toBe(leaver.userId);
      const told = await rows("requirement_events", "type, person, actor", "requirement_id", requirement);
      expect(told).toContainEqual({ type: "recruiter", person: next.userId, actor: admin.userId });
      const { id } = await itemOf(requirement);
      const events = await rows("item_events", "type, person", "item_id", id);
      expect(events.at(-1)).toEqual({ type: "given", person: next.userId });
      const frame = await ask<{ recruiter: { display_name: string } }>(client.api, "requirement_frame", {
        requirement,
      });
      const { display_name } = await row("team_members", "user_id", next.userId);
      expect(frame.recruiter.display_name).toBe(display_name);
      expect(await rows("activity_log", "action, other", "subject", leaver.userId)).toContainEqual({
        action: "work_handed_over",
        other: next.userId,
      });
    });

    it("leaves it to nobody where nobody is named, and to none who can't take it", async () => {
      const [leaver, gone] = [await colleague(), await colleague()];
      const requirement = await charge(leaver);
      const remove = (successor?: string) =>
        call(admin.api, "remove_team_member", { person: leaver.userId, ...(successor ? { successor } : {}) });
      for (const id of [leaver.userId, client.userId, randomUUID()]) {
        expect(await remove(id)).toEqual([422, "not_of_the_team"]);
      }
      await away(gone, admin);
      expect(await remove(gone.userId)).toEqual([422, "successor_away"]);
      expect(await recruiterOf(requirement)).toBe(leaver.userId);
      expect(await remove()).toBe(true);
      expect([await recruiterOf(requirement), (await itemOf(requirement)).assignee]).toEqual([null, null]);
    });

    it("with very much in hand goes in parts, and is there until the last", async () => {
      const [leaver, next] = [await colleague(), await colleague()];
      const large = await world().addClient("Very Many Ltd");
      await fileMany(world(), await clientIdOf(large), 201, leaver.userId);
      const leave = { person: leaver.userId, successor: next.userId };
      expect(await call(admin.api, "remove_team_member", leave)).toBe(false);
      expect(await rows("user_roles", "role", "user_id", leaver.userId)).toHaveLength(1);
      expect(await ask(admin.api, "work_in_hand", { person: leaver.userId })).toMatchObject({ requirements: 1 });
      expect(await call(admin.api, "remove_team_member", leave)).toBe(true);
      expect(await ask(admin.api, "work_in_hand", { person: next.userId })).toMatchObject({ requirements: 201 });
    });
  });

  describe("who is away", () => {
    it("gets nothing that is new or comes back: whoever stands in does, for as long as that lasts", async () => {
      const [ana, leo] = [await colleague(), await colleague()];
      const held = await charge(ana);
      const closed = await charge(ana);
      const { id, version } = await itemOf(closed);
      await ask(ana.api, "set_item_state", { item: id, seen: version, state: "done" });
      expect(await away(ana, leo)).toBe(true);
      // What is in hand stays.
      expect([await recruiterOf(held), (await itemOf(held)).assignee]).toEqual([ana.userId, ana.userId]);
      const given = await file(client);
      await ask(admin.api, "set_recruiter", { requirement: given, seen: 1, person: ana.userId });
      const item = await itemOf(given);
      await ask(admin.api, "give_item", { item: item.id, seen: item.version, person: ana.userId });
      expect([await recruiterOf(given), (await itemOf(given)).assignee]).toEqual([leo.userId, leo.userId]);
      const events = await rows("item_events", "type, person", "item_id", item.id);
      expect(events.at(-1)).toEqual({ type: "given", person: leo.userId });
      // The company writes on what was closed.
      const edit = { requirement: closed, seen: 2, entries: { job_title: "Other" } };
      await ask(client.api, "edit_requirement", edit);
      expect(await itemOf(closed)).toMatchObject({ state: "new", assignee: leo.userId });
      // Who does something is here.
      const own = await file(client);
      await ask(ana.api, "set_recruiter", { requirement: own, seen: 1, person: ana.userId });
      expect(await recruiterOf(own)).toBe(ana.userId);
      // It ends by itself.
      await world().query(`update private.absences set until = private.today() - 1 where user_id = '${ana.userId}'`);
      const later = await file(client);
      await ask(admin.api, "set_recruiter", { requirement: later, seen: 1, person: ana.userId });
      expect(await recruiterOf(later)).toBe(ana.userId);
    });

    it("may give what is in hand as well, and is shown to colleagues until they are back", async () => {
      const [ana, leo] = [await colleague(), await colleague()];
      const requirement = await charge(ana);
      expect(await away(ana, leo, true)).toBe(true);
      expect([await recruiterOf(requirement), (await itemOf(requirement)).assignee]).toEqual([leo.userId, leo.userId]);
      const shown = async () => {
        const { team } = await ask<{ team: { user_id: string }[] }>(leo.api, "team_frame");
        return team.find(({ user_id }) => user_id === ana.userId);
      };
      expect(await shown()).toMatchObject({ away_until: day(3), stand_in: leo.userId });
      await ask(ana.api, "end_absence", { person: ana.userId });
      expect(await shown()).not.toHaveProperty("away_until");
    });

    it("is mailed to whoever stands in, as long as they do, and not to who has said so", async () => {
      const [ana, leo, max] = [await colleague(), await colleague(), await colleague()];
      const mails = ({ userId }: Member) =>
        world().query(
          `select private.mail_content(id) - 'to' as content from public.mail_outbox where user_id = '${userId}'
             and template = 'stand_in' order by created_at, id`,
        );
      const told = { content: { template: "stand_in", name: expect.any(String) as unknown, until: day(3) } };
      await away(ana, leo);
      await away(ana, leo);
      expect(await mails(leo)).toEqual([told]);
      await away(ana, max, false, admin);
      expect([await mails(leo), await mails(max)]).toEqual([[{ content: null }], [told]]);
      const other = await addTeamMember(world(), "admin");
      await away(max, other, false, other);
      expect(await mails(other)).toEqual([]);
      await ask(admin.api, "end_absence", { person: ana.userId });
      expect(await mails(max)).toEqual([{ content: null }]);
    });

    it("begins on its first day: until then nothing changes hands, and its requirement's pages say who stands in after", async () => {
      const [ana, leo] = [await colleague(), await colleague()];
      const requirement = await charge(ana);
      const shown = async (of: string) => {
        const { recruiter } = await ask<{ recruiter: Record<string, unknown> }>(client.api, "requirement_frame", {
          requirement: of,
        });
        return recruiter;
      };
      const planned = { person: ana.userId, until: day(3), stand_in: leo.userId, begins_on: day(2) };
      expect(await call(ana.api, "set_absence", planned)).toBe(true);
      expect(await shown(requirement)).toMatchObject({ away_until: null, stand_in: null });
      const given = await file(client);
      await ask(admin.api, "set_recruiter", { requirement: given, seen: 1, person: ana.userId });
      expect(await recruiterOf(given)).toBe(ana.userId);
      const { team } = await ask<{ team: { user_id: string }[] }>(leo.api, "team_frame");
      expect(team.find(({ user_id }) => user_id === ana.userId)).toMatchObject({
        away_from: day(2),
        away_until: day(3),
        stand_in: leo.userId,
      });
      // Who is away on that day can't stand in; who is back by then can.
      expect(await call(leo.api, "set_absence", { ...planned, person: leo.userId, stand_in: ana.userId })).toEqual([
        422,
        "successor_away",
      ]);
      const soon = { person: leo.userId, until: day(1), stand_in: ana.userId };
      expect(await call(leo.api, "set_absence", soon)).toBe(true);
      await ask(leo.api, "end_absence", { person: leo.userId });
      expect(await call(ana.api, "set_absence", { ...planned, until: day(1) })).toEqual([422, "absence_begins_late"]);
      // The day has come.
      await world().query(`update private.absences set begins_on = private.today() where user_id = '${ana.userId}'`);
      const { display_name, contact_email } = await row("team_members", "user_id", leo.userId);
      expect(await shown(requirement)).toMatchObject({ away_until: day(3), stand_in: { display_name, contact_email } });
      const dashboard = await ask<{ recruiters: Record<string, unknown> }>(client.api, "dashboard_page", {
        page_size: 1,
      });
      expect(dashboard.recruiters[ana.userId]).toMatchObject({ stand_in: { display_name } });
      const later = await file(client);
      await ask(admin.api, "set_recruiter", { requirement: later, seen: 1, person: ana.userId });
      expect(await recruiterOf(later)).toBe(leo.userId);
      // Who only moves the last day keeps the first.
      expect(await call(ana.api, "set_absence", { ...planned, begins_on: null, until: day(4) })).toBe(true);
      const kept = await world().query(
        `select begins_on = private.today() as is_today from private.absences where user_id = '${ana.userId}'`,
      );
      expect(kept).toEqual([{ is_today: true }]);
      await ask(ana.api, "end_absence", { person: ana.userId });
      expect(await shown(requirement)).toMatchObject({ away_until: null, stand_in: null });
    });

    it("has a stand-in who is here, when whoever was named is away as well; in a circle it stays theirs", async () => {
      const [ana, leo, max] = [await colleague(), await colleague(), await colleague()];
      await away(ana, leo);
      await away(leo, max);
      const give = async () => {
        const requirement = await file(client);
        await ask(admin.api, "set_recruiter", { requirement, seen: 1, person: ana.userId });
        return recruiterOf(requirement);
      };
      expect(await give()).toBe(max.userId);
      expect(await away(max, ana)).toEqual([422, "successor_away"]);
      await world().query(
        `insert into private.absences (user_id, until, stand_in) values ('${max.userId}', private.today(), '${ana.userId}')`,
      );
      expect(await give()).toBe(ana.userId);
    });

    it("is so by their own word or an admin's, on a day that is to come, with somebody else of the team", async () => {
      const [ana, leo] = [await colleague(), await colleague()];
      expect(await away(ana, leo, false, leo)).toEqual([403, "forbidden"]);
      expect(await call(leo.api, "end_absence", { person: ana.userId })).toEqual([403, "forbidden"]);
      expect(await away(ana, leo, false, admin)).toBe(true);
      expect(await away(leo, leo)).toEqual([422, "not_of_the_team"]);
      expect(await away(leo, client)).toEqual([422, "not_of_the_team"]);
      for (const until of [day(-1), day(400)]) {
        const entries = { person: leo.userId, until, stand_in: admin.userId };
        expect(await call(leo.api, "set_absence", entries)).toEqual([422, "absence_day"]);
      }
    });

    it("goes with whoever stands in, unless their successor does then", async () => {
      const [ana, leo, next, max] = [await colleague(), await colleague(), await colleague(), await colleague()];
      await away(ana, leo);
      await ask(admin.api, "remove_team_member", { person: leo.userId, successor: next.userId });
      const found = () => world().query(`select stand_in from private.absences where user_id = '${ana.userId}'`);
      expect(await found()).toEqual([{ stand_in: next.userId }]);
      await away(ana, max);
      await ask(admin.api, "remove_team_member", { person: max.userId });
      expect(await found()).toEqual([]);
    });
  });

  describe("the activity log", () => {
    type Line = {
      id: string;
      action: string;
      company_name: string | null;
      job_title: string | null;
      created_at: string;
      actor_name: string | null;
    };
    const list = (filters: Record<string, unknown>) => ask<Line[]>(admin.api, "list_activity", filters);

    it("is narrowed to somebody, a kind, a company and a time, and names what is still there", async () => {
      const person = await colleague();
      const name = `Logged ${randomUUID().slice(0, 8)}`;
      const company = await world().addClient(name);
      const requirement = await file(company);
      await ask(person.api, "set_recruiter", { requirement, seen: 1, person: person.userId });
      const [line, ...others] = await list({ company: name });
      expect(others).toEqual([]);
      expect(line).toMatchObject({ action: "recruiter_named", company_name: name, job_title: "Welder" });
      expect(await list({ person: person.userId })).toEqual([line]);
      expect(await list({ person: person.userId, deed: "exported" })).toEqual([]);
      expect(await list({ company: name, before: line!.created_at })).toEqual([]);
      expect(await list({ company: name, since: line!.created_at })).toEqual([line]);
      expect(await list({ company: name, after_at: line!.created_at, after_id: line!.id })).toEqual([]);
      await table("job_requirements").delete().eq("id", requirement);
      expect(await list({ company: name })).toMatchObject([{ company_name: name, job_title: null, is_there: false }]);
      // Whoever of the company has done something is named as their company knows them.
      await table("client_members").update({ full_name: "Suresh Iyer" }).eq("user_id", company.userId);
      await ask(company.api, "invite_member", { address: `${randomUUID()}@test.example`, new_access: "viewer" });
      expect(await list({ company: name })).toMatchObject([
        { action: "invited", actor_name: "Suresh Iyer" },
        { actor_name: null },
      ]);
    });
  });
}
