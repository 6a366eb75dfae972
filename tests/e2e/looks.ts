import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./fixtures.ts";
import { setLetters } from "./letters.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half as long as what the package exports, for every document to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A desk, and a phone. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 800 };

/** As long as a word may be where nothing breaks it. */
export const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 190);

/** What axe finds on the page as it stands; by all of its rules, or by some. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Once for each document, and with no list of what holds: most of its time went there.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate(async (options) => (await window.axe.run(options)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
}

/** How wide the page is, with what is beside the screen. */
export function widthOf(page: Page): Promise<number> {
  return page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
}

/** What is cut off at 320 pixels where nothing scrolls to it, is too low for a finger, or is a button broken into letters. */
function misfits(page: Page): Promise<string[]> {
  return page.locator("body").evaluate((body) => {
    const shown = (selector: string) =>
      [...body.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const name = (element: Element) => element.outerHTML.slice(0, 100);
    const wide = shown("*").filter((element) => element.getBoundingClientRect().right > 321);
    const heights = (selector: string) =>
      shown(selector).map((element) => ({ element, height: element.getBoundingClientRect().height }));
    const broken = heights("button, .btn").filter(({ height }) => height > 100);
    const low = heights("main .btn, main .control").filter(({ height }) => height < 44);
    return [
      ...wide.filter((element) => !scrolls(element)).map((element) => `cut off: ${name(element)}`),
      ...broken.map(({ element }) => `broken: ${name(element)}`),
      ...low.map(({ element, height }) => `${height} px low: ${name(element)}`),
    ];
  });
}

/**
 * No page is wider than a screen of 320 pixels: in the letters of this machine and with those of the browser's setting
 * twice as large, which media queries hear of; and in wide letters, also twice as large by what enlarges letters alone.
 */
async function lookNarrow(page: Page, what: string): Promise<void> {
  const root = page.locator("html");
  await page.setViewportSize({ width: 320, height: 700 });
  expect.soft(await widthOf(page), `${what}: width at 320`).toBeLessThanOrEqual(320);
  expect.soft(await misfits(page), `${what}: what does not fit at 320`).toEqual([]);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  expect.soft(await widthOf(page), `${what}: the browser's letters twice as large`).toBeLessThanOrEqual(320);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await browser.detach();
  await setLetters(page, "DejaVu");
  expect.soft(await widthOf(page), `${what}: wide letters`).toBeLessThanOrEqual(320);
  await root.evaluate(({ style }) => (style.fontSize = "200%"));
  expect.soft(await widthOf(page), `${what}: wide letters twice as large`).toBeLessThanOrEqual(320);
  await root.evaluate(({ style }) => style.removeProperty("font-size"));
  await setLetters(page, undefined);
}

/**
 * Asks of a page as it stands what every page holds, and goes on after what it does not: axe by all rules at a desk and
 * on a phone, the colours in the dark, and its width on the smallest phone. Leaves it at 320 pixels.
 */
export async function look(page: Page, what: string): Promise<void> {
  await page.setViewportSize(DESK);
  expect.soft(await widthOf(page), `${what}: width at a desk`).toBeLessThanOrEqual(DESK.width);
  expect.soft(await findings(page), `${what}: axe at a desk`).toEqual([]);
  await page.setViewportSize(PHONE);
  expect.soft(await findings(page), `${what}: axe on a phone`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findings(page, ["color-contrast"]), `${what}: axe in the dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await lookNarrow(page, what);
}

/** Opens pages one after the other, and looks at each. @param pages their paths by their names */
export async function lookAtEach(page: Page, pages: Record<string, string>): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await look(page, name);
  }
}
