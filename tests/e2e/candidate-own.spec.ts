import { mailTo } from "../support/services/mailbox.ts";
import { addCandidate, askToShow, rpc, shortlist, show } from "../support/people/candidate-people.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { expect, expectWidth, newestMail, test } from "./fixtures.ts";

// The way of a candidate, from the mail to the yes and back, as they go it: on a phone, without a script or an account.

test.use({ javaScriptEnabled: false });

test("a candidate reads the mail, the code and the card, agrees, sees who has opened it, and takes it back", async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  const client = await signUpClient(backend, "Vega Castings");
  const requirement = await fileRequirement(client, { job_title: "Hull welder" });
  const entry = await shortlist(recruiter, requirement, await addCandidate(recruiter));
  await askToShow(recruiter, entry);
  const newest = (about: RegExp) => newestMail(backend, entry.email, about);

  const question = await newest(/show/i);
  expect(question.text).toContain("Rea Recruiter");
  expect(question.text).not.toContain("Pipe welder");
  await page.setContent(question.html);
  await page.getByRole("link", { name: "Say yes or no" }).click();
  await expect(page.getByRole("heading", { name: /^Asha, may we show you to .?Vega Castings.?\?$/ })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Kaushal Global Hiring");
  // Both answers, and what each does, are on the first screen of a small phone, and nothing moves sideways.
  for (const words of ["They learn nothing about you. You can undo it.", "We mail a code to this address first."]) {
    await expect(page.getByText(words)).toBeInViewport({ ratio: 1 });
  }
  await expectWidth(page, 320);
  await page.getByRole("button", { name: "Yes, Show This Card" }).click();

  await expect(page.getByRole("status")).toContainText("A code is on its way");
  // It is on its way without anybody's doing.
  const subject = async () => (await mailTo(backend.url, entry.email))[0]!.subject;
  await expect.poll(subject).toMatch(/^Your code: \d{6}$/);
  const code = (await subject()).slice(-6);
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Open My Page" }).click();
  const card = page.getByRole("listitem").filter({ hasText: "Vega Castings" });
  await expect(card).toContainText("Asha is calm where others rush.");
  await card.getByRole("button", { name: "Yes, Show This Card" }).click();
  await expect(page.getByRole("status")).toContainText("You have agreed");
  await expect(card).toContainText("Not shown yet.");

  await show(recruiter, entry);
  await rpc(client.api, "company_candidates", { requirement });
  await page.reload();
  await expect(card).toContainText("They have not answered yet. They have had your card since");
  await card.getByRole("button", { name: "Take Back My Yes" }).click();
  await expect(card).toContainText("They see nothing about you now.");
  expect(await rpc(client.api, "company_candidates", { requirement })).toMatchObject({ entries: [] });

  await page.getByRole("button", { name: "Close My Page" }).click();
  await expect(page.getByRole("status")).toContainText("Your page is closed");
  await page.goBack();
  await expect(page.getByText("Asha Rao")).toBeHidden();
});
