import { describe } from "vitest";
import { embeddedWorld, whereNoPostgrest } from "../suites/embedded-world.ts";
import { describeNewsTogether } from "../suites/news-together.ts";
import { describeNews } from "../suites/news.ts";
import { describeSettings } from "../suites/settings.ts";

whereNoPostgrest("on the embedded backend", () => {
  const world = embeddedWorld();

  describe("news", () => describeNews(world));
  describe("news in one mail", () => describeNewsTogether(world));
  describe("settings of mails", () => describeSettings(world));
});
