import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { addCandidate, CandidateMails } from "../../support/people/candidate-people.ts";
import { sendWaitingMails } from "../../support/people/news.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { expect, newestMail, signIn, signInHere, test } from "../fixtures.ts";

// The way from a name on the telephone to an answer, as a recruiter, three candidates and a company go it: each by mails and
// pages alone, on a phone, without a script.

/** Counts the posts of a browser's pages. */
function countPosts(page: Page): () => number {
  let posts = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") posts += 1;
  });
  return () => posts;
}

test("three are asked, one says no from the mail, two agree by code, the company answers both in one post, one withdraws", async ({
  page,
  browser,
  backend,
}) => {
  // Not of the company's domain: who works there must not be shown to it.
  const people = [
    { name: "Ila Nair", email: `${randomUUID()}@seeker.example` },
    { name: "Om Shah", email: `${randomUUID()}@seeker.example` },
    { name: "Uma Das", email: `${randomUUID()}@seeker.example` },
  ] as const;
  const phone = { width: 375, height: 800 };
  await page.setViewportSize(phone);
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const client = await signUpClient(backend, "Vega Castings");
  const requirement = await fileRequirement(client, { job_title: "Hull welder", positions_count: 2 });
  const others: Page[] = [];
  const open = async (): Promise<Page> => {
    others.push(await browser.newPage({ viewport: phone }));
    return others.at(-1)!;
  };
  const ownPages = new Map<string, Page>();

  await test.step("the recruiter enters three people in a form each, and asks them together", async () => {
    const posts = countPosts(page);
    await signIn(page, recruiter, `/team/requirements/${requirement}/candidates`);
    for (const { name, email } of people) {
      const folded = page.locator("#add details:not([open]) > summary");
      if ((await folded.count()) > 0) await folded.click();
      await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await page.getByRole("textbox", { name: "Headline" }).fill(`Hull welder of ${name.split(" ")[0]}'s kind`);
      await page.getByLabel("They are 18 or older").check();
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(page.getByRole("heading", { name, level: 4 })).toBeVisible();
    }
    for (const { name } of people) await page.getByRole("checkbox", { name }).check();
    await page.getByRole("button", { name: "Ask for Their Yes" }).last().click();
    await expect(page.getByRole("status")).toContainText("3 people asked");
    expect(posts(), "one a person, and one for all").toBe(4);
  });

  await test.step("one says no: the mail's link, one post, no code and no account", async () => {
    const own = await open();
    const posts = countPosts(own);
    await own.setContent((await newestMail(backend, people[0].email, /show/i)).html);
    await own.getByRole("link", { name: "Say yes or no" }).click();
    await own.getByRole("button", { name: "No, Not This One" }).click();
    await expect(own.getByRole("heading", { name: "You said no" })).toBeVisible();
    expect(posts()).toBe(1);
  });

  await test.step("two see their card by a code, and agree to it", async () => {
    for (const { email } of people.slice(1)) {
      const own = await open();
      const posts = countPosts(own);
      await own.setContent((await newestMail(backend, email, /show/i)).html);
      await own.getByRole("link", { name: "Say yes or no" }).click();
      await own.getByRole("button", { name: "Yes, Show This Card" }).click();
      const [, code = ""] = /\b(\d{6})\b/.exec((await newestMail(backend, email, /code/i)).subject)!;
      await own.getByLabel("Code").fill(code);
      await own.getByRole("button", { name: "Yes, Show This Card" }).click();
      await expect(own.getByRole("status")).toContainText("You have agreed");
      expect(posts(), "a code asked for, and the yes with it").toBe(2);
      ownPages.set(email, own);
    }
  });

  await test.step("the recruiter shows both in one post, which starts the company's clock", async () => {
    const posts = countPosts(page);
    await page.reload();
    await expect(page.getByRole("listitem").filter({ hasText: "Ila Nair" })).toContainText("They said no to this job.");
    await page.getByRole("button", { name: "Show to Vega Castings" }).last().click();
    await expect(page.getByRole("status")).toContainText("2 people shown");
    await expect(page.locator("main")).toContainText("2 wait for the company's answer");
    expect(posts()).toBe(1);
  });

  const company = await open();
  await test.step("the company answers both from its mail, in one post besides signing in", async () => {
    const posts = countPosts(company);
    await sendWaitingMails(backend, client);
    await company.setContent((await newestMail(backend, client.email, /^2 candidates/)).html);
    await company.getByRole("link", { name: "See the cards and answer" }).click();
    await signInHere(company, client);
    await expect(company).toHaveURL(/candidates$/);
    const cards = company.getByRole("main").getByRole("listitem");
    await expect(cards).toHaveCount(2);
    await expect(company.getByRole("main")).not.toContainText("Ila");
    // On paper as well, to be taken into a meeting.
    await company.emulateMedia({ media: "print" });
    for (const { name } of people.slice(1)) await expect(cards.filter({ hasText: name })).toBeVisible();
    await company.emulateMedia({ media: "screen" });
    await cards.filter({ hasText: "Om Shah" }).getByLabel("Interview").check();
    await cards.filter({ hasText: "Uma Das" }).getByLabel("Maybe").check();
    await company.getByRole("button", { name: "Send Answers" }).click();
    await expect(company.getByRole("status")).toContainText("2 answers sent");
    expect(posts(), "signing in, and the answers").toBe(2);
    await expect(company.getByRole("button", { name: "Undo the answer about Om Shah" })).toBeVisible();
    await expect(company.getByRole("link", { name: people[1].email })).toHaveCount(0);
    const mails = new CandidateMails(backend);
    await mails.tellAnswers(requirement);
    await mails.close();
    await company.reload();
    await expect(company.getByRole("link", { name: people[1].email })).toBeVisible();
  });

  await test.step("the candidates' own pages tell it, and the recruiter's", async () => {
    await ownPages.get(people[1].email)!.reload();
    await expect(ownPages.get(people[1].email)!.getByRole("main")).toContainText("Vega Castings");
    await page.reload();
    await expect(page.getByRole("listitem").filter({ hasText: "Om Shah" })).toContainText("Interview");
  });

  await test.step("one withdraws, and the company's next request has nothing of them", async () => {
    const own = ownPages.get(people[2].email)!;
    await own.reload();
    await own.getByRole("button", { name: "Take Back My Yes" }).click();
    await expect(own.getByRole("main")).toContainText("They see nothing about you now.");
    await company.reload();
    expect(await company.content()).not.toContain("Uma");
    await expect(company.getByRole("main").getByRole("listitem")).toHaveCount(1);
  });
  for (const other of others) await other.close();
});

