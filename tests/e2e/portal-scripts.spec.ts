import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./fixtures.ts";

/** The paths of the scripts that a page loads. */
async function scripts(page: Page, path: string): Promise<string[]> {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") urls.push(new URL(request.url()).pathname);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return urls;
}

for (const path of [
  "/",
  "/contact",
  "/hire-talent",
  "/client-auth",
  "/client-auth?view=sign-up",
  "/about",
  "/nowhere",
]) {
  test(`${path} loads no framework`, async ({ page, javaScriptEnabled }) => {
    const loaded = await scripts(page, path);
    expect(loaded).toHaveLength(javaScriptEnabled ? 1 : 0);
    for (const script of loaded) expect(script).toMatch(/^\/assets\/main-[\w-]+\.js$/);
  });
}

test("the requirement form checks ranges in place, and is complete before any script", async ({
  page,
  client,
  javaScriptEnabled,
}) => {
  test.skip(!javaScriptEnabled, "what only a script does");
  await signIn(page, client);
  await page.goto("/submit-requirement", { waitUntil: "networkidle" });
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByLabel("Job Type").selectOption("contract");
  await page.getByLabel("Location").fill("Linz");
  await page.getByLabel("Job Description").fill("Fit.");
  await page.getByLabel("Min Experience").fill("9");
  await page.getByLabel("Max Experience").fill("2");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("alert")).toContainText("The maximum experience must not be below the minimum");
  await expect(page.getByRole("alert")).toContainText("Add at least one required skill");
  expect(posts).toEqual([]);
  await page.getByLabel("Max Experience").fill("12");
  await page.getByLabel("Required Skills").fill("Pumps");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
  expect(posts).toHaveLength(1);
  expect(problems).toEqual([]);
});
