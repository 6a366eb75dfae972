import { afterAll, beforeAll, describe } from "vitest";
import { startEmbeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeNewsTogether } from "../suites/news-together.ts";
import { describeNews } from "../suites/news.ts";
import { describeSettings } from "../suites/settings.ts";
import type { World } from "../suites/world.ts";

whereNoPostgrest("on the embedded backend", () => {
  let world: World;
  beforeAll(async () => {
    world = await startEmbeddedWorld();
  });
  afterAll(() => world.close());

  describe("news", () => describeNews(() => world));
  describe("news in one mail", () => describeNewsTogether(() => world));
  describe("settings of mails", () => describeSettings(() => world));
});
