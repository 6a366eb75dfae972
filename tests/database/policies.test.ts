import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { givenWorld } from "../suites/given-world.ts";
import { describePolicies } from "../suites/policies.ts";
import type { SharedWorld } from "../suites/world.ts";
import { given } from "../support/services/given.ts";

let world: SharedWorld;
beforeAll(async () => {
  world = given ? givenWorld(given) : await startEmbeddedWorld();
});
afterAll(() => world.close());

describePolicies(() => world);
