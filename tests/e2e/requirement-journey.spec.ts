import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { isCrmOurs, openSiteWithCrm, type CrmStandIn } from "../support/services/crm.ts";
import { linkOn, mailTo, type Mail } from "../support/services/mailbox.ts";
import { sendWaitingMails } from "../support/people/news.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import {
  authenticate,
  enterWorkspace,
  expect,
  fillRequirement,
  joinByInvitation,
  searchFor,
  signIn,
  signInHere,
  test as base,
  unfoldParts,
  waitForFiled,
} from "./fixtures.ts";

// A requirement from its first word to its last, by everybody who has to do with it.

type Fresh = Awaited<ReturnType<typeof openSiteWithCrm>>;

const test = base.extend<{ fresh: Fresh }>({
  fresh: async ({}, use) => {
    const running = await openSiteWithCrm({ LOG_LEVEL: "warn", SEED_DEMO: "0" });
    await use(running);
    await running.stop();
  },
  baseURL: async ({ fresh }, use) => use(fresh.site.url),
  backend: async ({ fresh }, use) => use(fresh.backend),
});

test.describe.configure({ timeout: 300_000 });

/** Of this run alone: a database that others use has their titles as well. */
const TITLE = `Night-shift lead ${randomUUID().slice(0, 8)}`;

async function expectNotice(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
}

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save draft" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: /aved/ })).toBeVisible();
  await expect(page).toHaveURL(/\?draft=/);
}

/** The mail to an address that says what is wanted; waits for it, since a schedule may be sending it just now. */
async function mailThatSays(url: string, email: string, words: string): Promise<Mail> {
  const find = async () => (await mailTo(url, email)).find(({ text }) => text.includes(words));
  await expect.poll(find, words).toBeDefined();
  return (await find())!;
}

/** What a history tells, the newest first, without the times. */
async function historyOn(page: Page): Promise<string[]> {
  const lines = await page.getByRole("main").locator(".timeline > li").all();
  return Promise.all(
    lines.map(async (line) => {
      const [said = "", by = ""] = (await line.locator("> p").allTextContents()).map((text) => text.trim());
      return `${by.replace(/,.*/s, "")}: ${said}`.replace(/[\u2066-\u2069]/g, "");
    }),
  );
}

/** What the CRM was sent of a requirement, in order. */
function told(crm: CrmStandIn, id: string): string[] {
  return crm.messages
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
    .filter(({ data }) => data["id"] === id)
    .map(({ type }) => type);
}

