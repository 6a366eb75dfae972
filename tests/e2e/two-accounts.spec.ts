import type { Page } from "@playwright/test";
import { signUpClient, type BackendAccess, type Person } from "../support/people/people.ts";
import {
  authenticate,
  expect,
  fillRequirement,
  openRequirementForm,
  signIn,
  signInHere,
  test,
  waitForFiled,
} from "./fixtures.ts";

// Two people use one browser: a form of the one's is sent after the other has signed in, in another tab.

const OF_ANOTHER = "This page was opened by another account";

/** Somebody else signs in, in another tab of the same browser. */
async function signInBeside(page: Page, backend: BackendAccess): Promise<Person> {
  const other = await signUpClient(backend, "Meridian Foods");
  const tab = await page.context().newPage();
  await signIn(tab, other);
  await expect(tab.getByRole("banner")).toContainText("Meridian Foods");
  await tab.close();
  return other;
}

const companyOf = async ({ api }: Person) =>
  (await api.from("clients").select("company_name").single()).data!.company_name;

async function filedBy({ api }: Person): Promise<string[]> {
  return (await api.from("job_requirements").select("job_title")).data!.map(({ job_title }) => job_title);
}

const draftsOf = async ({ api }: Person) => (await api.from("requirement_drafts").select("id")).data ?? [];

test("a company's profile is changed by whom its page was made for alone", async ({ page, client, backend }) => {
  await signIn(page, client, "/client-dashboard/company/edit");
  const before = await companyOf(client);
  await page.getByLabel("Company Name").fill("Typed for my own company");
  const other = await signInBeside(page, backend);
  await page.getByRole("button", { name: "Save" }).click();
  for (let time = 0; time < 2; time += 1) {
    await expect(page.getByRole("heading", { name: OF_ANOTHER })).toBeVisible();
    await expect(page.getByRole("alert").getByText(other.email)).toBeVisible();
    await expect(page.getByText("Typed for my own company")).toBeVisible();
    expect([await companyOf(client), await companyOf(other)]).toEqual([before, "Meridian Foods"]);
    if (time === 0) await page.getByRole("button", { name: "Send Again" }).click();
  }
  // As the page says: its owner signs in in another tab, and comes back.
  const tab = await page.context().newPage();
  await tab.goto("/client-dashboard");
  await tab.getByRole("button", { name: "Sign Out" }).click();
  await signInHere(tab, client);
  await tab.waitForURL("**/client-dashboard");
  await tab.close();
  await page.getByRole("button", { name: "Send Again" }).click();
  await page.waitForURL("**/client-dashboard/company");
  expect([await companyOf(client), await companyOf(other)]).toEqual(["Typed for my own company", "Meridian Foods"]);
});

test("a requirement is filed by whom its page was made for alone, and saved for nobody else meanwhile", async ({
  page,
  client,
  backend,
  javaScriptEnabled,
}) => {
  await openRequirementForm(page, client);
  await fillRequirement(page, "Own fitter");
  const other = await signInBeside(page, backend);
  if (javaScriptEnabled) {
    await page.getByRole("button", { name: "Save draft" }).first().click();
    await expect(page.getByText("Not saved: Another account is signed in now, in this browser.")).toBeVisible();
  }
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  await expect(page.getByRole("heading", { name: OF_ANOTHER })).toBeVisible();
  await expect(page.getByText("Own fitter")).toBeVisible();
  expect([await filedBy(client), await filedBy(other), await draftsOf(other)]).toEqual([[], [], []]);
  await authenticate(page, client);
  await page.getByRole("button", { name: "Send Again" }).click();
  await waitForFiled(page);
  expect([await filedBy(client), await filedBy(other), await draftsOf(other)]).toEqual([["Own fitter"], [], []]);
});
