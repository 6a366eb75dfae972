import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { candidateActs } from "../../support/people/candidates.ts";
import { addCompany, addTeamMember, join } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { file as fileRequirement } from "./asking.ts";
import type { World } from "../world.ts";

/** One book for one fact: what the team does about a requirement is done in the inbox as well (docs/decisions/inbox.md). */
export function describeSettledLines(world: () => World): void {
  const { row, rows, itemOf } = asking(world);
  const { value, file, showOne, answer, setMark } = candidateActs(world);
  const company = prepare(() => addCompany(world(), "Settled Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const ben = prepare(() => addTeamMember(world(), "hr_manager"));
  let requirement: string;

  beforeEach(async () => {
    requirement = await fileRequirement(company.owner);
  });

  const lineOf = () => itemOf("requirement_id", requirement);
  const seen = async () => (await row("job_requirements", "id", requirement)).version;
  const promise = async () =>
    (await call<{ answer_by: string | null }>(company.owner.api, "requirement_frame", { requirement })).answer_by;
  const put = async (person: string) => call(ben.api, "set_recruiter", { requirement, seen: await seen(), person });

  describe("the line of what a company filed is done, with its promise", () => {
    it.each(["in_progress", "filled", "cancelled"])("by another status: %s", async (status) => {
      expect(await promise()).not.toBeNull();
      await call(ann.api, "change_requirement_status", { requirement, seen: await seen(), status, reason: "So" });
      expect(await lineOf()).toMatchObject({ state: "done", assignee: ann.userId });
      expect(await promise()).toBeNull();
    });

    it("by a message, and comes in again with the company's to who is in charge", async () => {
      await put(ann.userId);
      await call(ben.api, "post_message", { requirement, body: "We look" });
      expect(await lineOf()).toMatchObject({ state: "done", assignee: ann.userId });
      expect(await promise()).toBeNull();
      await call(company.owner.api, "post_message", { requirement, body: "And?" });
      expect(await lineOf()).toMatchObject({ state: "new", assignee: ann.userId, claim_expires_at: null });
      expect(await promise()).not.toBeNull();
    });

    it("by what becomes of somebody whom it has answered about", async () => {
      const { entry } = await showOne(ann, requirement);
      expect((await lineOf()).state).toBe("done");
      await answer(company.owner, requirement, entry, { verdict: "interview" });
      expect((await lineOf()).state).toBe("new");
      await setMark(ann, entry, "offered");
      expect((await lineOf()).state).toBe("done");
    });

    it("but by no message that nobody of it can read: it is as due as before, and nobody is said to wait for them", async () => {
      const empty = await addCompany(world(), "Empty Ltd");
      requirement = await file(empty.clientId);
      await world().query(`delete from public.client_members where client_id = '${empty.clientId}'`);
      await call(ann.api, "post_message", { requirement, body: "Anybody there?" });
      expect((await lineOf()).state).toBe("new");
      const waits = () =>
        value(`select waits_for from private.open_requirements where requirement_id = '${requirement}'`);
      expect(await waits()).toBeNull();
      await join(world(), empty.clientId, "owner");
      expect(await waits()).toBe("company");
    });
  });

  it("naming who is in charge gives them the line, and answers nothing", async () => {
    await put(ann.userId);
    expect(await lineOf()).toMatchObject({ state: "new", assignee: ann.userId });
    expect(await promise()).not.toBeNull();
    // Another name takes it along, unless a third has it in hand.
    await put(ben.userId);
    expect(await lineOf()).toMatchObject({ assignee: ben.userId });
    const item = await lineOf();
    await call(ann.api, "take_item", { item: item.id, seen: item.version });
    await put(ben.userId);
    expect(await lineOf()).toMatchObject({ assignee: ann.userId });
  });

  it("a line is never nobody's again where somebody is in charge: what is taken there runs out no more", async () => {
    await put(ann.userId);
    const item = await lineOf();
    await call(ben.api, "take_item", { item: item.id, seen: item.version });
    expect(await lineOf()).toMatchObject({ assignee: ben.userId, claim_expires_at: null });
  });

  it("its events name whom they are about, to the team alone", async () => {
    await showOne(ann, requirement, { full_name: "Asha Rao" });
    type Told = { rows: { type: string; people: string[] | null }[] };
    const told = async (api: typeof ann.api) => {
      const { rows: events } = await call<Told>(api, "requirement_history", { requirement });
      return events.filter(({ type }) => type === "candidates_shown" || type === "candidates_agreed");
    };
    expect((await told(ann.api)).map(({ people }) => people)).toEqual([["Asha Rao"], ["Asha Rao"]]);
    const ofCompany = await told(company.owner.api);
    expect(ofCompany).toMatchObject([{ type: "candidates_shown", people: null }]);
    expect(JSON.stringify(ofCompany)).not.toMatch(/entry_ids|Asha/);
    expect((await rows("requirement_events", "entry_ids", "requirement_id", requirement)).length).toBeGreaterThan(0);
  });
}
