import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addCompany, addKnownCompany, addTeamMember, join } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import type { Member, World } from "../world.ts";

type Company = {
  id: string;
  company_name: string;
  full_name: string | null;
  phone: string | null;
  version: number;
  access: string;
  members: { user_id: string; email: string; full_name: string | null; access: string; version: number }[];
  invitations: { email: string }[];
};

/** A company's profile and people, as they change them themselves, and joining one (docs/decisions/companies.md). */
export function describeCompany(world: () => World): void {
  const { table, row, rows, add, tokenOf, accept } = asking(world);
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const beta = prepare(() => addKnownCompany(world(), "Beta"));

  const own = ({ api }: Member) => call<Company>(api, "own_company", {});
  const invite = (owner: Member, address: string, new_access = "member") =>
    call<string>(owner.api, "invite_member", { address, new_access });
  const change = (by: Member, person: Member, new_access: string, seen = 1) =>
    call(by.api, "change_member_access", { person: person.userId, new_access, seen });
  const leave = (person: Member, client: string) => call(person.api, "leave_company", { client });
  const handOver = (by: Member, to: Member) => call(by.api, "hand_over_company", { person: to.userId });
  const edit = (by: Member, seen: number, entries: object) =>
    call(by.api, "edit_company", { seen, company_name: "Alpha", ...entries });
  const ownersOf = async (clientId: string) =>
    (await table("client_members").select("user_id").eq("client_id", clientId).eq("access", "owner")).data;
  const mailsTo = async ({ userId }: Member) =>
    (await rows<{ template: string }>("mail_outbox", "template", "user_id", userId)).map(({ template }) => template);

  describe("a company's profile", () => {
    it("is its own people's to read, with their addresses, and its invitations its owner's", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Alpha");
      const email = freshEmail();
      await invite(owner, email, "viewer");
      const people = [
        { user_id: owner.userId, email: owner.email, full_name: "Client Person", access: "owner" },
        { user_id: member.userId, email: member.email, full_name: null, access: "member" },
        { user_id: viewer.userId, email: viewer.email, full_name: null, access: "viewer" },
      ];
      const profile = { id: clientId, company_name: "Alpha", full_name: "Client Person", phone: "12345" };
      expect(await own(owner)).toMatchObject({
        ...profile,
        access: "owner",
        members: people,
        invitations: [{ email }],
      });
      expect(await own(viewer)).toMatchObject({ ...profile, access: "viewer", members: people, invitations: [] });
      expect(await own(member)).toMatchObject({ access: "member", invitations: [] });
      expect((await own(beta.owner)).members.map(({ email: address }) => address)).not.toContain(owner.email);
      for (const nobody of [recruiter, await world().addPerson()]) expect(await own(nobody)).toBeNull();
    });

    it("is written by its owner, on the version that was read; the log names the fields", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Alpha");
      const { version } = await own(owner);
      const entries = { company_name: " Alpha & Co ", full_name: "Reception", phone: "" };
      for (const person of [member, viewer, beta.owner]) {
        const refused = person === beta.owner ? [409, "stale"] : [403, "forbidden"];
        expect(await edit(person, version + 7, entries)).toEqual(refused);
      }
      expect(await edit(owner, version, entries)).toBeNull();
      expect(await edit(owner, version, { company_name: "Late" })).toEqual([409, "stale"]);
      const written = { company_name: "Alpha & Co", full_name: "Reception", phone: null, version: version + 1 };
      expect(await own(viewer)).toMatchObject(written);
      // Nothing has changed: nothing is written, and nothing logged.
      expect(await edit(owner, version + 1, entries)).toBeNull();
      expect(await rows("activity_log", "actor, action, subject_kind, fields", "subject", clientId)).toEqual([
        {
          actor: owner.userId,
          action: "company_changed",
          subject_kind: "client",
          fields: ["company_name", "full_name", "phone"],
        },
      ]);
      for (const person of [owner, member, viewer, beta.owner]) {
        const past = await person.api.from("clients").update({ company_name: "Past" }).eq("id", clientId);
        expect(past.error?.code).toBe("42501");
      }
      expect((await own(beta.owner)).company_name).toBe("Beta");
    });

    /** Gives somebody a name, and the number that they joined with. */
    const describePerson = (person: Member, full_name: string, phone: string | null = null) =>
      table("client_members").update({ full_name, phone }).eq("user_id", person.userId);

    it("names as its contact whoever made it, by the name and number that they have, until they go", async () => {
      const { owner, member, clientId } = await addCompany(world(), "Alpha");
      expect(await own(owner)).toMatchObject({ full_name: "Client Person" });
      expect(await row("clients", "id", clientId)).toMatchObject({ contact_user_id: owner.userId });
      expect(await call(owner.api, "edit_own_name", { seen: 1, full_name: "Otto Owner" })).toBeNull();
      const named = await own(member);
      expect(named).toMatchObject({ full_name: "Otto Owner" });
      await describePerson(owner, "Otto Owner", "77");
      expect(await edit(owner, named.version, { full_name: "Otto Owner", phone: "77" })).toBeNull();
      expect(await handOver(owner, member)).toBeNull();
      expect(await leave(owner, clientId)).toBeNull();
      expect(await own(member)).toMatchObject({ company_name: "Alpha", full_name: null, phone: null });
    });

    it("keeps the number that an owner wrote, when the contact goes", async () => {
      const { owner, member, clientId } = await addCompany(world(), "Alpha");
      await describePerson(owner, "Client Person", "77");
      const { version } = await own(owner);
      expect(await edit(owner, version, { full_name: "Client Person", phone: "+91 120 5550000" })).toBeNull();
      expect(await handOver(owner, member)).toBeNull();
      expect(await leave(owner, clientId)).toBeNull();
      expect(await own(member)).toMatchObject({ full_name: null, phone: "+91 120 5550000" });
    });

    it("has the contact whom the one before names who leaves, with a number that is not theirs", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Alpha");
      await describePerson(owner, "Client Person", "77");
      await describePerson(member, "Mia Member");
      const { version } = await own(owner);
      expect(await edit(owner, version, { full_name: "Client Person", phone: "77" })).toBeNull();
      expect(await handOver(owner, member)).toBeNull();
      const leaveTo = ({ userId }: Member) => call(owner.api, "leave_company", { client: clientId, contact: userId });
      expect(await leaveTo(beta.owner)).toEqual([404, "member_not_found"]);
      expect(await leaveTo(owner)).toEqual([404, "member_not_found"]);
      expect(await leaveTo(viewer)).toEqual([422, "name_missing"]);
      expect(await own(owner)).toMatchObject({ full_name: "Client Person", phone: "77" });
      expect(await leaveTo(member)).toBeNull();
      expect(await own(member)).toMatchObject({
        contact_user_id: member.userId,
        full_name: "Mia Member",
        phone: null,
      });
      // Who is not the contact names nobody in another's place.
      await describePerson(viewer, "Vi Viewer");
      expect(await call(viewer.api, "leave_company", { client: clientId, contact: member.userId })).toBeNull();
      expect(await own(member)).toMatchObject({ full_name: "Mia Member" });
    });

    it("names whom its owners wrote, whatever a viewer is called, or does", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Alpha");
      await describePerson(member, "Reception");
      const { version } = await own(owner);
      expect(await edit(owner, version, { full_name: "Reception", phone: "1" })).toBeNull();
      const written = { full_name: "Reception", phone: "1", version: version + 1 };
      for (const person of [viewer, member]) {
        for (const full_name of ["Reception", "Mallory (ring +1 900 555 0199)", "Reception"]) {
          const seen = (await own(person)).members.find(({ user_id }) => user_id === person.userId)!.version;
          expect(await call(person.api, "edit_own_name", { seen, full_name })).toBeNull();
        }
        expect(await own(owner)).toMatchObject(written);
        expect(await leave(person, clientId)).toBeNull();
        expect(await own(owner)).toMatchObject(written);
      }
    });

    it("follows nobody who is no owner any more, though they made it", async () => {
      const { owner, member, clientId } = await addCompany(world(), "Alpha");
      expect(await handOver(owner, member)).toBeNull();
      const { version, members } = await own(member);
      const seen = members.find(({ user_id }) => user_id === owner.userId)!.version;
      expect(await call(owner.api, "edit_own_name", { seen, full_name: "Someone Else" })).toBeNull();
      expect(await own(member)).toMatchObject({ full_name: "Client Person", version });
      expect(await edit(member, version, { full_name: "Front Desk" })).toBeNull();
      expect(await leave(owner, clientId)).toBeNull();
      expect(await own(member)).toMatchObject({ full_name: "Front Desk" });
    });

    it("that the team has made for somebody names them: they are its contact, and an invited name is nobody's", async () => {
      const [person, guest] = [await world().addPerson(), await world().addPerson()];
      const client = await add("clients", { company_name: "Ours", full_name: "Tara", phone: "9" });
      const asOwner = { client, address: person.email, full_name: "Tara" };
      await accept(person, await tokenOf(await call<string>(recruiter.api, "invite_owner", asOwner)));
      const asGuest = { address: guest.email, new_access: "viewer", full_name: "Tara" };
      await accept(guest, await tokenOf(await call<string>(person.api, "invite_member", asGuest)));
      expect(await leave(guest, client)).toBeNull();
      expect(await own(person)).toMatchObject({ full_name: "Tara", phone: "9" });
      expect(await row("clients", "id", client)).toMatchObject({ contact_user_id: person.userId });
      await table("clients").delete().eq("id", client);
    });
  });

  describe("a company's people", () => {
    it("say themselves what they are called, each for themselves", async () => {
      const { owner, member, viewer } = await addCompany(world(), "Alpha");
      const rename = (by: Member, seen: number, full_name: string) =>
        call(by.api, "edit_own_name", { seen, full_name });
      const names = async () =>
        new Map((await own(owner)).members.map(({ user_id, full_name }) => [user_id, full_name]));
      for (const person of [owner, member, viewer]) expect(await rename(person, 1, ` ${person.userId} `)).toBeNull();
      const renamed = await names();
      for (const { userId } of [owner, member, viewer]) expect(renamed.get(userId)).toBe(userId);
      expect(await rename(member, 1, "Late")).toEqual([409, "stale"]);
      expect(await rename(member, 2, "\u200b ")).toEqual([422, "name_missing"]);
      expect(await rename(member, 2, "n".repeat(201))).not.toBeNull();
    });

    it("are changed on the version that was seen of them", async () => {
      const { owner, member } = await addCompany(world(), "Alpha");
      expect(await change(owner, member, "viewer", 1)).toBeNull();
      expect(await change(owner, member, "owner", 1)).toEqual([409, "stale"]);
      expect(await change(owner, member, "member", 2)).toBeNull();
    });

    it("are told of their access at most a few times a day, however often it is changed", async () => {
      const { owner, member } = await addCompany(world(), "Alpha");
      for (let version = 1; version <= 12; version += 1) {
        expect(await change(owner, member, version % 2 ? "viewer" : "member", version)).toBeNull();
      }
      const told = await rows<{ not_before: string }>("mail_outbox", "not_before", "user_id", member.userId);
      const later = told.filter(({ not_before }) => Date.parse(not_before) > Date.now() + 60_000);
      expect([told.length, later.length]).toEqual([5, 1]);
    });

    it("leave by themselves, but for the last owner, and belong to nobody then", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Alpha");
      expect(await leave(owner, clientId)).toEqual([409, "last_owner"]);
      expect(await leave(member, beta.clientId)).toEqual([404, "client_not_found"]);
      await fileRequirement(member);
      for (const person of [member, viewer]) expect(await leave(person, clientId)).toBeNull();
      expect(await own(member)).toBeNull();
      expect(await leave(member, clientId)).toEqual([403, "forbidden"]);
      // What they have filed stays, and nobody needs a mail of having left.
      const filed = await owner.api.from("job_requirements").select("submitted_by");
      expect(filed.data).toEqual([{ submitted_by: member.userId }]);
      expect(await mailsTo(member)).toEqual(["requirement_filed"]);
      expect(
        await rows("activity_log", "actor, action, other, old_value, new_value", "subject", member.userId),
      ).toEqual([
        { actor: member.userId, action: "access_changed", other: clientId, old_value: "member", new_value: null },
      ]);
    });

    it("get another owner in one step, and both are told", async () => {
      const { owner, member, viewer, clientId } = await addCompany(world(), "Alpha");
      const waiting = await invite(owner, freshEmail());
      for (const [by, to, answer] of [
        [member, viewer, [403, "forbidden"]],
        [owner, owner, [404, "member_not_found"]],
        [owner, beta.member, [404, "member_not_found"]],
      ] as const) {
        expect(await handOver(by, to)).toEqual(answer);
      }
      expect(await handOver(owner, member)).toBeNull();
      expect((await own(viewer)).members.map(({ access }) => access)).toEqual(["member", "owner", "viewer"]);
      for (const person of [owner, member]) expect(await mailsTo(person)).toEqual(["client_access_changed"]);
      expect(await tokenOf(waiting)).toBe("");
      expect(await handOver(owner, viewer)).toEqual([403, "forbidden"]);
      expect(await leave(owner, clientId)).toBeNull();
    });
  });

  describe("two at once", () => {
    /** A company with two owners. */
    async function quarrel() {
      const { owner, clientId, viewer } = await addCompany(world(), "Quarrel Ltd");
      return { owner, other: await join(world(), clientId, "owner"), viewer, clientId };
    }

    it.each<[string, (by: Member, to: Member, clientId: string) => Promise<unknown>]>([
      ["demote each other", (by, to) => change(by, to, "viewer")],
      ["leave", (by, _, clientId) => leave(by, clientId)],
      ["hand over to each other", (by, to) => handOver(by, to)],
    ])("owners who %s leave one of them an owner", async (_, act) => {
      for (let round = 0; round < 4; round += 1) {
        const { owner, other, clientId } = await quarrel();
        const answers = await Promise.all([act(owner, other, clientId), act(other, owner, clientId)]);
        expect(answers).toContain(null);
        expect(await ownersOf(clientId)).toHaveLength(1);
      }
    });

    it("an owner leaves while the other is demoted by them, or demotes them: one stays", async () => {
      for (let round = 0; round < 4; round += 1) {
        const { owner, other, clientId } = await quarrel();
        const answers = await Promise.all([leave(owner, clientId), change(other, owner, "member")]);
        expect(await ownersOf(clientId)).toEqual([{ user_id: other.userId }]);
        expect(answers[0]).toBeNull();
        const second = await quarrel();
        await Promise.all([leave(second.owner, second.clientId), change(second.owner, second.other, "member")]);
        expect(await ownersOf(second.clientId)).toHaveLength(1);
      }
    });

    it("an invitation is accepted twice, by both ways: it is one membership", async () => {
      for (let round = 0; round < 4; round += 1) {
        const { owner, clientId } = await quarrel();
        const person = await world().addPerson();
        const invitation = await invite(owner, person.email);
        const token = await tokenOf(invitation);
        const answers = await Promise.all([
          accept(person, token),
          call(person.api, "accept_own_invitation", { invitation }),
          accept(person, token),
        ]);
        for (const answer of answers) expect(answer).toMatchObject({ client_id: clientId, access: "member" });
        expect(await rows("client_members", "client_id", "user_id", person.userId)).toEqual([{ client_id: clientId }]);
      }
    });

    it("of two invitations accepted at once, one makes a member", async () => {
      const person = await world().addPerson();
      const { owner } = await quarrel();
      const tokens = [
        await tokenOf(await invite(owner, person.email)),
        await tokenOf(await invite(beta.owner, person.email)),
      ];
      const answers = await Promise.all(tokens.map((token) => accept(person, token)));
      expect(answers).toContainEqual([409, "company_already"]);
      expect(await rows("client_members", "access", "user_id", person.userId)).toHaveLength(1);
    });

    it.each<[string, (owner: Member, invitation: string, other: Member) => Promise<unknown>]>([
      ["it is taken back", (owner, invitation) => call(owner.api, "revoke_invitation", { invitation })],
      ["its inviter leaves", async (owner) => leave(owner, (await own(owner)).id)],
      ["its inviter is demoted", (owner, _, other) => change(other, owner, "viewer")],
      ["its inviter hands over", (owner, _, other) => handOver(owner, other)],
    ])("an invitation is accepted while %s: it is one or the other", async (_, end) => {
      for (let round = 0; round < 4; round += 1) {
        const { owner, other, clientId } = await quarrel();
        const person = await world().addPerson();
        const id = await invite(owner, person.email);
        const token = await tokenOf(id);
        const [accepted] = await Promise.all([accept(person, token), end(owner, id, other)]);
        const known = await row("invitations", "id", id);
        const isMember = (await rows("client_members", "client_id", "user_id", person.userId)).length === 1;
        expect({
          isMember,
          isAccepted: known.accepted_at !== null,
          isRevoked: known.revoked_at !== null,
        }).toEqual({ isMember, isAccepted: isMember, isRevoked: !isMember });
        if (isMember) expect(accepted).toMatchObject({ client_id: clientId });
        else expect(accepted).toEqual([410, "invitation_revoked"]);
      }
    });
  });

  describe("joining", () => {
    const mine = (person: Member) =>
      call<{ invitations: Record<string, unknown>[]; bond: unknown; profile: unknown }>(
        person.api,
        "own_invitations",
        {},
      );
    const acceptOwn = (person: Member, invitation: string, leaving = false) =>
      call<unknown>(person.api, "accept_own_invitation", { invitation, leaving });
    const begin = (person: Member, company_name: string, more: object = {}) =>
      call<boolean>(person.api, "begin_company", { company_name, ...more });

    it("is offered to who has shown that the mailbox is theirs, and to nobody else", async () => {
      const person = await world().addPerson({ full_name: "Pia" });
      const id = await invite(beta.owner, person.email, "viewer");
      expect(await mine(person)).toMatchObject({
        invitations: [{ id, kind: "client", access: "viewer", company: "Beta", invited_by: "Client Person" }],
        bond: null,
        profile: null,
      });
      const other = await world().addPerson();
      expect((await mine(other)).invitations).toEqual([]);
      expect(await acceptOwn(other, id)).toEqual([404, "invitation_unknown"]);
      // An address that nobody has confirmed yet proves nothing.
      const waiting = await invite(beta.owner, other.email);
      await world().query(`update auth.users set email_confirmed_at = null where id = '${other.userId}'`);
      expect((await mine(other)).invitations).toEqual([]);
      expect(await acceptOwn(other, waiting)).toEqual([404, "invitation_unknown"]);
      expect(await accept(other, await tokenOf(waiting))).toEqual([403, "other_address"]);
      expect(await acceptOwn(person, id)).toMatchObject({ client_id: beta.clientId, access: "viewer" });
      expect(await rows("client_members", "full_name", "user_id", person.userId)).toEqual([{ full_name: "Pia" }]);
    });

    it("comes before a company of one's own: what the sign-up asked for waits until it is decided", async () => {
      const person = await world().addPerson();
      const id = await invite(beta.owner, person.email);
      const profile = { full_name: "Pia", phone: "99" };
      expect(await begin(person, "Asked Ltd", profile)).toBe(false);
      expect(await begin(person, "Asked Ltd", profile)).toBe(false);
      expect(await rows("clients", "id", "user_id", person.userId)).toEqual([]);
      expect(await mine(person)).toMatchObject({ profile: { company_name: "Asked Ltd", ...profile } });
      expect(await acceptOwn(person, id)).toMatchObject({ client_id: beta.clientId });
      expect((await mine(person)).profile).toBeNull();
      expect(await begin(person, "Asked Ltd")).toBe(true);
      expect(await rows("clients", "id", "user_id", person.userId)).toEqual([]);
    });

    it("is no matter for who is not invited, or not any more: they get their company", async () => {
      const person = await world().addPerson();
      const id = await invite(beta.owner, person.email);
      await call(beta.owner.api, "revoke_invitation", { invitation: id });
      expect(await begin(person, " Asked Ltd ", { full_name: "Pia" })).toBe(true);
      const made = await rows("clients", "company_name, full_name, phone", "user_id", person.userId);
      expect(made).toEqual([{ company_name: "Asked Ltd", full_name: "Pia", phone: null }]);
      expect(await begin(await world().addPerson(), "\u200b")).toEqual([422, "company_name_missing"]);
      expect(await begin(recruiter, "Theirs")).toEqual([403, "forbidden"]);
    });

    it("from another company takes that one says so, and may: then it is left in the same step", async () => {
      const alpha = await addCompany(world(), "Alpha");
      const id = await invite(beta.owner, alpha.member.email);
      expect(await acceptOwn(alpha.member, id)).toEqual([409, "company_already"]);
      expect((await mine(alpha.member)).bond).toEqual({ company: "Alpha", may_leave: true });
      expect(await acceptOwn(alpha.member, id, true)).toMatchObject({ client_id: beta.clientId });
      expect(await rows("client_members", "client_id, access", "user_id", alpha.member.userId)).toEqual([
        { client_id: beta.clientId, access: "member" },
      ]);
      const last = await invite(beta.owner, alpha.owner.email);
      expect((await mine(alpha.owner)).bond).toEqual({ company: "Alpha", may_leave: false });
      expect(await acceptOwn(alpha.owner, last, true)).toEqual([409, "last_owner"]);
      const token = await tokenOf(last);
      expect(await call(alpha.owner.api, "invitation_by_token", { token })).toMatchObject({
        bond: { company: "Alpha", may_leave: false },
      });
      expect(await call(beta.owner.api, "invitation_by_token", { token })).toMatchObject({ bond: null });
    });

    it("lets go of a company of one's own in which nothing was ever filed, and of no other", async () => {
      const alone = await world().addClient("Empty Ltd");
      const id = await invite(beta.owner, alone.email);
      const { id: clientId } = await own(alone);
      const filed = await fileRequirement(alone);
      expect(await acceptOwn(alone, id, true)).toEqual([409, "last_owner"]);
      await table("job_requirements").delete().eq("id", filed);
      expect(await acceptOwn(alone, id, true)).toMatchObject({ client_id: beta.clientId });
      expect(await rows("clients", "user_id, full_name", "id", clientId)).toEqual([{ user_id: null, full_name: null }]);
      expect(await acceptOwn(recruiter, randomUUID())).toEqual([404, "invitation_unknown"]);
      const theirs = await invite(beta.owner, recruiter.email);
      expect(await acceptOwn(recruiter, theirs, true)).toEqual([409, "team_member_already"]);
      expect((await mine(recruiter)).bond).toEqual({ company: null, may_leave: false });
    });
  });
}
