import { test as base, type Page } from "@playwright/test";
import { given } from "../support/given.ts";
import { mailedUrl } from "../support/mailbox.ts";
import { freshEmail, signUpClient, type Person } from "../support/people.ts";
import type { SharedBackend } from "../support/processes.ts";

export { expect } from "@playwright/test";

type Fixtures = {
  /** The shared site's backend. */
  backend: Omit<SharedBackend, "remove">;
  /** A confirmed client of the test's own, not signed in. */
  client: Person;
};

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env["E2E_SITE"]),
  backend: async ({}, use) => use(JSON.parse(process.env["E2E_BACKEND"]!) as SharedBackend),
  client: async ({ backend }, use) => use(await signUpClient(backend, `Company ${freshEmail()}`)),
});

/** Signs in at the portal, as a person does. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto("/client-auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/client-dashboard");
}

/** Signs in, and opens the requirement form with whatever scripts there are at work. */
export async function openRequirementForm(page: Page, client: Person): Promise<void> {
  await signIn(page, client);
  await page.goto("/submit-requirement", { waitUntil: "networkidle" });
}

/**
 * The link of the newest mail to an address. A Supabase that was there before has its own word on where the site is: then
 * the link without that, on the site of the test.
 */
export async function mailedLink(backendUrl: string, email: string): Promise<string> {
  const url = await mailedUrl(backendUrl, email);
  return given ? `${url.pathname}${url.search}` : url.href;
}

/** Fills in what a requirement must have. */
export async function fillRequirement(page: Page, title = "Fitter"): Promise<void> {
  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Job Type").selectOption("contract");
  await page.getByLabel("Location").fill("Linz");
  await page.getByLabel("Required Skills").fill("Pumps");
  await page.getByLabel("Job Description").fill("Fit.");
}
