import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureStatus } from "~/lib/result";
import { watchReadiness } from "../../server/health.ts";
import { describeEntries } from "../suites/entries.ts";
import { describeFeatures } from "../suites/features.ts";
import { describeOperations } from "../suites/operations.ts";
import { describePolicies } from "../suites/policies.ts";
import { hasPostgrest, startPostgrestWorld } from "../suites/postgrest-world.ts";
import type { World } from "../suites/world.ts";
import { SupabaseCluster } from "../support/supabase-cluster.ts";

// What holds on the embedded backend holds on Supabase's own parts: the same suites, through PostgREST.
describe.skipIf(!hasPostgrest)("through PostgREST", () => {
  let cluster: SupabaseCluster;
  let world: World;
  beforeAll(async () => {
    cluster = await SupabaseCluster.start();
    world = await startPostgrestWorld(cluster);
  });
  afterAll(async () => {
    await world.close();
    await cluster.stop();
  });

  describe("features", () => describeFeatures(() => world));
  describe("policies", () => describePolicies(() => world));
  describe("operations", () => describeOperations(() => world));
  describe("entries", () => describeEntries(() => world));

  it("says that it is away, and not that something is wrong, when its database is", async () => {
    const contact = { name: "Ann", email: "ann@example.com", requirement: "x" };
    await cluster.stop();
    const { status, error } = await world.anon.from("contact_submissions").insert(contact);
    expect(error?.code).toMatch(/^PGRST00\d$/);
    expect(failureStatus(status)).toBe(503);
    const ready = watchReadiness({ url: world.url, key: world.publishableKey });
    expect(await ready()).toEqual({ status: "unavailable", reason: "the backend answered 503" });
  });
});
