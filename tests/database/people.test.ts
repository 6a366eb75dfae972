import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { describeInvitations } from "../suites/invitations.ts";
import { describePeople } from "../suites/people.ts";
import type { World } from "../suites/world.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeInvitations(() => world);
describePeople(() => world);
