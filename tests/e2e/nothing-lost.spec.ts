import type { Page } from "@playwright/test";
import {
  authenticate,
  expect,
  fillRequirement,
  openRequirementForm,
  signIn,
  signInHere,
  test,
  unfoldParts,
  waitForFiled,
  withAndWithoutScripts,
} from "./fixtures.ts";

/** Opens the requirement form and fills it in, with one skill added and another still in its box. */
async function openFilled(page: Page): Promise<void> {
  await page.goto("/submit-requirement");
  await fillRequirement(page);
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  await expect(page.getByRole("button", { name: "Remove Pumps" })).toBeVisible();
  await page.getByLabel("Required Skills").fill("Valves");
  await unfoldParts(page);
  await page.getByLabel("Remote Allowed").check();
  await page.getByLabel("Expected Start Date").fill("2031-02-03");
}

/** Everything that `openFilled` has put into the form is there. */
async function expectFilled(page: Page): Promise<void> {
  await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
  await expect(page.getByLabel("Job Type")).toHaveValue("contract");
  await expect(page.getByLabel("Job Description")).toHaveValue("Fit.");
  await expect(page.getByLabel("Remote Allowed")).toBeChecked();
  await expect(page.getByLabel("Expected Start Date")).toHaveValue("2031-02-03");
  await expect(page.getByRole("button", { name: "Remove Pumps" })).toBeVisible();
  await expect(page.getByLabel("Required Skills")).toHaveValue("Valves");
}

/** The page says what happened in words of ours, keeps every entry, and can be sent again. */
async function expectKept(page: Page, words: string): Promise<void> {
  const notice = page.getByRole("alert");
  await expect(notice).toContainText(`Error submitting requirement: ${words}`);
  await expect(notice).toContainText("Your entries are still here.");
  await expect(notice).toBeInViewport();
  await expectFilled(page);
  await expect(page.getByRole("button", { name: "Submit Requirement" })).toBeEnabled();
}

/** Where the form is saved before it is sent. */
const SAVING = "**/submit-requirement/draft";

const AWAY: [name: string, answer: { status: number; contentType: string; body: string } | "abort", words: string][] = [
  ["no connection", "abort", "The service could not be reached"],
  ["a proxy's 413", { status: 413, contentType: "text/html", body: "<h1>413</h1>" }, ""],
  ["a plain 429", { status: 429, contentType: "text/plain", body: "Too Many Requests" }, ""],
  [
    "a page of somebody else's",
    { status: 200, contentType: "text/html", body: "<p>Wi-Fi login" },
    "The service could not be reached",
  ],
  [
    "somebody else's JSON",
    { status: 500, contentType: "application/json", body: "{}" },
    "The service could not be reached",
  ],
];

