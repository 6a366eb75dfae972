import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { describeHandovers } from "../suites/handovers.ts";
import type { World } from "../suites/world.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeHandovers(() => world);
