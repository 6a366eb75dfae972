import { randomUUID } from "node:crypto";
import { clientPages, fileFull, makeBusy } from "../support/browser/client-pages.ts";
import { signUpColleague } from "../support/people/company.ts";
import { authenticate, expect, fillIn, signIn, test } from "./fixtures.ts";

// A requirement's pages, as its company has them.

// Amounts as people write them there.
test.use({ locale: "en-IN" });

test("on paper there is the requirement, and nothing to press @no-js", async ({ page, client, backend }) => {
  const pages = clientPages(await makeBusy(backend, client, "Night-shift lead"));
  await authenticate(page, client);
  await page.goto(pages["client-requirement"]!);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Night-shift lead", level: 1 })).toBeVisible();
  await expect(page.getByText("Night-shift lead of the description")).toBeVisible();
  await expect(page.getByText("+91 120 555 0177")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Requirement" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Withdraw" })).toBeHidden();
});

test("what was typed into an edit is there after a reload, and gone after signing out @js", async ({
  page,
  client,
}) => {
  const path = `/client-dashboard/requirements/${await fileFull(client)}/edit`;
  await signIn(page, client, path);
  await page.getByLabel("Benefits").fill("A canteen");
  await page.getByLabel("Remote Allowed").uncheck();
  await page.getByLabel("Priority").selectOption("urgent");
  await page.reload();
  await expect(page.getByLabel("Benefits")).toHaveValue("A canteen");
  await expect(page.getByLabel("Remote Allowed")).not.toBeChecked();
  await expect(page.getByLabel("Priority")).toHaveValue("urgent");
  await page.goto(path);
  await expect(page.getByLabel("Benefits")).not.toHaveValue("A canteen");
  await page.getByLabel("Benefits").fill("A canteen");
  await page.reload();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  await page.goto(path);
  await page.getByLabel("Notes").fill("Only mine");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL("**/client-auth");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Only mine");
});

test("an edit that another's has met keeps its skills on the way back, and is not saved before both are seen there @js", async ({
  page,
  client,
}) => {
  const id = await fileFull(client);
  const row = async () =>
    (await client.api.from("job_requirements").select("location, required_skills").eq("id", id).single()).data!;
  const skill = page.getByRole("button", { name: "Remove Lasers", exact: true });
  const saveChanges = page.getByRole("button", { name: "Save Changes" });
  await signIn(page, client, `/client-dashboard/requirements/${id}/edit`);
  await fillIn(page, { Location: "Nashik", "Required Skills": "Lasers" });
  await page.getByRole("button", { name: "Add to Required Skills" }).click();
  await expect(skill).toBeVisible();
  await page.getByLabel("Benefits").fill("A canteen");
  await page.getByRole("link", { name: "Back to the requirement" }).click();
  await page.waitForURL(`**/requirements/${id}`);
  await page.goBack();
  for (const again of [false, true]) {
    if (again) await page.reload();
    await expect(page.getByLabel("Benefits")).toHaveValue("A canteen");
    await expect(skill).toBeVisible();
  }

  await client.api.rpc("edit_requirement", { requirement: id, seen: 1, entries: { location: "Goa" } });
  // A browser that has not kept the page asks for it anew.
  await page.route("**/edit", (route) => route.continue());
  const clash = page.getByRole("region", { name: "What changed since you opened this page" });
  await saveChanges.click();
  await expect(clash).toBeVisible();
  await page.goBack();
  await expect(clash).toHaveCount(0);
  await expect(page.getByLabel("Location")).toHaveValue("Nashik");
  await saveChanges.click();
  await expect(clash).toBeVisible();
  expect((await row()).location).toBe("Goa");
  await page.reload();
  await expect(clash).toBeVisible();
  await saveChanges.click();
  await expect(page.getByRole("status")).toContainText("Saved");
  expect(await row()).toMatchObject({ location: "Nashik" });
  expect((await row()).required_skills).toContain("Lasers");
});

test("a company opens, edits and withdraws what it has filed, with a colleague in between @no-js", async ({
  page,
  client,
  backend,
  browser,
}) => {
  const title = `Fitter ${randomUUID().slice(0, 8)}`;
  await fileFull(client, { job_title: title });
  const colleague = await signUpColleague(backend, client, "member");

  await signIn(page, client);
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText("We answer by")).toBeVisible();
  await page.getByRole("link", { name: "Edit" }).click();
  await fillIn(page, { "Max Salary": "₹18,00,000", Benefits: "A canteen" });

  const other = await browser.newPage();
  await signIn(other, colleague);
  await other.getByRole("link", { name: title }).click();
  await other.getByRole("link", { name: "Edit" }).click();
  await fillIn(other, { "Max Salary": "1700000", Location: "Nashik" });
  await other.getByRole("button", { name: "Save Changes" }).click();
  await expect(other.getByRole("status")).toContainText("Saved");
  await expect(other.getByRole("definition").filter({ hasText: "Nashik; remote allowed" })).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "Save Changes" }).click();
  const clash = page.getByRole("region", { name: "What changed since you opened this page" });
  await expect(clash).toContainText("Ravi Iyer");
  await expect(clash).toContainText("₹17,00,000");
  await expect(page.getByLabel("Max Salary")).toHaveValue("1800000");
  await expect(page.getByLabel("Location")).toHaveValue("Nashik");
  await expect(page.getByLabel("Benefits")).toHaveValue("A canteen");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  await expect(page.getByRole("definition").filter({ hasText: "₹9,00,000 to ₹18,00,000" })).toBeVisible();

  await page.getByRole("link", { name: "Withdraw" }).click();
  await page.getByRole("link", { name: "Keep It" }).click();
  await page.getByRole("link", { name: "Withdraw" }).click();
  await page.getByLabel("Reason").fill("The budget is gone");
  await page.getByRole("button", { name: "Withdraw Requirement" }).click();
  await expect(page.getByRole("status")).toContainText("Requirement withdrawn");
  await expect(page.getByText("Your company has withdrawn it")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);

  await page.getByRole("link", { name: "History" }).click();
  const history = page.getByRole("region", { name: "What happened" });
  await expect(history).toContainText("Status from new to cancelled: The budget is gone");
  await expect(history).toContainText("Max salary from ₹17,00,000 to ₹18,00,000");
  await expect(history).toContainText("Benefits changed");
  await expect(history).toContainText("Filed");

  await page.getByRole("link", { name: "Requirements", exact: true }).click();
  await page.getByRole("navigation", { name: "Filter by status" }).getByRole("link", { name: "Cancelled" }).click();
  await expect(page).toHaveURL(/\?status=cancelled#requirements$/);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
