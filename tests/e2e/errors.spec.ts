import type { Page } from "@playwright/test";
import { signUpPerson } from "../support/people/people.ts";
import { expect, fillIn, openRequirementForm, signIn, test } from "./fixtures.ts";

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

/** The mistakes that a page tells of, each with the control that its link in the summary names, and what stands there. */
function mistakesOn(page: Page): Promise<string[][]> {
  return page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll<HTMLAnchorElement>("[role=alert] li a")].map((link) => {
      const control = main.querySelector<HTMLInputElement>(`${link.hash}[aria-invalid=true]`)!;
      const described = control.getAttribute("aria-describedby")!.split(" ").at(-1)!;
      const own = document.getElementById(described)!;
      return [control.labels![0]!.innerText, link.innerText, own.textContent];
    }),
  );
}

/** What every page says of a form that has mistakes: the same things, in the same order and places. */
async function expectMistakes(page: Page, { path, button, fields }: Case, hasScript: boolean): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const main = page.getByRole("main");
  const summary = main.getByRole("alert");
  await expect(summary, path).toHaveCount(1);
  await expect(page, path).toHaveTitle(/^Error: /);
  expect((await main.innerText()).trim(), path).toMatch(/^There is a problem/);
  if (hasScript) await expect(summary).toBeFocused();
  const wanted = Object.entries(fields).map(([label, message]) => [
    expect.stringMatching(`^${label}`),
    message,
    `Error: ${message}`,
  ]);
  expect(await mistakesOn(page), path).toEqual(wanted);
}

/** Each link of the summary leads to its control. */
async function followLinks(page: Page): Promise<void> {
  for (const link of await page.getByRole("main").getByRole("alert").getByRole("link").all()) {
    await link.click();
    const id = (await link.getAttribute("href"))!;
    await expect(page).toHaveURL(new RegExp(`${id}$`));
    await expect(page.locator(id)).toBeInViewport();
  }
}

test("every form shows every mistake at once, the summary first", async ({ page, javaScriptEnabled }) => {
  // The first shows what the script does, which is the same for all.
  for (const form of javaScriptEnabled ? FORMS.slice(0, 1) : FORMS) {
    await page.goto(form.path, { waitUntil: javaScriptEnabled ? "networkidle" : "load" });
    await expectMistakes(page, form, javaScriptEnabled);
  }
  await followLinks(page);
});

test("the requirement form shows its mistakes as every other does, with scripts too", async ({
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
  await followLinks(page);
  await page.getByLabel("Job Title").fill("Fitter");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("main").getByRole("alert").getByRole("listitem")).toHaveCount(4);
  if (javaScriptEnabled) await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Job Title")).toHaveValue("Fitter");
});

test("a number or a date that can't be read is said to be wrong, and not left out", async ({
  page,
  client,
  javaScriptEnabled,
}) => {
  await openRequirementForm(page, client);
  await fillIn(page, { "Min Salary": "about 5 lakh", "Max Experience": "many" });
  // Half a date: a browser sends nothing for it, so that only a script can tell.
  await page.getByLabel("Expected Start Date").pressSequentially("31");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  const summary = page.getByRole("main").getByRole("alert");
  await expect(summary).toContainText("Enter one amount, such as 50000");
  await expect(summary).toContainText("Enter a whole number of years from 0 to 100");
  if (javaScriptEnabled) await expect(summary).toContainText("Enter a date, such as 2027-03-31");
  await expect(page.getByLabel("Min Salary")).toHaveValue("about 5 lakh");
});

test("the company profile shows its mistakes as every other form does @no-js", async ({
  page,
  backend,
  javaScriptEnabled,
  service,
}) => {
  const person = await signUpPerson(backend, {});
  await service.from("user_roles").insert({ user_id: person.userId, role: "client" });
  await signIn(page, person);
  const profile = { "Company Name": "Enter the company name", "Contact Person": "Enter the contact person" };
  await expectMistakes(page, { path: "", button: "Save Company Profile", fields: profile }, javaScriptEnabled);
});

test("the catalogue's notice for a missing field leaves the exact words to the summary @no-js", async ({ page }) => {
  await page.goto("/hire-talent");
  await page.getByLabel("Job Title").fill("Cook");
  await page.getByRole("button", { name: "Post Job" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Missing Required Fields");
  await expect(page.getByRole("main").getByRole("alert")).toBeInViewport({ ratio: 1 });
});
