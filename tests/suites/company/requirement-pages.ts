import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking } from "../../support/api/asking.ts";
import { addTeamMember, clientIdOf, join } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, entries, file } from "../team/asking.ts";
import type { World } from "../world.ts";

type Frame = {
  recruiter: Record<string, unknown> | null;
  answer_by: string | null;
  may_write: boolean;
  closed_by: string | null;
} & Record<string, unknown>;

const HOURS = 3_600_000;

/** What the pages of one requirement ask for: the same on every backend. */
export function describeRequirementPages(world: () => World): void {
  const { table, itemOf } = asking(world);
  const owner = prepare(() => world().addClient("Framed Ltd"));
  const stranger = prepare(() => world().addClient("Unframed Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));

  const frameOf = (requirement: string, api = owner.api) =>
    ask<Frame | null>(api, "requirement_frame", { requirement });

  /** When the first thing is to be answered that has happened since; null for nothing. */
  async function dueOf(requirement: string): Promise<number | null> {
    const { answer_by } = (await frameOf(requirement))!;
    return answer_by === null ? null : Date.parse(answer_by);
  }

  /** When the last event of some type was. */
  async function lastOf(requirement: string, type: string): Promise<number> {
    const { data } = await table("requirement_events")
      .select("created_at")
      .eq("requirement_id", requirement)
      .eq("type", type)
      .order("created_at", { ascending: false })
      .limit(1)
      .single<{ created_at: string }>();
    return Date.parse(data!.created_at);
  }

  const moveTo = async (requirement: string, seen: number, status: string, api = ann.api) =>
    ask<number>(api, "change_requirement_status", { requirement, seen, status, reason: "Because" });

  const edit = async (requirement: string, seen: number) =>
    ask<number>(owner.api, "edit_requirement", { requirement, seen, entries: { location: `L${seen}` } });

  it("is the company's and the team's, with what each may do", async () => {
    const id = await file(owner);
    const viewer = await join(world(), await clientIdOf(owner), "viewer");
    expect(await frameOf(id)).toMatchObject({
      id,
      job_title: entries.job_title,
      status: "new",
      priority: "medium",
      version: 1,
      currency: "USD",
      recruiter: null,
      closed_by: null,
      closed_reason: null,
      may_write: true,
    });
    expect(await frameOf(id, viewer.api)).toMatchObject({ id, may_write: false });
    expect(await frameOf(id, ann.api)).toMatchObject({ id, may_write: true });
    expect(await frameOf(id, stranger.api)).toBeNull();
    expect(await frameOf(randomUUID())).toBeNull();
    expect((await rpc(world().anon, "requirement_frame", { requirement: id })).error?.code).toBe("42501");
  });

  it("has the recruiter as the company may reach them, and no more of them", async () => {
    const id = await file(owner);
    await ask(ann.api, "set_recruiter", { requirement: id, seen: 1, person: ann.userId });
    await table("team_members").update({ display_name: "Ann", contact_phone: "9" }).eq("user_id", ann.userId);
    expect((await frameOf(id))!["recruiter_id"]).toBe(ann.userId);
    expect((await frameOf(id))!.recruiter).toEqual({
      display_name: "Ann",
      contact_email: ann.email,
      contact_phone: "9",
      away_until: null,
      stand_in: null,
    });
  });

  it("says which side has closed it, and why", async () => {
    const withdrawn = await file(owner);
    await moveTo(withdrawn, 1, "cancelled", owner.api);
    expect(await frameOf(withdrawn)).toMatchObject({ closed_by: "company", closed_reason: "Because", answer_by: null });
    await moveTo(withdrawn, 2, "new");
    expect(await frameOf(withdrawn)).toMatchObject({ closed_by: null, closed_reason: null });
    await moveTo(withdrawn, 3, "cancelled");
    expect(await frameOf(withdrawn)).toMatchObject({ closed_by: "team", answer_by: null });
  });

  describe("what is promised", () => {
    it("is an answer within 48 hours of what the company did first and nobody has answered", async () => {
      const id = await file(owner);
      const filed = await lastOf(id, "created");
      expect(await dueOf(id)).toBe(filed + 48 * HOURS);
      // One more thing to answer is due no later than the first.
      await edit(id, 1);
      expect(await dueOf(id)).toBe(filed + 48 * HOURS);
      // Who is in charge is no answer yet; a status is.
      await ask(ann.api, "set_recruiter", { requirement: id, seen: 2, person: ann.userId });
      expect(await dueOf(id)).toBe(filed + 48 * HOURS);
      await moveTo(id, 3, "in_progress");
      expect(await dueOf(id)).toBeNull();
      await edit(id, 4);
      expect(await dueOf(id)).toBe((await lastOf(id, "edited")) + 48 * HOURS);
    });

    it.each(["waiting", "done"])("is kept by a line of the inbox that is %s", async (state) => {
      const id = await file(owner);
      const { id: item, version } = await itemOf("requirement_id", id);
      const opened = await ask<number>(ann.api, "set_item_state", { item, seen: version, state: "open" });
      expect(await dueOf(id)).not.toBeNull();
      await ask(ann.api, "set_item_state", { item, seen: opened, state });
      expect(await dueOf(id)).toBeNull();
      await edit(id, 1);
      expect(await dueOf(id)).toBe((await lastOf(id, "edited")) + 48 * HOURS);
    });

    it("is not put off by a date that the team sets for itself", async () => {
      const id = await file(owner);
      const due = await dueOf(id);
      const { id: item, version } = await itemOf("requirement_id", id);
      await ask(ann.api, "set_item_due", { item, seen: version, due: "2990-01-01T00:00:00Z" });
      expect(await dueOf(id)).toBe(due);
    });
  });
}
