import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { describeInbox } from "../suites/inbox.ts";
import type { World } from "../suites/world.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeInbox(() => world);
