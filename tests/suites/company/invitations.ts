import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { asking, call } from "../../support/api/asking.ts";
import { addCompany, addKnownCompany, addTeamMember, join, makeKnown } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import type { Member, World } from "../world.ts";

/** Invitations to the team and to a company (docs/decisions/companies.md). */
export function describeInvitations(world: () => World): void {
  const { table, rows, add, value, tokenOf, accept } = asking(world);
  const admin = prepare(() => addTeamMember(world(), "admin"));
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));
  const alpha = prepare(() => addKnownCompany(world(), "Alpha"));
  const beta = prepare(() => addCompany(world(), "Beta"));

  const inviteToTeam = (address: string, new_role = "recruiter") =>
    call<string>(admin.api, "invite_to_team", { address, new_role, full_name: "Ira Sen" });
  const inviteMember = (address: string, new_access = "member") =>
    call<string>(alpha.owner.api, "invite_member", { address, new_access });
  /** Invites somebody to read, by default somebody whom nobody has invited. */
  const inviteViewer = ({ api }: Member, address = freshEmail()) =>
    call<string>(api, "invite_member", { address, new_access: "viewer" });
  const IS_INVITED = /^[0-9a-f-]{36}$/;

  describe("an invitation", () => {
    it("says by its token who invites to what, and the address to its owner only", async () => {
      const person = await world().addPerson();
      const id = await inviteToTeam(` ${person.email.toUpperCase()} `);
      const token = await tokenOf(id);
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      const look = (api: SupabaseClient) => call<Record<string, unknown>>(api, "invitation_by_token", { token });
      const seen = await look(world().anon);
      expect(seen).toMatchObject({ id, kind: "team", role: "recruiter", access: null, company: null, state: "open" });
      expect(seen["invited_by"]).toBe(admin.email.split("@")[0]);
      expect(seen["email"]).toBe(`${person.email[0]}…@${person.email.split("@")[1]}`);
      expect(await look(person.api)).toMatchObject({ email: person.email, is_own_address: true });
      expect(await look(recruiter.api)).toMatchObject({ is_own_address: false });
      expect(await call(world().anon, "invitation_by_token", { token: `${token}0` })).toBeNull();
      // Nobody reads the token, and once its mail has gone nothing that is stored is one.
      await world().query(`update public.mail_outbox set sent_at = now(), next_attempt_at = null
        where ids ->> 'invitation' = '${id}'`);
      const stored = `select (select jsonb_agg(to_jsonb(kept)) from private.invitation_tokens as kept)::text
        || (select jsonb_agg(to_jsonb(sent)) from public.invitations as sent)::text`;
      expect(await value(stored)).not.toContain(token);
    });

    it("to the team is accepted once, by its address alone, and is no client's then", async () => {
      const person = await world().addPerson();
      const id = await inviteToTeam(person.email);
      const token = await tokenOf(id);
      expect(await accept(await world().addPerson(), token)).toEqual([403, "other_address"]);
      expect(await accept(alpha.member, token)).toEqual([403, "other_address"]);
      // The sign-in makes a client of whoever has no role: without a company, that is nothing yet.
      await person.api.from("user_roles").insert({ user_id: person.userId, role: "client" });
      const accepted = { kind: "team", role: "recruiter", access: null, client_id: null };
      for (let times = 0; times < 2; times += 1) expect(await accept(person, token)).toEqual(accepted);
      expect(await rows("user_roles", "role", "user_id", person.userId)).toEqual([{ role: "recruiter" }]);
      expect(await rows("team_members", "display_name, contact_email", "user_id", person.userId)).toEqual([
        { display_name: "Ira Sen", contact_email: person.email },
      ]);
      expect(await rows("clients", "id", "user_id", person.userId)).toEqual([]);
      const logged = await rows("activity_log", "actor, action, new_value", "subject", id);
      expect(logged).toEqual([
        { actor: admin.userId, action: "invited", new_value: "recruiter" },
        { actor: person.userId, action: "invitation_accepted", new_value: "recruiter" },
      ]);
      expect(await tokenOf(id)).toBe("");
    });

    it("to a company makes a member of it, with that access", async () => {
      const person = await world().addPerson();
      const token = await tokenOf(await inviteMember(person.email, "viewer"));
      expect(await accept(person, token)).toMatchObject({
        kind: "client",
        access: "viewer",
        client_id: alpha.clientId,
      });
      const { data } = await person.api.from("current_account").select("role, company_name, access").single();
      expect(data).toEqual({ role: "client", company_name: "Alpha", access: "viewer" });
    });

    it("is nobody's who belongs elsewhere, and an owner is not told where", async () => {
      expect(await inviteToTeam(beta.member.email)).toEqual([409, "company_already"]);
      expect(await inviteToTeam(recruiter.email)).toEqual([409, "team_member_already"]);
      expect(await inviteMember(alpha.viewer.email)).toEqual([409, "member_already"]);
      for (const [person, reason] of [
        [beta.member, "company_already"],
        [recruiter, "team_member_already"],
      ] as const) {
        const id = await inviteMember(person.email);
        expect(await accept(person, await tokenOf(id))).toEqual([409, reason]);
      }
      const person = await world().addPerson();
      const token = await tokenOf(await inviteToTeam(person.email));
      await person.api.from("clients").insert({ user_id: person.userId, company_name: "Own Ltd" });
      expect(await accept(person, token)).toEqual([409, "company_already"]);
    });

    it("asked for twice is one; as something else it is refused", async () => {
      const address = freshEmail();
      const both = await Promise.all([inviteMember(address), inviteMember(address)]);
      expect(both[0]).toBe(both[1]);
      expect(await inviteMember(address, "owner")).toEqual([409, "invited_already"]);
      // Elsewhere it is another.
      expect(await call(beta.owner.api, "invite_member", { address, new_access: "owner" })).not.toBe(both[0]);
      expect(await inviteMember("no address")).toEqual([400, "address_invalid"]);
      expect(await inviteToTeam(address, "client")).toEqual([400, "not_a_team_role"]);
    });

    it("ends when it is revoked or its time is over, and can be sent again until then, with another link", async () => {
      const person = await world().addPerson();
      const id = await inviteMember(person.email);
      const first = await tokenOf(id);
      const resend = () => call<unknown>(alpha.owner.api, "resend_invitation", { invitation: id });
      const revoke = ({ api }: Member) => call(api, "revoke_invitation", { invitation: id });
      const change = async (values: object) =>
        expect((await table("invitations").update(values).eq("id", id)).error).toBeNull();
      expect(await resend()).toEqual([429, "too_soon"]);
      await change({ issued_at: "2026-01-01", expires_at: "2026-01-02" });
      expect(await accept(person, first)).toEqual([410, "invitation_expired"]);
      expect(await tokenOf(id)).toBe("");
      expect(await resend()).toBeNull();
      const second = await tokenOf(id);
      expect(second).not.toBe(first);
      expect(await accept(person, first)).toEqual([404, "invitation_unknown"]);

      for (const stranger of [beta.owner, recruiter, admin]) {
        expect(await revoke(stranger)).toEqual([404, "invitation_not_found"]);
      }
      for (let times = 0; times < 2; times += 1) {
        expect(await revoke(alpha.owner)).toBeNull();
      }
      expect(await accept(person, second)).toEqual([410, "invitation_revoked"]);
      await change({ issued_at: "2026-01-01" });
      expect(await resend()).toEqual([410, "invitation_revoked"]);
      // One that is over makes room for another.
      expect(await inviteMember(person.email)).not.toBe(id);
    });

    it("is not for filling a mailbox: fifty a day from one person", async () => {
      const { owner } = await addKnownCompany(world(), "Many Ltd");
      for (let index = 0; index < 50; index += 1) expect(await inviteViewer(owner)).toMatch(IS_INVITED);
      expect(await inviteViewer(owner)).toEqual([429, "too_many"]);
    });

    it("is three a day from a company that has filed nothing, whoever of its owners sends them", async () => {
      const { owner, clientId } = await addCompany(world(), "Unheard Of Ltd");
      const second = await join(world(), clientId, "owner");
      const sent = [await inviteViewer(owner), await inviteViewer(second), await inviteViewer(owner)];
      for (const by of [owner, second]) expect(await inviteViewer(by)).toEqual([429, "too_many_at_first"]);
      // Sending one again is sending one.
      await table("invitations").update({ issued_at: "2026-01-01" }).eq("id", sent[0]);
      expect(await call(owner.api, "resend_invitation", { invitation: sent[0] })).toEqual([429, "too_many_at_first"]);
      const requirement_id = await fileRequirement(owner);
      for (const by of [owner, second]) expect(await inviteViewer(by)).toMatch(IS_INVITED);
      // Filing costs nothing: more are for whoever the team has to do with.
      expect(await inviteViewer(owner)).toEqual([429, "too_many_unseen"]);
      const setLine = (change: object) => table("inbox_items").update(change).match({ requirement_id });
      await setLine({ state: "spam" });
      expect(await inviteViewer(owner)).toEqual([429, "too_many_unseen"]);
      await setLine({ state: "open" });
      expect(await inviteViewer(owner)).toMatch(IS_INVITED);
      // And what it does later makes nobody a stranger again.
      await setLine({ state: "new", first_seen_at: null });
      expect(await inviteViewer(owner)).toMatch(IS_INVITED);
      // Nobody of the team is held to it.
      const client = await add("clients", { company_name: "Ours" });
      for (let index = 0; index < 4; index += 1) {
        expect(await call(admin.api, "invite_owner", { client, address: freshEmail() })).toMatch(IS_INVITED);
      }
    });

    it("is a hundred a day from all companies that nobody of the team has looked at", async () => {
      const { owner, clientId } = await addCompany(world(), "Crowd");
      const known = await addKnownCompany(world(), "Seen");
      const crowd = await world().query(`insert into public.clients (company_name)
        select 'Crowd ' || place from generate_series(1, 34) as place returning id::text`);
      const ids = crowd.map(({ id }) => id as string);
      const past = ids.flatMap((id) => [id, id, id]).map((id) => `('invited', 'invitation', '${id}')`);
      await world().query(`insert into public.activity_log (action, subject_kind, other) values ${past.join()}`);
      expect(await inviteViewer(owner)).toEqual([429, "too_many_everywhere"]);
      expect(await inviteViewer(known.owner)).toMatch(IS_INVITED);
      await makeKnown(world().service, clientId);
      expect(await inviteViewer(owner)).toMatch(IS_INVITED);
      await world().query(`delete from public.activity_log where other in (${ids.map((id) => `'${id}'`).join()})`);
    });

    it("is for one mailbox, whatever stands behind the plus of its address", async () => {
      const { owner } = await addKnownCompany(world(), "Plus Ltd");
      const [name, domain] = freshEmail("plus").split("@");
      const invite = (tag: string) => inviteViewer(owner, `${name}${tag}@${domain}`);
      for (const tag of ["", "+1", "+2", "+3.x", "+4+5"]) expect(await invite(tag)).toMatch(IS_INVITED);
      expect(await invite("+6")).toEqual([429, "too_many"]);
    });

    it("finds room in a mailbox that strangers have filled, from the team and whom it knows", async () => {
      const [name, domain] = freshEmail("filled").split("@");
      let tag = 0;
      const invite = (by: Member) => inviteViewer(by, `${name}+${(tag += 1)}@${domain}`);
      for (const place of ["One", "Two", "Three"]) {
        const { owner } = await addCompany(world(), `Stranger ${place}`);
        for (let index = 0; index < 3; index += 1) expect(await invite(owner)).toMatch(IS_INVITED);
      }
      const { owner, clientId } = await addCompany(world(), "Stranger Four");
      expect(await invite(owner)).toMatch(IS_INVITED);
      expect(await invite(owner)).toEqual([429, "too_many"]);
      const wanted = `${name}@${domain}`;
      expect(await inviteToTeam(wanted)).toMatch(IS_INVITED);
      await makeKnown(world().service, clientId);
      expect(await invite(owner)).toMatch(IS_INVITED);
    });

    it("named by a sign-up makes no company, if it is open and to that very address", async () => {
      const address = freshEmail();
      const id = await inviteToTeam(address);
      /** A sign-up that is confirmed at once. */
      async function signUp(email: string, invitation: unknown): Promise<unknown[]> {
        const userId = randomUUID();
        const metadata = JSON.stringify({ company_name: "Asked Ltd", invitation });
        await world().query(`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
          values ('${userId}', '${email}', now(), '${metadata}')`);
        const made = [
          await rows("clients", "company_name", "user_id", userId),
          await rows("client_members", "access", "user_id", userId),
          await rows("user_roles", "role", "user_id", userId),
        ];
        await world().query(`delete from auth.users where id = '${userId}'`);
        return made.flat();
      }
      const client = [{ company_name: "Asked Ltd" }, { access: "owner" }, { role: "client" }];
      expect(await signUp(address, id)).toEqual([]);
      expect(await signUp(freshEmail(), id)).toEqual(client);
      for (const nothing of [randomUUID(), { id }, null, 7]) expect(await signUp(address, nothing)).toEqual(client);
      await call(admin.api, "revoke_invitation", { invitation: id });
      expect(await signUp(address, id)).toEqual(client);
    });
  });
}
