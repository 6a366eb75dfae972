import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { asking, call } from "../support/api/asking.ts";
import { PUBLIC_FORMS } from "../support/api/matrix.ts";
import { applicantActs } from "../support/people/applicants.ts";
import { candidateActs } from "../support/people/candidates.ts";
import { addCompany, addTeamMember, join } from "../support/people/cast.ts";
import { freshEmail } from "../support/people/people.ts";
import { prepare, prepareEach } from "../support/people/prepare.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { entries } from "./team/asking.ts";
import type { Member, World } from "./world.ts";

/** The columns that say who somebody is, by the catalogue: keys that lead to an account, addresses, and ids of the log. */
const PERSONAL = {
  // Of a call without an address, by number.
  ...Object.fromEntries(PUBLIC_FORMS.map((form) => [`public.${form.table}.${form.address}`, "goes by address"])),
  "private.applications.email": "goes by address",
  "public.adverts.named_by": "emptied with the account",
  "public.adverts.written_by": "emptied with the account",
  "private.former_colleagues.user_id": "goes with the account",
  "private.candidate_imports.owner": "goes with the account",
  "private.item_acts.actor": "goes with the account",
  "private.item_acts.assignee": "emptied with the account",
  "private.spam_senders.marked_by": "emptied with the account",
  "private.unsubscribe_tokens.user_id": "goes with the account",
  "private.waiting_profiles.user_id": "goes with the account",
  "public.activity_log.actor": "ids stay, and mean nobody",
  "public.activity_log.other": "ids stay, and mean nobody",
  "public.activity_log.subject": "ids stay, and mean nobody",
  "public.candidate_consents.asked_by": "emptied with the account",
  "public.candidate_consents.rung_by": "emptied with the account",
  "public.candidate_notes.author": "emptied with the account",
  "public.candidates.created_by": "emptied with the account",
  "public.candidates.next_by": "emptied with the account",
  "public.shortlist_answers.noted_by": "emptied with the account",
  "public.shortlist_entries.next_by": "emptied with the account",
  "public.candidates.email": "goes by address",
  "public.entry_views.user_id": "goes with the account",
  "public.shortlist_answers.author": "emptied with the account",
  "public.shortlist_answers.released_by": "emptied with the account",
  "public.shortlist_entries.added_by": "emptied with the account",
  "public.client_notes.author": "emptied with the account",
  "public.client_terms.updated_by": "emptied with the account",
  "public.client_members.user_id": "goes with the account",
  "public.clients.user_id": "emptied with the account",
  "public.clients.contact_user_id": "emptied with the account, and their name and number with it",
  "public.contact_submissions.written_by": "emptied with the account",
  "public.inbox_items.assignee": "emptied with the account",
  "public.inbox_items.email": "goes with its form",
  "public.invitations.accepted_by": "emptied with the account",
  "public.invitations.email": "goes by address",
  "public.invitations.invited_by": "emptied with the account",
  "public.item_events.actor": "emptied with the account",
  "public.item_events.person": "emptied with the account",
  "public.item_replies.author": "emptied with the account",
  "public.item_openings.user_id": "goes with the account",
  "public.job_requirements.recruiter_id": "emptied with the account",
  "public.job_requirements.submitted_by": "emptied with the account",
  "public.notes.author": "emptied with the account",
  "public.notification_settings.user_id": "goes with the account",
  "public.reply_templates.updated_by": "emptied with the account",
  "public.requirement_drafts.author": "emptied with the account",
  "public.requirement_messages.author": "emptied with the account",
  "public.unread_messages.user_id": "goes with the account",
  "public.requirement_events.actor": "emptied with the account",
  "public.requirement_events.person": "emptied with the account",
  "public.mail_outbox.address": "goes by address",
  "public.mail_outbox.user_id": "goes with the account",
  "public.team_members.contact_email": "goes with the account; in others' lines, emptied",
  "public.team_members.user_id": "goes with the account",
  "public.user_roles.user_id": "goes with the account",
};

