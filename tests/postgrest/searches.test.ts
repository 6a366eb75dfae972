import { afterAll, beforeAll, describe } from "vitest";
import { describeCalls } from "../suites/calls.ts";
import { describeInboxLists } from "../suites/inbox-lists.ts";
import { hasPostgrest, startPostgrestWorld } from "../suites/postgrest-world.ts";
import type { World } from "../suites/world.ts";
import { SupabaseCluster } from "../support/services/supabase-cluster.ts";

// In a database of their own: in that of the other suites each search would look through all that those have left.
describe.skipIf(!hasPostgrest)("through PostgREST", () => {
  let world: World;
  beforeAll(async () => {
    world = await startPostgrestWorld(await SupabaseCluster.fromMigrations());
  });
  afterAll(() => world.close());

  describe("calls", () => describeCalls(() => world));
  describe("lists of the inbox", () => describeInboxLists(() => world));
});
