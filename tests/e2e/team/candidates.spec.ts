import { randomUUID } from "node:crypto";
import { addCandidate } from "../../support/people/candidate-people.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { countDocuments, expect, expectWidth, signIn, test } from "../fixtures.ts";

test.use({ javaScriptEnabled: false });

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
  const counts = countDocuments(page);
  await page.getByRole("link", { name: "Find People" }).click();
  await expect(page.getByText("3 found.")).toBeVisible();
  for (const name of names) await page.getByRole("checkbox", { name }).check();
  // The button stays in sight, below however many rows.
  await expect(page.getByRole("button", { name: "Add Those Ticked" })).toBeInViewport();
  await page.getByRole("button", { name: "Add Those Ticked" }).click();
  await expect(page.getByRole("status")).toContainText("3 people added");
  expect(counts, "the search, and what the post leads to").toEqual({ pages: 2, posts: 1 });
  await expectWidth(page, 375);
});
