import axe, { type RunOptions } from "axe-core";
import type { Page, TestInfo } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { LETTERS, setLetters } from "./letters.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What a page is looked at in. */
export const SCHEMES = ["light", "dark"] as const;

/** A phone, and a desk. */
export const SIZES = [
  { width: 375, height: 800 },
  { width: 1280, height: 800 },
];

/** What axe finds on the page as it stands; by all of its rules, or by some. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Once for each document, and with no list of what holds: most of its time went there.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate(async (options) => (await window.axe.run(options)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
}

/** axe runs scripts in the page: where they are off, the page is asked without its own instead. */
export async function withoutOwnScripts(page: Page, isScripted: boolean | undefined): Promise<void> {
  if (!isScripted) await page.route("**/*.js", (route) => route.abort());
}

/**
 * Makes a page ready to be looked at by axe: light by all rules, on a phone and at a desk; dark for its colours, on a
 * phone alone. A page without scripts is one that is about to get them: it is looked at in its place only where that is
 * asked for, on a phone.
 *
 * @returns what looks at the page as it then stands
 */
export async function startLooking(
  page: Page,
  { project }: TestInfo,
  colorScheme: (typeof SCHEMES)[number] = "light",
  scripts: "with" | "with and without" = "with",
): Promise<(what: string) => Promise<void>> {
  const isScripted = project.name === "js";
  test.skip(!isScripted && (scripts === "with" || colorScheme === "dark"), "it is looked at with scripts");
  await withoutOwnScripts(page, isScripted);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const sizes = isScripted && colorScheme === "light" ? SIZES : SIZES.slice(0, 1);
  const rules = colorScheme === "dark" ? ["color-contrast"] : undefined;
  return async (what) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect(await findings(page, rules), `${what} at ${size.width}`).toEqual([]);
    }
  };
}

/** No page is wider than a screen of 320 pixels, with letters twice as large as well (a reader's own style, Android's). */
async function expectFitsAsShown(page: Page, what: string): Promise<void> {
  const root = page.locator("html");
  const width = () => root.evaluate(({ scrollWidth }) => scrollWidth);
  expect(await width(), what).toBeLessThanOrEqual(320);
  await root.evaluate(({ style }) => (style.fontSize = "200%"));
  expect(await width(), `${what}, letters twice as large`).toBeLessThanOrEqual(320);
  await root.evaluate(({ style }) => style.removeProperty("font-size"));
}

/**
 * No page is wider than a screen of 320 pixels, in the letters of this machine and of others, with letters twice as large
 * as well: by what enlarges letters alone, and by the browser's own setting, which media queries hear of.
 */
export async function expectFits(page: Page, what: string): Promise<void> {
  await expectFitsAsShown(page, what);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  const width = await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
  expect(width, `${what}, the browser's letters twice as large`).toBeLessThanOrEqual(320);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await browser.detach();
  for (const name of Object.keys(LETTERS)) {
    await setLetters(page, name);
    await expectFitsAsShown(page, `${what}, ${name}`);
  }
  await setLetters(page, undefined);
}

/** Nothing is wider than a screen of 320 pixels, and no button is broken into letters. */
export async function expectNarrow(page: Page, what: string): Promise<void> {
  await expectFits(page, what);
  for (const button of await page.locator("button:visible, .btn:visible").all()) {
    const box = await button.boundingBox();
    if (!box) continue;
    expect(box.x + box.width, `${what}: ${await button.textContent()}`).toBeLessThanOrEqual(320);
    expect(box.height, `${what}: ${await button.textContent()}`).toBeLessThanOrEqual(100);
  }
}
