import { existsSync } from "node:fs";
import { chromium, type Browser } from "@playwright/test";
import { installPackage, isInstalled, succeeds, unpackedPath, unpackPackages } from "./commands.ts";

/** Chromium without windows, which is what tests need: they take two thirds of the processor's time. */
const SHELL = "chromium-headless-shell";
const UNPACKED = unpackedPath(SHELL, `usr/lib/chromium/${SHELL}`);

const WINDOWED = [
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
  // One that is unpacked may miss libraries that nobody has installed.
  const shell = [`/usr/bin/${SHELL}`, UNPACKED].find((candidate) => isInstalled(candidate, "--version"));
  const path = shell ?? WINDOWED.find((candidate) => existsSync(candidate));
  return path ? { path } : null;
}

/**
 * Finds a Chromium, getting one without windows where there is none: Playwright's own, else Debian's package, which is
 * unpacked where Debian's Chromium has brought the libraries.
 *
 * @returns its path, or undefined for Playwright's own
 * @throws when neither can be had
 */
export function ensureBrowser(): string | undefined {
  const found = findBrowser();
  if (found?.path === WINDOWED[0] && !existsSync(UNPACKED)) unpackPackages(SHELL, "chromium-common");
  if (found) return findBrowser()?.path;
  if (succeeds("playwright", ["install", "chromium"])) return undefined;
  const path = installPackage(SHELL) ? findBrowser() : null;
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
