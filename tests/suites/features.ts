import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ofForms } from "~/content/public-forms";
import type { ContactMessage } from "~/features/enquiries/schema";
import { fieldNames, type Field } from "~/features/requirements/fields";
import { requirementSchema } from "~/features/requirements/schema";
import { callFunction } from "../../server/backend.ts";
import { newestMigration } from "../../scripts/database/migrations.ts";
import { ReadinessWatch } from "../../server/health.ts";
import { handleSyncCrm } from "../../supabase/functions/sync-crm/handler.ts";
import { CrmStandIn } from "../support/services/outside/crm.ts";
import { sessionCookieWith } from "../support/http/session.ts";
import { addTeamMember } from "../support/people/cast.ts";
import { requirementEntries } from "../support/people/entries.ts";
import type { Member, World } from "./world.ts";

/** The features themselves, on the backend that the environment names. */
async function importFeatures() {
  return {
    ...(await import("~/features/accounts/accounts.server")),
    ...(await import("~/features/accounts/authentication.server")),
    ...(await import("../../app/features/accounts/mail-link/mail-link.server")),
    ...(await import("~/features/enquiries/enquiries.server")),
    ...(await import("~/features/requirements/client/dashboard.server")),
    ...(await import("~/features/requirements/requirements.server")),
    ...(await import("~/lib/backend/supabase.server")),
  };
}

const anyText = expect.any(String) as unknown;
/** A time in UTC to the microsecond, or less when it ends in zeros: as cursors and dates read it. */
const aMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/) as unknown;

const contact: ContactMessage = {
  name: "Ann",
  email: "ann@example.com",
  company: null,
  phone: "+91 98765 43210",
  requirement: "Two engineers",
};
const consultation = {
  first_name: "Ann",
  last_name: "Lee",
  email: "ann@example.com",
  phone: null,
  company: null,
  role: "ceo",
  needs: null,
  preferred_time: "evening",
} as const;
const posting = {
  job_title: "Cook",
  department: "sales",
  location: "Goa",
  experience_level: null,
  employment_type: null,
  urgency: null,
  skills: null,
  job_description: null,
  budget_range: "200k+",
  positions_count: "10+",
  contact_name: "Raj",
  contact_email: "raj@example.com",
  company: "Inn",
  phone: null,
} as const;
const profile = { company_name: "Gamma", full_name: "G", phone: null };
const refused = { ok: false, status: 502 };

/** A requirement as the form's schema gives it on. */
function requirementOf(more: Record<string, unknown> = {}) {
  const blank = Object.fromEntries(fieldNames.map((key) => [key, ""])) as Record<Field, string>;
  const lists = { required_skills: ["Lathe"], preferred_skills: [] };
  return requirementSchema.parse({ ...blank, ...requirementEntries, ...lists, ...more });
}

/** What a message has that the team has written down, and none of a form. */
const NOT_OF_A_FORM = { source: "form", written_by: null, client_id: null };

/**
 * What the features read, write and call, what probes and scrapes ask, and what sync-crm does: the same answers on every
 * backend.
 */
