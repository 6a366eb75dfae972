import { test as base, type Page } from "@playwright/test";
import { loadKeys, type Keys } from "../../supabase/embedded/keys.ts";
import { freshEmail, mailTo, signUpClient, type Person } from "../support/people.ts";

export { expect } from "@playwright/test";

type Fixtures = {
  /** The shared site's backend. */
  backend: { url: string; keys: Keys; dataDirectory: string };
  /** A confirmed client of the test's own, not signed in. */
  client: Person;
};

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(process.env["E2E_SITE"]),
  backend: async ({}, use) => {
    const dataDirectory = process.env["E2E_DATA"]!;
    await use({ url: process.env["E2E_BACKEND"]!, keys: loadKeys(dataDirectory), dataDirectory });
  },
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

/** The link of the newest mail to an address. */
export async function mailedLink(backendUrl: string, email: string): Promise<string> {
  const [message] = await mailTo(backendUrl, email);
  return message?.links[0] ?? "";
}

/** Fills in what a requirement must have. */
export async function fillRequirement(page: Page, title = "Fitter"): Promise<void> {
  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Job Type").selectOption("contract");
  await page.getByLabel("Location").fill("Linz");
  await page.getByLabel("Required Skills").fill("Pumps");
  await page.getByLabel("Job Description").fill("Fit.");
}
