import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addTeamMember } from "../../support/people/cast.ts";
import { setScene } from "./news-scene.ts";
import type { Member, World } from "../world.ts";

/** Who is told of what by mail, and of what nobody is told any more: the same on every backend. */
export function describeNews(world: () => World): void {
  const { table, row, rows } = asking(world);
  const { scene, file, change, name, setStatus, write, toldTo, sendAll } = setScene(world);

  describe("who is told", () => {
    it("of a new status and a recruiter: everybody of the company but who did it, in one mail", async () => {
      await name();
      await setStatus("in_progress");
      const { display_name } = await row("team_members", "user_id", scene.recruiter.userId);
      for (const person of [scene.company.owner, scene.company.member, scene.company.viewer]) {
        expect(await toldTo(person)).toEqual([
          [
            {
              id: scene.requirement,
              title: scene.title,
              status: "in_progress",
              recruiter: display_name,
              messages: 0,
              authors: [],
              in_charge: { name: display_name },
              may_answer: person !== scene.company.viewer,
            },
          ],
        ]);
      }
      const own = (await scene.desk.rowsFor(scene.recruiter)).map(({ template }) => template);
      expect(own).toEqual(["requirement_event"]);
    });

    it("of what the company does: whoever is in charge, and colleagues that it was withdrawn", async () => {
      await name();
      await sendAll();
      await change(scene.company.member, "edit_requirement", { entries: { min_salary: 10, notes: "Soon" } });
      expect(await toldTo(scene.recruiter)).toEqual([
        [expect.objectContaining({ id: scene.requirement, edited: ["min_salary", "notes"], is_withdrawn: false })],
      ]);
      await table("client_members").update({ full_name: "Mo" }).eq("user_id", scene.company.member.userId);
      await setStatus("cancelled", scene.company.member, "Hired at home");
      const [[withdrawn]] = (await toldTo(scene.recruiter)) as [[object]];
      expect(withdrawn).toMatchObject({ is_withdrawn: true, title: scene.title });
      expect(JSON.stringify(withdrawn)).not.toContain("Hired at home");
      const facts = { in_charge: { name: expect.any(String) as unknown }, may_answer: true };
      const news = {
        id: scene.requirement,
        title: scene.title,
        messages: 0,
        authors: [],
        status: "cancelled",
        ...facts,
      };
      expect(await toldTo(scene.company.owner)).toEqual([[{ ...news, withdrawal: { by: "Mo" } }]]);
      expect(await toldTo(scene.company.member)).toEqual([]);
      await setStatus("in_progress");
      await sendAll();
      await setStatus("cancelled", scene.recruiter, "Nobody found");
      for (const person of [scene.company.owner, scene.company.member]) expect(await toldTo(person)).toEqual([[news]]);
    });

    it("that it is theirs: whoever is put in charge by somebody else; nobody is told of what is nobody's", async () => {
      await change(scene.company.owner, "edit_requirement", { entries: { notes: "x" } });
      await write(scene.company.owner, "client");
      const told = await rows("mail_outbox", "template", "ids ->> 'requirement'", scene.requirement);
      expect(told).toEqual([{ template: "requirement_filed" }]);
      await change(scene.recruiter, "set_recruiter", { person: scene.recruiter.userId });
      expect(await toldTo(scene.recruiter)).toEqual([]);
      const other = await addTeamMember(world(), "recruiter");
      await name(other);
      expect(await toldTo(other)).toEqual([[expect.objectContaining({ is_new: true, title: scene.title })]]);
    });

    it("of messages: the other side, with who wrote and how many, and none of the words", async () => {
      await name();
      await sendAll();
      await write(scene.company.owner, "client");
      await write(scene.company.member, "client");
      const contents = await scene.desk.contentsFor(scene.recruiter);
      expect(contents).toMatchObject([
        { side: "team", is_daily: false, inbox: null, about: [{ messages: 2, title: scene.title }] },
      ]);
      expect(JSON.stringify(contents)).not.toContain("Come at nine");
      await write(scene.recruiter, "team");
      for (const person of [scene.company.owner, scene.company.viewer]) {
        expect(await scene.desk.contentsFor(person)).toMatchObject([{ side: "company", about: [{ messages: 1 }] }]);
      }
      expect(await toldTo(scene.recruiter)).toEqual([]);
    });

    it("of how a message of the team's begins: a company whose owner wants that, and nobody else", async () => {
      await name();
      await sendAll();
      const { version } = await row("clients", "id", scene.company.clientId);
      const given = { seen: version, wanted: true };
      for (const person of [scene.company.member, scene.company.viewer, scene.recruiter]) {
        expect((await person.api.rpc("set_message_quotes", given)).error).toMatchObject({ code: "42501" });
      }
      const beginnings = async (person: Member) =>
        (await scene.desk.contentsFor(person)).map(({ about }) => (about as { beginning?: string }[])[0]?.beginning);
      const body = `Come at nine. ${"x".repeat(300)}`;
      const say = async (by: Member) =>
        expect((await by.api.rpc("post_message", { requirement: scene.requirement, body })).error).toBeNull();
      await say(scene.recruiter);
      expect(await beginnings(scene.company.viewer)).toEqual([undefined]);
      expect((await scene.company.owner.api.rpc("set_message_quotes", { ...given, seen: 0 })).error).toMatchObject({
        message: "stale",
      });
      expect((await scene.company.owner.api.rpc("set_message_quotes", given)).error).toBeNull();
      expect(await beginnings(scene.company.owner)).toEqual([`${body.slice(0, 199)}…`]);
      await say(scene.company.owner);
      expect(await beginnings(scene.recruiter)).toEqual([undefined]);
      const logged = await world().query(`select old_value, new_value from public.activity_log
        where subject = '${scene.company.clientId}' and fields = '{quotes_messages}'`);
      expect(logged).toEqual([{ old_value: "false", new_value: "true" }]);
    });

    it("answers go to the recruiter who looks after it; from the team's side, and of several, to nobody", async () => {
      const replyTo = async (person: Member) => (await scene.desk.contentsFor(person)).map(({ reply_to }) => reply_to);
      const told = `ira.${scene.recruiter.userId.slice(0, 8)}@agency.example`;
      await table("team_members").update({ contact_email: told }).eq("user_id", scene.recruiter.userId);
      await name();
      await sendAll();
      await write(scene.recruiter, "team");
      await write(scene.company.owner, "client");
      expect(await replyTo(scene.company.member)).toEqual([told]);
      expect(await replyTo(scene.recruiter)).toEqual([null]);
      await table("team_members").update({ contact_email: null }).eq("user_id", scene.recruiter.userId);
      await write(scene.recruiter, "team");
      expect(await replyTo(scene.company.member)).toEqual([null]);
    });

    it("nobody, of what was entered as history", async () => {
      const message = { requirement_id: scene.requirement, side: "team", body: "x" };
      await table("requirement_messages").insert({ ...message, created_at: "2020-01-01T00:00:00Z" });
      expect(await toldTo(scene.company.owner)).toEqual([]);
    });
  });

  describe("what is not to be told any more", () => {
    /** Nothing that waits for somebody is sent. */
    async function expectSkipped(person: Member): Promise<void> {
      expect(await toldTo(person)).toEqual([]);
      const unsent = (await scene.desk.rowsFor(person)).filter(({ sent_at }) => sent_at === null);
      expect(unsent).not.toEqual([]);
      expect(unsent.filter(({ skipped_at }) => skipped_at === null)).toEqual([]);
    }

    it("to a member who was removed", async () => {
      await write(scene.recruiter, "team");
      expect(await call(scene.company.owner.api, "remove_member", { person: scene.company.member.userId })).toBeNull();
      await table("mail_outbox").delete().eq("user_id", scene.company.member.userId).is("bundle", null);
      await expectSkipped(scene.company.member);
      expect(await toldTo(scene.company.viewer)).toHaveLength(1);
    });

    it("to a recruiter who has lost the role, or the requirement", async () => {
      const other = await addTeamMember(world(), "recruiter");
      const second = await file();
      await name();
      await name(other, second);
      await sendAll();
      await write(scene.company.owner, "client");
      await write(scene.company.owner, "client", second);
      expect(await call(scene.admin.api, "remove_team_member", { person: other.userId })).toBe(true);
      await table("mail_outbox").delete().eq("user_id", other.userId).is("bundle", null);
      await expectSkipped(other);
      await change(scene.admin, "set_recruiter", { person: null });
      await expectSkipped(scene.recruiter);
    });

    it("of a requirement that was withdrawn: neither its edits nor its recruiter", async () => {
      await name();
      await change(scene.company.owner, "edit_requirement", { entries: { notes: "x" } });
      await setStatus("cancelled", scene.company.owner, "Hired at home");
      const [[news]] = (await toldTo(scene.recruiter)) as [[Record<string, unknown>]];
      expect(news).toMatchObject({ is_withdrawn: true, is_new: false });
      expect(news).not.toHaveProperty("edited");
      // Who withdrew it is told neither of that, nor of the recruiter it had.
      await expectSkipped(scene.company.owner);
    });

    it("of a requirement that is gone", async () => {
      await write(scene.recruiter, "team");
      await table("job_requirements").delete().eq("id", scene.requirement);
      await expectSkipped(scene.company.owner);
    });

    it("of messages that were read on the site meanwhile", async () => {
      await write(scene.recruiter, "team");
      await world().query(`delete from public.unread_messages where user_id = '${scene.company.owner.userId}'`);
      await expectSkipped(scene.company.owner);
      expect(await toldTo(scene.company.member)).toHaveLength(1);
    });

    it("to whoever has switched it off meanwhile, and is not queued for whoever had before", async () => {
      await write(scene.recruiter, "team");
      await setStatus("filled");
      await scene.desk.choose(scene.company.owner, { messages: "never" });
      const outcome = { positions: 1, filled: 1 };
      expect(await toldTo(scene.company.owner)).toEqual([
        [expect.objectContaining({ status: "filled", outcome, messages: 0 })],
      ]);
      await scene.desk.choose(scene.company.owner, { requirements: "never" });
      const before = await scene.desk.rowsFor(scene.company.owner);
      await write(scene.recruiter, "team");
      await setStatus("new");
      expect(await scene.desk.rowsFor(scene.company.owner)).toEqual(before);
    });
  });
}
