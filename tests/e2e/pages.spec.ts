import type { Page } from "@playwright/test";
import { publicPaths } from "../../app/content/sitemap.ts";
import { PAGES } from "../support/pages.ts";
import { makeDraftPages } from "../support/draft-pages.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { LETTERS, setLetters } from "./letters.ts";
import { expectFits, findings, SCHEMES, SIZES, startLooking, withoutOwnScripts } from "./looks.ts";

function heightOf(page: Page): Promise<number> {
  return page.locator("html").evaluate((root) => root.scrollHeight);
}

/** How many pixels of each part of a picture are not of the colour that most of it has. */
async function inkIn(page: Page, picture: Buffer, parts: readonly { top: number; bottom: number }[]) {
  return page.evaluate(
    async ({ data, parts }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      canvas.drawImage(image, 0, 0);
      return parts.map(({ top, bottom }) => {
        const { buffer } = canvas.getImageData(0, top, image.width, bottom - top).data;
        const counts = new Map<number, number>();
        const pixels = new Uint32Array(buffer);
        for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
        return pixels.length - Math.max(...counts.values());
      });
    },
    { data: picture.toString("base64"), parts },
  );
}

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
  test.setTimeout(300_000);
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

test("the home page is at most 6,500 pixels long on a phone, in any letters", async ({ page }) => {
  await page.setViewportSize(SIZES[0]!);
  await page.goto("/");
  for (const name of [undefined, ...Object.keys(LETTERS)]) {
    await setLetters(page, name);
    expect(await heightOf(page), name).toBeLessThanOrEqual(6500);
  }
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
    expect(Math.abs((await offsets(".change-shorter")).middle)).toBeLessThan(3);
    expect(Math.abs((await offsets(".change-less")).left)).toBeLessThan(3);
  }
});

test("all of the longest page is there from the start, as a picture of it shows", async ({ page }) => {
  await page.setViewportSize(SIZES[0]!);
  const heights = new Map<string, number>();
  for (const path of publicPaths) {
    await page.goto(path);
    heights.set(path, await heightOf(page));
  }
  const [longest = "", height] = [...heights].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  // The longest of those with sections: each on its own ground.
  for (const path of new Set([longest, "/", "/industries/information-technology"])) {
    await page.goto(path);
    const parts = await page
      .locator("main > *, main .section, .footer")
      .evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
      );
    const picture = await page.screenshot({ fullPage: true, animations: "disabled" });
    const blank = await page.context().newPage();
    const ink = await inkIn(blank, picture, parts);
    await blank.close();
    expect(ink.length).toBeGreaterThan(2);
    // The shortest, a footer or a heading over a list, has some thousand.
    for (const [index, pixels] of ink.entries()) expect(pixels, `part ${index} of ${path}`).toBeGreaterThan(1000);
  }
  await page.goto(longest);
  await page.keyboard.press("End");
  await expect(page.locator(".footer")).toBeInViewport();
  expect(await heightOf(page), "it does not grow on the way").toBe(height);
});

test("a link leads to a part far below", async ({ page }) => {
  await page.setViewportSize(SIZES[0]!);
  await page.goto("/privacy-policy#notice-account");
  await expect(page.locator("#notice-account")).toBeInViewport();
});
