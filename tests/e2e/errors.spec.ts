import { expect, fillIn, openRequirementForm, test, withAndWithoutScripts } from "./fixtures.ts";

// Where a browser is after a form came back with mistakes. What every page says of them: http/site/mistakes.

withAndWithoutScripts(() => {
  test("the summary of the mistakes has the focus, and each of its links leads to its control", async ({ page }) => {
    await page.goto("/contact");
    await page.getByRole("button", { name: "Send Message" }).click();
    const summary = page.getByRole("main").getByRole("alert");
    await expect(summary).toBeFocused();
    for (const link of await summary.getByRole("link").all()) {
      await link.click();
      const id = (await link.getAttribute("href"))!;
      await expect(page).toHaveURL(new RegExp(`${id}$`));
      await expect(page.locator(id)).toBeInViewport();
    }
  });
});

test("a number or a date that can't be read is said to be wrong, and not left out", async ({ page, client }) => {
  await openRequirementForm(page, client);
  await fillIn(page, { "Min Salary": "about 5 lakh", "Max Experience": "many" });
  // Half a date: a browser sends nothing for it, so that only a script can tell.
  await page.getByLabel("Expected Start Date").pressSequentially("31");
  await page.getByRole("button", { name: "Submit Requirement" }).click();
  const summary = page.getByRole("main").getByRole("alert");
  await expect(summary).toContainText("Enter one amount, such as 50000");
  await expect(summary).toContainText("Enter a whole number of years from 0 to 100");
  await expect(summary).toContainText("Enter a date, such as 2027-03-31");
  await expect(page.getByLabel("Min Salary")).toHaveValue("about 5 lakh");
});
