import AxeBuilder from "@axe-core/playwright";
import type { Page, TestInfo } from "@playwright/test";
import { layOutWhole } from "../../scripts/browser.ts";
import { expect, test } from "./fixtures.ts";

/** What a page is looked at in. */
export const SCHEMES = ["light", "dark"] as const;

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

/**
 * Makes a page ready to be looked at by axe: with scripts and light by all rules, on a phone and at a desk; dark for its
 * colours, and without scripts, where pages differ by little, on a phone alone.
 *
 * @returns what looks at the page as it then stands
 */
export async function startLooking(
  page: Page,
  { project }: TestInfo,
  colorScheme: (typeof SCHEMES)[number] = "light",
): Promise<(what: string) => Promise<void>> {
  const isScripted = project.name === "js";
  test.skip(!isScripted && colorScheme === "dark", "colours are the same without scripts");
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
