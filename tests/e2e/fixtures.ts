import { expect, test as base, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../app/lib/backend/database.types.ts";
import { given } from "../support/services/given.ts";
import { mailedUrl, mailTo, type Mail } from "../support/services/mailbox.ts";
import { sendDueMails } from "../support/people/candidate-pages.ts";
import { connect, freshEmail, signUpClient, type BackendAccess, type Person } from "../support/people/people.ts";
import type { SharedBackend } from "../support/services/processes.ts";

export { expect };

type Backend = Omit<SharedBackend, "remove">;

type Fixtures = {
  /** The shared site's backend. */
  backend: Backend;
  /** Its API as whoever holds the secret key. */
  service: SupabaseClient<Database>;
  /** A confirmed client of the test's own, not signed in. */
  client: Person;
};

const sharedBackend = () => JSON.parse(process.env["E2E_BACKEND"]!) as Backend;

export const test = base.extend<Fixtures>({
  javaScriptEnabled: async ({ javaScriptEnabled }, use, { titlePath }) =>
    use(javaScriptEnabled && !titlePath.some((title) => title.endsWith("@no-js"))),
  baseURL: async ({}, use) => use(process.env["E2E_SITE"]),
  backend: async ({}, use) => use(sharedBackend()),
  service: async ({ backend }, use) => use(connect(backend.url, backend.keys.secret_key)),
  client: async ({ backend }, use) => use(await signUpClient(backend, `Company ${freshEmail()}`)),
});

/** Tests what is declared in here twice: in a browser without scripts, and with them. */
export function withAndWithoutScripts(declare: () => void): void {
  for (const javaScriptEnabled of [false, true]) {
    test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
      test.use({ javaScriptEnabled });
      declare();
    });
  }
}

type Credentials = { email: string; password: string };

/** Gives a browser a session, as the portal's form would, which the journeys fill in. It opens no page. */
export async function authenticate(page: Page, { email, password }: Credentials): Promise<void> {
  const form = { intent: "sign-in", email, password };
  const answer = await page.request.post("/client-auth", { form, maxRedirects: 0 });
  expect(answer.headers()["location"], "where signing in leads to").toBeDefined();
  // The notice of it would stand before that of what is tested.
  await page.context().clearCookies({ name: /toast$/ });
}

/** Gives a browser a session, and opens a page. @param path the team's is /team */
export async function signIn(page: Page, person: Credentials, path = "/client-dashboard"): Promise<void> {
  await authenticate(page, person);
  await page.goto(path);
}

/** Fills in and sends the form of a page that asks who somebody is. */
export async function signInHere(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Signs in by the way that the team has, /login and the welcome's link, and opens the inbox. */
export async function enterWorkspace(page: Page, person: Credentials): Promise<void> {
  await page.goto("/login");
  await signInHere(page, person);
  await expect(page.getByRole("status")).toContainText("Welcome back team member");
  await page.getByRole("link", { name: "Open the workspace" }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(/\/team$/);
}

/** Signs in, and opens the requirement form. A page is loaded when its scripts, where there are any, are at work. */
export async function openRequirementForm(page: Page, client: Person): Promise<void> {
  await authenticate(page, client);
  await page.goto("/submit-requirement");
  await unfoldParts(page);
}

/** Waits for the page of a requirement that has just been filed. */
export function waitForFiled(page: Page): Promise<void> {
  return page.waitForURL("**/client-dashboard/requirements/*?filed");
}

/** Opens the parts of the requirement form that are folded. */
export async function unfoldParts(page: Page): Promise<void> {
  // Of a page that is on its way not all are there to be counted.
  await page.waitForLoadState();
  const folded = page.locator("details.part:not([open]) > summary");
  while ((await folded.count()) > 0) await folded.first().click();
}

/**
 * The link of the newest mail to an address. A Supabase that was there before has its own word on where the site is: then
 * the link without that, on the site of the test.
 */
export async function mailedLink(backendUrl: string, email: string): Promise<string> {
  const url = await mailedUrl(backendUrl, email);
  return given ? `${url.pathname}${url.search}` : url.href;
}

/** Nothing moves sideways. Waits for a page that is on its way, or on a screen of another width still. */
export function expectWidth(page: Page, width: number): Promise<void> {
  return expect(page.locator("html")).toHaveJSProperty("scrollWidth", width);
}

/** Counts the documents that a page asks for, and the forms that it posts, from now on. A post's redirect is its answer. */
export function countDocuments(page: Page) {
  const counts = { pages: 0, posts: 0 };
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) return;
    if (request.method() === "POST") counts.posts += 1;
    else counts.pages += 1;
  });
  return counts;
}

/** Fills in boxes by their labels, in this order. */
export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

/** Fills in the contact form that is open. */
export function fillContact(page: Page, requirement = "Two welders", email = freshEmail()): Promise<void> {
  return fillIn(page, { "Full Name": "Ann", "Email Address": email, "Hiring Requirement": requirement });
}

/** Fills in the contact form that is open, and sends it. */
export async function sendContact(page: Page, requirement?: string, email?: string): Promise<void> {
  await fillContact(page, requirement, email);
  await page.getByRole("button", { name: "Send Message" }).click();
}

/** Fills in what a requirement must have. */
export async function fillRequirement(page: Page, title = "Fitter"): Promise<void> {
  await page.getByLabel("Job Title").fill(title);
  await page.getByLabel("Job Type").selectOption("contract");
  await fillIn(page, { Location: "Linz", "Required Skills": "Pumps", "Job Description": "Fit." });
}

/** The newest mail to an address, once all that is due has been sent and that mail is about this. */
export async function newestMail(access: BackendAccess, email: string, about: RegExp): Promise<Mail> {
  await sendDueMails(access);
  let mail: Mail | undefined;
  // What somebody else is sending just now is not sent again, and not there yet.
  await expect.poll(async () => ([mail] = await mailTo(access.url, email))[0]?.subject, about.source).toMatch(about);
  return mail!;
}