test("three are found for a requirement by its skills and place, and added with one post, on a phone", async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const recruiter = await signUpTeamMember(backend, "recruiter", "Fay Finder");
  const client = await signUpClient(backend, "Lyra Boilers");
  const skill = `Boiler${randomUUID().slice(0, 6)}`;
  const requirement = await fileRequirement(client, { required_skills: [skill], location: "Gurgaon" });
  const names = ["Asha Found", "Bela Found", "Chandra Found"];
  for (const full_name of names) await addCandidate(recruiter, { full_name, skills: [skill], city: "Gurugram" });
  await signIn(page, recruiter, `/team/requirements/${requirement}/candidates`);
  const posts = countPosts(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "GET" && !request.redirectedFrom())
      asked.push(request.url());
  });
  await page.getByRole("link", { name: "Find People" }).click();
  await expect(page.getByText("3 found.")).toBeVisible();
  for (const name of names) await page.getByRole("checkbox", { name }).check();
  // The button stays in sight, below however many rows.
  await expect(page.getByRole("button", { name: "Add Those Ticked" })).toBeInViewport();
  await page.getByRole("button", { name: "Add Those Ticked" }).click();
  await expect(page.getByRole("status")).toContainText("3 people added");
  expect([asked.length, posts()], "pages and posts").toEqual([1, 1]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
