import type { Page } from "@playwright/test";
import { fileRequirement } from "../support/people/requirements.ts";
import { expect, signIn, test, withAndWithoutScripts } from "./fixtures.ts";

async function say(page: Page, body: string): Promise<void> {
  await page.getByLabel("Your message").fill(body);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toContainText("Message sent");
  await expect(page.getByRole("listitem").filter({ hasText: body })).toBeVisible();
}

withAndWithoutScripts(() => {
  test("going back shows no words that were sent, and those that were not", async ({ page, client }) => {
    const id = await fileRequirement(client);
    await signIn(page, client, `/client-dashboard/requirements/${id}/messages`);
    const box = page.getByLabel("Your message");
    await say(page, "Thanks");
    await page.goBack();
    await expect(page.getByRole("listitem").filter({ hasText: "Thanks" })).toBeVisible();
    await expect(box).toHaveValue("");
    await box.fill("Half an hour of typing");
    await page.getByRole("link", { name: "History" }).click();
    await expect(page).toHaveURL(/history$/);
    await page.goBack();
    await expect(box).toHaveValue("Half an hour of typing");
  });
});
