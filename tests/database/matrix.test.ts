import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { givenWorld } from "../suites/given-world.ts";
import { describeMatrix, ONE_OF_EACH } from "../suites/matrix.ts";
import { hasPostgrest } from "../suites/postgrest-world.ts";
import type { SharedWorld } from "../suites/world.ts";
import { given } from "../support/services/given.ts";

let world: SharedWorld;
beforeAll(async () => {
  world = given ? givenWorld(given) : await startEmbeddedWorld();
});
afterAll(() => world.close());

// Everybody, cell by cell, asks through PostgREST, where it is.
describeMatrix(() => world, hasPostgrest && !given ? ONE_OF_EACH : undefined);
