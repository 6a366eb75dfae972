import { beforeAll } from "vitest";
import { isShort } from "../suites/embedded-world.ts";
import { givenWorld } from "../suites/given-world.ts";
import { describeMatrix } from "../suites/matrix.ts";
import type { SharedWorld } from "../suites/world.ts";
import { given } from "../support/services/given.ts";
import { openBackend } from "../support/services/processes.ts";

let world: SharedWorld;
beforeAll(async () => {
  world = givenWorld(await openBackend("http://localhost:3999"));
});

// Everybody, cell by cell, asks through PostgREST, where it is.
describeMatrix(() => world, isShort && !given);
