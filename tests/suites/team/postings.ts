import { randomInt, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import type { Tables } from "~/lib/backend/database.types";
import { asking } from "../../support/api/asking.ts";
import { posting } from "../../support/api/matrix.ts";
import { addCompany, addKnownCompany, addTeamMember } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, entries, file } from "./asking.ts";
import type { Member, World } from "../world.ts";

/** How a posting becomes a requirement: the same on every backend. */
export function describePostings(world: () => World): void {
  const { table, row, rows, itemOf } = asking(world);
  const client = prepare(() => world().addClient("Posting Ltd"));
  const ann = prepare(() => addTeamMember(world(), "recruiter"));

  const read = (id: string) => row("job_requirements", "id", id);
  const filed = async () => read(await file(client));

  /** Posts a job as anybody can. @returns its line as well */
  async function posted(company = "Poster & Co", email = freshEmail("poster")) {
    const form_id = randomUUID();
    const sent = { ...posting, contact_email: email, company, form_id };
    expect((await world().anon.from("public_job_submissions").insert(sent)).error).toBeNull();
    const { id } = await row("public_job_submissions", "form_id", form_id);
    return { id, email, item: await itemOf("posting_id", id) };
  }

  /** What was mailed to an address besides the receipts of what came from there. */
  const invitationMails = async (email: string) =>
    (await rows<Tables<"mail_outbox">>("mail_outbox", "*", "address", email)).filter(
      ({ template }) => template !== "receipt",
    );

  it("becomes a requirement once: its line is done, the requirement's goes on, as long as was promised", async () => {
    const { id, item } = await posted();
    const { client_id } = await filed();
    const convert = (api: SupabaseClient) =>
      rpc<string>(api, "convert_item", { item: item.id, client: client_id, entries });
    for (const api of [world().anon, client.api]) expect((await convert(api)).error?.code).toBe("42501");
    const made = (await convert(ann.api)).data;
    expect((await convert(ann.api)).data).toBe(made);
    const kept = { ...entries, client_id, source_posting_id: id, currency: "USD", status: "new" };
    expect(await read(made)).toMatchObject(kept);
    expect(await itemOf("id", item.id)).toMatchObject({ state: "done", assignee: ann.userId });
    const own = await itemOf("requirement_id", made);
    expect(own).toMatchObject({ state: "open", assignee: ann.userId, claim_expires_at: null, due_at: item.due_at });
    for (const line of [item, own]) {
      const converted = { type: "converted", actor: ann.userId, changes: { requirement_id: made } };
      expect(await rows("item_events", "type, actor, changes", "item_id", line.id)).toEqual([converted]);
    }
    // Its company sees where it came from.
    const events = await rows("requirement_events", "type, side", "requirement_id", made);
    expect(events).toEqual([{ type: "converted", side: "team" }]);
  });

  describe("is told of by mail, since a public form proves no address", () => {
    type Claimed = { content: Record<string, unknown> };
    /** What is sent of it now to each of these. */
    async function toldTo(...people: Member[]): Promise<Record<string, unknown>[][]> {
      const claimed = await ask<Claimed[]>(world().service, "claim_mails", { most: 1000 });
      const contents = claimed
        .map(({ content }) => content)
        .filter(({ template }) => template === "requirement_converted");
      return people.map(({ email }) => contents.filter(({ to }) => to === email));
    }
    const convert = (item: string, company: string) =>
      ask<string>(ann.api, "convert_item", {
        item,
        client: company,
        entries: { ...entries, recruiter_id: ann.userId },
      });

    it("to the member whose address it names; nobody files in their name what they don't hear of", async () => {
      const { clientId, owner, member, viewer } = await addCompany(world(), "Named Ltd");
      await table("team_members").update({ contact_email: "ann@agency.example" }).eq("user_id", ann.userId);
      const { item } = await posted("Named Ltd", member.email.toUpperCase());
      const made = await convert(item.id, clientId);
      const told = {
        template: "requirement_converted",
        to: member.email,
        id: made,
        title: entries.job_title,
        company: "Named Ltd",
        is_from_form: true,
        is_named: true,
        reply_to: "ann@agency.example",
        in_charge: { name: expect.any(String) as unknown },
        answer_by: expect.any(String) as unknown,
      };
      expect(await toldTo(member, owner, viewer)).toEqual([[told], [], []]);
      // Once, however often it is asked for.
      await convert(item.id, clientId);
      expect(await toldTo(member)).toEqual([[]]);
    });

    it("to its owners, when it names nobody of the company", async () => {
      const { clientId, owner, member } = await addCompany(world(), "Unnamed Ltd");
      const { item } = await posted("Unnamed Ltd");
      await convert(item.id, clientId);
      expect(await toldTo(member, owner)).toMatchObject([[], [{ is_named: false, company: "Unnamed Ltd" }]]);
    });

    it("to nobody who has left before it is sent", async () => {
      const { clientId, owner, member } = await addCompany(world(), "Left Ltd");
      const { item } = await posted("Left Ltd", member.email);
      await convert(item.id, clientId);
      await ask(owner.api, "remove_member", { person: member.userId });
      expect(await toldTo(member)).toEqual([[]]);
    });
  });

  it("that has gone, a company that is none, and entries that are wrong make nothing", async () => {
    const { id, item } = await posted();
    const { client_id } = await filed();
    const convert = (more: Record<string, unknown>) =>
      rpc(ann.api, "convert_item", { item: item.id, client: client_id, entries, ...more });
    expect((await convert({ item: randomUUID() })).error).toMatchObject({ code: "PT404", message: "item_not_found" });
    const lost = { code: "PT404", message: "client_not_found" };
    expect((await convert({ client: randomUUID() })).error).toMatchObject(lost);
    expect((await convert({ entries: { ...entries, job_title: null } })).error).not.toBeNull();
    expect((await convert({ entries: { ...entries, status: "filled" } })).error?.code).toBe("22023");
    expect(await itemOf("id", item.id)).toEqual(item);
    expect(await rows("job_requirements", "id", "source_posting_id", id)).toEqual([]);
  });

  it("is of a company that is found by its address, then by its name, then by its words", async () => {
    // A word that is no number, whatever its digits: numbers have signs of their own.
    const name = `Quill w${randomUUID().slice(0, 8)} Works`;
    const byName = await world().addClient(name);
    const byAddress = await world().addClient("Something Else");
    const suggest = (more: Record<string, unknown>) =>
      ask<{ company_name: string; reason: string }[]>(ann.api, "suggest_clients", more);
    expect(await suggest({ name: name.toUpperCase(), address: ` ${byAddress.email.toUpperCase()}` })).toMatchObject([
      { company_name: "Something Else", reason: "address" },
      { company_name: name, reason: "name" },
    ]);
    expect(await suggest({ name: `${name.split(" ")[1]} x${randomUUID().slice(0, 8)}` })).toMatchObject([
      { reason: "words" },
    ]);
    expect(await suggest({ name, address: byName.email })).toMatchObject([{ reason: "address" }]);
    expect(await suggest({ name: '"(' })).toEqual([]);
    // A name is no search: nothing in it is an operator.
    expect(await suggest({ name: `-x${randomUUID().replaceAll("-", "")}` })).toEqual([]);
    expect(await suggest({ name: `-${name.split(" ")[1]} "-or or -` })).toMatchObject([{ reason: "words" }]);
    expect(await suggest({ name: `Acme ${"-".repeat(33)}x${randomUUID().replaceAll("-", "")}` })).toEqual([]);
    expect(await suggest({})).toEqual([]);
  });

  it("is not of whoever has invited its address, and claims no more than one number; the team's own word counts", async () => {
    const suggest = (more: Record<string, unknown>) =>
      ask<{ company_name: string; reason: string; is_known: boolean }[]>(ann.api, "suggest_clients", more);
    const thief = await addCompany(world(), "Thief Trading");
    const email = freshEmail("victim");
    await ask(thief.owner.api, "invite_member", { address: email, new_access: "member" });
    expect(await suggest({ address: email })).toEqual([]);
    const { email: invited, item } = await posted();
    await ask(ann.api, "convert_item_for_new", { item: item.id, company_name: "Invited Trading", entries });
    expect(await suggest({ address: invited })).toMatchObject([{ reason: "invited", is_known: true }]);
    const unknown = await addCompany(world(), "Unknown Trading");
    expect(await suggest({ address: unknown.owner.email })).toMatchObject([{ reason: "address", is_known: false }]);
    const numbers = Array.from({ length: 3 }, () => `9${randomInt(1e8, 1e9 - 1)}`);
    const phones = { phone: numbers.map((number) => `+91 ${number}`).join(", ") };
    await table("clients").update(phones).eq("id", unknown.clientId);
    await table("client_members").update(phones).eq("user_id", unknown.owner.userId);
    expect(await suggest({ number: numbers[0] })).toMatchObject([
      { company_name: "Unknown Trading", reason: "number" },
    ]);
    for (const number of numbers.slice(1)) expect(await suggest({ number })).toEqual([]);
  });

  it("is of a company that the team knows before any number of others with its name or its number", async () => {
    const word = `Crowd${randomUUID().replaceAll("-", "")}`;
    const phone = `+91 9${randomInt(1e8, 1e9 - 1)}`;
    const { clientId: known } = await addKnownCompany(world(), "Known Trading");
    // The known one comes last by its id, and by when it was made.
    const others = Array.from({ length: 11 }, () => ({ company_name: word, phone }));
    expect((await table("clients").insert(others)).error).toBeNull();
    expect((await table("clients").update({ company_name: word, phone }).eq("id", known)).error).toBeNull();
    for (const asked of [{ name: word }, { number: phone }]) {
      const found = await ask<{ id: string; is_known: boolean }[]>(ann.api, "suggest_clients", asked);
      expect([found.length, found[0]]).toMatchObject([10, { id: known, is_known: true }]);
    }
  });

  describe("by inviting its sender", () => {
    const invite = (item: string, more: Record<string, unknown> = {}, api = ann.api) =>
      rpc<string>(api, "convert_item_for_new", { item, company_name: "Fresh Foods", entries, ...more });

    const invitationsTo = (email: string) => rows<Tables<"invitations">>("invitations", "*", "email", email);

    it("makes company, invitation, mail and requirement together, and once", async () => {
      const { id, email, item } = await posted();
      for (const api of [world().anon, client.api]) expect((await invite(item.id, {}, api)).error?.code).toBe("42501");
      const { data: made } = await invite(item.id, { full_name: " Raj Nair ", phone: "+91 1" });
      expect((await invite(item.id, { company_name: " Fresh Foods " })).data).toBe(made);
      const refused = { code: "PT409", message: "converted_already" };
      expect((await invite(item.id, { company_name: "Another name" })).error).toMatchObject(refused);

      const requirement = await read(made);
      expect(requirement).toMatchObject({ ...entries, source_posting_id: id });
      const company = { company_name: "Fresh Foods", full_name: "Raj Nair", phone: "+91 1", user_id: null };
      expect(await row("clients", "id", requirement.client_id)).toMatchObject(company);
      const [invitation, ...more] = await invitationsTo(email);
      expect(more).toEqual([]);
      expect(invitation).toMatchObject({ client_id: requirement.client_id, access: "owner", invited_by: ann.userId });
      expect(await invitationMails(email)).toMatchObject([
        { template: "client_invitation", ids: { invitation: invitation!.id } },
      ]);
      expect(await itemOf("id", item.id)).toMatchObject({ state: "done", assignee: ann.userId });
      // A posting that has become one for a company is not another's either.
      const values = { item: item.id, client: (await filed()).client_id, entries };
      expect((await rpc(ann.api, "convert_item", values)).error).toMatchObject(refused);
    });

    it("gives the sender the requirement when they accept", async () => {
      const sender = await world().addPerson();
      const { item } = await posted("Poster & Co", sender.email);
      const { data: made } = await invite(item.id);
      const [invitation] = await invitationsTo(sender.email);
      const mail = await ask<{ token: string }>(world().service, "invitation_mail", { invitation: invitation!.id });
      // Nobody knows that it was they who sent the posting: the mail says so.
      expect(mail).toMatchObject({ is_from_form: true });
      const { token } = mail;
      expect((await sender.api.from("job_requirements").select("id")).data).toEqual([]);
      await ask(sender.api, "accept_invitation", { token });
      expect((await sender.api.from("job_requirements").select("id")).data).toEqual([{ id: made }]);
    });

    it("takes the company that already waits for the sender, and one posting after the other", async () => {
      const { item, email } = await posted();
      const next = await posted("Poster & Co", email);
      const both = [await read((await invite(item.id)).data), await read((await invite(next.item.id)).data)];
      expect(both[0]!.id).not.toBe(both[1]!.id);
      expect(both[0]!.client_id).toBe(both[1]!.client_id);
      expect(await invitationMails(email)).toHaveLength(1);
    });

    it("that is not possible leaves nothing behind", async () => {
      const known = await posted("Poster & Co", client.email);
      expect(await invite(known.item.id)).toMatchObject({ status: 409, error: { message: "company_already" } });
      const { email, item } = await posted();
      expect((await invite(item.id, { entries: { ...entries, job_title: null } })).error).not.toBeNull();
      expect((await invite(item.id, { company_name: " " })).error).not.toBeNull();
      expect((await invite(randomUUID())).error).toMatchObject({ code: "PT404", message: "item_not_found" });
      expect(await invitationsTo(email)).toEqual([]);
      expect(await invitationMails(email)).toEqual([]);
      expect(await itemOf("id", item.id)).toEqual(item);
    });
  });
}
