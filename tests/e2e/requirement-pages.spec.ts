import { fileFull } from "../support/browser/client-pages.ts";
import { expect, fillIn, signIn, test } from "./fixtures.ts";

// An edit of a requirement, and what a browser keeps of it.

// Amounts as people write them there.
test.use({ locale: "en-IN" });

test("what was typed into an edit is there after a reload, and gone after signing out", async ({ page, client }) => {
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
  await page.getByLabel("Notes").fill("Only mine");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL("**/client-auth");
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Only mine");
});

test("an edit that another's has met keeps its skills on the way back, and is not saved before both are seen there", async ({
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
