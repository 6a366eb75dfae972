import { existsSync } from "node:fs";
import { chromium, type Browser } from "@playwright/test";
import { installPackage, succeeds } from "./commands.ts";

const SYSTEM = [
  // Chromium without windows, which is what tests need: they take two thirds of the time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** Where a Chromium is installed; a path that is undefined is Playwright's own, which Playwright finds by itself. */
export function findBrowser(): { path: string | undefined } | null {
  const given = process.env["CHROME_PATH"];
  if (given) return { path: given };
  if (existsSync(chromium.executablePath())) return { path: undefined };
  const path = SYSTEM.find((candidate) => existsSync(candidate));
  return path ? { path } : null;
}

/**
 * Finds a Chromium, getting one where there is none: Playwright's own, else Debian's package.
 *
 * @returns its path, or undefined for Playwright's own
 * @throws when neither can be had
 */
export function ensureBrowser(): string | undefined {
  const found = findBrowser();
  if (found) return found.path;
  if (succeeds("playwright", ["install", "chromium"])) return undefined;
  const path = installPackage("chromium-headless-shell") ? findBrowser() : null;
  if (!path) throw new Error("No Chromium. Install one, or set CHROME_PATH to it.");
  return path.path;
}

/** Starts that Chromium for a script: as root, too, as in CI. The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = ensureBrowser();
  return chromium.launch({
    args: ["--no-sandbox", "--disable-gpu"],
    ...(executablePath ? { executablePath } : {}),
  });
}
