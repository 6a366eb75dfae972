// `npm run shots -- FOLDER`: every page at 375 and 1280 px, light and dark, into a folder (shots/ when none is named), and
// one contact sheet of them, to be looked at by eye.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { PAGES } from "../tests/support/pages.ts";
import { startSite } from "../tests/support/processes.ts";
import { launchBrowser } from "./browser.ts";
import { buildWhenStale } from "./build.ts";

/** What only somebody signed in sees. */
const PRIVATE_PAGES = ["/client-dashboard", "/submit-requirement", "/client-auth?view=new-password"];
const WIDTHS = [375, 1280];
const SCHEMES = ["light", "dark"] as const;
/** Of a page on the contact sheet, in pixels: a phone's, a desk's, and how much of a long one is shown. */
const THUMB = { 375: 56, 1280: 136, height: 300 };

type Shot = { path: string; width: number; scheme: string; file: string };

function fileName(path: string, width: number, scheme: string): string {
  const name = path.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home";
  return `${name}-${width}-${scheme}.png`;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/client-auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/client-dashboard");
}

async function shoot(page: Page, folder: string, paths: readonly string[], scheme: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const path of paths) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const file = fileName(path, width, scheme);
      await page.screenshot({ path: join(folder, file), fullPage: true });
      shots.push({ path, width, scheme, file });
    }
  }
  return shots;
}

/** One picture of all pages: a row of four for each, cut where a page is long. */
async function contactSheet(browser: Browser, folder: string, shots: readonly Shot[]): Promise<void> {
  const paths = [...new Set(shots.map(({ path }) => path))];
  const figures = paths.map((path) => {
    const images = shots
      .filter((shot) => shot.path === path)
      .map(({ file, width }) => {
        const source = readFileSync(join(folder, file)).toString("base64");
        return `<img src="data:image/png;base64,${source}" style="width:${THUMB[width as 375 | 1280]}px">`;
      });
    return `<figure><figcaption>${path}</figcaption><div>${images.join("")}</div></figure>`;
  });
  const page = await browser.newPage({ viewport: { width: 1290, height: 800 } });
  await page.setContent(
    `<!doctype html><style>body{margin:12px;font:12px system-ui;background:#888;display:grid;grid-template-columns:repeat(3,1fr);gap:12px;grid-auto-rows:max-content}
figure{margin:0;background:#ccc;padding:6px;overflow:hidden}figcaption{margin-bottom:4px}
div{display:flex;gap:6px;max-height:${THUMB.height}px;overflow:hidden;align-items:start}</style>${figures.join("")}`,
  );
  await page.screenshot({ path: join(folder, "contact-sheet.jpg"), type: "jpeg", quality: 50, fullPage: true });
}

await buildWhenStale();
const folder = process.argv[2] ?? "shots";
mkdirSync(folder, { recursive: true });
const { site, backend, stop } = await startSite();
const browser = await launchBrowser();
try {
  const shots: Shot[] = [];
  for (const scheme of SCHEMES) {
    const context = await browser.newContext({ baseURL: site.url, colorScheme: scheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    shots.push(...(await shoot(page, folder, PAGES, scheme)));
    await signIn(page, backend.keys.demo_client_email, backend.keys.demo_client_password);
    shots.push(...(await shoot(page, folder, PRIVATE_PAGES, scheme)));
    await context.close();
  }
  await contactSheet(browser, folder, shots);
  console.log(`${shots.length} pictures and contact-sheet.jpg in ${folder}`);
} finally {
  await browser.close();
  await stop();
}
