import { afterAll, beforeAll } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { describeNewsTogether } from "../suites/news-together.ts";
import { describeNews } from "../suites/news.ts";
import { describeSettings } from "../suites/settings.ts";
import type { World } from "../suites/world.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeNews(() => world);
describeNewsTogether(() => world);
describeSettings(() => world);
