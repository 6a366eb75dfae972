import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { describeDrafts } from "../suites/drafts.ts";
import type { World } from "../suites/world.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeDrafts(() => world);
