import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { given } from "../support/services/given.ts";
import { linkOn, mailTo } from "../support/services/mailbox.ts";
import { signUpCompany } from "../support/people/company.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import {
  expect,
  fillIn,
  fillRequirement,
  identifyAs,
  joinByInvitation,
  signIn,
  test,
  waitForFiled,
} from "./fixtures.ts";

// A company and its people, from the invitation to the leaving.

test.describe.configure({ timeout: 240_000 });

const PASSWORD = "correct horse battery";

async function openCompany(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Company" }).click();
  await expect(page).toHaveURL(/\/client-dashboard\/company$/);
}

async function invite(page: Page, email: string, access: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Access *").selectOption(access);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByRole("status")).toContainText(`A mail is on its way to ${email}.`);
}

/** The line of somebody among the people. */
function lineOf(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

/** On a desk's screen, the header of somebody with every section is one row. */
async function expectOneRow(page: Page): Promise<void> {
  const header = page.getByRole("banner");
  const ends = [header.getByRole("link").first(), header.getByRole("button", { name: "Sign Out" })];
  const [first, last] = (await Promise.all(ends.map((end) => end.boundingBox()))).map(
    (box) => box!.y + box!.height / 2,
  );
  expect(Math.abs(first! - last!)).toBeLessThan(4);
}

/** A browser of somebody else's. */
async function elsewhere(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  await act(page);
  await page.close();
}

test("an owner invites a colleague, who joins from another browser; makes them a viewer, hands over, and leaves", async ({
  page,
  browser,
  backend,
  client,
}) => {
  const email = freshEmail("invited");
  const title = `Fitter ${randomUUID().slice(0, 8)}`;
  await signIn(page, client);
  await page.getByRole("link", { name: "Submit Job Requirement" }).click();
  await fillRequirement(page, title);
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await waitForFiled(page);
  await openCompany(page);
  await expectOneRow(page);
  await invite(page, email, "member");

  const colleague = await browser.newPage();
  await joinByInvitation(colleague, backend.url, email, "Nia New");
  await colleague.waitForURL("**/client-dashboard");
  await expect(colleague.getByRole("link", { name: title })).toBeVisible();
  await expect(colleague.getByRole("main").getByText("as its member")).toBeVisible();
  await expect(colleague.getByRole("link", { name: "Submit Job Requirement" })).toBeVisible();

  await openCompany(page);
  const line = lineOf(page, "Nia New");
  await expect(line).toContainText(email);
  await line.getByRole("combobox").selectOption("viewer");
  await line.getByRole("button", { name: /^Change/ }).click();
  await expect(page.getByRole("status")).toContainText("It is now: Viewer.");
  await expect.poll(async () => (await mailTo(backend.url, email))[0]?.subject).toContain("has changed");
  await colleague.goto("/submit-requirement");
  await expect(colleague.getByText("Viewers read its requirements; members file and change them")).toBeVisible();
  await colleague.goto("/client-dashboard");
  await expect(colleague.getByRole("link", { name: title })).toBeVisible();
  await expect(colleague.getByRole("link", { name: "Submit Job Requirement" })).toHaveCount(0);

  await page.getByRole("link", { name: "You", exact: true }).click();
  await page.getByRole("link", { name: "Leave the company" }).click();
  await page.getByRole("link", { name: "Hand over ownership" }).click();
  await page.getByRole("radio", { name: /Nia New/ }).check();
  await page.getByRole("button", { name: "Hand Over" }).click();
  await expect(page.getByRole("status")).toContainText("Nia New owns the company now");
  await page.getByRole("link", { name: "You", exact: true }).click();
  await page.getByRole("link", { name: "Leave the company" }).click();
  await page.getByLabel("Who is the contact then").selectOption("Nobody for now");
  await page.getByRole("button", { name: /^Leave / }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
  await expect(page.getByRole("status")).toContainText("You no longer belong to");
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);

  await openCompany(colleague);
  await expect(colleague.getByRole("table", { name: "People" }).getByRole("rowheader")).toHaveText([
    /^Nia New \(you\)/,
  ]);
  await colleague.getByRole("link", { name: "Edit the profile" }).click();
  await colleague.getByLabel("Contact Person").fill("Nia New");
  await colleague.getByRole("button", { name: "Save" }).click();
  await expect(colleague.getByRole("status")).toContainText("Saved");
  await colleague.close();
});

test("whoever signs up by the ordinary form with an invited address joins, and makes no second company", async ({
  page,
  baseURL,
  browser,
  backend,
  client,
}) => {
  const email = freshEmail("invited");
  await signIn(page, client);
  await openCompany(page);
  await invite(page, email, "member");
  await elsewhere(browser, async (guest) => {
    await guest.goto("/client-auth?view=sign-up");
    await fillIn(guest, { "Company Name": "Second Ltd", "Contact Person": "Pia Person", Email: email });
    await guest.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await guest.getByRole("button", { name: "Sign Up" }).click();
    await guest.waitForURL("**/client-auth**");
    await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(2);
    const links = (await mailTo(backend.url, email)).flatMap((mail) => mail.links);
    await guest.goto(
      linkOn(
        baseURL!,
        links.find((link) => link.includes("token_hash"))!,
      ),
    );
    await guest.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await guest.getByRole("button", { name: "Confirm My Account" }).click();
    await expect(guest).toHaveURL(/\/invitation$/);
    await expect(guest.getByText("You have signed up for Second Ltd. It is not open yet")).toBeVisible();
    await guest.getByRole("button", { name: "Accept" }).click();
    await guest.waitForURL("**/client-dashboard");
    await expect(guest.getByRole("main").getByText("as its member")).toBeVisible();
    await openCompany(guest);
    await expect(lineOf(guest, "Pia Person (you)")).toBeVisible();
  });
});

test("whoever comes from Google with an invited address is offered the invitation before a company", async ({
  page,
  browser,
  client,
}) => {
  test.skip(given !== undefined, "the embedded backend plays the providers");
  const email = freshEmail("google");
  await signIn(page, client);
  await openCompany(page);
  await invite(page, email, "viewer");
  await elsewhere(browser, async (guest) => {
    await guest.goto("/client-auth");
    await guest.getByRole("button", { name: "Continue with Google" }).click();
    await identifyAs(guest, email);
    await expect(guest).toHaveURL(/\/client-dashboard$/);
    await expect(guest.getByRole("heading", { name: "You are invited" })).toBeVisible();
    await guest.getByRole("link", { name: "See the invitation" }).click();
    await guest.getByRole("button", { name: "Accept" }).click();
    await guest.waitForURL("**/client-dashboard");
    await expect(guest.getByRole("main").getByText("as its viewer")).toBeVisible();
  });
});

test("somebody with a company of their own is told what joining another takes, and does both at once", async ({
  page,
  backend,
}) => {
  const { owner } = await signUpCompany(backend, "Vega Castings");
  // Nobody is left of this one: by its name the end of a run finds it.
  const alone = await signUpClient(backend, freshEmail("alone"));
  await owner.api.rpc("invite_member", { address: alone.email, new_access: "member" });
  await signIn(page, alone, "/invitation");
  await page.getByRole("button", { name: "Leave That Company and Accept" }).click();
  await page.waitForURL("**/client-dashboard");
  await expect(page.getByRole("main").getByText("as its member")).toBeVisible();
});
