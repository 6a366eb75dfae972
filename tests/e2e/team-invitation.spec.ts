import { mailTo } from "../support/mailbox.ts";
import { freshEmail } from "../support/people.ts";
import { signUpTeamMember } from "../support/team.ts";
import { expect, mailedLink, test } from "./fixtures.ts";

test("an invited colleague becomes a recruiter by the mail's link, and can't see the people", async ({
  page,
  browser,
  backend,
}) => {
  const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  const email = freshEmail("invited");
  const password = "correct horse battery";

  await page.goto("/client-auth");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByRole("textbox", { name: "Password" }).fill(admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/team");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "People" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role *").selectOption("recruiter");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText(`A mail is on its way to ${email}.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: email })).toBeVisible();

  await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(1);
  const context = await browser.newContext(test.info().project.use);
  const guest = await context.newPage();
  const base = new URL(page.url()).origin;
  const open = async (link: string) => guest.goto(new URL(link, base).href);
  await open(await mailedLink(backend.url, email));
  await expect(guest.getByText("Ada Admin invites you to the team")).toBeVisible();
  await guest.getByLabel("Your Name").fill("Nia New");
  await guest.getByLabel("Email").fill(email);
  await guest.getByRole("textbox", { name: "Password" }).fill(password);
  await guest.getByRole("button", { name: "Sign Up" }).click();
  await guest.waitForURL("**/client-auth?**");

  await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(2);
  await open(await mailedLink(backend.url, email));
  await guest.getByRole("textbox", { name: "Password" }).fill(password);
  await guest.getByRole("button", { name: "Confirm My Account" }).click();
  await guest.waitForURL("**/invitation?**");
  await guest.getByRole("button", { name: "Accept" }).click();
  await guest.waitForURL("**/team");
  await expect(guest.getByText("Welcome to the team")).toBeVisible();
  await expect(guest.getByRole("link", { name: "People", exact: true })).toHaveCount(0);
  const people = await open("/team/people");
  expect(people?.status()).toBe(404);
  await context.close();
});
