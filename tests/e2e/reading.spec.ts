import { fileRequirement } from "../support/people/requirements.ts";
import { authenticate, expect, openRequirementForm, test } from "./fixtures.ts";
import { DESK, PHONE } from "./looks.ts";

// What those need who read with colours of their own, in large letters, or on the smallest phone. No script has a part in it.

test.use({ javaScriptEnabled: false });

// The next test may have the same page, which would take the colours to be the reader's already, and be told nothing.
test.afterEach(({ page }) => page.emulateMedia({ forcedColors: null }));

test("where colours are the reader's own, one tab of a requirement is marked: the page's", async ({ page, client }) => {
  await authenticate(page, client);
  await page.goto(`/client-dashboard/requirements/${await fileRequirement(client)}/history`);
  await page.emulateMedia({ forcedColors: "active" });
  const tabs = page.getByRole("navigation", { name: "Requirement" }).getByRole("link");
  await expect(tabs).toHaveText(["Details", "Candidates", "Messages", "History"]);
  const marked = () =>
    tabs.evaluateAll((links) =>
      links
        .filter((link) => getComputedStyle(link).borderBottomColor !== getComputedStyle(document.body).backgroundColor)
        .map((link) => link.textContent),
    );
  await expect.poll(marked).toEqual(["History"]);
});

test("in letters twice as large on a phone, the head leaves room for the first words, and words are parted as they are spelt", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/industries");
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await expect(page.locator("html")).toHaveCSS("font-size", "32px");
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(title!.y + title!.height).toBeLessThan(280);
  const broken = await page
    .locator("main :is(h2, h3, p, li)")
    .evaluateAll((items) => items.filter((item) => getComputedStyle(item).hyphens !== "auto").length);
  expect(broken).toBe(0);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await browser.detach();
});

test("on the smallest phone the portal's head is two lines, however long the name is, and at a desk one", async ({
  page,
  client,
  service,
}) => {
  const full_name = "Wolfeschlegelsteinhausenbergerdorff ".repeat(5).trim();
  await service.from("client_members").update({ full_name }).eq("user_id", client.userId).throwOnError();
  await page.setViewportSize({ width: 320, height: 700 });
  await authenticate(page, client);
  await page.goto("/client-dashboard");
  const banner = page.getByRole("banner");
  await expect(banner).toContainText(full_name);
  expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(106);
  await service.from("client_members").update({ full_name: "Ann" }).eq("user_id", client.userId).throwOnError();
  await page.setViewportSize(DESK);
  await page.reload();
  const ends = [banner.getByRole("link").first(), banner.getByRole("button", { name: "Sign Out" })];
  const [first, last] = (await Promise.all(ends.map((end) => end.boundingBox()))).map(
    (box) => box!.y + box!.height / 2,
  );
  expect(Math.abs(first! - last!)).toBeLessThan(4);
});

test("on a phone an amount as people say it fits its box", async ({ page, client }) => {
  await page.setViewportSize(PHONE);
  await openRequirementForm(page, client);
  for (const label of ["Min Salary", "Max Salary"]) {
    const box = page.getByLabel(label);
    await box.fill("40,000 a month");
    expect(await box.evaluate((input: HTMLInputElement) => input.scrollWidth - input.clientWidth), label).toBe(0);
  }
});
