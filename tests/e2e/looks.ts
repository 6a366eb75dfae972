import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { layOutWhole } from "../../scripts/browser.ts";
import { expect } from "./fixtures.ts";

/** A phone, and a desk. */
export const SIZES = [
  { width: 375, height: 800 },
  { width: 1280, height: 800 },
];

/** What axe finds on the page as it stands; by all of its rules, or by some. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  await layOutWhole(page);
  // No page has frames: axe need not open a tab of its own for what it finds in them.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
}

/** axe runs scripts in the page: where they are off, the page is asked without its own instead. */
export async function withoutOwnScripts(page: Page, isScripted: boolean | undefined): Promise<void> {
  if (!isScripted) await page.route("**/*.js", (route) => route.abort());
}

/** Nothing is wider than a screen of 320 pixels, and no button is broken into letters. */
export async function expectNarrow(page: Page, what: string): Promise<void> {
  await layOutWhole(page);
  const width = await page.locator("html").evaluate((root) => root.scrollWidth);
  expect(width, what).toBeLessThanOrEqual(320);
  for (const button of await page.locator("button:visible, .btn:visible").all()) {
    const box = await button.boundingBox();
    if (!box) continue;
    expect(box.x + box.width, `${what}: ${await button.textContent()}`).toBeLessThanOrEqual(320);
    expect(box.height, `${what}: ${await button.textContent()}`).toBeLessThanOrEqual(100);
  }
}
