import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { givenWorld } from "../suites/given-world.ts";
import { describeMatrix } from "../suites/matrix.ts";
import type { SharedWorld } from "../suites/world.ts";
import { given } from "../support/given.ts";

let world: SharedWorld;
beforeAll(async () => {
  world = given ? givenWorld(given) : await startEmbeddedWorld();
});
afterAll(() => world.close());

describeMatrix(() => world);
