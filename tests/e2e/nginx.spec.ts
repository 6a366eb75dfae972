import { randomUUID } from "node:crypto";
import { nginx, startNginx, type Lines } from "../support/http/nginx.ts";
import { freshEmail } from "../support/people/people.ts";
import { freePort, TestSite } from "../support/services/processes.ts";
import { expect, fillIn, fillRequirement, mailedLink, signInHere, test as base } from "./fixtures.ts";

// nginx refuses an answer whose headers are longer than its buffer, with a page of its own. By hand every other test can be run
// behind one: `TEST_NGINX`, docs/testing.md.
const test = base.extend<{ lines: Lines }>({
  lines: ["documented", { option: true }],
  baseURL: async ({ backend, lines }, use) => {
    const [port, sitePort] = [await freePort(), await freePort()];
    const url = `http://localhost:${port}`;
    const site = await TestSite.start(sitePort, {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
      LOG_LEVEL: "silent",
      APP_URL: url,
      TRUST_PROXY: "1",
    });
    const proxy = await startNginx(port, [sitePort], lines);
    await use(url);
    await proxy.stop();
    await site.stop();
  },
});

for (const lines of ["documented", "defaults"] as const) {
  test.describe(`behind nginx, ${lines}`, () => {
    test.skip(!nginx, "nginx is not installed");
    test.use({ lines });

    test("an account with the longest names is made, confirmed, files, signs out and in", async ({
      page,
      backend,
      baseURL,
    }) => {
      const password = "correct horse battery";
      const email = freshEmail();
      const name = `${randomUUID()} ${"मेरिडियन फ़ूड्स प्राइवेट लिमिटेड, आशा राव की कंपनी ".repeat(3)}`.trim();
      await page.goto("/client-auth?view=sign-up");
      await fillIn(page, { "Company Name": name, "Contact Person": `आ ${name}`, Email: email, Phone: `+91 ${name}` });
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.getByRole("button", { name: "Sign Up", exact: true }).click();
      await expect(page.getByRole("status")).toBeVisible();

      const link = new URL(await mailedLink(backend.url, email), baseURL);
      await page.goto(link.pathname + link.search);
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.getByRole("button", { name: "Confirm My Account" }).click();
      await expect(page).toHaveURL(/\/client-dashboard$/);

      await page.goto("/submit-requirement");
      await fillRequirement(page, "Welder");
      await page.getByRole("button", { name: "Submit Requirement" }).click();
      await expect(page).toHaveURL(/\/client-dashboard/);
      await expect(page.getByText("Welder").first()).toBeVisible();

      await page.getByRole("button", { name: "Sign Out" }).click();
      await expect(page).toHaveURL(/\/client-auth$/);
      await signInHere(page, { email, password });
      await expect(page).toHaveURL(/\/client-dashboard$/);
    });

    test("what is too large is refused by the site, in words", async ({ request }) => {
      test.skip(
        process.env["TEST_NGINX"] === "defaults",
        "Another nginx stands behind this one, and refuses it itself.",
      );
      const answer = await request.post("/contact", { form: { requirement: "x".repeat(1_100_000) } });
      expect(answer.status()).toBe(413);
      if (lines === "documented") expect(await answer.text()).toContain("Kaushal");
    });
  });
}
