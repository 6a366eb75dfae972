import { signUpClient, type Person } from "../support/people/people.ts";
import { authenticate, expect, fillRequirement, openRequirementForm, signIn, test, waitForFiled } from "./fixtures.ts";

// Two people use one browser: a form of the one's is sent after the other has signed in, in another tab. Of every form
// without a script: http/form-owner.

async function filedBy({ api }: Person): Promise<string[]> {
  return (await api.from("job_requirements").select("job_title")).data!.map(({ job_title }) => job_title);
}

const draftsOf = async ({ api }: Person) => (await api.from("requirement_drafts").select("id")).data ?? [];

test("a requirement is filed by whom its page was made for alone, and saved for nobody else meanwhile", async ({
  page,
  client,
  backend,
}) => {
  await openRequirementForm(page, client);
  await fillRequirement(page, "Own fitter");
  const other = await signUpClient(backend, "Meridian Foods");
  const tab = await page.context().newPage();
  await signIn(tab, other);
  await expect(tab.getByRole("banner")).toContainText("Meridian Foods");
  await tab.close();
  await page.getByRole("button", { name: "Save draft" }).first().click();
  await expect(page.getByText("Not saved: Another account is signed in now, in this browser.")).toBeVisible();
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("heading", { name: "This page was opened by another account" })).toBeVisible();
  await expect(page.getByText("Own fitter")).toBeVisible();
  expect([await filedBy(client), await filedBy(other), await draftsOf(other)]).toEqual([[], [], []]);
  await authenticate(page, client);
  await page.getByRole("button", { name: "Send Again" }).click();
  await waitForFiled(page);
  expect([await filedBy(client), await filedBy(other), await draftsOf(other)]).toEqual([["Own fitter"], [], []]);
});
