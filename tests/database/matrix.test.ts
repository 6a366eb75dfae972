import { beforeAll } from "vitest";
import { givenWorld } from "../suites/given-world.ts";
import { describeMatrix, ONE_OF_EACH } from "../suites/matrix.ts";
import { hasPostgrest } from "../suites/postgrest-world.ts";
import type { SharedWorld } from "../suites/world.ts";
import { given } from "../support/services/given.ts";
import { openBackend } from "../support/services/processes.ts";

let world: SharedWorld;
beforeAll(async () => {
  world = givenWorld(await openBackend("http://localhost:3999"));
});

// Everybody, cell by cell, asks through PostgREST, where it is.
describeMatrix(() => world, hasPostgrest && !given ? ONE_OF_EACH : undefined);
