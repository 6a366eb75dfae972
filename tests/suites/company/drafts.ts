import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking } from "../../support/api/asking.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, entries } from "../team/asking.ts";
import type { Member, World } from "../world.ts";

type Draft = { id: string; version: number; entries: unknown; updated_at: string; saved_by: string | null };

const STALE = { code: "PT409", message: "stale" };
const GONE = { code: "PT410", message: "draft_gone" };
const REFUSED = { code: "42501" };
/** As many drafts as a company may have. */
const MOST = 20;

/** Everything that must be there of a requirement, as its form gives it. */
const filled = {
  ...entries,
  remote_allowed: false,
  currency: "INR",
  preferred_skills: [],
  positions_count: 2,
  priority: "low",
};

/** What companies begin and have not sent: the same on every backend. */
export function describeDrafts(world: () => World): void {
  const { table, row } = asking(world);
  const company = prepare(() => addCompany(world(), "Drafting Ltd"));
  const stranger = prepare(() => world().addClient("Strange Ltd"));
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));

  /** A draft, as some page has it. */
  const begun = (more: Record<string, unknown> = {}) => ({ draft: randomUUID(), seen: 0, page: randomUUID(), ...more });
  const save = ({ api }: Member, draft: object, title: string) =>
    rpc<number>(api, "save_requirement_draft", { ...draft, entries: { job_title: title } });
  const file = ({ api }: Member, draft: object, more: object = {}) =>
    rpc<string>(api, "file_requirement_draft", { ...draft, entries: { ...filled, ...more } });
  const open = ({ api }: Member, draft: string) =>
    ask<Draft | { filed: string } | null>(api, "requirement_draft", { draft });
  const remove = ({ api }: Member, { draft }: { draft: string }, seen: number) =>
    rpc(api, "delete_requirement_draft", { draft, seen });
  /** The drafts on the dashboard of somebody. */
  const listed = async ({ api }: Member) =>
    (await ask<{ drafts: unknown[] }>(api, "dashboard_page", { page_size: 1 })).drafts;
  const countFiled = async (draft: string) =>
    (await table("job_requirements").select("id").eq("form_id", draft)).data!.length;

  describe("saving", () => {
    it("begins a draft, goes on with it on another device, and tells the company who saved it", async () => {
      const draft = begun();
      expect((await save(company.owner, draft, "Fitter")).data).toBe(1);
      expect(await open(company.member, draft.draft)).toMatchObject({
        version: 1,
        entries: { job_title: "Fitter" },
      });
      const there = { ...draft, seen: 1, page: randomUUID() };
      expect((await save(company.member, there, "Turner")).data).toBe(2);
      const kept = { author: company.member.userId, version: 2, entries: { job_title: "Turner" } };
      expect(await row("requirement_drafts", "id", draft.draft)).toMatchObject(kept);
    });

    it("takes what is sent twice once, and says the same again", async () => {
      const draft = begun();
      const answers = await Promise.all([1, 2].map(() => save(company.owner, draft, "Same")));
      expect(answers.map(({ data }) => data)).toEqual([1, 1]);
    });

    it("never takes the place of what another page has saved", async () => {
      const draft = begun();
      await save(company.owner, draft, "First");
      const [here, there] = [
        { ...draft, seen: 1 },
        { ...draft, seen: 1, page: randomUUID() },
      ];
      expect((await save(company.member, there, "There")).data).toBe(2);
      expect((await save(company.owner, here, "Here")).error).toMatchObject(STALE);
      expect((await file(company.owner, here)).error).toMatchObject(STALE);
      expect(await open(company.owner, draft.draft)).toMatchObject({ version: 2, entries: { job_title: "There" } });
      // Whoever has seen it may.
      expect((await save(company.owner, { ...here, seen: 2 }, "Here")).data).toBe(3);
    });

    it("of two devices at once lets one through, and tells the other", async () => {
      const draft = begun();
      await save(company.owner, draft, "First");
      const answers = await Promise.all(
        ["A", "B"].map((title) => save(company.owner, { ...draft, seen: 1, page: randomUUID() }, title)),
      );
      expect(answers.map(({ error }) => error?.code ?? "saved").sort()).toEqual(["PT409", "saved"]);
    });

    it("lets a page go on when its answers got lost", async () => {
      const draft = begun();
      for (const [index, title] of ["One", "Two", "Three"].entries()) {
        expect((await save(company.owner, draft, title)).data).toBe(index + 1);
      }
    });

    it("checks nothing but the size", async () => {
      const draft = begun();
      const { data } = await rpc<number>(company.owner.api, "save_requirement_draft", {
        ...draft,
        entries: { job_title: "", positions_count: "many", required_skills: [], notes: "ñ".repeat(30_000) },
      });
      expect(data).toBe(1);
      const long = { ...begun(), entries: { notes: "ñ".repeat(33_000) } };
      const { error } = await rpc(company.owner.api, "save_requirement_draft", long);
      expect(error).toMatchObject({ code: "PT422", message: "draft_too_long" });
      for (const entries of [{ required_skills: Array(101).fill("") }, { notes: { of: "another kind" } }, []]) {
        const odd = await rpc(company.owner.api, "save_requirement_draft", { ...begun(), entries });
        expect(odd.error).toMatchObject({ code: "PT422", message: "draft_too_long" });
      }
    });

    it("stops at twenty, however many come at once, and makes room when one goes", async () => {
      const full = await addCompany(world(), "Full Ltd");
      const drafts = Array.from({ length: MOST + 5 }, () => begun());
      const answers = await Promise.all(drafts.map((draft) => save(full.owner, draft, "One of many")));
      // Behind so many others one may have waited too long for its company's row, and is sent again.
      for (const [index, { error }] of answers.entries()) {
        if (!error || error.message === "too_many_drafts") continue;
        answers[index] = await save(full.owner, drafts[index]!, "One of many");
      }
      const refused = answers.filter(({ error }) => error?.message === "too_many_drafts");
      expect([answers.filter(({ error }) => !error).length, refused.length]).toEqual([MOST, 5]);
      const kept = drafts.find((_, index) => !answers[index]!.error)!;
      // What is there goes on all the same.
      expect((await save(full.owner, { ...kept, seen: 1 }, "Changed")).data).toBe(2);
      await remove(full.owner, kept, 2);
      expect((await save(full.member, begun(), "Next")).data).toBe(1);
    });
  });

  describe("submitting", () => {
    it("files the requirement and takes the draft, once, however often it comes", async () => {
      const draft = begun();
      await save(company.owner, draft, "Welder");
      const at = { ...draft, seen: 1 };
      const answers = await Promise.all([1, 2, 3].map(() => file(company.owner, at)));
      const ids = new Set(answers.map(({ data }) => data));
      expect(answers.every(({ error }) => error === null)).toBe(true);
      expect(ids.size).toBe(1);
      expect(await countFiled(draft.draft)).toBe(1);
      expect(await open(company.member, draft.draft)).toEqual({ filed: [...ids][0] });
      expect(await row("job_requirements", "form_id", draft.draft)).toMatchObject({
        ...filled,
        client_id: company.clientId,
        submitted_by: company.owner.userId,
        version: 1,
      });
    });

    it("tells whoever comes second with other entries, instead of dropping them", async () => {
      const draft = begun();
      await save(company.owner, draft, "Welder");
      await file(company.owner, { ...draft, seen: 1 });
      const { error } = await file(company.member, { ...draft, seen: 1 }, { location: "Goa" });
      expect(error).toMatchObject({ code: "PT409", message: "filed_already" });
      expect(await countFiled(draft.draft)).toBe(1);
    });

    it("is not undone by what was saved on the way", async () => {
      const draft = begun();
      // The form overtakes the first saving of its draft.
      expect((await file(company.owner, draft)).error).toBeNull();
      expect((await save(company.owner, draft, "Late")).error).toMatchObject(GONE);
      expect((await table("requirement_drafts").select("id").eq("id", draft.draft)).data).toEqual([]);
    });

    it("leaves the draft when the entries are refused", async () => {
      const draft = begun();
      await save(company.owner, draft, "Welder");
      expect((await file(company.owner, { ...draft, seen: 1 }, { max_experience: 1000 })).error).not.toBeNull();
      expect(await open(company.owner, draft.draft)).toMatchObject({ version: 1 });
    });
  });

  describe("a draft", () => {
    it("is deleted on the version that was seen", async () => {
      const draft = begun();
      await save(company.owner, draft, "Welder");
      await save(company.member, { ...draft, seen: 1, page: randomUUID() }, "Fitter");
      expect((await remove(company.owner, draft, 1)).error).toMatchObject(STALE);
      expect((await remove(company.owner, draft, 2)).error).toBeNull();
      expect((await remove(company.owner, draft, 2)).error).toMatchObject(GONE);
      expect((await save(company.owner, { ...draft, seen: 2 }, "x")).error).toMatchObject(GONE);
      expect((await file(company.owner, { ...draft, seen: 2 })).error).toMatchObject(GONE);
    });

    it("is not there for another company, and can't be taken from it", async () => {
      const draft = begun();
      await save(company.owner, draft, "Secret");
      expect(await open(stranger, draft.draft)).toBeNull();
      for (const seen of [0, 1]) {
        const at = { ...draft, seen };
        expect((await save(stranger, at, "Mine")).error).toMatchObject(GONE);
        if (seen === 1) expect((await file(stranger, at)).error).toMatchObject(GONE);
        await remove(stranger, draft, seen);
      }
      expect(await open(company.owner, draft.draft)).toMatchObject({
        version: 1,
        entries: { job_title: "Secret" },
      });
    });

    it("is nobody's to read or write but those who file: not a viewer's, not the team's", async () => {
      const draft = begun();
      await save(company.owner, draft, "Secret");
      for (const person of [company.viewer, recruiter]) {
        expect(await open(person, draft.draft)).toBeNull();
        expect((await person.api.from("requirement_drafts").select("*")).data).toEqual([]);
        expect((await save(person, { ...draft, seen: 1 }, "x")).error).toMatchObject(REFUSED);
        expect((await file(person, { ...draft, seen: 1 })).error).toMatchObject(REFUSED);
        expect((await remove(person, draft, 1)).error).toMatchObject(REFUSED);
        expect(await listed(person)).toEqual([]);
      }
    });

    it("is on the dashboard of its company, the latest first, with who saved it", async () => {
      const own = await addCompany(world(), "Listing Ltd");
      await table("client_members").update({ full_name: "Mia Member" }).eq("user_id", own.member.userId);
      const [older, newer] = [begun(), begun()];
      await save(own.owner, older, "Older");
      await save(own.member, newer, "Newer");
      expect(await listed(own.owner)).toMatchObject([
        { id: newer.draft, title: "Newer", saved_by: "Mia Member" },
        { id: older.draft, title: "Older" },
      ]);
      await save(own.owner, { ...older, seen: 1 }, "Again");
      expect(await listed(own.owner)).toMatchObject([{ title: "Again" }, { title: "Newer" }]);
    });

    it("has no name of somebody who has left, whatever they are called elsewhere", async () => {
      const [own, next] = [await addCompany(world(), "Left Ltd"), await addCompany(world(), "Next Ltd")];
      await save(own.member, begun(), "Stays");
      const moved = { client_id: next.clientId, full_name: "Asha Newname" };
      await table("client_members").delete().eq("user_id", own.member.userId);
      await table("client_members").insert({ ...moved, user_id: own.member.userId, access: "member" });
      expect(await listed(own.owner)).toMatchObject([{ title: "Stays", saved_by: null }]);
    });

    it("outlives whoever saved it last, without their name", async () => {
      const own = await addCompany(world(), "Outliving Ltd");
      const draft = begun();
      await save(own.member, draft, "Stays");
      await world().query(`delete from auth.users where id = '${own.member.userId}'`);
      expect(await open(own.owner, draft.draft)).toMatchObject({ saved_by: null, entries: { job_title: "Stays" } });
    });
  });
}
