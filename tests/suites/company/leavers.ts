import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Enums } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { addCompany, addKnownCompany, addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, file } from "../team/asking.ts";
import type { Member, World } from "../world.ts";

/** What somebody leaves behind who leaves the team or a company, whichever way: the same on every backend. */
export function describeLeavers(world: () => World): void {
  const { table, row, add, tokenOf, accept, itemOf: findItem } = asking(world);
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const client = prepare(() => world().addClient("Leavers Ltd"));
  const itemOf = (requirement: string) => findItem("requirement_id", requirement);
  const read = (id: string) => row("job_requirements", "id", id);

  /** The ways in which somebody stops being of the team; the last two take the account as well. */
  const WAYS: [string, (leaver: Member) => Promise<unknown>][] = [
    ["docs/breach.md", ({ userId }) => world().query(`delete from public.user_roles where user_id = '${userId}'`)],
    ["the page", ({ userId }) => ask(admin.api, "remove_team_member", { person: userId })],
    [
      "an operator's other role",
      ({ userId }) => world().query(`update public.user_roles set role = 'client' where user_id = '${userId}'`),
    ],
    ["erasure by a colleague", ({ email }) => ask(admin.api, "erase_person", { address: email })],
    ["an account that is deleted", ({ userId }) => world().query(`delete from auth.users where id = '${userId}'`)],
  ];

  const isRevoked = async (id: string) => (await row("invitations", "id", id)).revoked_at !== null;

  describe.each(WAYS)("who goes by %s", (_, leave) => {
    it("leaves no invitation behind: to the team, or to a company", async () => {
      const leaver = await addTeamMember(world(), "admin");
      const person = await world().addPerson();
      const made = await add("clients", { company_name: "Ownerless Ltd" });
      const invitations = [
        await ask<string>(leaver.api, "invite_to_team", { address: person.email, new_role: "admin" }),
        await ask<string>(leaver.api, "invite_owner", { client: made, address: freshEmail() }),
      ];
      const token = await tokenOf(invitations[0]!);
      await leave(leaver);
      expect(await Promise.all(invitations.map(isRevoked))).toEqual([true, true]);
      expect(await accept(person, token)).toEqual([410, "invitation_revoked"]);
      expect(await tokenOf(invitations[0]!)).toBe("");
    });

    it("leaves nothing in hand that comes in again", async () => {
      const leaver = await addTeamMember(world(), "recruiter");
      const requirement = await file(client);
      const own = { requirement, person: leaver.userId };
      await ask(leaver.api, "set_recruiter", { ...own, seen: 1 });
      await ask(leaver.api, "change_requirement_status", { requirement, seen: 2, status: "filled" });
      expect(await itemOf(requirement)).toMatchObject({ state: "done", assignee: leaver.userId });
      await leave(leaver);
      const seen = (await read(requirement)).version;
      await ask(ann.api, "change_requirement_status", { requirement, seen, status: "new" });
      expect(await read(requirement)).toMatchObject({ status: "new", recruiter_id: null });
      // Whoever opens it again is at it.
      expect(await itemOf(requirement)).toMatchObject({ state: "open", assignee: ann.userId });
    });

    it("and what they had done is nobody's, when its company comes back to it, or theirs who open it", async () => {
      const leaver = await addTeamMember(world(), "recruiter");
      const [returned, opened] = [await file(client), await file(client)];
      const items = [await itemOf(returned), await itemOf(opened)];
      for (const { id, version } of items) {
        await ask(leaver.api, "set_item_state", { item: id, seen: version, state: "done" });
      }
      await leave(leaver);
      const entries = { location: "Goa" };
      await ask(client.api, "edit_requirement", { requirement: returned, seen: 1, entries });
      expect(await itemOf(returned)).toMatchObject({ state: "new", assignee: null });
      const { id, version } = await itemOf(opened);
      await ask(ann.api, "set_item_states", { items: [id], seen: [version], state: "open" });
      expect(await itemOf(opened)).toMatchObject({ state: "open", assignee: ann.userId });
    });
  });

  it("who becomes a recruiter keeps what a recruiter may invite to, and no more", async () => {
    const leaver = await addTeamMember(world(), "admin");
    const client = await add("clients", { company_name: "Kept Ltd" });
    const toTeam = await ask<string>(leaver.api, "invite_to_team", { address: freshEmail(), new_role: "admin" });
    const toCompany = await ask<string>(leaver.api, "invite_owner", { client, address: freshEmail() });
    await ask(admin.api, "set_team_role", { person: leaver.userId, new_role: "recruiter" });
    expect([await isRevoked(toTeam), await isRevoked(toCompany)]).toEqual([true, false]);
  });

  it("an owner who is none any more, by SQL too, has invited nobody", async () => {
    const { owner } = await addCompany(world(), "Former Ltd");
    const invitation = await ask<string>(owner.api, "invite_member", { address: freshEmail(), new_access: "owner" });
    await world().query(`update public.client_members set access = 'member' where user_id = '${owner.userId}'`);
    expect(await isRevoked(invitation)).toBe(true);
  });

  describe("a mailbox is not filled", () => {
    it("by inviting, taking back and inviting again: five mails a day from one company", async () => {
      const { owner } = await addKnownCompany(world(), "Cannon Ltd");
      const address = freshEmail("victim");
      const invite = () => rpc<string>(owner.api, "invite_member", { address, new_access: "viewer" });
      for (let sent = 0; sent < 5; sent += 1) {
        const { data } = await invite();
        await ask(owner.api, "revoke_invitation", { invitation: data });
      }
      expect(await invite()).toMatchObject({ status: 429, error: { message: "too_many" } });
      const mails = await table("mail_outbox").select("id").eq("address", address);
      expect(mails.data).toHaveLength(5);
      // Another company is no worse off.
      const other = await addCompany(world(), "Other Cannon Ltd");
      await ask(other.owner.api, "invite_member", { address, new_access: "viewer" });
    });

    it("by sending again, and twenty a day from all companies together", async () => {
      const { owner, clientId } = await addKnownCompany(world(), "Again Ltd");
      const address = freshEmail("victim");
      const invitation = await ask<string>(owner.api, "invite_member", { address, new_access: "viewer" });
      const resend = async () => {
        await table("invitations").update({ issued_at: "2026-01-01" }).eq("id", invitation);
        return rpc(owner.api, "resend_invitation", { invitation });
      };
      for (let sent = 1; sent < 5; sent += 1) expect((await resend()).error).toBeNull();
      expect(await resend()).toMatchObject({ status: 429, error: { message: "too_many" } });
      const mail = (place: number) => ({
        template: "client_invitation",
        address,
        dedupe_key: `old.${clientId}.${place}`,
      });
      const others = Array.from({ length: 15 }, (_, place) => mail(place));
      expect((await table("mail_outbox").insert(others)).error).toBeNull();
      const other = await addCompany(world(), "Twentieth Ltd");
      const late = await rpc(other.owner.api, "invite_member", { address, new_access: "viewer" });
      expect(late).toMatchObject({ status: 429, error: { message: "too_many" } });
    });
  });

  it("who takes from a colleague what was theirs for good stands in the activity log", async () => {
    const requirement = await file(client);
    const { id, version } = await itemOf(requirement);
    const given = await ask<number>(ann.api, "give_item", { item: id, seen: version, person: admin.userId });
    await ask(ann.api, "take_item", { item: id, seen: given });
    const { data } = await admin.api
      .from("activity_log")
      .select("action, actor, other")
      .eq("subject", id)
      .order("created_at");
    expect(data).toEqual([
      { action: "item_given", actor: ann.userId, other: admin.userId },
      { action: "item_taken", actor: ann.userId, other: admin.userId },
    ]);
  });

  it("a change of a requirement's status by the team is an answer on its line, and closes and opens it", async () => {
    const requirement = await file(client);
    const become = async (status: Enums<"requirement_status">) => {
      const { version } = await read(requirement);
      await ask(ann.api, "change_requirement_status", { requirement, seen: version, status, reason: "Because" });
      return itemOf(requirement);
    };
    const seen = await become("in_progress");
    expect(seen).toMatchObject({ state: "done", assignee: ann.userId });
    expect(seen.first_seen_at).not.toBeNull();
    expect(await become("cancelled")).toMatchObject({ state: "done", assignee: ann.userId });
    expect(await become("filled")).toMatchObject({ state: "done" });
    await table("inbox_items").update({ due_at: "2026-01-01" }).eq("id", seen.id);
    const opened = await become("in_progress");
    expect(opened).toMatchObject({ state: "open", assignee: ann.userId });
    expect(Date.parse(opened.due_at)).toBeGreaterThan(Date.now());
    // The company's own doing brings it in anew.
    const { version } = await read(requirement);
    const withdrawal = { requirement, seen: version, status: "cancelled", reason: randomUUID() };
    await ask(client.api, "change_requirement_status", withdrawal);
    expect(await itemOf(requirement)).toMatchObject({ state: "new", first_seen_at: null });
  });
}
