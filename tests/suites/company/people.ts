import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addCompany, addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import type { Member, World } from "../world.ts";

/** Companies with their members, and the team with its roles (docs/decisions/companies.md). */
export function describePeople(world: () => World): void {
  const { table, row, rows, value, tokenOf, accept } = asking(world);
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const alpha = prepare(() => addCompany(world(), "Alpha"));
  const beta = prepare(() => addCompany(world(), "Beta"));

  /** Gives somebody another access, as whoever has just looked at them. */
  async function changeAccess(by: Member, { userId }: Member, new_access: string | null) {
    const { version } = await row("client_members", "user_id", userId);
    return call(by.api, "change_member_access", { person: userId, seen: version, new_access });
  }

  describe("a company", () => {
    it("is made by whoever has none, and owned by them; nobody of the team has one", async () => {
      const person = await world().addPerson();
      const insert = (of: Member) => of.api.from("clients").insert({ user_id: of.userId, company_name: "Made Ltd" });
      expect((await insert(person)).error).toBeNull();
      expect(await rows("client_members", "access", "user_id", person.userId)).toEqual([{ access: "owner" }]);
      expect((await insert(person)).error?.code).toBe("23505");
      // Who belongs to another's company makes no second one.
      expect((await insert(alpha.member)).error?.code).toBe("23505");
      expect((await insert(recruiter)).error?.code).toBe("42501");
    });

    /** What a function of ours does that works for the team: it calls this one with the rights of its owner. */
    async function inviteCompany({ userId }: Member, address: string, company: string) {
      const session_id = await value(`select id from auth.sessions where user_id = '${userId}' limit 1`);
      const claims = JSON.stringify({ sub: userId, session_id, role: "authenticated" });
      const made = await world().query(`
        with acting as materialized (
          select left(set_config('request.jwt.claims', '${claims}', true)
                   || set_config('request.jwt.claim.sub', '${userId}', true), 0) as nothing)
        select made.* from acting, lateral private.invite_company(nothing || '${address}', '${company}', 'Nia', '1') as made`);
      return made[0] as { invitation_id: string; client_id: string };
    }

    it("that the team makes of a posting waits for the sender, and is one however often it is asked for", async () => {
      const person = await world().addPerson();
      const first = await inviteCompany(recruiter, person.email, "New Ltd");
      expect(await inviteCompany(admin, ` ${person.email}`, "new ltd ")).toEqual(first);
      expect((await inviteCompany(admin, person.email, "Another Ltd")).client_id).not.toBe(first.client_id);
      const known = await rows("clients", "user_id, company_name, full_name, phone", "id", first.client_id);
      expect(known).toEqual([{ user_id: null, company_name: "New Ltd", full_name: "Nia", phone: "1" }]);
      expect(await accept(person, await tokenOf(first.invitation_id))).toMatchObject({ client_id: first.client_id });
      const account = person.api.from("current_account").select("company_name, full_name, phone, access");
      expect((await account.single()).data).toEqual({
        company_name: "New Ltd",
        full_name: "Nia",
        phone: "1",
        access: "owner",
      });
      await expect(inviteCompany(alpha.owner, freshEmail(), "Theirs Ltd")).rejects.toThrow("forbidden");
      await expect(inviteCompany(recruiter, beta.viewer.email, "Second Ltd")).rejects.toThrow("company_already");
    });

    it("that nobody owns gets an owner by the team's invitation, and no other does", async () => {
      const { clientId, owner, member } = await addCompany(world(), "Left Ltd");
      const values = { client: clientId, address: member.email };
      const invite = (more: object = {}) => call<string>(recruiter.api, "invite_owner", { ...values, ...more });
      expect(await invite()).toEqual([409, "has_owner"]);
      await table("client_members").delete().eq("user_id", owner.userId);
      expect(await rows("clients", "user_id, full_name, phone", "id", clientId)).toEqual([
        { user_id: null, full_name: null, phone: null },
      ]);
      expect(await invite()).toEqual([409, "member_already"]);
      const person = await world().addPerson();
      const id = await invite({ address: person.email });
      expect(await call(recruiter.api, "revoke_invitation", { invitation: id })).toBeNull();
      const again = await invite({ address: person.email });
      expect(await accept(person, await tokenOf(again))).toMatchObject({ access: "owner" });
      expect(await invite({ client: randomUUID() })).toEqual([404, "client_not_found"]);
    });

    it("is its owners' to change: never the last one's removal, and no other company's", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Owned Ltd");
      const change = (person: Member, new_access: string | null, by = owner) => changeAccess(by, person, new_access);
      const remove = (person: Member, by = owner) => call(by.api, "remove_member", { person: person.userId });
      expect(await change(owner, "viewer")).toEqual([409, "last_owner"]);
      expect(await remove(owner)).toEqual([409, "last_owner"]);
      expect(await change(beta.member, "viewer")).toEqual([404, "member_not_found"]);
      expect(await remove(beta.member)).toEqual([404, "member_not_found"]);
      expect(await change(member, null)).toEqual([400, "access_missing"]);
      expect(await change(viewer, "owner")).toBeNull();
      const invited = await call<string>(viewer.api, "invite_member", { address: freshEmail(), new_access: "member" });
      expect(await remove(owner, viewer)).toBeNull();
      expect(await change(viewer, "member", viewer)).toEqual([409, "last_owner"]);
      expect(await change(member, "owner", viewer)).toBeNull();
      expect(await change(viewer, "viewer", member)).toBeNull();
      expect(await tokenOf(invited)).toBe("");
      const left = await rows("client_members", "user_id, access, version", "client_id", clientId);
      expect(left).toHaveLength(2);
      expect(left).toEqual(
        expect.arrayContaining([
          { user_id: member.userId, access: "owner", version: 2 },
          { user_id: viewer.userId, access: "viewer", version: 3 },
        ]),
      );
      expect(await rows("activity_log", "actor, action, other, old_value, new_value", "subject", owner.userId)).toEqual(
        [{ actor: viewer.userId, action: "access_changed", other: clientId, old_value: "owner", new_value: null }],
      );
      // Who has left belongs to nobody, and may begin again.
      expect((await owner.api.from("clients").select("id")).data).toEqual([]);
      const again = { user_id: owner.userId, company_name: "Again Ltd" };
      expect((await owner.api.from("clients").insert(again)).error).toBeNull();
    });

    it("keeps an owner when two of them remove each other at once", async () => {
      for (let round = 0; round < 5; round += 1) {
        const { owner, member, clientId } = await addCompany(world(), "Quarrel Ltd");
        await changeAccess(owner, member, "owner");
        const answers = await Promise.all([
          call(owner.api, "remove_member", { person: member.userId }),
          call(member.api, "remove_member", { person: owner.userId }),
        ]);
        expect(answers.filter((answer) => answer === null)).toHaveLength(1);
        expect(answers).toContainEqual([403, "forbidden"]);
        const owners = await table("client_members").select("access").match({ client_id: clientId, access: "owner" });
        expect(owners.data).toHaveLength(1);
      }
    });
  });

  describe("the team", () => {
    const change = (person: Member, new_role: string | null, by = admin) =>
      call(by.api, "set_team_role", { person: person.userId, new_role });
    const remove = (person: Member, by = admin) => call(by.api, "remove_team_member", { person: person.userId });

    it("changes by an admin: another role, or none, from one moment to the next, and is logged", async () => {
      const person = await addTeamMember(world(), "recruiter");
      expect(await change(person, "admin")).toBeNull();
      const invited = await call<string>(person.api, "invite_to_team", { address: freshEmail(), new_role: "admin" });
      expect(await tokenOf(invited)).not.toBe("");
      expect(await change(person, "hr_manager")).toBeNull();
      // What an admin has invited is not left behind by one who is none any more.
      expect(await tokenOf(invited)).toBe("");
      expect((await person.api.from("contact_submissions").select("id")).error).toBeNull();
      expect(await remove(person)).toBe(true);
      expect((await person.api.from("team_members").select("user_id")).data).toEqual([]);
      expect(await rows("team_members", "user_id", "user_id", person.userId)).toEqual([]);
      expect(await rows("activity_log", "actor, old_value, new_value", "subject", person.userId)).toEqual([
        { actor: null, old_value: null, new_value: "recruiter" },
        { actor: admin.userId, old_value: "recruiter", new_value: "admin" },
        { actor: admin.userId, old_value: "admin", new_value: "hr_manager" },
        { actor: admin.userId, old_value: "hr_manager", new_value: null },
      ]);
    });

    it("takes nobody from elsewhere, and no role that is none of its own", async () => {
      for (const person of [alpha.owner, await world().addPerson()]) {
        expect(await change(person, "admin")).toEqual([404, "person_not_found"]);
        expect(await remove(person)).toEqual([404, "person_not_found"]);
      }
      for (const role of ["client", null]) expect(await change(recruiter, role)).toEqual([400, "not_a_team_role"]);
    });

    it("never loses its last admin, not even to an erasure, nor to two who remove each other at once", async () => {
      await table("user_roles").update({ role: "recruiter" }).eq("role", "admin").neq("user_id", admin.userId);
      expect(await change(admin, "recruiter")).toEqual([409, "last_admin"]);
      expect(await remove(admin)).toEqual([409, "last_admin"]);
      expect(await call(admin.api, "erase_person", { address: ` ${admin.email}` })).toEqual([409, "last_admin"]);
      for (let round = 0; round < 5; round += 1) {
        const other = await addTeamMember(world(), "admin");
        const answers = await Promise.all([change(other, "recruiter"), change(admin, "recruiter", other)]);
        expect(answers.filter((answer) => answer === null)).toHaveLength(1);
        expect(answers).toContainEqual([403, "forbidden"]);
        expect(await rows("user_roles", "role", "role", "admin")).toHaveLength(1);
        if (answers[0] !== null) expect(await change(admin, "admin", other)).toBeNull();
        if (answers[0] !== null) expect(await change(other, "recruiter")).toBeNull();
      }
    });

    it("forgets somebody for an admin, and the log says so without a name", async () => {
      const person = await world().addClient("Forgotten Ltd");
      const erased = await call(admin.api, "erase_person", { address: person.email });
      expect(erased).toMatchObject({ accounts: 1, clients: 1 });
      const lines = await rows("activity_log", "actor, subject_kind, fields", "action", "person_erased");
      expect(lines.at(-1)).toEqual({ actor: admin.userId, subject_kind: "erasure", fields: [] });
    });

    it("has an admin write what clients see of a colleague, on the version that was read; the log names the fields", async () => {
      const { userId: person } = await addTeamMember(world(), "recruiter");
      const edit = (seen: unknown, entries: object) =>
        call(admin.api, "edit_team_member", { person, seen, ...entries });
      const columns = "display_name, contact_email, contact_phone, version";
      const line = async () => (await rows<Record<string, unknown>>("team_members", columns, "user_id", person))[0]!;
      const { version: seen } = await line();
      const entries = { display_name: " Rey ", contact_email: "rey@example.com", contact_phone: "+91 120 555" };
      expect(await edit(seen, entries)).toBeNull();
      const edited = await line();
      expect(edited).toEqual({ ...entries, display_name: "Rey", version: Number(seen) + 1 });
      expect(await edit(seen, { display_name: "Late" })).toEqual([409, "stale"]);
      // Nothing has changed: nothing is written, and nothing logged.
      expect(await edit(edited["version"], entries)).toBeNull();
      expect(await line()).toEqual(edited);
      expect(await edit(edited["version"], { display_name: "Rey", contact_email: "rey@example.com" })).toBeNull();
      const log = await rows("activity_log", "action, actor, fields", "subject", person);
      const entry = { action: "details_changed", actor: admin.userId };
      expect(log.slice(1)).toEqual([
        { ...entry, fields: ["display_name", "contact_email", "contact_phone"] },
        { ...entry, fields: ["contact_phone"] },
      ]);
      const nobody = { person: randomUUID(), seen: 1, display_name: "x" };
      expect(await call(admin.api, "edit_team_member", nobody)).toEqual([404, "person_not_found"]);
    });

    it("has nobody else write them, and nobody at all past the function", async () => {
      const { userId: person } = recruiter;
      for (const { api } of [recruiter, admin]) {
        const written = await api.from("team_members").update({ display_name: "Me" }).eq("user_id", person);
        expect(written.error?.code).toBe("42501");
      }
      const own = await call(recruiter.api, "edit_team_member", { person, seen: 1, display_name: "Me" });
      expect(own).toEqual([403, "forbidden"]);
    });
  });
}
