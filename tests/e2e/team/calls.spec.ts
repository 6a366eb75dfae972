import { randomInt, randomUUID } from "node:crypto";
import { signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { enterWorkspace, expect, fillIn, test as base } from "../fixtures.ts";

// A call about a job from a number that nobody knows, on a phone: it becomes a requirement with somebody in charge. That the
// number is known then, and found: http/team/calls.
const test = base.extend<{ recruiter: TeamPerson }>({
  javaScriptEnabled: false,
  viewport: { width: 375, height: 720 },
  recruiter: async ({ backend }, use) => use(await signUpTeamMember(backend, "recruiter", "Rea Recruiter")),
});

test("a call from an unknown number becomes a requirement with a recruiter in charge", async ({ page, recruiter }) => {
  const number = `9${randomInt(1e8, 1e9 - 1)}`;
  // Like no other: a similar name is told as well.
  const company = `w${randomUUID().slice(0, 8)}`;
  await enterWorkspace(page, recruiter);
  await page.getByRole("link", { name: "New enquiry" }).click();
  await page.getByLabel("Name").fill("Ravi Kulkarni");
  await page.getByLabel("Phone").fill(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
  await page.getByLabel("Company (optional)").fill(company);
  await page.getByLabel("What they want").fill("Four Java developers in Noida");
  await page.getByRole("button", { name: "Look them up" }).click();
  await expect(page.getByText("No match.")).toBeVisible();
  await expect(page.getByLabel("What they want")).toHaveValue("Four Java developers in Noida");
  await page.getByRole("button", { name: "Save and make a requirement of it" }).click();

  await expect(page).toHaveURL(/\/team\/inbox\/[\da-f-]{36}\/requirement$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Make a requirement of an enquiry");
  await expect(page.getByRole("radio", { name: company })).toBeChecked();
  await expect(page.getByLabel("Job Description")).toHaveValue("Four Java developers in Noida");
  await page.getByLabel("Job Title").fill("Java developer");
  await page.getByLabel("Job Type").selectOption("permanent");
  await fillIn(page, { Location: "Noida", "Number of Positions": "4", "Required Skills": "Java" });
  await page.getByRole("button", { name: "Make the Requirement" }).click();
  await expect(page.getByRole("status")).toContainText("The enquiry is a requirement now");
  await expect(page).toHaveURL(/\/team\/requirements\/[\da-f-]{36}$/);
  await expect(page.getByLabel("In charge")).toHaveValue(recruiter.userId);
  await expect(page.getByText("Ravi Kulkarni")).toBeVisible();
});
