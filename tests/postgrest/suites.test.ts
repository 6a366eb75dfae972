import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureStatus } from "~/lib/result";
import { newestMigration } from "../../scripts/migrations.ts";
import { watchReadiness } from "../../server/health.ts";
import { describeAbsence } from "../suites/absence.ts";
import { describeDrafts } from "../suites/drafts.ts";
import { describeCompany } from "../suites/company.ts";
import { describeEntries } from "../suites/entries.ts";
import { describeFeatures } from "../suites/features.ts";
import { describeFloods } from "../suites/floods.ts";
import { describeForgetting } from "../suites/forgetting.ts";
import { describeInbox } from "../suites/inbox.ts";
import { describeItemActs } from "../suites/item-acts.ts";
import { describeInvitations } from "../suites/invitations.ts";
import { describeLeavers } from "../suites/leavers.ts";
import { describeMails } from "../suites/mails.ts";
import { describeMatrix } from "../suites/matrix.ts";
import { describeMessages } from "../suites/messages.ts";
import { describeNewsTogether } from "../suites/news-together.ts";
import { describeNews } from "../suites/news.ts";
import { describeOperations } from "../suites/operations.ts";
import { describePeople } from "../suites/people.ts";
import { describePolicies } from "../suites/policies.ts";
import { describeHandovers } from "../suites/handovers.ts";
import { describePostings } from "../suites/postings.ts";
import { hasPostgrest, startPostgrestWorld } from "../suites/postgrest-world.ts";
import { describeReceipts } from "../suites/receipts.ts";
import { describeRelated } from "../suites/related.ts";
import { describeRequirementChanges } from "../suites/requirement-changes.ts";
import { describeRequirementPages } from "../suites/requirement-pages.ts";
import { describeSettings } from "../suites/settings.ts";
import type { World } from "../suites/world.ts";
import { SupabaseCluster } from "../support/services/supabase-cluster.ts";

// What holds on the embedded backend holds on Supabase's own parts: the same suites, through PostgREST.
describe.skipIf(!hasPostgrest)("through PostgREST", () => {
  let cluster: SupabaseCluster;
  let world: World;
  beforeAll(async () => {
    cluster = await SupabaseCluster.fromMigrations();
    world = await startPostgrestWorld(cluster);
  });
  afterAll(() => world.close());

  // First, while nothing but its own can be forgotten.
  describe("forgetting", () => describeForgetting(() => world));
  describe("features", () => describeFeatures(() => world));
  describe("policies", () => describePolicies(() => world));
  describe("matrix", () => describeMatrix(() => world));
  describe("invitations", () => describeInvitations(() => world));
  describe("people", () => describePeople(() => world));
  describe("company", () => describeCompany(() => world));
  describe("operations", () => describeOperations(() => world));
  describe("mails", () => describeMails(() => world));
  describe("receipts", () => describeReceipts(() => world));
  describe("news", () => describeNews(() => world));
  describe("news in one mail", () => describeNewsTogether(() => world));
  describe("settings of mails", () => describeSettings(() => world));
  describe("entries", () => describeEntries(() => world));
  describe("changes of requirements", () => describeRequirementChanges(() => world));
  describe("pages of requirements", () => describeRequirementPages(() => world));
  describe("messages", () => describeMessages(() => world));
  describe("drafts", () => describeDrafts(() => world));
  describe("inbox", () => describeInbox(() => world));
  describe("working off the inbox", () => describeItemActs(() => world));
  describe("floods", () => describeFloods(() => world));
  describe("absence", () => describeAbsence(() => world));
  describe("leavers", () => describeLeavers(() => world));
  describe("handovers", () => describeHandovers(() => world));
  describe("postings", () => describePostings(() => world));
  describe("people around a line", () => describeRelated(() => world));

  it.each([
    ["that is over", "delete from auth.sessions where user_id = $1"],
    ["past its limit", "update auth.sessions set not_after = now() where user_id = $1"],
    ["of somebody banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
    ["of somebody deleted", "update auth.users set deleted_at = now() where id = $1"],
  ])("opens nothing to a valid token of a session %s", async (_, statement) => {
    const { userId, api } = await world.addClient("Ending Ltd");
    const account = () => api.from("current_account").select("role, company_name");
    expect((await account()).data).toEqual([{ role: "client", company_name: "Ending Ltd" }]);
    await cluster.as("supabase_auth_admin").unsafe(statement, [userId]);
    expect((await account()).data).toEqual([]);
    for (const table of ["clients", "user_roles", "job_requirements"]) {
      expect(await api.from(table).select()).toMatchObject({ status: 200, data: [] });
    }
    const row = { user_id: userId, company_name: "Another" };
    expect(await api.from("clients").insert(row)).toMatchObject({ status: 403, error: { code: "42501" } });
  });

  it("says that it is away, and not that something is wrong, when its database is", async () => {
    const contact = { name: "Ann", email: "ann@example.com", requirement: "x" };
    await cluster.stop();
    const { status, error } = await world.anon.from("contact_submissions").insert(contact);
    expect(error?.code).toMatch(/^PGRST00\d$/);
    expect(failureStatus(status)).toBe(503);
    const ready = watchReadiness({ url: world.url, key: world.publishableKey }, newestMigration());
    expect(await ready()).toEqual({ status: "unavailable", reason: "the backend answered 503" });
  });
});