test("a requirement is begun on one browser, filed on another, changed, talked about, withdrawn and begun anew", async ({
  page,
  browser,
  backend,
  fresh,
}) => {
  test.skip(!isCrmOurs, "its requirements go to another CRM than the test's");
  const owner = await signUpClient(backend, "Vega Castings");
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const colleague = { email: freshEmail("nia"), password: "correct horse battery" };

  await test.step("the owner begins it at the works", async () => {
    const works = await browser.newPage();
    await authenticate(works, owner);
    await works.goto("/submit-requirement");
    await works.getByLabel("Job Title").fill(TITLE);
    await unfoldParts(works);
    await works.getByLabel("Max Salary").fill("15 lakh");
    await saveDraft(works);
    await works.close();
  });

  await test.step("and files it at home", async () => {
    await signIn(page, owner);
    await page.getByRole("region", { name: "Drafts" }).getByRole("link", { name: TITLE, exact: true }).click();
    await page.waitForURL("**/submit-requirement?draft=*");
    await expect(page.getByLabel("Max Salary")).toHaveValue("15 lakh");
    await page.getByLabel("Currency").selectOption("INR");
    await fillRequirement(page, TITLE);
    await page.getByRole("button", { name: "Submit Requirement" }).click();
    await waitForFiled(page);
    await page.goto("/client-dashboard");
    await expect(page.getByRole("region", { name: "Drafts" })).toHaveCount(0);
  });
  await page.getByRole("main").getByRole("link", { name: TITLE, exact: true }).click();
  await page.waitForURL("**/client-dashboard/requirements/*");
  const own = new URL(page.url()).pathname;
  const id = own.slice(-36);

  await test.step("the owner invites a colleague", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Company" }).click();
    await page.getByLabel("Email").fill(colleague.email);
    await page.getByLabel("Access *").selectOption("member");
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await expectNotice(page, `A mail is on its way to ${colleague.email}.`);
  });

  const desk = await browser.newPage();
  await test.step("a recruiter takes it", async () => {
    await enterWorkspace(desk, recruiter);
    await searchFor(desk, "Vega");
    await desk.getByRole("link", { name: TITLE, exact: true }).click();
    await desk.getByRole("button", { name: "Take it" }).click();
    await expectNotice(desk, "It is yours");
    await desk.goto(`/team/requirements/${id}`);
    await desk.getByRole("button", { name: "Put Me in Charge" }).click();
    await expectNotice(desk, "The company sees who is in charge");
    await sendWaitingMails(backend, recruiter);
  });

  const nia = await browser.newPage();
  await test.step("the colleague comes by the mail, and changes the salary", async () => {
    await joinByInvitation(nia, backend.url, colleague.email, "Nia New");
    await nia.waitForURL("**/client-dashboard");
    await nia.getByRole("main").getByRole("link", { name: TITLE, exact: true }).click();
    await nia.getByRole("link", { name: "Edit" }).click();
    await nia.getByLabel("Max Salary").fill("1700000");
    await nia.getByRole("button", { name: "Save Changes" }).click();
    await expectNotice(nia, "Saved");
  });

  await test.step("the recruiter's inbox and mailbox show it", async () => {
    await desk.goto("/team");
    await searchFor(desk, "Vega");
    await desk.getByRole("link", { name: TITLE, exact: true }).click();
    await expect(desk.getByText("Open again: the company changed it")).toBeVisible();
    await sendWaitingMails(backend, recruiter);
    const mail = await mailThatSays(backend.url, recruiter.email, "Vega Castings changed the maximum salary.");
    await desk.goto(linkOn(fresh.site.url, mail.links[0]!));
    await expect(desk).toHaveURL(`/team/requirements/${id}`);
    await desk.getByText("What happened lately").click();
    await expect(desk.getByText(/^Max salary from ₹15,00,000 to ₹17,00,000/).first()).toBeVisible();
  });

  await test.step("the recruiter answers", async () => {
    await desk.getByRole("navigation", { name: "Requirement" }).getByRole("link", { name: "Messages" }).click();
    await desk.getByLabel("Your message").fill("For that salary there are three people. Shall they come on Monday?");
    await desk.getByRole("button", { name: "Send Message" }).click();
    await expectNotice(desk, "Message sent");
  });

  await test.step("the owner reads it by the mail's link, in a browser that knows nobody", async () => {
    await sendWaitingMails(backend, owner);
    const mail = await mailThatSays(backend.url, owner.email, "Rea Recruiter has written to you.");
    const phone = await browser.newPage();
    const { origin } = new URL(mail.links[0]!);
    await phone.setContent(mail.html.replaceAll(origin, fresh.site.url));
    await phone.getByRole("link", { name: "Read and answer" }).click();
    await signInHere(phone, owner);
    await expect(phone).toHaveURL(`${own}/messages`);
    const answer = phone.getByRole("listitem").filter({ hasText: "Shall they come on Monday?" });
    await expect(answer).toContainText("Rea Recruiter");
    await expect(answer).toContainText("New");
    await phone.close();
  });

  await test.step("withdraws it with a reason", async () => {
    await page.goto(own);
    await page.getByRole("link", { name: "Withdraw" }).click();
    await page.getByLabel("Reason").fill("The budget is gone");
    await page.getByRole("button", { name: "Withdraw Requirement" }).click();
    await expectNotice(page, "Requirement withdrawn");
  });

  await test.step("and duplicates it", async () => {
    await page.getByRole("link", { name: "Duplicate", exact: true }).click();
    await page.getByRole("button", { name: "Make a draft of it" }).click();
    await page.waitForURL("**/submit-requirement?draft=*");
    await expect(page.getByLabel("Job Title")).toHaveValue(TITLE);
    await expect(page.getByLabel("Max Salary")).toHaveValue("1700000");
  });

  await test.step("the history tells all of it, to both sides", async () => {
    await page.goto(`${own}/history`);
    expect(await historyOn(page)).toEqual([
      "Client Person: Status from new to cancelled: The budget is gone",
      expect.stringMatching(/^Nia New: Max salary from ₹15,00,000 to ₹17,00,000/),
      "Kaushal Global Hiring: Rea Recruiter looks after it",
      "Client Person: Filed",
    ]);
    await desk.goto(`/team/requirements/${id}/history`);
    expect((await historyOn(desk)).map((line) => line.replace(/:.*/s, ""))).toEqual([
      "Client Person",
      "Nia New",
      "Rea Recruiter",
      "Client Person",
    ]);
  });

  // Who is in charge is between the company and the team; a draft is nobody's but the company's.
  await expect
    .poll(() => told(fresh.crm, id))
    .toEqual(["job_requirement", "job_requirement_changed", "job_requirement_withdrawn"]);
  const keys = fresh.crm.messages.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(keys.length);
});
