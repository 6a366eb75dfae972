import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { fileRequirement } from "../../support/people/requirements.ts";
import type { Person } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { expect, signIn, test } from "../fixtures.ts";

// To whom goes what somebody of the team has in hand, on a phone: when they leave, and while they are away.

test.use({ viewport: { width: 375, height: 720 } });

/** A day to come, by the agency's clock, as a form takes it. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
}

/** Who looks after a requirement, as its company reads it in a browser of its own. */
async function recruiterFor(browser: Browser, client: Person, requirement: string): Promise<string> {
  const page = await browser.newPage();
  await signIn(page, client, `/client-dashboard/requirements/${requirement}`);
  const words = await page.getByRole("main").innerText();
  await page.close();
  return words;
}

test("who is removed hands over to whom the admin chooses, and who goes away to whom they choose themselves", async ({
  page,
  browser,
  backend,
  client,
}) => {
  const mark = randomUUID().slice(0, 8);
  const admin = await signUpTeamMember(backend, "admin", `Ada ${mark}`);
  const lea = await signUpTeamMember(backend, "recruiter", `Lea ${mark}`);
  const nel = await signUpTeamMember(backend, "recruiter", `Nel ${mark}`);
  const requirement = await fileRequirement(client);
  await lea.api.rpc("set_recruiter", { requirement, seen: 1, person: lea.userId });

  await signIn(page, admin, "/team/people");
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: lea.name }) });
  await expect(row).toContainText("1 open requirement of 1 company");
  await row.getByRole("link", { name: `Remove ${lea.name}` }).click();
  await page.getByRole("button", { name: `Remove ${lea.name}` }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText("Choose who takes it over, or nobody");
  await page.getByLabel("Who takes it over").selectOption({ label: nel.name });
  await page.getByRole("button", { name: `Remove ${lea.name}` }).click();
  await expect(page.getByRole("status")).toContainText(`${lea.name} is no longer in the team.`);
  expect(await recruiterFor(browser, client, requirement)).toContain(nel.name);

  await page.context().clearCookies();
  await signIn(page, nel, "/team/my-day");
  await page.getByRole("link", { name: "Absence" }).click();
  await page.getByLabel("Last day away").fill(inDays(3));
  await page.getByLabel("Who stands in").selectOption({ label: admin.name });
  await page.getByLabel("Give them the work in hand now: 1 inbox item and 1 open requirement of 1 company").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main")).toContainText(`stand-in ${admin.name}`);
  expect(await recruiterFor(browser, client, requirement)).toContain(admin.name);
  // What is given to her now is whose who stands in.
  const later = await fileRequirement(client);
  await admin.api.rpc("set_recruiter", { requirement: later, seen: 1, person: nel.userId });
  expect(await recruiterFor(browser, client, later)).toContain(admin.name);
  await page.getByRole("button", { name: "Back now" }).click();
  await expect(page.getByRole("button", { name: "Back now" })).toHaveCount(0);
  const last = await fileRequirement(client);
  await admin.api.rpc("set_recruiter", { requirement: last, seen: 1, person: nel.userId });
  expect(await recruiterFor(browser, client, last)).toContain(nel.name);
});