test.describe("the requirement form, with scripts", () => {
  test("whatever comes in the way leaves it on the page with every entry, and it is taken once", async ({
    page,
    client,
    context,
  }) => {
    await authenticate(page, client);
    await openFilled(page);
    const submit = page.getByRole("button", { name: "Submit Requirement" });
    for (const [name, answer, words] of AWAY) {
      await test.step(name, async () => {
        await page.route(SAVING, (route) => (answer === "abort" ? route.abort() : route.fulfill(answer)));
        await submit.click();
        await expectKept(page, words);
        // The next one's notice is to be its own.
        await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
        await expect(page.getByText("Your entries are still here.")).toBeHidden();
        await page.unroute(SAVING);
      });
    }
    await test.step("no network", async () => {
      await context.setOffline(true);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await submit.click();
        await expect(page.getByRole("alert")).toContainText("You are offline. Your entries are still here");
        await expectFilled(page);
      }
      await context.setOffline(false);
    });
    await test.step("a line that falls silent when the requirement has arrived", async () => {
      // The form's patience ends when the test says so: a clock of Playwright's does not reach this one.
      await page.evaluate(() => {
        const patience = new AbortController();
        const own = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = () => {
          AbortSignal.timeout = own;
          return patience.signal;
        };
        window.addEventListener("patience-ends", () => patience.abort(new DOMException("", "TimeoutError")));
      });
      await page.getByLabel("Notes").fill("More");
      const arrived = new Promise<void>((resolve) => {
        void page.route(SAVING, (route) => route.fetch().then(() => resolve()));
      });
      await submit.click();
      await expect(page.getByRole("button", { name: "Submitting..." })).toHaveAttribute("aria-disabled", "true");
      await arrived;
      await page.evaluate(() => window.dispatchEvent(new Event("patience-ends")));
      await expectKept(page, "The service could not be reached");
      await page.unroute(SAVING);
    });
    await submit.click();
    await waitForFiled(page);
    expect((await client.api.from("job_requirements").select("job_title")).data).toEqual([{ job_title: "Fitter" }]);
  });

  test("a session that ended offers the sign-in in a new tab, and what was taken is not there any more", async ({
    page,
    client,
  }) => {
    await authenticate(page, client);
    await openFilled(page);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await expect(page.getByRole("alert")).toContainText("Please sign in again");
    const [other] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Sign in in a new tab" }).click(),
    ]);
    await signInHere(other, client);
    await other.waitForURL("**/client-dashboard");
    // The skill that stood in its box has gone along.
    await page.getByLabel("Required Skills").fill("Valves");
    await expect(page.getByRole("button", { name: "Remove Valves" })).toBeVisible();
    await expectFilled(page);
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await waitForFiled(page);
    // Whoever goes back then finds a blank form. The browser puts back what it has kept when all is there.
    await page.goBack();
    for (const label of ["Job Title", "Job Description"]) await expect(page.getByLabel(label)).toHaveValue("");
    await expect(page.getByLabel("Currency")).toHaveValue("USD");
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(0);
  });

  test("what was typed before the scripts came stays", async ({ page, client }) => {
    await signIn(page, client);
    const gate = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto("/submit-requirement", { waitUntil: "commit" });
    await page.getByLabel("Job Title").fill("Fitter");
    await page.locator("details:has(#part-work) > summary").click();
    await page.getByLabel("Remote Allowed").check();
    await page.getByLabel("Required Skills").fill("Valves");
    gate.resolve();
    await page.waitForLoadState();
    await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
    await expect(page.getByLabel("Remote Allowed")).toBeChecked();
    await expect(page.getByLabel("Required Skills")).toHaveValue("Valves");
  });

  test("adding and removing is said, and the focus stays with the list", async ({ page, client }) => {
    await openRequirementForm(page, client);
    const box = page.getByLabel("Required Skills");
    const said = page.getByRole("status").filter({ hasText: /./ });
    for (const skill of ["One", "Two", "Three"]) {
      await box.fill(skill);
      await box.press("Enter");
      await expect(said).toHaveText(`${skill} added`);
      await expect(box).toBeFocused();
    }
    await box.fill("Two");
    await page.getByRole("button", { name: "Add to Required Skills" }).press("Enter");
    await expect(said).toHaveText("Two is in the list already");
    await expect(box).toBeFocused();
    await page.getByRole("button", { name: "Remove Two" }).press("Enter");
    await expect(said).toHaveText("Two removed");
    await expect(page.getByRole("button", { name: "Remove Three" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Remove One" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(said).toHaveText("One removed");
    await expect(box).toBeFocused();
  });
});

test("a mistake that is mended is listed no more, and the part's count follows", async ({ page, client }) => {
  await openRequirementForm(page, client);
  await fillRequirement(page);
  await page.getByLabel("Job Title").fill("");
  await page.getByLabel("Min Experience").fill("many");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  const parts = page.getByRole("navigation", { name: "Parts of the form" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveCount(2);
  await expect(parts).toContainText("The role, needs attention, 1");
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByLabel("Location").focus();
  await expect(summary.getByRole("link")).toHaveCount(1);
  await expect(page.getByText("Enter the job title")).toHaveCount(0);
  await expect(parts).toContainText("The role, complete");
  await page.getByLabel("Min Experience").fill("2");
  await page.getByLabel("Location").focus();
  await expect(summary).toHaveCount(0);
  await expect(page).not.toHaveTitle(/Error/);
});

withAndWithoutScripts(() => {
  test("Back and a reload bring the form with its skills; a new visit and signing out leave nothing", async ({
    page,
    client,
    javaScriptEnabled,
  }) => {
    await authenticate(page, client);
    await openFilled(page);
    if (javaScriptEnabled) {
      await page.reload();
      await expectFilled(page);
    }
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.waitForURL("**/client-dashboard");
    await page.goBack();
    await expectFilled(page);
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.waitForURL("**/client-dashboard");
    await page.goto("/submit-requirement");
    await expect(page.getByLabel("Job Title")).toHaveValue("");
    await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
    await page.getByLabel("Job Title").fill("Fitter");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.waitForURL("**/client-auth");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Fitter");
    for (let steps = 0; steps < 3; steps += 1) {
      await page.goBack().catch(() => undefined);
      await expect(page.getByText("Pumps").or(page.locator("[value=Fitter]"))).toHaveCount(0);
    }
  });
});

withAndWithoutScripts(() => {
  test("skills typed at once are all added, a double click removes one, and too many come back with a word", async ({
    page,
    client,
    javaScriptEnabled,
  }) => {
    await openRequirementForm(page, client);
    const box = page.getByLabel("Required Skills");
    const remove = (skill: string) => page.getByRole("button", { name: `Remove ${skill}` });
    await box.fill("Pumps, Pipes; Rust");
    await box.press("Enter");
    await expect(remove("Rust")).toBeVisible();
    // Enter leads on from the box it was pressed in.
    await expect(box).toBeFocused();
    await expect(box).toHaveValue("");
    if (!javaScriptEnabled) await expect(box).toBeInViewport();
    await remove("Pumps").dblclick();
    await expect(remove("Pumps")).toHaveCount(0);
    for (const skill of ["Pipes", "Rust"]) await expect(remove(skill)).toBeVisible();
    if (!javaScriptEnabled) return;
    await box.fill(Array.from({ length: 52 }, (_, index) => `Skill ${index}`).join(", "));
    await page.getByRole("button", { name: "Add to Required Skills" }).click();
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await expect(page.getByText("Error: List 50 skills or fewer")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(54);
  });
});

test("without a connection any other form stays on its page, too", async ({ page, context }) => {
  await page.goto("/contact");
  await page.getByLabel("Full Name").fill("Ann");
  await page.getByLabel("Email Address").fill("ann@example.com");
  await page.getByLabel("Hiring Requirement").fill("Two welders");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("alert")).toContainText("You are offline. Your entries are still here");
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
  await expect(page.getByLabel("Hiring Requirement")).toHaveValue("Two welders");
  await context.setOffline(false);
  await expect(page.getByText("You are offline")).toHaveCount(0);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("Message Sent Successfully!");
});
