import { randomInt, randomUUID } from "node:crypto";
import { mailTo } from "../../support/services/mailbox.ts";
import { freshEmail } from "../../support/people/people.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import {
  countDocuments,
  enterWorkspace,
  expect,
  fillIn,
  joinByInvitation,
  test as base,
  unfoldParts,
} from "../fixtures.ts";

// A call about a job from a number that nobody knows, on a phone: it becomes a requirement with somebody in charge.
const test = base.extend<{ recruiter: TeamPerson }>({
  viewport: { width: 375, height: 720 },
  recruiter: async ({ backend }, use) => use(await signUpTeamMember(backend, "recruiter", "Rea Recruiter")),
});

test("a call from an unknown number becomes a requirement with a recruiter in charge, and the number is known then", async ({
  page,
  recruiter,
}) => {
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

  const box = page.getByRole("search", { name: "Everything" }).getByRole("searchbox");
  await box.fill(`0${number}`);
  await box.press("Enter");
  await expect(page).toHaveURL(/\/team\/search\?words=/);
  await expect(page.getByRole("link", { name: company })).toBeVisible();
  await expect(page.getByRole("link", { name: "Java developer", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Four Java developers in Noida" })).toBeVisible();

  // And whoever rings again is somebody.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("link", { name: "New enquiry" }).click();
  await page.getByLabel("Phone").fill(number);
  await page.getByRole("button", { name: "Look them up" }).click();
  await expect(page.getByRole("radio", { name: company })).not.toBeChecked();
  await expect(page.getByRole("link", { name: "Four Java developers in Noida" })).toBeVisible();
});

test("whoever calls has a receipt, joins, and reads that the pay was mended; then six enquiries are worked off", async ({
  page,
  browser,
  backend,
  recruiter,
}) => {
  const mark = `w${randomUUID().slice(0, 8)}`;
  const email = freshEmail("caller");
  await enterWorkspace(page, recruiter);
  await page.getByRole("link", { name: "New enquiry" }).click();
  await page.getByLabel("Name").fill("Uma Rao");
  await page.getByLabel("Phone").fill(`8${randomInt(1e8, 1e9 - 1)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Company (optional)").fill(mark);
  await page.getByLabel("What they want").fill("Two turners in Noida");
  await page.getByRole("button", { name: "Save and make a requirement of it" }).click();
  await page.getByLabel("Job Title").fill("Turner");
  await page.getByLabel("Job Type").selectOption("permanent");
  await fillIn(page, { Location: "Noida", "Number of Positions": "2", "Required Skills": "CNC" });
  await unfoldParts(page);
  await page.getByLabel("Currency").selectOption("USD");
  await page.getByLabel("Min Salary").fill("350000");
  await page.getByRole("button", { name: "Make the Requirement" }).click();
  await page.getByRole("button", { name: "In US dollars ($), as It Says" }).click();
  await expect(page.getByRole("status")).toContainText("The enquiry is a requirement now");
  await expect(page.getByLabel("In charge")).toHaveValue(recruiter.userId);
  const requirement = new URL(page.url()).pathname;

  await page.goto(`/team?state=done&words=${mark}`);
  await page.getByRole("link", { name: "Two turners in Noida", exact: true }).click();
  await expect(page.getByText("Kind: Call")).toBeVisible();
  const reference = (await page.locator("dt:text-is('Reference') + dd").textContent())!.trim();
  const receipts = async () => (await mailTo(backend.url, email)).filter(({ subject }) => subject.includes(reference));
  await expect.poll(async () => (await receipts()).length).toBe(1);

  await page.goto(`${requirement}/edit`);
  await unfoldParts(page);
  await page.getByLabel("Currency").selectOption("INR");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("status")).toContainText("can read what you have changed.");
  const own = await browser.newPage();
  await joinByInvitation(own, backend.url, email, "Uma Rao");
  await own.getByRole("link", { name: "Turner" }).click();
  await own.getByRole("link", { name: "History" }).click();
  await expect(own.getByText("Currency from USD to INR")).toBeVisible();
  await own.close();

  // The fifth is spam.
  const COUNT = 6;
  for (let index = COUNT; index > 0; index -= 1) await sendMessage(backend, `Enquiry ${index} ${mark}x`);
  await page.goto(`/team?words=${mark}x`);
  const counts = countDocuments(page);
  await page.getByRole("link", { name: `Enquiry 1 ${mark}x`, exact: true }).click();
  for (let index = 1; index <= COUNT; index += 1) {
    await expect(page.getByText(`Enquiry ${index} ${mark}x`)).toBeVisible();
    if (index % 2) {
      await page.getByRole("radio", { name: "Call" }).check();
      await page.getByLabel("Note, for the team only").fill(`They want ${index}.`);
    }
    await page.getByRole("button", { name: index % 5 ? "Done, take the next" : "Spam, next" }).click();
  }
  await expect(page).toHaveURL(/\/team\?/);
  console.log(`${COUNT} enquiries: ${counts.pages} pages, ${counts.posts} posts`);
  expect(counts).toEqual({ pages: COUNT + 1, posts: COUNT });
});
