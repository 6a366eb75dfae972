import type { Browser } from "@playwright/test";
import type * as SitemapModule from "../../app/content/sitemap.ts";
import { startLoneSite } from "../../tests/support/services/processes.ts";
import { launchBrowser } from "../needs/browser.ts";
import { importApp } from "../import-app.ts";
import { median } from "./median.ts";

/** Lighthouse's slow 4G, in milliseconds there and back and bytes a second, and how much slower the processor is made. */
const LATENCY = 150;
const DOWN = (1_600 * 1024) / 8;
const UP = (750 * 1024) / 8;
const SLOWER = 4;
/** Cold visits to a page. */
const VISITS = 5;

/** A cold visit. @returns milliseconds to the first words, and the bytes that came for the page itself */
async function visit(browser: Browser, url: string): Promise<{ paint: number; bytes: number }> {
  const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(url, { waitUntil: "load" });
  const measured = await page.evaluate(async () => {
    const paint = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [entry] = list.getEntriesByName("first-contentful-paint");
        if (entry) resolve(entry.startTime);
      }).observe({ type: "paint", buffered: true });
    });
    const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return { paint, bytes: page?.transferSize ?? 0 };
  });
  await context.close();
  return measured;
}

/** The mean of each column, rounded. */
function meansOf(rows: Record<string, number>[]): Record<string, number> {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, Math.round(rows.reduce((sum, row) => sum + (row[name] ?? 0), 0) / rows.length)]),
  );
}

/**
 * What each public page weighs, and when its first words are seen on a phone far away: slow 4G, a processor four times
 * slower.
 *
 * @param other the address of a site to be measured in turns with this one, such as the one before a change
 */
export async function benchPaint(other?: string): Promise<void> {
  const site = await startLoneSite();
  const browser = await launchBrowser();
  const sites = { "": site.url, ...(other && { "other's ": other }) };
  const rows: Record<string, Record<string, number>> = {};
  const { publicPaths } = await importApp<typeof SitemapModule>("./app/content/sitemap.ts");
  for (const path of publicPaths) {
    const visits = Object.entries(sites).map(([name, url]) => ({
      name,
      url,
      seen: [] as { paint: number; bytes: number }[],
    }));
    for (let turn = 0; turn < VISITS; turn += 1) {
      for (const { url, seen } of visits) seen.push(await visit(browser, url + path));
    }
    rows[path] = Object.fromEntries(
      visits.flatMap(({ name, seen }) => [
        [`${name}bytes`, median(seen.map(({ bytes }) => bytes))],
        [`${name}first paint ms`, Math.round(median(seen.map(({ paint }) => paint)))],
      ]),
    );
  }
  await browser.close();
  await site.stop();
  // One page's first paint differs by several frames from run to run; all together tell more.
  rows["mean"] = meansOf(Object.values(rows));
  console.table(rows);
}