/** What is left of people, and of companies, when somebody goes (docs/decisions/companies.md): in a database of nobody else. */
export function describeForgetting(world: () => World): void {
  const { table, row, rows, add, value, itemOf, tracesOf, tokenOf, accept } = asking(world);

  const erase = (address: string) => call<Record<string, number>>(world().service, "erase_person", { address });
  const exportOf = (address: string) => call<Record<string, unknown>>(world().service, "export_person", { address });

  it("every column with a person in it is one that export and erasure know", async () => {
    const found = await world().query(`
      select relation.relnamespace::regnamespace || '.' || relation.relname || '.' || field.attname as name
        from pg_class as relation
        join pg_attribute as field on field.attrelid = relation.oid and field.attnum > 0 and not field.attisdropped
        where relation.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relation.relkind in ('r', 'p')
          and (field.attname ~ '(email|address)$'
             or relation.relname = 'activity_log' and field.attname in ('actor', 'subject', 'other')
            or exists (select from pg_constraint as key
                        where key.conrelid = relation.oid and key.contype = 'f' and field.attnum = any (key.conkey)
                          and key.confrelid in ('auth.users'::regclass, 'public.user_roles'::regclass)))`);
    const names = found.map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(PERSONAL).sort());
  });

  describe("somebody of the team", () => {
    it("is exported and erased whole; the log keeps ids, no address and no name", async () => {
      const admin = await addTeamMember(world(), "admin");
      const colleague = await addTeamMember(world(), "recruiter");
      const person = await world().addPerson();
      const invitation = await call<string>(admin.api, "invite_to_team", {
        address: person.email,
        new_role: "admin",
        full_name: "Uma Traceless",
      });
      const token = await tokenOf(invitation);
      await accept(person, token);
      const invited = freshEmail();
      await call(person.api, "invite_to_team", { address: invited, new_role: "recruiter" });
      await table("team_members").update({ contact_email: person.email }).eq("user_id", colleague.userId);

      const exported = await exportOf(person.email);
      expect(exported).toMatchObject({
        invitations: [{ id: invitation, full_name: "Uma Traceless" }],
        team_contacts: [{ user_id: colleague.userId }],
        accounts: [
          {
            role: "admin",
            team_member: { display_name: "Uma Traceless" },
            invited: [{ id: expect.any(String) as string }],
            activity: [{ action: "role_changed" }, { action: "invitation_accepted" }, { action: "invited" }],
          },
        ],
      });
      expect(JSON.stringify(exported)).not.toContain(invited);
      expect(JSON.stringify(exported)).not.toContain(token);

      expect(await erase(person.email)).toMatchObject({ accounts: 1, invitations: 1, clients: 0 });
      expect(await tracesOf([person.email, person.userId, "Uma Traceless"])).toEqual([]);
      const log = JSON.stringify(await world().query("select * from public.activity_log"));
      expect(log).toContain(person.userId);
      expect(log).not.toMatch(/@|Uma/);
      expect(await rows("invitations", "invited_by", "email", invited)).toEqual([{ invited_by: null }]);
    });
  });

  describe("somebody who has applied for a job", () => {
    const { advertise, apply, send } = applicantActs(world);
    const company = prepare(() => addCompany(world(), "Open Berths Ltd"));
    async function job(): Promise<string> {
      const requirement = await fileRequirement(company.owner);
      await advertise(requirement);
      return requirement;
    }

    it("and has not pressed is gone after 48 hours, its mails too, with the mails' run of each minute", async () => {
      const requirement = await job();
      const late = await send(requirement, { created_at: "now() - interval '48 hours 1 minute'" });
      const early = await send(requirement, { created_at: "now() - interval '47 hours'" });
      await world().query("select private.queue_due_mails()");
      expect(await tracesOf([late.email])).toEqual([]);
      expect((await tracesOf([early.email])).sort()).toEqual(["private.applications", "public.mail_outbox"]);
    });

    it("is exported and erased whole: pressed or not, mailed or not", async () => {
      const requirement = await job();
      const person = await apply(requirement, { name: "Traceless Applicant", said: "Words without a trace" });
      await send(requirement, { email: `'${person.email}'`, entries: `'{"full_name": "Traceless Applicant"}'` });
      // Under another spelling, which may be another person's, it is that one's.
      const spelled = person.email.replace("@", "+other@");
      await send(requirement, { email: `'${spelled}'`, entries: `'{"full_name": "Other Applicant"}'` });
      await world().query(`select private.enqueue_mail('application_answer', 'answer.${person.entry}',
                             '{"entry": "${person.entry}"}', address => '${person.email}')`);
      const unpressed = await send(requirement);
      expect(await exportOf(person.email)).toMatchObject({
        candidates: [{ entries: [{ said: "Words without a trace" }] }],
        applications: [{ email: person.email, entries: { full_name: "Traceless Applicant" } }],
      });
      expect(await exportOf(unpressed.email)).toMatchObject({
        candidates: [],
        applications: [{ email: unpressed.email }],
      });
      const listed = await world().query("select reached_at from private.list_people() where kept_in = 'applications'");
      expect(listed.map(({ reached_at }) => reached_at)).toEqual(
        expect.arrayContaining([unpressed.email, person.email]),
      );

      await call(world().anon, "erase_own_candidate", {
        session_token: await candidateActs(world).open(person.candidate),
      });
      // The last mail says so, and goes when it is sent.
      await world().query(
        `update public.mail_outbox set dead_at = now(), next_attempt_at = null where template = 'candidate_erased'`,
      );
      expect(await tracesOf([person.email, person.entry, person.application, "Traceless", "without a trace"])).toEqual(
        [],
      );
      expect(await exportOf(spelled)).toMatchObject({ applications: [{ email: spelled }] });
      await erase(spelled);
      expect(await tracesOf([spelled])).toEqual([]);
      await erase(unpressed.email);
      expect(await tracesOf([unpressed.email, unpressed.id])).toEqual([]);
    });
  });

  describe("a company", () => {
    const company = prepareEach(() => addCompany(world(), "Lasting Ltd"));
    let requirement: string;
    beforeEach(async () => {
      requirement = await fileRequirement(company.owner);
    });

    const kept = async () => (await rows("clients", "id", "id", company.clientId)).length;
    const isThere = async () => (await rows("job_requirements", "id", "id", requirement)).length === 1;

    it("outlives the person who made it, without their name and number", async () => {
      const { owner, member, clientId } = company;
      expect(await exportOf(owner.email)).toMatchObject({
        accounts: [{ membership: { access: "owner" }, client: { id: clientId }, requirements: [{ id: requirement }] }],
      });
      expect(await erase(owner.email)).toMatchObject({ accounts: 1, clients: 0 });
      expect(await rows("clients", "user_id, company_name, full_name, phone", "id", clientId)).toEqual([
        { user_id: null, company_name: "Lasting Ltd", full_name: null, phone: null },
      ]);
      expect(await tracesOf([owner.email, owner.userId])).toEqual([]);
      const { data } = await member.api.from("job_requirements").select("id");
      expect(data).toEqual([{ id: requirement }]);
    });

    it("goes with the last of its people, its requirements too", async () => {
      for (const { email } of [company.owner, company.viewer]) await erase(email);
      expect(await kept()).toBe(1);
      expect(await erase(company.member.email)).toMatchObject({ clients: 1 });
      expect([await kept(), await isThere()]).toEqual([0, false]);
    });

    it("that only waits for somebody goes with them, but not when another is invited as well", async () => {
      const recruiter = await addTeamMember(world(), "recruiter");
      const client = await add("clients", { company_name: "Waiting Ltd" });
      const [first, second] = [freshEmail(), freshEmail()];
      for (const address of [first, second]) await call(recruiter.api, "invite_owner", { client, address });
      expect(await erase(first)).toMatchObject({ invitations: 1, clients: 0 });
      expect(await erase(second)).toMatchObject({ clients: 1 });
      expect(await tracesOf([first, second, "Waiting Ltd"])).toEqual([]);
    });

    it("stays when an account is deleted elsewhere, and is then nobody's", async () => {
      for (const { userId } of [company.owner, company.member, company.viewer]) {
        await world().query(`delete from auth.users where id = '${userId}'`);
      }
      expect(await rows("clients", "user_id, full_name", "id", company.clientId)).toEqual([
        { user_id: null, full_name: null },
      ]);
      expect([
        await isThere(),
        await value("select count(*)::integer from private.companies_of_nobody_else('', '{}')"),
      ]).toEqual([true, 0]);
    });

    describe("and the retention", () => {
      /** Lets somebody not have signed in for long. */
      const unused = (...people: Member[]) =>
        world()
          .query(`update auth.users set created_at = now() - interval '3 years', last_sign_in_at = now() - interval '3 years'
          where id = any ('{${people.map(({ userId }) => userId).join()}}')`);
      const purge = () => value<Record<string, number>>("select private.purge_expired()");
      const withoutDates = async (statement: string) => {
        const setTriggers = async (what: "disable" | "enable") => {
          for (const name of ["clients", "job_requirements", "invitations"]) {
            await world().query(`alter table public.${name} ${what} trigger stamp_update`);
          }
        };
        await setTriggers("disable");
        await world().query(statement);
        await setTriggers("enable");
      };

      it("takes it when none of its people has come for long, and nothing is open", async () => {
        const { owner, member, viewer } = company;
        await unused(owner, member, viewer);
        await purge();
        expect([await kept(), await isThere()]).toEqual([1, true]);
        await table("job_requirements").delete().eq("id", requirement);
        await unused(owner, member, viewer);
        expect(await purge()).toMatchObject({ clients: 1, accounts: 3 });
        expect(await kept()).toBe(0);
      });

      it("takes only those of its people who have not come, while one does", async () => {
        await table("job_requirements").delete().eq("id", requirement);
        await unused(company.owner, company.viewer);
        await purge();
        expect(await rows("client_members", "user_id, access", "client_id", company.clientId)).toEqual([
          { user_id: company.member.userId, access: "member" },
        ]);
      });

      it("takes one without people when nothing has happened to it for long, an open requirement or not", async () => {
        const { owner, member, viewer, clientId } = company;
        for (const { userId } of [owner, member, viewer])
          await world().query(`delete from auth.users where id = '${userId}'`);
        await purge();
        expect(await kept()).toBe(1);
        await withoutDates(
          `update public.clients set updated_at = now() - interval '3 years' where id = '${clientId}'`,
        );
        await purge();
        expect([await kept(), await isThere()]).toEqual([1, true]);
        await withoutDates(
          `update public.job_requirements set updated_at = now() - interval '3 years' where id = '${requirement}'`,
        );
        const recruiter = await addTeamMember(world(), "recruiter");
        const invitation = await call<string>(recruiter.api, "invite_owner", {
          client: clientId,
          address: freshEmail(),
        });
        await purge();
        expect(await kept()).toBe(1);
        await withoutDates(
          `update public.invitations set expires_at = now() - interval '3 years' where id = '${invitation}'`,
        );
        expect(await purge()).toMatchObject({ invitations: 1, clients: 1 });
        expect([await kept(), await isThere()]).toEqual([0, false]);
      });

      it("takes old lines of the log, and leaves the team alone", async () => {
        const person = await addTeamMember(world(), "recruiter");
        await unused(person);
        await world().query("update public.activity_log set created_at = now() - interval '3 years'");
        expect(await purge()).toMatchObject({ accounts: 0 });
        expect(await value("select count(*)::integer from public.activity_log")).toBe(0);
        expect(await rows("user_roles", "role", "user_id", person.userId)).toEqual([{ role: "recruiter" }]);
      });
    });
  });

  describe("the sender of a posting, for whom the team has made a company", () => {
    const NAME = "Tara Nameless";
    const PHONE = "+91 98765 00000";
    const recruiter = prepare(() => addTeamMember(world(), "recruiter"));

    /** @returns the company, and the invitation of its sender */
    async function converted(contact_email: string) {
      const sent = { job_title: "Cook", location: "Goa", contact_name: NAME, contact_email, company: "Poster Ltd" };
      const { id: item } = await itemOf("posting_id", await add("public_job_submissions", sent));
      const values = { item, company_name: "Poster Ltd", full_name: NAME, phone: PHONE, entries };
      const requirement = await call<string>(recruiter.api, "convert_item_for_new", values);
      const { client_id: client } = await row("job_requirements", "id", requirement);
      return { client, invitation: (await row("invitations", "email", contact_email)).id };
    }

    it("leaves no name there, when somebody else has become its owner", async () => {
      const [sender, other] = [freshEmail("sender"), await world().addPerson()];
      const { client, invitation } = await converted(sender);
      await call(recruiter.api, "revoke_invitation", { invitation });
      const values = { client, address: other.email, full_name: "Olga Other" };
      await accept(other, await tokenOf(await call<string>(recruiter.api, "invite_owner", values)));
      const company = { id: client, company_name: "Poster Ltd", full_name: NAME, phone: PHONE };
      expect(await exportOf(sender)).toMatchObject({ companies: [company] });
      expect(await exportOf(other.email)).toMatchObject({ companies: [] });
      expect(await erase(sender)).toMatchObject({ invitations: 1, clients: 0 });
      expect(await tracesOf([sender, NAME, PHONE])).toEqual([]);
      expect(await rows("client_members", "full_name", "client_id", client)).toEqual([{ full_name: "Olga Other" }]);
    });

    it("is found by the address that they have since, and so is what was sent to the one before", async () => {
      const person = await world().addPerson();
      const { client, invitation } = await converted(person.email);
      await accept(person, await tokenOf(invitation));
      const member = await join(world(), client, "member");
      const address = freshEmail("moved");
      await world().query(`update auth.users set email = '${address}' where id = '${person.userId}'`);
      await table("public_job_submissions").delete().eq("contact_email", person.email);
      expect(await exportOf(address)).toMatchObject({
        invitations: [{ id: invitation, full_name: NAME }],
        companies: [{ id: client, full_name: NAME }],
      });
      expect(await erase(address)).toMatchObject({ invitations: 1, accounts: 1, clients: 0 });
      expect(await tracesOf([person.email, address, NAME, PHONE])).toEqual([]);
      expect((await member.api.from("job_requirements").select("id")).data).toHaveLength(1);
    });

    it("is forgotten by name when no address leads there any more", async () => {
      const { client, invitation } = await converted(freshEmail("sender"));
      await world().query("select private.purge_expired()");
      expect(await rows("clients", "full_name", "id", client)).toEqual([{ full_name: NAME }]);
      await table("invitations").delete().eq("id", invitation);
      await world().query("select private.purge_expired()");
      expect(await rows("clients", "full_name, phone", "id", client)).toEqual([{ full_name: null, phone: null }]);
    });
  });

  it("somebody who joins a company of others leaves it as it is when they go", async () => {
    const { clientId, member } = await addCompany(world(), "Joined Ltd");
    const joined = await join(world(), clientId, "member");
    await erase(joined.email);
    expect(await rows("clients", "full_name", "id", clientId)).toEqual([{ full_name: "Client Person" }]);
    expect((await member.api.from("client_members").select("user_id")).data).toHaveLength(3);
    expect(await erase(`${randomUUID()}@test.example`)).toMatchObject({ accounts: 0, clients: 0 });
  });
}
