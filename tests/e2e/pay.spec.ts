import type { Page } from "@playwright/test";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import {
  expect,
  fillIn,
  fillRequirement,
  openRequirementForm,
  signIn,
  test,
  unfoldParts,
  waitForFiled,
} from "./fixtures.ts";

// Pay as people mean it: from the form of a company to what both sides read.

const submit = (page: Page) => page.getByRole("button", { name: "Submit Requirement" }).click();

/** The page of the requirement that has just been filed is open. */
async function openFiled(page: Page, title: string): Promise<void> {
  await waitForFiled(page);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
}

test("pay in Noida is asked about once, with all that was typed, and read in lakhs by both sides @no-js", async ({
  page,
  browser,
  backend,
  client,
}) => {
  await openRequirementForm(page, client);
  await fillRequirement(page, "Turner of Noida");
  await fillIn(page, { Location: "Noida", "Min Salary": "3.5 lakh", "Max Salary": "4,50,000" });
  await submit(page);
  const question = page.getByText(/The pay is written in Indian rupees/).last();
  await expect(question).toBeVisible();
  await expect(page.getByLabel("Min Salary")).toHaveValue("3.5 lakh");
  await expect(page.getByLabel("Job Description")).toHaveValue("Fit.");
  await expect(page.getByText("Experience and pay, needs attention, 1")).toBeVisible();
  await page.getByRole("button", { name: "In Indian rupees" }).click();
  await openFiled(page, "Turner of Noida");
  await expect(page.getByText("₹3,50,000 to ₹4,50,000 a year")).toBeVisible();

  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const desk = await browser.newPage({ locale: "en-US" });
  await signIn(desk, recruiter, "/team");
  await desk.goto(new URL(page.url()).pathname.replace("client-dashboard", "team"));
  await expect(desk.getByText("₹3,50,000 to ₹4,50,000 a year")).toBeVisible();
  await desk.close();

  await page.goto("/submit-requirement", { waitUntil: "networkidle" });
  await unfoldParts(page);
  await expect(page.getByLabel("Currency")).toHaveValue("INR");
});

test("on a phone an amount as people say it fits its box @no-js", async ({ page, client }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await openRequirementForm(page, client);
  for (const label of ["Min Salary", "Max Salary"]) {
    const box = page.getByLabel(label);
    await box.fill("40,000 a month");
    expect(await box.evaluate((input) => input.scrollWidth - input.clientWidth), label).toBe(0);
  }
});

test("dollars in Noida are dollars when somebody says so, and pay for a month is twelve times that", async ({
  page,
  client,
}) => {
  await openRequirementForm(page, client);
  await fillRequirement(page, "Guest of Noida");
  await fillIn(page, { Location: "Noida", "Min Salary": "2500" });
  await submit(page);
  await page.getByRole("button", { name: "In US dollars ($), as It Says" }).click();
  await page.getByRole("button", { name: "It Is for a Month" }).click();
  await openFiled(page, "Guest of Noida");
  await expect(page.getByText(/^from (US)?\$30,000 a year$/)).toBeVisible();
});

test("the team mends a requirement, begins it and fills some of it, and its company reads that @no-js", async ({
  page,
  browser,
  backend,
  client,
}) => {
  const id = await fileRequirement(client, {
    job_title: "Fitter",
    location: "Noida",
    min_salary: 350_000,
    positions_count: 60,
  });
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  await signIn(page, recruiter, "/team");
  await page.goto(`/team/requirements/${id}`);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Currency").selectOption("INR");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("status")).toContainText("can read what you have changed.");
  await page.getByRole("button", { name: "In progress" }).click();
  await expect(page.getByRole("status")).toContainText("Status changed");
  await expect(page.getByRole("heading", { name: "Recruiter" }).locator("..")).toContainText("Rea Recruiter");
  await page.getByText("Filled …").click();
  await fillIn(page, { "How many were filled": "12", "They begin on": "2998-12-01" });
  await page.getByRole("button", { name: "Filled" }).click();
  await expect(page.getByText("12 of 60 filled")).toBeVisible();
  await page.goto("/team/requirements?status=filled");
  await expect(page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) })).toContainText("12 of 60");

  const own = await browser.newPage();
  await signIn(own, client);
  await expect(own.getByRole("row").filter({ has: own.locator(`a[href$="${id}"]`) })).toContainText("12 of 60");
  await own.goto(`/client-dashboard/requirements/${id}/history`);
  await expect(own.getByText("Currency from USD to INR")).toBeVisible();
  await expect(own.getByText("Status from in progress to filled, 12 of the positions filled")).toBeVisible();
  await expect(own.getByText("Rea Recruiter looks after it")).toBeVisible();
  await own.getByRole("link", { name: "Details" }).click();
  await expect(own.getByText("It is closed, with 12 of 60 positions filled; they begin on 1 Dec 2998.")).toBeVisible();
  await own.close();
});
