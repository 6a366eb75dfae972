import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Database } from "~/lib/backend/database.types";
import { addTeamMember, clientIdOf, join } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { asking } from "../../support/api/asking.ts";
import { ask, file, rpc } from "./asking.ts";
import type { World } from "../world.ts";

type Functions = Database["public"]["Functions"];
type Listed = Functions["list_clients"]["Returns"][number];
type Happened = Functions["client_timeline"]["Returns"][number];

/** What the team keeps of a company: terms, notes, its contact, its timeline, and its line in the list; on every backend. */
export function describeClientRecords(world: () => World): void {
  const { add } = asking(world);
  const ann = prepare(() => addTeamMember(world(), "recruiter"));
  const bob = prepare(() => addTeamMember(world(), "recruiter"));

  /** A company with its owner alone. */
  async function company(name: string) {
    const owner = await world().addClient(name);
    return { ...owner, clientId: await clientIdOf(owner) };
  }

  const timeline = (client: string, more: Record<string, unknown> = {}) =>
    ask<Happened[]>(ann.api, "client_timeline", { client, ...more });
  const listed = (more: Record<string, unknown>) => ask<Listed[]>(ann.api, "list_clients", more);
  const note = (client: string, body: string, more: Record<string, unknown> = {}) =>
    rpc(ann.api, "note_client", { client, form: randomUUID(), body, ...more });

  describe("a company's timeline", () => {
    it("has enquiries, requirements, messages and notes, the newest first, and nothing of another company", async () => {
      const name = `Timeline ${randomUUID().slice(0, 8)}`;
      const client = await company(name);
      const other = await company(`${name} other`);
      await file(other, { job_title: "Not theirs" });
      await add("contact_submissions", {
        name: "P",
        email: freshEmail("kin"),
        company: name,
        requirement: "We need help",
      });
      await add("contact_submissions", { name: "P", email: client.email.toUpperCase(), requirement: "By address" });
      const requirement = await file(client, { job_title: "Dyer" });
      await rpc(client.api, "post_message", { requirement, form: randomUUID(), body: "When do they come?" });
      await note(client.clientId, "Wants three by May", { channel: "call" });

      const happened = await timeline(client.clientId);
      expect(happened.map(({ kind, title, words }) => [kind, title ?? words])).toEqual([
        ["note", "Wants three by May"],
        ["message", "Dyer"],
        ["created", "Dyer"],
        ["contact", "By address"],
        ["contact", "We need help"],
        ["joined", null],
      ]);
      expect(happened[0]).toMatchObject({ channel: "call", side: "team" });
      expect(happened[1]).toMatchObject({ words: "When do they come?", requirement_id: requirement });

      const [, second, ...rest] = happened;
      const later = await timeline(client.clientId, { before_at: second!.happened_at, before_id: second!.id });
      expect(later).toEqual(rest);
    });

    it("has the same words once, however often they are sent within minutes", async () => {
      const client = await company("Twice");
      const form = randomUUID();
      for (const sent of [{ form }, { form }, {}]) await note(client.clientId, "Rang, nobody there", sent);
      expect((await timeline(client.clientId)).filter(({ kind }) => kind === "note")).toHaveLength(1);
      await note(client.clientId, "Rang again");
      expect((await timeline(client.clientId)).filter(({ kind }) => kind === "note")).toHaveLength(2);
    });
  });

  describe("a company's terms", () => {
    const save = (api: typeof ann.api, client: string, seen: number, more: object) =>
      api.rpc("save_client_terms", { client, seen, ...more });

    it("are saved on the version that was read, and no company reads them", async () => {
      const client = await company("Terms");
      expect((await save(ann.api, client.clientId, 0, { fee: " 8.33 % ", replacement_days: 90 })).error).toBeNull();
      expect((await save(bob.api, client.clientId, 0, { fee: "10 %" })).error).toMatchObject({ message: "stale" });
      expect((await save(bob.api, client.clientId, 1, { fee: "10 %" })).error).toBeNull();
      const read = await ask<{ terms: object }>(ann.api, "read_client", { client: client.clientId });
      expect(read.terms).toMatchObject({ fee: "10 %", replacement_days: null, version: 2 });
      expect((await client.api.from("client_terms").select()).data ?? []).toEqual([]);
      expect((await client.api.from("client_notes").select()).data ?? []).toEqual([]);
    });

    it.each([{ replacement_days: -1 }, { replacement_days: 731 }, { payment_days: 366 }, { fee: "x".repeat(201) }])(
      "are refused as %o",
      async (more) => {
        const client = await company("Wrong terms");
        expect((await save(ann.api, client.clientId, 0, more)).error).not.toBeNull();
      },
    );
  });

  describe("a company's contact", () => {
    it("is the team's to correct while it names none of the company's people", async () => {
      const client = await company("Contact");
      const correct = (seen: number) =>
        ann.api.rpc("correct_client_contact", {
          client: client.clientId,
          seen,
          full_name: "Mr. Rao",
          phone: "+91 98765 43210",
        });
      const version = async () =>
        (
          await ask<{ company: { version: number; contact_user_id: string | null } }>(ann.api, "read_client", {
            client: client.clientId,
          })
        ).company;
      await world().query(
        `update public.clients set contact_user_id = '${client.userId}' where id = '${client.clientId}'`,
      );
      expect((await correct((await version()).version)).error).toMatchObject({ message: "contact_is_member" });
      await world().query(`update public.clients set contact_user_id = null where id = '${client.clientId}'`);
      const { version: seen } = await version();
      expect((await correct(seen)).error).toBeNull();
      expect((await correct(seen)).error).toMatchObject({ message: "stale" });
    });
  });

  describe("the list of companies", () => {
    it("tells what is open, who is in charge and who can sign in, by name or by how much is open", async () => {
      const mark = `Sorted${randomUUID().slice(0, 8)}`;
      const little = await company(`A ${mark}`);
      const much = await company(`B ${mark}`);
      await file(little, { job_title: "One" });
      const given = await file(much, { job_title: "Two" });
      await file(much, { job_title: "Three" });
      await rpc(ann.api, "set_recruiter", { requirement: given, seen: 1, person: bob.userId });
      const names = async (more: Record<string, unknown>) =>
        (await listed({ words: mark, ...more })).map(({ company_name }) => company_name);
      expect(await names({ sort: "name" })).toEqual([`A ${mark}`, `B ${mark}`]);
      expect(await names({ sort: "open" })).toEqual([`B ${mark}`, `A ${mark}`]);
      expect(await names({ sort: "open", after: much.clientId })).toEqual([`A ${mark}`]);
      expect(await names({ sort: "name", after: little.clientId })).toEqual([`B ${mark}`]);
      expect(await names({ after: much.clientId })).toEqual([`A ${mark}`]);
      const [first] = await listed({ words: mark, sort: "open" });
      expect(first).toMatchObject({ open: 2, recruiters: [bob.userId], members: 1, invited_at: null });
      expect((await listed({ words: much.email.toUpperCase() })).map(({ id }) => id)).toEqual([much.clientId]);
      // Of all its people and the company together, also what is denied.
      const { userId } = await join(world(), much.clientId, "member");
      await world().query(`update public.client_members set full_name = 'Priya Rao' where user_id = '${userId}'`);
      expect(await names({ words: `priya ${mark}` })).toEqual([`B ${mark}`]);
      expect(await names({ words: `${mark} -priya` })).toEqual([`A ${mark}`]);
      expect(await names({ words: `priya -${mark}` })).not.toContain(`B ${mark}`);
      expect((await ann.api.rpc("list_clients", { sort: "size" })).error).toMatchObject({ message: "sort_unknown" });
    });
  });
}
