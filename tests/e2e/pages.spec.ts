import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { LETTERS, setLetters } from "./letters.ts";
import { DESK, PHONE, resize } from "./looks.ts";

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
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

test("the home page is at most 7,000 pixels long on a phone, in any letters", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  for (const name of [undefined, ...Object.keys(LETTERS)]) {
    await setLetters(page, name);
    expect(await heightOf(page), name).toBeLessThanOrEqual(7000);
  }
});

test("a wide screen is used at both its sides, and on a phone words come alone", async ({ page }) => {
  const boxOf = (selector: string) =>
    page.evaluate((place) => document.querySelector(place)!.getBoundingClientRect().toJSON() as DOMRect, selector);
  await page.setViewportSize(DESK);
  // All heads are one piece: one with nothing below its words, and one with buttons there.
  for (const path of ["/about", "/services"]) {
    await page.goto(path);
    const picture = await boxOf(".hero .drawing");
    expect(picture.left, path).toBeGreaterThan((await boxOf(".hero-words > :last-child")).left + 400);
    expect(picture.right, path).toBeGreaterThan(1100);
  }
  await page.setViewportSize(PHONE);
  await expect(page.locator(".hero .drawing")).toBeHidden();
  await page.setViewportSize(DESK);
  await page.goto("/");
  const quote = "#testimonial-fintech";
  expect((await boxOf(`${quote} blockquote`)).width).toBeGreaterThan(700);
  expect((await boxOf(`${quote} figcaption`)).right).toBeGreaterThan(1100);
});

test("the words of a bar stand at it", async ({ page }) => {
  await page.goto("/industries");
  const offsets = (change: string) =>
    page.locator(change).evaluate((figure) => {
      const [bar, word] = [".mark", "b"].map((part) => figure.querySelector(part)!.getBoundingClientRect());
      return { left: word!.left - bar!.left, middle: (word!.top + word!.bottom - bar!.top - bar!.bottom) / 2 };
    });
  for (const size of [PHONE, DESK]) {
    await resize(page, size);
    expect(Math.abs((await offsets(".change-shorter")).middle)).toBeLessThan(3);
    expect(Math.abs((await offsets(".change-less")).left)).toBeLessThan(3);
  }
});

test("all of the home page is there from the start, as a picture of it shows", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const parts = await page
    .locator("main > *, main .section, .footer")
    .evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
  const height = await heightOf(page);
  const picture = await page.screenshot({ fullPage: true, animations: "disabled" });
  await page.keyboard.press("End");
  await expect(page.locator(".footer")).toBeInViewport();
  expect(await heightOf(page), "it does not grow on the way").toBe(height);
  await page.goto("about:blank");
  const ink = await inkIn(page, picture, parts);
  expect(ink.length).toBeGreaterThan(2);
  // The shortest, a footer or a heading over a list, has some thousand.
  for (const [index, pixels] of ink.entries()) expect(pixels, `part ${index}`).toBeGreaterThan(1000);
});

test("a link leads to a part far below", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/privacy-policy#notice-account");
  await expect(page.locator("#notice-account")).toBeInViewport();
  const height = await heightOf(page);
  await page.keyboard.press("End");
  await expect(page.locator(".footer")).toBeInViewport();
  expect(await heightOf(page), "it does not grow on the way").toBe(height);
});

test("markup that got into a page could not run", async ({ page }) => {
  // That each page names its own inline parts alone, and allows no other: http/operations.
  await page.route("**/contact", async (route) => {
    const response = await route.fetch();
    const injected = `<script>window.ran = true</script><img src="/nowhere.png" onerror="window.ran = true">`;
    await route.fulfill({ response, body: (await response.text()).replace("</main>", `${injected}</main>`) });
  });
  await page.goto("/contact");
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});
