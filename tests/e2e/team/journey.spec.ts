import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { FUNCTIONS, TABLES, VIEWS } from "../../support/api/matrix.ts";
import { freshEmail, signUpClient, type Person } from "../../support/people/people.ts";
import { sendMessage, sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { enterWorkspace, expect, joinByInvitation, searchFor, signIn, test as base, unfoldParts } from "../fixtures.ts";

// The agency's work from end to end, by the admin that a fresh start brings along.

const test = base.extend<{ admin: { email: string; password: string } }>({
  baseURL: async ({ fresh }, use) => use(fresh.site.url),
  backend: async ({ fresh }, use) => use(fresh.backend),
  admin: async ({ backend: { keys } }, use) => use({ email: keys.demo_team_email, password: keys.demo_team_password }),
});

test.describe.configure({ mode: "default", timeout: 300_000 });

const NOTE = `They want two shifts ${randomUUID()}`;
const PHONE = "+91 120 555 0199";

async function noteIt(page: Page, kind: string): Promise<void> {
  await page.getByRole("radio", { name: kind }).check();
  await page.getByLabel("Note, for the team only").fill(`${NOTE} ${kind}`);
  await page.getByRole("button", { name: "Save Note" }).click();
  await expect(page.getByRole("status")).toContainText("Noted");
  await expect(page.getByRole("listitem").filter({ hasText: `${NOTE} ${kind}` })).toBeVisible();
}

/** Opens a posting's page from the list, and its conversion from there. */
async function openConversion(page: Page, words: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" }).click();
  await searchFor(page, words);
  await page.getByRole("row").filter({ hasText: "Posting" }).getByRole("link", { name: "Welder" }).click();
  await page.getByRole("link", { name: "Make a requirement of it" }).click();
}

/** Fills in what a posting leaves open, and makes the requirement. @returns its path */
async function makeRequirement(page: Page, company: RegExp): Promise<string> {
  await page.getByRole("radio", { name: company }).check();
  await unfoldParts(page);
  await page.getByLabel("Number of Positions").fill("8");
  await page.getByLabel("Priority").selectOption("urgent");
  await page.getByRole("button", { name: "Make the Requirement" }).click();
  await expect(page.getByRole("status")).toContainText("The posting is a requirement now");
  await expect(page).toHaveURL(/\/team\/requirements\/[\da-f-]{36}$/);
  return new URL(page.url()).pathname;
}

/** All rows of the Data API that somebody gets who asks for all of them. */
async function rowsFor(api: SupabaseClient): Promise<string> {
  const names = [...Object.keys(TABLES), ...Object.keys(VIEWS)];
  return JSON.stringify(await Promise.all(names.map((name) => api.from(name).select("*"))));
}

/** What the functions answer to a company that asks for a line and a requirement by their ids; it changes nothing. */
async function answersFor(api: SupabaseClient, item: string, requirement: string): Promise<string> {
  const reading = ["dashboard_page", "owns_requirement", "requirement_frame"];
  const asked = Object.entries(FUNCTIONS).filter(([name, { by }]) => !by.includes("owner") || reading.includes(name));
  const answers = asked.map(([name, { values }]) => {
    const known = { item, items: [item], requirement };
    const given = Object.entries(values()).map(([key, value]) => [key, known[key as keyof typeof known] ?? value]);
    return api.rpc(name, Object.fromEntries(given) as object);
  });
  return JSON.stringify(await Promise.all(answers));
}

/** The client sees what became of it and who to turn to, and by no request a word of the team's own. */
async function expectClientSees(page: Page, client: Person, item: string, requirement: string): Promise<void> {
  await signIn(page, client);
  await expect(page.getByRole("row").filter({ hasText: "Welder" })).toContainText("in progress");
  const own = page.getByRole("region", { name: "Your recruiter" });
  await expect(own).toContainText("Rea Recruiter");
  await expect(own).toContainText(PHONE);
  await expect(own.getByRole("link", { name: /@/ })).toHaveAttribute("href", /^mailto:/);
  for (const path of ["/client-dashboard", "/submit-requirement", "/team", `/team/inbox/${item}`, requirement]) {
    for (const suffix of ["", ".data"]) {
      const response = await page.request.get(path + suffix);
      expect(response.status(), path).toBe(path.startsWith("/team") ? 404 : 200);
      expect(await response.text(), path + suffix).not.toContain(NOTE);
    }
  }
  expect(await rowsFor(client.api as SupabaseClient)).not.toContain(NOTE);
  expect(await answersFor(client.api as SupabaseClient, item, requirement.slice(-36))).not.toContain(NOTE);
}

test("the admin takes the next one, makes a requirement of a posting, and takes the list along", async ({
  page,
  browser,
  backend,
  admin,
}) => {
  const company = `Vega ${randomUUID().slice(0, 8)}`;
  const client = await signUpClient(backend, company);
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  await sendMessage(backend, `=HYPERLINK("http://evil.example")`, { name: "+Uma", company, email: "uma@test.example" });
  const posting = await sendPosting(backend, { company });

  await enterWorkspace(page, admin);
  await page.goto(`/team/people/${recruiter.userId}`);
  await page.getByLabel("Phone").fill(PHONE);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("button", { name: "Take the next one" }).click();
  await expect(page).toHaveURL(/\/team\/inbox\/[\da-f-]{36}$/);
  await expect(page.getByRole("status")).toContainText("It is yours");
  await expect(page.getByText("Whose: you")).toBeVisible();
  await noteIt(page, "Call");
  await page.getByText("More: state, due, give to").click();
  await page.getByLabel("Give to").selectOption({ label: recruiter.name });
  await page.getByRole("button", { name: "Give", exact: true }).click();
  await expect(page.getByRole("status")).toContainText("Given");
  await expect(page.getByText(`Whose: ${recruiter.name}`)).toBeVisible();

  await page.goto(`/team/inbox/${posting.id}`);
  await noteIt(page, "Meeting");
  await openConversion(page, company);
  const requirement = await makeRequirement(page, new RegExp(`^${company} .*same name`));
  await page.getByText("Someone else").click();
  await page.getByLabel("In charge").selectOption({ label: recruiter.name });
  await page.getByRole("button", { name: "Put in Charge" }).click();
  await expect(page.getByRole("status")).toContainText("sees who is in charge");
  await page.getByRole("button", { name: "In progress" }).click();
  await expect(page.getByRole("status")).toContainText("Status changed");
  await page.getByText("What happened lately").click();
  await expect(page.getByText("Status from new to in progress")).toBeVisible();
  await page.getByRole("link", { name: "Open in the inbox" }).click();
  const item = new URL(page.url()).pathname.slice(-36);
  await noteIt(page, "Note");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" }).click();
  await searchFor(page, company);
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("inbox.csv");
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString().split("\r\n");
  expect(lines.pop()).toBe("");
  // Of what was searched for the newest comes first.
  expect(lines.map((line) => line.split('","').slice(1, 9))).toEqual([
    ["Kind", "State", "Whose", "From", "Email", "Phone", "Company", "About"],
    // What a posting has become is asked about where the posting came from.
    ["Requirement", "Done", expect.stringMatching(/./), "Vikram Shah", posting.email, "123", company, "Welder"],
    ["Posting", "Done", expect.stringMatching(/./), "Vikram Shah", posting.email, "123", company, "Welder"],
    ["Message", "New", "", "'+Uma", "uma@test.example", "", company, `'=HYPERLINK(""http://evil.example"")`],
  ]);

  const own = await browser.newPage();
  await expectClientSees(own, client, item, requirement);
  await own.close();
  // It is in a table, which whoever may not export does not read whole.
  const exporter = await signUpTeamMember(backend, "hr_manager", "Hana Manager");
  expect(await rowsFor(exporter.api as SupabaseClient)).toContain(NOTE);
  expect(await rowsFor(recruiter.api as SupabaseClient)).not.toContain(NOTE);
});

test("an invited colleague becomes a recruiter by the mail's link, and can't see the people", async ({
  page,
  browser,
  backend,
  admin,
}) => {
  const email = freshEmail("invited");
  await enterWorkspace(page, admin);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role *").selectOption("recruiter");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`A mail is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: email })).toBeVisible();

  const guest = await browser.newPage();
  await joinByInvitation(guest, backend.url, email, "Nia New");
  await guest.waitForURL("**/team/my-day");
  await expect(guest.getByText("Welcome to the team")).toBeVisible();
  await expect(guest.getByRole("link", { name: "People", exact: true })).toHaveCount(0);
  expect((await guest.goto("/team/people"))?.status()).toBe(404);
  await guest.close();
});

test("a posting's sender is invited to own what was made of it, and finds it there", async ({
  page,
  browser,
  backend,
  admin,
}) => {
  const company = `Nova ${randomUUID().slice(0, 8)}`;
  const { email } = await sendPosting(backend, { company });
  await enterWorkspace(page, admin);
  await openConversion(page, company);
  const requirement = await makeRequirement(page, /A new company/);
  await expect(page.getByRole("link", { name: company })).toBeVisible();

  const sender = await browser.newPage();
  await joinByInvitation(sender, backend.url, email, "Vikram Shah");
  await sender.waitForURL("**/client-dashboard");
  await expect(sender.getByRole("link", { name: "Welder" })).toBeVisible();
  expect((await sender.goto(requirement))?.status()).toBe(404);
  await sender.close();
});
