import { PAGES } from "../support/pages.ts";
import { makeDraftPages } from "../support/draft-pages.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { layOutWhole } from "../../scripts/browser.ts";
import { expectFits, findings, SCHEMES, SIZES, startLooking, withoutOwnScripts } from "./looks.ts";

test.describe("axe", () => {
  test.use({ javaScriptEnabled: true });
  for (const colorScheme of SCHEMES) {
    test(`finds nothing on any public page, ${colorScheme}`, async ({ page }, info) => {
      test.setTimeout(300_000);
      const look = await startLooking(page, info, colorScheme, "with and without");
      for (const path of PAGES) {
        await page.goto(path);
        await look(path);
      }
    });

    test(`finds nothing in the portal, ${colorScheme}`, async ({ page, client }, info) => {
      const look = await startLooking(page, info, colorScheme);
      await signIn(page, client);
      const drafts = await makeDraftPages(client, "Fitter of pumps");
      for (const path of ["/submit-requirement", "/client-dashboard/notifications", ...Object.values(drafts)]) {
        await page.goto(path);
        await look(path);
      }
    });
  }

  test("finds nothing on a form that came back with errors, nor in the open menu", async ({ page }, { project }) => {
    await withoutOwnScripts(page, project.name === "js");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(SIZES[0]!);
    await page.goto("/hire-talent");
    await page.getByRole("button", { name: "Post Job" }).click();
    await expect(page.getByText("There is a problem")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.getByRole("link", { name: "Menu", exact: true }).click();
    expect(await findings(page)).toEqual([]);
  });
});

test("nothing scrolls sideways at 320 px, and targets are tall enough", async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of PAGES) {
    await page.goto(path);
    await expectFits(page, path);
    for (const target of await page.locator("main .btn:visible, main .control:visible").all()) {
      const box = await target.boundingBox();
      expect(box!.height, `${path} ${await target.textContent()}`).toBeGreaterThanOrEqual(44);
      expect(box!.x + box!.width, path).toBeLessThanOrEqual(320);
    }
  }
});

test("the home page is at most 6,500 pixels long on a phone", async ({ page }) => {
  await page.setViewportSize(SIZES[0]!);
  await page.goto("/");
  await layOutWhole(page);
  expect(await page.locator("html").evaluate((root) => root.scrollHeight)).toBeLessThanOrEqual(6500);
});

test("a wide screen is used at both its sides, and on a phone words come alone", async ({ page }) => {
  const box = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect());
  for (const path of ["/about", "/services", "/industries", "/careers", "/hire-talent"]) {
    await page.setViewportSize(SIZES[1]!);
    await page.goto(path);
    const picture = await box(".hero .drawing");
    expect(picture.left, path).toBeGreaterThan((await box(".hero-words > :last-child")).left + 400);
    expect(picture.right, path).toBeGreaterThan(1100);
    await page.setViewportSize(SIZES[0]!);
    await expect(page.locator(".hero .drawing")).toBeHidden();
  }
  await page.setViewportSize(SIZES[1]!);
  await page.goto("/");
  const quote = "#testimonial-fintech";
  expect((await box(`${quote} blockquote`)).width).toBeGreaterThan(700);
  expect((await box(`${quote} figcaption`)).right).toBeGreaterThan(1100);
});

test("the words of a bar stand at it", async ({ page }) => {
  await page.goto("/industries");
  const offsets = (change: string) =>
    page.locator(change).evaluate((figure) => {
      const [bar, word] = [".mark", "b"].map((part) => figure.querySelector(part)!.getBoundingClientRect());
      return { left: word!.left - bar!.left, middle: (word!.top + word!.bottom - bar!.top - bar!.bottom) / 2 };
    });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await layOutWhole(page);
    expect(Math.abs((await offsets(".change-shorter")).middle)).toBeLessThan(3);
    expect(Math.abs((await offsets(".change-less")).left)).toBeLessThan(3);
  }
});

test("what is laid out late is there when it is wanted: by a link to it, and on paper", async ({ page }) => {
  await page.setViewportSize(SIZES[0]!);
  await page.goto("/privacy-policy#notice-account");
  await expect(page.locator("#notice-account")).toBeInViewport();
  await page.goto("/services");
  const last = page.locator("main .section").last();
  await expect(last).toHaveCSS("content-visibility", "auto");
  await page.emulateMedia({ media: "print" });
  await expect(last).toHaveCSS("content-visibility", "visible");
});
