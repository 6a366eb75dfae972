import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signUpColleague } from "../support/people/company.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { expect, searchFor, signIn, test } from "./fixtures.ts";

async function say(page: Page, body: string): Promise<void> {
  await page.getByLabel("Your message").fill(body);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("Message sent");
  await expect(page.getByRole("listitem").filter({ hasText: body })).toBeVisible();
}

test("a company asks, the recruiter finds it by the inbox and answers, a colleague reads it @no-js", async ({
  page,
  browser,
  backend,
}) => {
  test.setTimeout(180_000);
  const word = `w${randomUUID().slice(0, 8)}`;
  const owner = await signUpClient(backend, `${word} Ltd`);
  const viewer = await signUpColleague(backend, owner, "viewer", "Vic Viewer");
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const id = await fileRequirement(owner, { job_title: `${word} lead` });

  await signIn(page, owner, `/client-dashboard/requirements/${id}/messages`);
  await expect(page.getByText("No messages yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await page.getByRole("link", { name: "Enter your message" }).click();
  await expect(page.getByLabel("Your message")).toBeFocused();
  await say(page, "When do you begin?\nWe can wait until May.");
  await expect(page).toHaveURL(/#newest$/);
  await expect(page.getByText("We can wait until May.")).toBeInViewport();

  const desk = await browser.newPage();
  await signIn(desk, recruiter, "/team");
  await searchFor(desk, word);
  await desk.getByRole("link", { name: `${word} lead` }).click();
  await expect(desk.getByText("Open again: the company wrote a message")).toBeVisible();
  await desk.getByRole("link", { name: "its messages" }).click();
  await expect(desk.getByRole("listitem").filter({ hasText: "We can wait until May." })).toContainText("New");
  await say(desk, "On Monday. Is that right for you?");
  await desk.close();

  const phone = await browser.newPage();
  await signIn(phone, viewer);
  const waiting = phone.getByRole("region", { name: "Waiting for you" });
  await expect(waiting.getByRole("link", { name: `${word} lead`, exact: true })).toBeVisible();
  await expect(waiting).toContainText("1 new message");
  await waiting.getByRole("link", { name: /^Read/ }).click();
  const answer = phone.getByRole("listitem").filter({ hasText: "On Monday." });
  await expect(answer).toContainText("Rea Recruiter");
  await expect(answer).toContainText("New");
  await expect(phone.getByLabel("Your message")).toHaveCount(0);
  await phone.goto("/client-dashboard");
  await expect(waiting).toHaveCount(0);
  await phone.close();
});

test("going back shows no words that were sent, and those that were not", async ({ page, client }) => {
  const id = await fileRequirement(client);
  await signIn(page, client, `/client-dashboard/requirements/${id}/messages`);
  const box = page.getByLabel("Your message");
  for (const body of ["Thanks", "Until Monday"]) {
    await say(page, body);
    await page.goBack();
    await expect(page.getByRole("listitem").filter({ hasText: body })).toBeVisible();
    await expect(box).toHaveValue("");
  }
  await box.fill("Half an hour of typing");
  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(/history$/);
  await page.goBack();
  await expect(box).toHaveValue("Half an hour of typing");
});