export function describeFeatures(world: () => World): void {
  let features: Awaited<ReturnType<typeof importFeatures>>;
  beforeAll(async () => {
    process.env["SUPABASE_URL"] = world().url;
    process.env["SUPABASE_PUBLISHABLE_KEY"] = world().publishableKey;
    // What has read the environment already reads it again.
    vi.resetModules();
    features = await importFeatures();
  });

  /** What a loader gets, for somebody whose token is in the cookie. */
  function contextWith(accessToken: string) {
    const context = new RouterContextProvider();
    const client = new features.SessionClient(sessionCookieWith(accessToken));
    context.set(features.sessionContext, () => client);
    return context;
  }
  const contextOf = ({ userId }: Member) => contextWith(world().tokenOf(userId));
  const clientIdOf = async (member: Member) => {
    const account = await features.findAccount(contextOf(member));
    return (account.ok && account.value?.client?.id) || "";
  };
  const identifyForm = (form_id = randomUUID()) => ({ form_id, suspect: false });

  describe("a visitor's form", () => {
    it.each([
      ["contact_submissions", contact, NOT_OF_A_FORM],
      ["consultation_requests", consultation, {}],
      ["public_job_submissions", posting, {}],
    ] as const)("is saved once in %s, as it was sent", async (table, row, others) => {
      const form = { ...row, ...identifyForm() };
      const context = new RouterContextProvider();
      for (let times = 0; times < 2; times += 1)
        expect(await features.saveForm(context, table, form)).toEqual({ ok: true, value: undefined });
      const { data } = await world().service.from(table).select().eq("form_id", form.form_id);
      const stamped = { flood: false, id: anyText, created_at: aMoment, updated_at: aMoment };
      expect(data).toEqual([{ ...form, ...others, ...stamped }]);
    });

    it("that the database refuses is refused alike", async () => {
      const form = { ...contact, name: " ", ...identifyForm() };
      expect(await features.saveForm(new RouterContextProvider(), "contact_submissions", form)).toMatchObject(refused);
    });
  });

  describe("an account", () => {
    it("has no role, then the client's, and the team's is found as well", async () => {
      const person = await world().addPerson();
      const context = contextOf(person);
      expect(await features.findRole(context, person.userId)).toEqual({ ok: true, value: null });
      expect(await features.becomeClient(context, person.userId)).toEqual({ ok: true, value: undefined });
      expect(await features.findRole(context, person.userId)).toEqual({ ok: true, value: "client" });
      expect(await features.becomeClient(context, person.userId)).toMatchObject(refused);
      const member = await addTeamMember(world(), "hr_manager");
      expect(await features.findRole(contextOf(member), member.userId)).toEqual({ ok: true, value: "hr_manager" });
    });

    it("gets a company once", async () => {
      const person = await world().addPerson();
      const context = contextOf(person);
      const account = () => features.findAccount(contextOf(person));
      expect(await account()).toEqual({ ok: true, value: { role: null, client: null, access: null } });
      for (let times = 0; times < 2; times += 1) {
        expect(await features.saveProfile(context, person.userId, profile)).toEqual({ ok: true, value: undefined });
      }
      const value = { role: null, client: { id: anyText, ...profile }, access: "owner" };
      expect(await account()).toEqual({ ok: true, value });
      const other = { ...profile, company_name: "Delta" };
      expect(await features.saveProfile(context, person.userId, other)).toMatchObject({ ok: false, status: 400 });
    });

    it("is named by its mail's link, and by no other", async () => {
      const { email, token } = await world().addUnconfirmed("Asked Ltd");
      const ask = (token_hash: string) => features.findLinkOwner({ token_hash, type: "signup" });
      expect(await ask(token)).toEqual({ ok: true, value: { email, new_email: null, company: "Asked Ltd" } });
      expect(await ask("f".repeat(56))).toEqual({ ok: true, value: null });
    });

    it("is refused with a token that the service did not sign", async () => {
      const person = await world().addPerson();
      const forged = world()
        .tokenOf(person.userId)
        .replace(/\.[^.]+$/, `.${"A".repeat(43)}`);
      expect(await features.findRole(contextWith(forged), person.userId)).toMatchObject(refused);
      // To the pages that is a session that has ended.
      expect(await features.findAccount(contextWith(forged))).toEqual({ ok: true, value: null });
    });
  });

  describe("a requirement", () => {
    it("is saved once, keeps its figures to the last digit, and is nobody else's", async () => {
      const [own, other] = [await world().addClient("Own Ltd"), await world().addClient("Other Ltd")];
      const [ownId, otherId] = await Promise.all([own, other].map(clientIdOf));
      const sent = requirementOf({
        min_salary: "0.01",
        max_salary: "999999999999.99",
        deadline: "2999-12-31",
        pay_answered: "currency period start",
      });
      const formId = randomUUID();
      const saved = await features.saveRequirement(contextOf(own), sent, formId);
      expect(saved).toEqual({ ok: true, value: anyText });
      expect(await features.saveRequirement(contextOf(own), sent, formId)).toEqual(saved);
      const { data } = await world().service.from("job_requirements").select().eq("form_id", formId);
      expect(data).toEqual([
        {
          ...sent,
          id: saved.ok && saved.value,
          client_id: ownId,
          form_id: formId,
          status: "new",
          version: 1,
          submitted_by: own.userId,
          recruiter_id: null,
          closed_reason: null,
          ...Object.fromEntries(Object.values(ofForms("origin")).map((column) => [column, null])),
          positions_filled: 0,
          joining_date: null,
          is_filed_by_team: false,
          created_at: aMoment,
          updated_at: aMoment,
        },
      ]);
      const { error } = await own.api.from("job_requirements").insert({ ...sent, client_id: otherId! });
      expect(error?.code).toBe("42501");
      const stranger = contextOf(await world().addPerson());
      expect(await features.saveRequirement(stranger, sent, randomUUID())).toMatchObject({ ok: false, status: 404 });
    });

    it("is listed for its owner, page by page, with totals over all", async () => {
      const own = await world().addClient("Pages Ltd");
      const { data } = await own.api.from("clients").select("id").single<{ id: string }>();
      const rows = Array.from({ length: 41 }, (_, index) => ({
        ...requirementOf({ job_title: `Job ${index}`, positions_count: "2" }),
        client_id: data!.id,
        // Some share their moment with the next.
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index >> 1, 123)).toISOString(),
        status: index % 4 === 0 ? "filled" : "new",
      }));
      expect((await world().service.from("job_requirements").insert(rows)).error).toBeNull();
      const titles: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await features.loadDashboard(contextOf(own), cursor);
        if (!page.ok || page.value === null) throw new Error("no page");
        expect(page.value.account).toMatchObject({ client_id: data!.id, company_name: "Pages Ltd", access: "owner" });
        expect(page.value.totals).toEqual({ total: 41, active: 30, positions: 82 });
        for (const { job_title, ...rest } of page.value.requirements) {
          titles.push(job_title);
          expect(rest).toEqual({
            id: anyText,
            job_type: "permanent",
            candidates: expect.objectContaining({ shown: 0, waiting: 0, waiting_since: null }) as unknown,
            answer_by: null,
            advertised_until: null,
            deadline: null,
            joining_date: null,
            location: "Pune",
            status: expect.stringMatching(/^(new|filled)$/) as unknown,
            closed_reason: null,
            priority: "low",
            positions_count: 2,
            positions_filled: 0,
            created_at: aMoment,
            recruiter: null,
            unread: 0,
          });
        }
        cursor = page.value.next;
      } while (cursor);
      expect(titles.toSorted()).toEqual(rows.map(({ job_title }) => job_title).toSorted());
      const stranger = await features.loadDashboard(contextOf(await world().addPerson()), null);
      const totals = { total: 0, active: 0, positions: 0 };
      const messages = { requirements: 0, newest: [], unanswered: [] };
      const joining = { invitations: [], bond: null, profile: null };
      const account = { role: null, client_id: null, company_name: null, full_name: null, phone: null, access: null };
      const candidates = { requirements: 0, first: [] };
      const value = { account, requirements: [], totals, messages, candidates, drafts: [], joining, next: null };
      expect(stranger).toEqual({ ok: true, value });
    });
  });

  describe("a probe and a scrape", () => {
    it("learn of the schema and of the backlog", async () => {
      const backend = { url: world().url, key: world().publishableKey };
      const watch = new ReadinessWatch(backend, newestMigration());
      await expect.poll(() => watch.readiness()).toEqual({ status: "ready" });
      for (const counter of ["crm_backlog", "mail_backlog"]) {
        expect(await (await callFunction(backend, counter)).json()).toEqual({
          waiting: expect.any(Number) as unknown,
          dead: expect.any(Number) as unknown,
        });
      }
      expect((await callFunction(backend, "no_such_function")).status).toBe(404);
    });
  });

  describe("sync-crm", () => {
    it("passes the owner's requirement on, once, and nobody else's", async () => {
      const crm = await CrmStandIn.start();
      const { url: supabaseUrl, publishableKey: supabaseKey, secretKey } = world();
      const options = { supabaseUrl, supabaseKey, secretKey, webhookUrl: crm.url, webhookSecret: "s", fetch, log() {} };
      const post = async (authorization: string, body: object, headers: Record<string, string> = {}) => {
        const init = { method: "POST", headers: { authorization, ...headers }, body: JSON.stringify(body) };
        const answer = await handleSyncCrm(new Request("http://localhost/", init), options);
        return [answer.status, (await answer.json()) as unknown] as const;
      };
      try {
        const own = await world().addClient("Synced Ltd");
        const other = await world().addClient("Curious Ltd");
        const saved = await features.saveRequirement(contextOf(own), requirementOf(), randomUUID());
        const message = { type: "job_requirement", data: { id: saved.ok && saved.value } };
        const bearer = ({ userId }: Member) => `Bearer ${world().tokenOf(userId)}`;
        const forged = bearer(own).replace(/\.[^.]+$/, `.${"A".repeat(43)}`);
        expect((await post(bearer(other), message))[0]).toBe(403);
        for (const nobody of [`Bearer ${supabaseKey}`, forged]) expect((await post(nobody, message))[0]).toBe(401);
        expect(crm.messages).toEqual([]);
        expect(await post(bearer(own), message)).toEqual([200, { delivered: true }]);
        expect(await post(bearer(own), message)).toEqual([200, { delivered: false }]);
        expect(crm.messages).toHaveLength(1);
        expect(JSON.parse(crm.messages[0]!.body)).toMatchObject({
          data: { id: message.data.id, job_title: "Turner" },
          client: { company_name: "Synced Ltd" },
        });
        const run = await post("", { type: "redeliver" }, { apikey: secretKey });
        expect(run).toEqual([200, { delivered: expect.any(Number) as unknown, failed: 0 }]);
      } finally {
        crm.stop();
      }
    });
  });
}
