import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { fieldNames } from "~/features/requirements/fields";
import { newestMigration } from "../../../scripts/database/migrations.ts";
import { asking } from "../../support/api/asking.ts";
import { PUBLIC_FORMS } from "../../support/api/matrix.ts";
import { addTeamMember, clientIdOf } from "../../support/people/cast.ts";
import { freshEmail } from "../../support/people/people.ts";
import { prepare } from "../../support/people/prepare.ts";
import { ask, rpc, entries } from "./asking.ts";
import type { Member, World } from "../world.ts";

/** Something of each public form, by its table. */
function ofForms<Value>(valueOf: (form: (typeof PUBLIC_FORMS)[number]) => Value) {
  return Object.fromEntries(PUBLIC_FORMS.map((form) => [form.table, valueOf(form)]));
}

/** What operators need of the database, through the Data API: the same on every backend. */
export function describeOperations(world: () => World): void {
  const { table, row, rows, add } = asking(world);
  const client = prepare(() => world().addClient("Operations Ltd"));
  const recruiter = prepare(() => addTeamMember(world(), "recruiter"));

  function daysAgo(days: number): string {
    return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  }

  async function addRequirement(person: Member, more: Record<string, unknown> = {}): Promise<string> {
    const client_id = await clientIdOf(person);
    return add("job_requirements", { ...entries, client_id, min_salary: 10.5, deadline: "2030-01-31", ...more });
  }

  /** The event that a requirement was created has the requirement's id. */
  const delivery = (id: string) => row("crm_events", "id", id);

  type Claimed = { id: string; message: unknown };

  const claim = () => ask<Claimed[]>(world().service, "claim_crm_deliveries", { most: 100 });

  /** What a scheduled run would get of one event. */
  async function claimOf(id: string): Promise<Claimed[]> {
    return (await claim()).filter((claimed) => claimed.id === id);
  }

  async function settle(id: string, problem: string | null): Promise<void> {
    await ask(world().service, "settle_crm_delivery", { delivery: id, problem });
  }

  /** What waits for one requirement, as the site takes it for whoever has just filed it. */
  const take = (requirement: string) => ask<Claimed[]>(world().service, "claim_crm_delivery", { requirement });

  const backlog = () => ask<{ waiting: number }>(world().anon, "crm_backlog");

  function makeDue(id: string, more: Record<string, unknown> = {}) {
    return table("crm_events")
      .update({ next_attempt_at: daysAgo(1), ...more })
      .eq("id", id);
  }

  it("names the newest migration", async () => {
    for (const api of [world().anon, client.api]) expect(await ask(api, "schema_version")).toBe(newestMigration());
  });

  describe("what only the secret key may call", () => {
    it.each([
      ["claim_crm_deliveries", { most: 1 }],
      ["claim_crm_delivery", { requirement: "00000000-0000-4000-8000-000000000000" }],
      ["settle_crm_delivery", { delivery: "00000000-0000-4000-8000-000000000000" }],
      ["claim_mails", { most: 1 }],
      ["settle_mail", { delivery: "00000000-0000-4000-8000-000000000000" }],
      ["export_person", { address: "client@demo.example" }],
      ["erase_person", { address: "client@demo.example" }],
    ])("%s", async (name, parameters) => {
      for (const api of [world().anon, client.api, recruiter.api]) {
        const { data, error } = await rpc(api, name, parameters);
        expect(error?.code).toBe("42501");
        expect(data).toBeNull();
      }
    });

    it("and nobody reaches the private schema", async () => {
      for (const api of [world().anon, client.api, world().service]) {
        expect((await rpc(api, "purge_expired")).error).not.toBeNull();
        expect((await api.schema("private").from("settings").select()).error).not.toBeNull();
      }
    });
  });

  describe("what happened to a requirement", () => {
    /** The ids of its events, in order. */
    async function eventsOf(requirement: string): Promise<string[]> {
      const { data } = await table("crm_events").select("id").eq("requirement_id", requirement).order("place");
      return data!.map(({ id }) => id as string);
    }

    async function change(id: string, row: Record<string, unknown>): Promise<void> {
      expect((await table("job_requirements").update(row).eq("id", id)).error).toBeNull();
    }

    async function delivered(requirement: string): Promise<unknown[]> {
      const messages: unknown[] = [];
      for (;;) {
        const [claimed] = await take(requirement);
        if (!claimed) return messages;
        messages.push(claimed.message);
        await settle(claimed.id, null);
      }
    }

    it("is told as it happened, in order, with the values of that moment and of no other field", async () => {
      const id = await addRequirement(client, { notes: "before" });
      await change(id, { job_title: "Senior Welder", min_salary: 12.5 });
      const seen = { requirement: id, seen: 2, status: "in_progress" };
      await ask(recruiter.api, "change_requirement_status", seen);
      await change(id, { notes: null, status: "filled" });
      // Nothing that the CRM is told of.
      await change(id, { status: "filled", form_id: "00000000-0000-4000-8000-00000000000f" });
      const [created, ...rest] = (await delivered(id)) as Record<string, Record<string, unknown>>[];
      expect(created).toMatchObject({ type: "job_requirement", data: { id, job_title: "Senior Welder" } });
      expect(Object.keys(created!).sort()).toEqual(["client", "data", "type"]);
      const event = { sequence: expect.any(Number) as unknown, occurred_at: expect.any(String) as unknown };
      expect(rest).toEqual([
        { type: "job_requirement_changed", event, data: { id, job_title: "Senior Welder", min_salary: 12.5 } },
        { type: "job_requirement_status_changed", event, data: { id, previous_status: "new", status: "in_progress" } },
        { type: "job_requirement_changed", event, data: { id, notes: null } },
        {
          type: "job_requirement_status_changed",
          event,
          data: { id, previous_status: "in_progress", status: "filled" },
        },
      ]);
      const sequence = rest.map((message) => Number(message["event"]?.["sequence"]));
      expect(sequence).toEqual(sequence.toSorted((one, other) => one - other));
      expect(new Set(sequence).size).toBe(sequence.length);
    });

    it("has a key of its own each; creation has the requirement's, as before there were others", async () => {
      const id = await addRequirement(client);
      await change(id, { notes: "one" });
      await change(id, { status: "in_progress" });
      const ids = await eventsOf(id);
      expect(ids[0]).toBe(id);
      expect(new Set(ids).size).toBe(3);
    });

    it("waits for what happened before: while that is under way, fails or waits, until it is delivered or dead", async () => {
      const id = await addRequirement(client);
      await change(id, { notes: "later" });
      await change(id, { status: "cancelled" });
      const events = (await eventsOf(id)) as [string, string, string];
      const [created, changed, last] = events;
      for (const event of events) await makeDue(event);
      const taken = async () => (await take(id)).map((claimed) => claimed.id);
      const due = async () => (await claim()).map((claimed) => claimed.id).filter((each) => events.includes(each));
      const together = await Promise.all([taken(), due(), taken(), due()]);
      expect(together.flat()).toEqual([created]);
      await settle(created, "Error");
      expect([...(await taken()), ...(await due())]).toEqual([]);
      await makeDue(created);
      expect(await due()).toEqual([created]);
      await settle(created, null);
      expect(await due()).toEqual([changed]);
      await makeDue(changed, { first_attempt_at: daysAgo(2) });
      await settle(changed, "Error: never");
      expect((await delivery(changed)).dead_at).not.toBeNull();
      expect(await taken()).toEqual([last]);
      await settle(last, null);
      await table("crm_events").delete().eq("requirement_id", id);
    });
  });

  describe("a delivery to the CRM", () => {
    it("is left to the site for a minute, then claimed by one run only, with everything the CRM needs", async () => {
      const id = await addRequirement(client);
      expect(await claimOf(id)).toEqual([]);
      await makeDue(id);
      const runs = (await Promise.all([claimOf(id), claimOf(id)])).flat();
      expect(runs).toHaveLength(1);
      expect(runs[0]?.message).toEqual({
        type: "job_requirement",
        data: expect.objectContaining({ id, job_title: "Welder", min_salary: 10.5, deadline: "2030-01-31" }) as unknown,
        client: expect.objectContaining({ company_name: "Operations Ltd" }) as unknown,
      });
      const { data } = runs[0]!.message as { data: Record<string, unknown> };
      expect(Object.keys(data).sort(), "private.requirement_fields").toEqual(["id", "client_id", ...fieldNames].sort());
      for (const internal of ["status", "form_id", "created_at", "updated_at"])
        expect(data).not.toHaveProperty(internal);
    });

    it("waits longer after each failure, never twice as long as another, up to an hour and a half", async () => {
      const id = await addRequirement(client);
      const waits: number[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) {
        const before = Date.now();
        await settle(id, "Error: the CRM answered 500");
        const { next_attempt_at, attempts, last_error } = await delivery(id);
        expect(attempts).toBe(attempt + 1);
        expect(last_error).toBe("Error: the CRM answered 500");
        const next = Date.parse(next_attempt_at!);
        waits.push((next - before) / 1000);
        const middle = Math.min(30 * 2 ** attempt, 3600);
        expect((next - before) / 1000).toBeGreaterThan(middle * 0.5 - 2);
        expect((next - Date.now()) / 1000).toBeLessThan(middle * 1.5 + 2);
      }
      expect(new Set(waits.map(Math.round)).size).toBeGreaterThan(6);
    });

    it("is dead a day after its first attempt, is not tried any more, and can be revived", async () => {
      const id = await addRequirement(client);
      await settle(id, "Error");
      expect((await delivery(id)).dead_at).toBeNull();
      await makeDue(id, { first_attempt_at: daysAgo(1.1) });
      await settle(id, "Error");
      expect(await delivery(id)).toMatchObject({ dead_at: expect.any(String) as unknown, next_attempt_at: null });
      expect(await claimOf(id)).toEqual([]);
      expect(await backlog()).toMatchObject({ dead: 1 });
      await makeDue(id, { dead_at: null, first_attempt_at: null });
      expect(await claimOf(id)).toHaveLength(1);
      await settle(id, null);
      expect(await delivery(id)).toMatchObject({ dead_at: null, last_error: null });
      expect(await backlog()).toMatchObject({ dead: 0 });
    });

    it("stays delivered, whatever a late failure says, and is delivered by a late success", async () => {
      const id = await addRequirement(client);
      await settle(id, null);
      const { sent_at } = await delivery(id);
      await settle(id, "Error: late");
      expect(await delivery(id)).toMatchObject({ sent_at, next_attempt_at: null, dead_at: null });
      expect((await makeDue(id)).error).not.toBeNull();
      expect(await claimOf(id)).toEqual([]);
      const late = await addRequirement(client);
      await makeDue(late, { dead_at: daysAgo(0), next_attempt_at: null });
      await settle(late, null);
      expect(await delivery(late)).toMatchObject({ sent_at: expect.any(String) as unknown, dead_at: null });
    });

    it("counts as waiting after five minutes", async () => {
      const id = await addRequirement(client);
      const before = await backlog();
      await table("crm_events").delete().eq("requirement_id", id);
      const event = { requirement_id: id, type: "created", created_at: daysAgo(0.5) };
      expect((await table("crm_events").insert(event)).error).toBeNull();
      expect(await backlog()).toMatchObject({ waiting: before.waiting + 1 });
    });
  });

  describe("a delivery taken for the person who has just submitted", () => {
    it("is the row as the database holds it, in the very words of the scheduled run", async () => {
      const id = await addRequirement(client);
      const [taken] = await take(id);
      await makeDue(id);
      expect([taken]).toEqual(await claimOf(id));
      expect(taken).toMatchObject({ id, message: { data: { job_title: "Welder" } } });
    });

    it("is taken once: not while it is under way, not before its next turn, not when delivered or dead", async () => {
      const id = await addRequirement(client);
      const both = await Promise.all([take(id), take(id), take(id)]);
      expect(both.flat()).toHaveLength(1);
      expect(await claimOf(id)).toEqual([]);
      await settle(id, "Error");
      expect(await take(id)).toEqual([]);
      await makeDue(id);
      expect(await take(id)).toHaveLength(1);
      await settle(id, null);
      expect(await take(id)).toEqual([]);
      await makeDue(id, { sent_at: null, dead_at: daysAgo(0), next_attempt_at: null });
      expect(await take(id)).toEqual([]);
    });

    it("is its owner's, or the team's, and nobody else's", async () => {
      const id = await addRequirement(client);
      const other = await world().addClient("Other Ltd");
      for (const [api, owns] of [
        [client.api, true],
        [other.api, false],
        [recruiter.api, true],
        [(await world().addPerson()).api, false],
      ] as const) {
        expect(await ask(api, "owns_requirement", { requirement: id })).toBe(owns);
      }
      expect((await rpc(world().anon, "owns_requirement", { requirement: id })).error?.code).toBe("42501");
    });
  });

  describe("one person's data", () => {
    it("is exported and erased whole, by address in any case and with space around it, and nobody else's", async () => {
      const person = await world().addPerson({ company_name: "Export Ltd", date_of_birth: "1990-05-05" });
      expect(await world().signIn(person)).toBe(true);
      const email = person.email.toUpperCase();
      const address = `\u00a0 ${email}\t `;
      await addRequirement(person);
      for (const form of PUBLIC_FORMS) await table(form.table).insert({ ...form.row, [form.address]: email });
      const bystander = freshEmail();
      await table("contact_submissions").insert({ name: "B", email: bystander, requirement: "x" });

      const { service } = world();
      const exported = await ask(service, "export_person", { address });
      expect(exported).toMatchObject({
        ...ofForms((form) => [{ ...form.row, [form.address]: email }]),
        accounts: [
          {
            email: person.email,
            raw_user_meta_data: { date_of_birth: "1990-05-05" },
            role: "client",
            client: { company_name: "Export Ltd" },
            requirements: [{ job_title: "Welder" }],
            sign_in: { identities: [{ provider: "email" }], sessions: [{}, {}] },
          },
        ],
      });
      expect(JSON.stringify(exported)).not.toMatch(/encrypted_password|_token"|hmac_key|\$2[aby]\$/);

      const counts = { ...ofForms(() => 1), accounts: 1 };
      expect(await ask(service, "erase_person", { address })).toMatchObject(counts);
      expect(await ask(service, "export_person", { address })).toEqual({
        ...ofForms(() => []),
        applications: [],
        invitations: [],
        companies: [],
        team_contacts: [],
        audit_log_entries: [],
        candidates: [],
        shortlists: {
          added: [],
          adverts: [],
          answers: [],
          asked: [],
          entered: [],
          notes: [],
          views: [],
          next_steps: [],
          rung: [],
          imported: [],
        },
        mails: [],
        messages: [],
        requirement_drafts: [],
        former_colleague: [],
        marked_as_spam: [],
        import_rows: [],
        client_notes: [],
        accounts: [],
        inbox_items: [],
        notes: [],
        item_replies: [],
        item_events: [],
        item_openings: [],
        requirement_events: [],
      });
      expect((await table("clients").select("id").eq("user_id", person.userId)).data).toEqual([]);
      expect(await world().signIn(person)).toBe(false);
      expect((await table("contact_submissions").select("name").eq("email", bystander)).data).toHaveLength(1);
    });
  });

  it("marks what comes in a flood, and keeps it", async () => {
    const flood = freshEmail("flood");
    const sent = Array.from({ length: 305 }, (_, index) => ({ name: `F ${index}`, email: flood, requirement: "x" }));
    const send = async (by: SupabaseClient, some: object[]) =>
      expect((await by.from("contact_submissions").insert(some)).error).toBeNull();
    const { anon, service } = world();
    await send(anon, sent.slice(0, 1));
    await send(service, sent.slice(1, 304));
    await send(anon, sent.slice(304));
    const kept = await table("contact_submissions").select("name, suspect, flood").eq("email", flood).limit(1000);
    expect(kept.data).toHaveLength(305);
    expect(kept.data?.find(({ name }) => name === "F 0")).toMatchObject({ suspect: false, flood: false });
    // Nothing but their number speaks against them.
    expect(kept.data?.find(({ name }) => name === "F 304")).toMatchObject({ suspect: false, flood: true });
    const row = { name: "Not flooded", email: flood, requirement: "x", flood: false };
    expect((await anon.from("contact_submissions").insert(row)).error?.code).toBe("42501");
    await table("contact_submissions").delete().eq("email", flood);
  });

  it("deletes what is past its retention at the next run, and nothing that is not", async () => {
    const email = freshEmail("old");
    const [old, recent] = [daysAgo(31), daysAgo(29)];
    for (const created_at of [old, recent]) {
      for (const form of PUBLIC_FORMS) await add(form.table, { ...form.row, [form.address]: email, created_at });
    }
    const closed = { status: "filled", created_at: old, updated_at: old };
    const gone = await addRequirement(client, closed);
    const kept = [
      await addRequirement(client, { ...closed, status: "new" }),
      await addRequirement(client, { ...closed, updated_at: recent }),
    ];
    await world().purge();
    await expect.poll(() => rows("job_requirements", "id", "id", gone)).toEqual([]);
    for (const form of PUBLIC_FORMS) {
      const left = await rows<{ created_at: string }>(form.table, "created_at", form.address, email);
      expect(left.map(({ created_at }) => Date.parse(created_at))).toEqual([Date.parse(recent)]);
    }
    expect((await table("job_requirements").select("id").in("id", kept)).data).toHaveLength(2);
    // People who use the site stay.
    expect((await client.api.from("clients").select("id").eq("user_id", client.userId)).data).toHaveLength(1);
  });
}
