import { expect, it } from "vitest";
import { publicPaths } from "~/content/sitemap";
import routes from "~/routes";

/** What answers where no page is: nobody looks for it. */
const NOT_FOUND = "routes/site/not-found.tsx";

// Pages of jobs have their own tests (tests/http/site/jobs): each is made for its request.
it("every screen for everybody is in the sitemap, which the tests of pages walk over", () => {
  const screens = routes.filter(({ file }) => /^routes\/site\/[^/]+\.tsx$/.test(file) && file !== NOT_FOUND);
  expect(publicPaths.toSorted()).toEqual(screens.map(({ path = "" }) => `/${path}`).sort());
});
