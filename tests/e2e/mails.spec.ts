import type { Browser, Page } from "@playwright/test";
import { mailTo, type Mail } from "../support/services/mailbox.ts";
import { sendWaitingMails, writeToClient } from "../support/people/news.ts";
import { signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { expect, newestMail, signIn, signInHere, test } from "./fixtures.ts";

// Mails as a person reads them: the text, the HTML in a browser, and their links in another one that knows nobody.

test.describe.configure({ mode: "default", timeout: 180_000 });

/** A browser that has never been here, in which a mail is opened. */
async function openMail(browser: Browser, { html }: Mail): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent(html);
  return page;
}

test("a client chooses a mail a day, reads it, comes in by its link, and has none any more by another", async ({
  page,
  browser,
  backend,
}) => {
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const client = await signUpClient(backend, "Vega Castings");
  // What can be switched off: of each requirement that is filed a receipt comes whatever was chosen.
  const news = async () =>
    (await mailTo(backend.url, client.email)).filter(({ links }) =>
      links.some((link) => link.includes("/unsubscribe?")),
    );

  await signIn(page, client);
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Notifications" }).click();
  const messages = page.getByRole("group", { name: "Messages" });
  await expect(messages.getByRole("radio", { name: "At once" })).toBeChecked();
  await messages.getByRole("radio", { name: "Once a day" }).check();
  await page.getByRole("group", { name: "Your requirements" }).getByRole("radio", { name: "Once a day" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  await expect(messages.getByRole("radio", { name: "Once a day" })).toBeChecked();

  await writeToClient(backend, client, recruiter, "Night-shift lead");
  await writeToClient(backend, client, recruiter, "Port captain");
  await sendWaitingMails(backend, client);
  await expect.poll(async () => (await news()).length).toBe(1);
  const [daily] = await news();
  expect(daily!.text).toContain("- Port captain: Rea Recruiter looks after it; a message from Rea Recruiter");
  expect(daily!.text).not.toContain("Come at nine");

  const guest = await openMail(browser, daily!);
  await expect(guest.getByRole("heading", { name: "News about 2 requirements" })).toBeVisible();
  await expect(guest.getByRole("listitem")).toHaveCount(2);
  await guest.getByRole("link", { name: "Open the dashboard" }).click();
  await signInHere(guest, client);
  await expect(guest.getByRole("link", { name: "Port captain" }).first()).toBeVisible();
  await guest.close();

  const stranger = await openMail(browser, daily!);
  await stranger.getByRole("link", { name: "Stop mails like this one" }).click();
  await expect(stranger.getByText("Switch off the daily mail?")).toBeVisible();
  await expect(stranger.getByRole("listitem").filter({ hasText: "What happens to requirements" })).toBeVisible();
  await expect(stranger.locator("body")).not.toContainText(client.email);
  await stranger.getByRole("button", { name: "Switch Off" }).click();
  await expect(stranger.getByText("You don't get the daily mail any more.")).toBeVisible();
  await stranger.getByRole("link", { name: "Choose which mails you get" }).click();
  await signInHere(stranger, client);
  await expect(stranger).toHaveURL(/\/client-dashboard\/notifications$/);
  await expect(stranger.getByRole("radio", { name: "Never" }).nth(0)).toBeChecked();
  await expect(stranger.getByRole("radio", { name: "Never" }).nth(1)).toBeChecked();
  await stranger.close();

  await writeToClient(backend, client, recruiter, "Welder");
  await sendWaitingMails(backend, client);
  expect(await news()).toHaveLength(1);
});

test("a recruiter reads what a company has done, and comes by the mail's link to the requirement", async ({
  page,
  browser,
  backend,
}) => {
  const recruiter = await signUpTeamMember(backend, "recruiter", "Ira Sen");
  const client = await signUpClient(backend, "Fern Logistics");
  const id = await writeToClient(backend, client, recruiter, "Port captain");
  const { data } = await client.api.from("job_requirements").select("version").eq("id", id).single();
  const entries = { min_salary: 40_000, notes: "Soon" };
  expect(
    (await client.api.rpc("edit_requirement", { requirement: id, seen: data!.version, entries })).error,
  ).toBeNull();
  await sendWaitingMails(backend, recruiter);
  const mail = await newestMail(backend, recruiter.email, /./);
  expect(mail.text).toContain("Fern Logistics changed the minimum salary and notes.");
  const guest = await openMail(browser, mail);
  await guest.getByRole("link", { name: "Open the requirement" }).click();
  await expect(guest).toHaveURL(/\/client-auth\?redirectTo=/);
  await signInHere(guest, recruiter);
  await expect(guest).toHaveURL(new RegExp(`/team/requirements/${id}$`));
  await expect(guest.getByRole("heading", { name: "Port captain", level: 1 })).toBeVisible();
  await guest.close();

  await signIn(page, recruiter, "/team");
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Notifications" }).click();
  const inbox = page.getByRole("group", { name: "The inbox, each morning" });
  await expect(inbox.getByRole("radio")).toHaveCount(2);
  await inbox.getByRole("radio", { name: "Never" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  await expect(inbox.getByRole("radio", { name: "Never" })).toBeChecked();
});
