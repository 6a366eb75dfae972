import { afterAll, beforeAll, describe } from "vitest";
import { describeCandidateFlow } from "../suites/candidate-flow.ts";
import { describeCandidates } from "../suites/candidates.ts";
import { describeCandidatesSay } from "../suites/candidates-say.ts";
import { hasPostgrest, startPostgrestWorld } from "../suites/postgrest-world.ts";
import type { World } from "../suites/world.ts";
import { SupabaseCluster } from "../support/services/supabase-cluster.ts";

describe.skipIf(!hasPostgrest)("through PostgREST", () => {
  let world: World;
  beforeAll(async () => {
    world = await startPostgrestWorld(await SupabaseCluster.fromMigrations());
  });
  afterAll(() => world.close());

  describe("candidates", () => describeCandidates(() => world));
  describe("what is said", () => describeCandidateFlow(() => world));
  describe("what is told of them", () => describeCandidatesSay(() => world));
});
