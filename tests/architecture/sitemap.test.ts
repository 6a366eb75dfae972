import { expect, it } from "vitest";
import { publicPaths } from "~/content/sitemap";
import routes from "~/routes";

/** Screens for everybody that nobody looks for: what answers where no page is. */
const UNLISTED = ["*"];

it("every screen for everybody is in the sitemap, which the tests of pages walk over", () => {
  const screens = routes.filter(({ file }) => /^routes\/site\/.*\.tsx$/.test(file));
  const paths = screens.map(({ path = "" }) => path).filter((path) => !UNLISTED.includes(path));
  expect(publicPaths.toSorted()).toEqual(paths.map((path) => `/${path}`).sort());
});
