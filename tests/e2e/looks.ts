import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { expect } from "./fixtures.ts";
import { resetLetters, setWideLetters } from "./letters.ts";

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

/** The smallest there is. */
const SMALLEST = { width: 320, height: 700 };

/** As long as a word may be where nothing breaks it. */
export const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 190);

/** What axe finds on the page as it stands; by all of its rules, or by some. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Once for each document, and with no list of what holds: most of its time went there.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = {
    reporter: "no-passes",
    resultTypes: ["violations"],
    // Not the style sheets anew, a quarter of its time, which only a rule reads that is an experiment and off.
    preload: { assets: ["media"] },
    ...(rules && { runOnly: rules }),
  };
  const violations = await page.evaluate(async (options) => (await window.axe.run(options)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
}

/** How wide the page is, with what is beside the screen. By no locator: for its first a document reads all of Playwright. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** What is cut off at 320 pixels where nothing scrolls to it, is too low for a finger, or is a button broken into letters. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { body } = document;
    const shown = (selector: string) =>
      [...body.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    // What is shortened on purpose, with dots at its end.
    const isShortened = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      (getComputedStyle(parentElement).textOverflow === "ellipsis" || isShortened(parentElement));
    const name = (element: Element) => element.outerHTML.slice(0, 100);
    const wide = shown("*").filter((element) => element.getBoundingClientRect().right > 321);
    const heights = (selector: string) =>
      shown(selector).map((element) => ({ element, height: element.getBoundingClientRect().height }));
    const broken = heights("button, .btn").filter(({ height }) => height > 100);
    const low = heights("main .btn, main .control").filter(({ height }) => height < 44);
    return [
      ...wide
        .filter((element) => !scrolls(element) && !isShortened(element))
        .map((element) => `cut off: ${name(element)}`),
      ...broken.map(({ element }) => `broken: ${name(element)}`),
      ...low.map(({ element, height }) => `${height} px low: ${name(element)}`),
    ];
  });
}

/** How wide the page is with the letters of the browser's setting twice as large, which media queries hear of. */
async function widthEnlarged(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  const width = await widthOf(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  // What it has set would stay for the next test.
  await browser.detach();
  return width;
}

/**
 * No page is wider than a screen of 320 pixels: in the letters of this machine, with those of the browser's setting twice
 * as large, and in the widest, twice as large by what enlarges letters alone. Where those have room all others have.
 */
export async function lookNarrow(page: Page, what: string): Promise<void> {
  await page.setViewportSize(SMALLEST);
  expect.soft(await widthOf(page), `${what}: width at 320`).toBeLessThanOrEqual(320);
  expect.soft(await misfits(page), `${what}: what does not fit at 320`).toEqual([]);
  expect.soft(await widthEnlarged(page), `${what}: the browser's letters twice as large`).toBeLessThanOrEqual(320);
  await setWideLetters(page);
  expect.soft(await widthOf(page), `${what}: wide letters twice as large`).toBeLessThanOrEqual(320);
  await resetLetters(page);
}

/** Asks of a page as it stands what it must hold on the smallest phone, in dark colours: axe by all rules, and its width. */
export async function lookOnSmallest(page: Page, what: string): Promise<void> {
  await page.setViewportSize(SMALLEST);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findings(page), `${what}: axe on a phone in the dark`).toEqual([]);
  await lookNarrow(page, what);
}

/**
 * Asks of a page as it stands what every page holds, and goes on after what it does not: axe by all rules at a desk in
 * light colours, and on the smallest phone in dark ones; and its width there. Leaves it so.
 */
export async function look(page: Page, what: string): Promise<void> {
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await widthOf(page), `${what}: width at a desk`).toBeLessThanOrEqual(DESK.width);
  expect.soft(await findings(page), `${what}: axe at a desk`).toEqual([]);
  await lookOnSmallest(page, what);
}

/** Looks at what only a phone shows as `look` does, and at its light colours as well. */
export async function lookOnPhone(page: Page, what: string): Promise<void> {
  await look(page, what);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await findings(page, ["color-contrast"]), `${what}: axe on a phone in the light`).toEqual([]);
}

/** Opens pages one after the other, and looks at each. @param pages their paths by their names */
export async function lookAtEach(page: Page, pages: Record<string, string>): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await look(page, name);
  }
}
