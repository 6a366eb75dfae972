import { describe, expect, it } from "vitest";
import { failureStatus } from "~/lib/result";
import { newestMigration } from "../../scripts/database/migrations.ts";
import { ReadinessWatch } from "../../server/health.ts";
import { CANDIDATES, describeSuites, SUITES } from "../suites/all.ts";
import { describeEntries } from "../suites/entries.ts";
import { describeMatrix } from "../suites/matrix.ts";
import { describeOddRequests } from "../suites/odd-requests.ts";
import { FEW_SESSIONS, hasPostgrest, postgrestOnCluster } from "../suites/postgrest-world.ts";

// What holds on the embedded backend holds on Supabase's own parts: the same suites, through PostgREST. All in one database,
// whose sessions plan each function once.
describe.skipIf(!hasPostgrest)("through PostgREST", () => {
  const supabase = postgrestOnCluster(FEW_SESSIONS);

  // First, while there are few rows: it compares all of them.
  describe("matrix", () => describeMatrix(() => supabase.world));
  describeSuites(SUITES, () => supabase.world);
  describe("entries", () => describeEntries(() => supabase.world));
  describe("an odd request", () => describeOddRequests(() => supabase.world));
  describeSuites(CANDIDATES, () => supabase.world);

  it.each([
    ["that is over", "delete from auth.sessions where user_id = $1"],
    ["past its limit", "update auth.sessions set not_after = now() where user_id = $1"],
    ["of somebody banned", "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
    ["of somebody deleted", "update auth.users set deleted_at = now() where id = $1"],
  ])("opens nothing to a valid token of a session %s", async (_, statement) => {
    const { userId, api } = await supabase.world.addClient("Ending Ltd");
    const account = () => api.from("current_account").select("role, company_name");
    expect((await account()).data).toEqual([{ role: "client", company_name: "Ending Ltd" }]);
    await supabase.cluster.as("supabase_auth_admin").unsafe(statement, [userId]);
    expect((await account()).data).toEqual([]);
    for (const table of ["clients", "user_roles", "job_requirements"]) {
      expect(await api.from(table).select()).toMatchObject({ status: 200, data: [] });
    }
    const row = { user_id: userId, company_name: "Another" };
    expect(await api.from("clients").insert(row)).toMatchObject({ status: 403, error: { code: "42501" } });
  });

  it("says that it is away, and not that something is wrong, when its database is", async () => {
    const contact = { name: "Ann", email: "ann@example.com", requirement: "x" };
    await supabase.cluster.stop();
    const { status, error } = await supabase.world.anon.from("contact_submissions").insert(contact);
    expect(error?.code).toMatch(/^PGRST00\d$/);
    expect(failureStatus(status)).toBe(503);
    const backend = { url: supabase.world.url, key: supabase.world.publishableKey };
    const watch = new ReadinessWatch(backend, newestMigration());
    await expect.poll(() => watch.readiness()).toEqual({ status: "unavailable", reason: "the backend answered 503" });
  });
});
