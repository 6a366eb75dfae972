import type { Page } from "@playwright/test";
import { connect, signUpPerson } from "../support/people/people.ts";
import { expect, openRequirementForm, signIn, test } from "./fixtures.ts";

type Case = { path: string; button: string; fields: Record<string, string> };

/** Every form that anybody may send, with what it says to a blank one. */
const FORMS: Case[] = [
  {
    path: "/contact",
    button: "Send Message",
    fields: {
      "Full Name": "Enter your full name",
      "Email Address": "Enter an email address, like name@example.com",
      "Hiring Requirement": "Enter your hiring requirement",
    },
  },
  {
    path: "/consultation",
    button: "Request Consultation",
    fields: {
      "First Name": "Enter your first name",
      "Last Name": "Enter your last name",
      Email: "Enter an email address, like name@example.com",
    },
  },
  {
    path: "/hire-talent",
    button: "Post Job",
    fields: {
      "Job Title": "Enter the job title",
      Location: "Enter the location",
      "Contact Name": "Enter the contact name",
      "Contact Email": "Enter an email address, like name@example.com",
      Company: "Enter the company",
    },
  },
  {
    path: "/get-started",
    button: "Create Account",
    fields: {
      "First Name": "Enter your first name",
      "Last Name": "Enter your last name",
      "Work Email": "Enter an email address, like name@example.com",
      Company: "Enter the company",
      Password: "Use 6 characters or more for the password",
      "I agree to": "Agree to the terms to open an account",
    },
  },
  {
    path: "/login",
    button: "Sign In",
    fields: { Email: "Enter your email address", Password: "Enter your password" },
  },
  {
    path: "/client-auth",
    button: "Sign In",
    fields: { Email: "Enter your email address", Password: "Enter your password" },
  },
  {
    path: "/client-auth?view=sign-up",
    button: "Sign Up",
    fields: {
      "Company Name": "Enter the company name",
      "Contact Person": "Enter the contact person",
      Email: "Enter an email address, like name@example.com",
      Password: "Use 6 characters or more for the password",
    },
  },
  {
    path: "/client-auth?view=forgot",
    button: "Send Reset Email",
    fields: { Email: "Enter your email address" },
  },
  {
    path: "/client-auth?view=resend",
    button: "Send the Link Again",
    fields: { Email: "Enter your email address" },
  },
];

/** What every page says of a form that has mistakes: the same things, in the same order and places. */
async function expectMistakes(page: Page, { button, fields }: Case, hasScript: boolean): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const main = page.getByRole("main");
  const summary = main.getByRole("alert");
  await expect(summary).toHaveCount(1);
  await expect(summary.getByRole("listitem")).toHaveText(Object.values(fields));
  await expect(page).toHaveTitle(/^Error: /);
  expect((await main.innerText()).trim()).toMatch(/^There is a problem/);
  if (hasScript) await expect(summary).toBeFocused();
  for (const [label, message] of Object.entries(fields)) {
    const control = page.getByRole("main").locator("[name]").and(page.getByLabel(label)).first();
    await expect(control).toHaveAttribute("aria-invalid", "true");
    const described = (await control.getAttribute("aria-describedby"))!.split(" ").at(-1);
    await expect(page.locator(`#${described}`)).toHaveText(`Error: ${message}`);
    await summary.getByRole("link", { name: message, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#${await control.getAttribute("id")}$`));
    await expect(control).toBeInViewport();
  }
}

for (const [index, form] of FORMS.entries()) {
  // One of them shows what the script does, which is the same for all.
  test(`row 25, stumble 11: ${form.path} shows every mistake at once, the summary first${index > 0 ? " @no-js" : ""}`, async ({
    page,
    javaScriptEnabled,
  }) => {
    await page.goto(form.path, { waitUntil: "networkidle" });
    await expectMistakes(page, form, javaScriptEnabled);
  });
}

test("A25: the requirement form shows its mistakes as every other does, with scripts too", async ({
  page,
  client,
  javaScriptEnabled,
}) => {
  await openRequirementForm(page, client);
  const fields = {
    "Job Title": "Enter the job title",
    "Job Type": "Choose the job type",
    Location: "Enter the location",
    "Required Skills": "Add at least one required skill",
    "Job Description": "Enter the job description",
  };
  await expectMistakes(page, { path: "", button: "Submit Requirement", fields }, javaScriptEnabled);
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("main").getByRole("alert").getByRole("listitem")).toHaveCount(4);
  if (javaScriptEnabled) await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
});

test("stumble 11: a number or a date that can't be read is said to be wrong, and not left out", async ({
  page,
  client,
  javaScriptEnabled,
}) => {
  await openRequirementForm(page, client);
  await page.getByLabel("Min Salary").fill("about 5 lakh");
  await page.getByLabel("Max Experience").fill("many");
  // Half a date: a browser sends nothing for it, so that only a script can tell.
  await page.getByLabel("Expected Start Date").pressSequentially("31");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  const summary = page.getByRole("main").getByRole("alert");
  await expect(summary).toContainText("Enter one amount, such as 50000");
  await expect(summary).toContainText("Enter a whole number of years from 0 to 100");
  if (javaScriptEnabled) await expect(summary).toContainText("Enter a date, such as 2027-03-31");
  await expect(page.getByLabel("Min Salary")).toHaveValue("about 5 lakh");
});

test("row 25: the company profile shows its mistakes as every other form does @no-js", async ({
  page,
  backend,
  javaScriptEnabled,
}) => {
  const person = await signUpPerson(backend, {});
  const service = connect(backend.url, backend.keys.secret_key);
  await service.from("user_roles").insert({ user_id: person.userId, role: "client" });
  await signIn(page, person);
  const profile = { "Company Name": "Enter the company name", "Contact Person": "Enter the contact person" };
  await expectMistakes(page, { path: "", button: "Save Company Profile", fields: profile }, javaScriptEnabled);
});

test("stumble 11: the catalogue's notice for a missing field leaves the exact words to the summary @no-js", async ({
  page,
}) => {
  await page.goto("/hire-talent");
  await page.getByLabel("Job Title").fill("Cook");
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Missing Required Fields");
  await expect(page.getByRole("main").getByRole("alert")).toBeInViewport({ ratio: 1 });
});
