import type { Page } from "@playwright/test";
import { clientPages, makeBusy } from "../support/client-pages.ts";
import { signUpClient } from "../support/people.ts";
import { PAGES } from "../support/pages.ts";
import { makeShown, teamPages } from "../support/team-pages.ts";
import { signUpTeamMember } from "../support/team.ts";
import { makeDraftPages } from "../support/draft-pages.ts";
import { enterWorkspace, expect, signIn, test } from "./fixtures.ts";

// With scripts a browser has everything to complain about that it has without, and more.
test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, "with scripts there is more to stop");

/** What the browser says that it has stopped, from now on. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(`${page.url()} ${message.text()}`);
  });
  return complaints;
}

test("the content security policy stops nothing of ours, on any page", async ({ page, backend }) => {
  const complaints = complaintsOf(page);
  for (const path of PAGES) await page.goto(path);
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send Message" }).click();
  const client = await signUpClient(backend, "Policy Ltd");
  const own = clientPages(await makeBusy(backend, client, "Night-shift lead"));
  await signIn(page, client);
  const drafts = await makeDraftPages(client, "Fitter of pumps");
  const forms = ["/submit-requirement", "/client-dashboard", "/client-dashboard/notifications"];
  for (const path of [...forms, ...Object.values(own), ...Object.values(drafts)]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(complaints).toEqual([]);
});

test("nor on any page of the team", async ({ page, backend }) => {
  const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  const words = { title: "Night-shift lead", company: "Fern Logistics", name: "Rea Recruiter" };
  const pages = teamPages(await makeShown(backend, admin, words));
  await enterWorkspace(page, admin);
  const complaints = complaintsOf(page);
  for (const path of Object.values(pages)) await page.goto(path, { waitUntil: "networkidle" });
  expect(complaints).toEqual([]);
});

test("markup that got into a page could not run", async ({ page }) => {
  for (const path of ["/contact", "/client-auth?view=sign-up"]) {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const injected = `<script>window.ran = true</script><img src="/nowhere.png" onerror="window.ran = true">`;
      await route.fulfill({ response, body: (await response.text()).replace("</main>", `${injected}</main>`) });
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  }
});
