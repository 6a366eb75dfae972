import { randomUUID } from "node:crypto";
import { CandidateMails } from "../support/people/candidate-people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { expect, signIn, test } from "./fixtures.ts";

// From a name on the telephone to cards that a company sees, as a recruiter goes it: one form, one post, each.

test("two people are entered, asked together, and shown together", async ({ page, backend, client }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const requirement = await fileRequirement(client, { positions_count: 2 });
  const word = randomUUID().slice(0, 8);
  const names = [`Ila ${word}`, `Om ${word}`];
  let posts = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") posts += 1;
  });

  await signIn(page, recruiter, `/team/requirements/${requirement}`);
  await page.getByRole("navigation", { name: "Requirement" }).getByRole("link", { name: "Candidates" }).click();
  for (const [index, name] of names.entries()) {
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "Email" }).fill(`${index}${word}@seeker.example`);
    await page.getByRole("textbox", { name: "Headline" }).fill("Hull welder");
    await page.getByLabel("They are 18 or older").check();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText(`What the company would see: ${name}`)).toBeVisible();
  }
  await page.getByLabel("Why this person").fill("Calm where others rush.");
  await page.getByRole("checkbox", { name: "City" }).uncheck();
  await page.getByRole("button", { name: "Save the card" }).click();
  await expect(page.locator(".card-of")).toContainText("Calm where others rush.");
  for (const name of names) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Ask those ticked" }).click();
  await expect(page.getByRole("status")).toContainText("2 people asked");

  const mails = new CandidateMails(backend);
  const { data } = await recruiter.api.rpc("read_shortlist", { requirement });
  const { entries } = data as { entries: { id: string; candidate: { id: string } }[] };
  for (const { id: entry, candidate } of entries) {
    const asked = { ...candidate, email: "", entry, requirement };
    await mails.agree(asked, await mails.openSession(asked));
  }
  await mails.close();
  await page.reload();
  await page.getByRole("button", { name: "Show those ticked" }).click();
  await expect(page.getByRole("status")).toContainText("2 people shown");
  await expect(page.locator("main")).toContainText("2 wait for the company's answer");
  expect(posts, "two entered, a card, asked, shown").toBe(5);

  await page.goto(`/team/candidates?words=${word}`);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
});
