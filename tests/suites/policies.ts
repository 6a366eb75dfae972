import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { ofForms } from "~/content/public-forms";
import {
  consultation,
  contact,
  posting,
  PUBLIC_FORMS,
  requirementOf as requirement,
  type Row,
} from "../support/api/matrix.ts";
import { addTeamMember, clientIdOf, TEAM } from "../support/people/cast.ts";
import { prepare } from "../support/people/prepare.ts";
import { file } from "./team/asking.ts";
import type { SharedWorld } from "./world.ts";

/**
 * Who may see and do what, through the Data API (specification section 6), beyond the table of rights
 * (matrix.ts): the same on every backend.
 */
export function describePolicies(world: () => SharedWorld): void {
  let anon: SupabaseClient;
  let service: SupabaseClient;
  const clientA = prepare(() => world().addClient("Alpha"));
  const clientB = prepare(() => world().addClient("Beta"));
  const outsider = prepare(() => world().addPerson());
  /** The two companies, and what each has filed. */
  const clientIds = prepare(async () => ({ a: await clientIdOf(clientA), b: await clientIdOf(clientB) }));
  const requirementIds = prepare(async () => ({ a: await file(clientA), b: await file(clientB) }));

  beforeAll(() => {
    ({ anon, service } = world());
  });

  describe("an anonymous visitor", () => {
    it("sets neither id nor dates of what is sent", async () => {
      const id = randomUUID();
      await anon.from("contact_submissions").insert({ ...contact, id });
      await anon.from("contact_submissions").insert({ ...contact, created_at: "2001-01-01" });
      const { data } = await service.from("contact_submissions").select("id, created_at");
      expect(data?.some((row) => row.id === id || (row.created_at as string).startsWith("2001"))).toBe(false);
    });

    it.each(PUBLIC_FORMS)("sends one of $table in a request", async ({ table, row }) => {
      const { error } = await anon.from(table).insert([row, row]);
      expect(error).toMatchObject({ code: "PT422", message: "one_at_a_time" });
      expect((await anon.from(table).insert([row])).error).toBeNull();
    });
  });

  describe("limits hold in the database", () => {
    const long = "x".repeat(10_001);
    it.each<[string, Row]>([
      ["contact_submissions", { ...contact, name: " " }],
      ["contact_submissions", { ...contact, name: "x".repeat(201) }],
      ["contact_submissions", { ...contact, email: "no address" }],
      ["contact_submissions", { ...contact, email: `${"x".repeat(320)}@a.b` }],
      ["contact_submissions", { ...contact, company: "" }],
      ["contact_submissions", { ...contact, requirement: long }],
      ["contact_submissions", { name: "Ann", email: "ann@example.com" }],
      ["public_job_submissions", { ...posting, department: "magic" }],
      ["public_job_submissions", { ...posting, urgency: "never" }],
      ["public_job_submissions", { ...posting, positions_count: "11" }],
      ["public_job_submissions", { ...posting, budget_range: "1" }],
      ["public_job_submissions", { ...posting, experience_level: "guru" }],
      ["public_job_submissions", { ...posting, employment_type: "serf" }],
      ["public_job_submissions", { ...posting, job_description: long }],
      ["consultation_requests", { ...consultation, role: "king" }],
      ["consultation_requests", { ...consultation, preferred_time: "night" }],
      ["consultation_requests", { ...consultation, needs: long }],
    ])("%s refuses %j", async (table, row) => {
      const before = await service.from(table).select("*", { count: "exact", head: true });
      const { error } = await anon.from(table).insert(row);
      expect(error).not.toBeNull();
      const after = await service.from(table).select("*", { count: "exact", head: true });
      expect(after.count).toBe(before.count);
    });

    it.each<[string, Record<string, unknown>]>([
      ["a blank title", { job_title: " " }],
      ["a long title", { job_title: "x".repeat(201) }],
      ["an unknown type", { job_type: "slavery" }],
      ["an unknown currency", { currency: "BTC" }],
      ["an unknown priority", { priority: "now" }],
      ["negative experience", { min_experience: -1 }],
      ["experience upside down", { min_experience: 5, max_experience: 4 }],
      ["salary upside down", { min_salary: 5, max_salary: 4 }],
      ["no position", { positions_count: 0 }],
      ["no skill", { required_skills: [] }],
      ["a blank skill", { required_skills: [" "] }],
      ["a skill that is null", { required_skills: [null] }],
      ["a long skill", { required_skills: ["x".repeat(101)] }],
      ["too many skills", { preferred_skills: Array.from({ length: 51 }, (_, index) => `skill ${index}`) }],
      ["lists in lists", { preferred_skills: [["a"], ["b"]] }],
      ["a long description", { job_description: long }],
    ])("job_requirements refuses %s", async (_, change) => {
      const { error } = await clientA.api.from("job_requirements").insert(requirement(clientIds.a, change));
      expect(error).not.toBeNull();
    });

    it("fills in the defaults of §9", async () => {
      const { data } = await service.from("job_requirements").select("*").eq("id", requirementIds.a).single<Row>();
      expect(data).toMatchObject({
        currency: "USD",
        positions_count: 1,
        priority: "medium",
        status: "new",
        remote_allowed: false,
        preferred_skills: [],
        min_salary: null,
        deadline: null,
      });
    });
  });

  describe("a client", () => {
    it("submits only for the own client, and only as new", async () => {
      const foreign = await clientA.api.from("job_requirements").insert(requirement(clientIds.b));
      expect(foreign.error?.code).toBe("42501");
      const filled = await clientA.api.from("job_requirements").insert(requirement(clientIds.a, { status: "filled" }));
      expect(filled.error?.code).toBe("42501");
    });

    it.each([
      { id: randomUUID() },
      { created_at: "2001-01-01" },
      { is_filed_by_team: true },
      ...Object.values(ofForms("origin")).map((column) => ({ [column]: null })),
    ])("does not say of a new requirement what the database says: %o", async (change) => {
      const { error } = await clientA.api.from("job_requirements").insert(requirement(clientIds.a, change));
      expect(error?.code).toBe("42501");
    });

    it("changes and deletes nothing, not even its own", async () => {
      for (const id of [requirementIds.a, requirementIds.b]) {
        await clientA.api.from("job_requirements").update({ status: "filled" }).eq("id", id);
        await clientA.api.from("job_requirements").update({ client_id: clientIds.a }).eq("id", id);
        await clientA.api.from("job_requirements").delete().eq("id", id);
      }
      await clientA.api.from("clients").update({ company_name: "Mine" }).eq("id", clientIds.b);
      await clientA.api.from("clients").update({ user_id: clientA.userId }).eq("id", clientIds.b);
      await clientA.api.from("clients").delete().eq("id", clientIds.a);
      const rows = await service
        .from("job_requirements")
        .select("id, client_id, status")
        .in("id", Object.values(requirementIds));
      expect(rows.data).toHaveLength(2);
      expect(rows.data?.every(({ status }) => status === "new")).toBe(true);
      const clients = await service.from("clients").select("company_name").in("id", Object.values(clientIds));
      expect(clients.data?.map(({ company_name }) => company_name as string).sort()).toEqual(["Alpha", "Beta"]);
    });

    it("raises no role: by insert, upsert, update or its own metadata", async () => {
      const table = () => clientA.api.from("user_roles");
      expect((await table().insert({ user_id: clientA.userId, role: "admin" })).error).not.toBeNull();
      await table().upsert({ user_id: clientA.userId, role: "admin" });
      await table().update({ role: "admin" }).eq("user_id", clientA.userId);
      await table().delete().eq("user_id", clientA.userId);
      const told = await world().tell(clientA, { role: "admin" });
      const { data } = await service.from("user_roles").select("role").eq("user_id", clientA.userId);
      expect(data).toEqual([{ role: "client" }]);
      expect((await told.from("contact_submissions").select("*")).data).toEqual([]);
    });
  });

  describe("somebody without a role", () => {
    it("becomes a client, and nothing else", async () => {
      const table = () => outsider.api.from("user_roles");
      for (const role of ["admin", "recruiter", "hr_manager"]) {
        expect((await table().insert({ user_id: outsider.userId, role })).error?.code).toBe("42501");
      }
      expect((await table().insert({ user_id: clientB.userId, role: "client" })).error).not.toBeNull();
      expect((await table().insert({ user_id: outsider.userId, role: "client" })).error).toBeNull();
    });

    it("completes only the own record", async () => {
      const table = () => outsider.api.from("clients");
      const foreign = await table().insert({ user_id: clientB.userId, company_name: "Mine" });
      expect(foreign.error?.code).toBe("42501");
      expect((await table().insert({ user_id: outsider.userId, company_name: " " })).error).not.toBeNull();
      expect(
        (await table().insert({ user_id: outsider.userId, company_name: "Own", full_name: "O" })).error,
      ).toBeNull();
      expect((await table().insert({ user_id: outsider.userId, company_name: "Second" })).error).not.toBeNull();
      expect((await table().select("company_name")).data).toEqual([{ company_name: "Own" }]);
      await service.from("clients").delete().eq("user_id", outsider.userId);
    });

    it("has no client record, and can't submit for anybody", async () => {
      expect((await outsider.api.from("clients").select("*")).data).toEqual([]);
      const { error } = await outsider.api.from("job_requirements").insert(requirement(clientIds.a));
      expect(error?.code).toBe("42501");
    });
  });

  it.each(TEAM)("of the team a %s changes nothing of a requirement but by a function, and no role", async (own) => {
    const { api } = await addTeamMember(world(), own);
    for (const change of [
      { status: "in_progress" },
      { job_title: "Mine" },
      { client_id: clientIds.a },
      { id: randomUUID() },
      { created_at: "2001-01-01" },
    ]) {
      const { error } = await api.from("job_requirements").update(change).eq("id", requirementIds.b);
      expect(error).not.toBeNull();
    }
    const { data } = await service.from("job_requirements").select("*").eq("id", requirementIds.b).single<Row>();
    expect(data).toMatchObject({ status: "new", job_title: "Welder", client_id: clientIds.b });
    await api.from("user_roles").update({ role: "admin" }).eq("user_id", clientA.userId);
    const roles = await service.from("user_roles").select("role").eq("user_id", clientA.userId);
    expect(roles.data).toEqual([{ role: "client" }]);
  });

  it("queues an event for the CRM with every requirement, in the same transaction", async () => {
    const requirements = await service.from("job_requirements").select("id");
    const events = await service.from("crm_events").select("requirement_id").eq("type", "created");
    expect(events.data?.map((row) => row.requirement_id as string).sort()).toEqual(
      requirements.data?.map((row) => row.id as string).sort(),
    );
  });
}
