// Fetches what the tests need and this machine has not, and fails when something of it can't be had.
import { ensureBrowser } from "./browser.ts";
import { ensureProxies } from "./proxies.ts";
import { ensureTextBrowser } from "./text-browser.ts";
import { ensureTools } from "./tools.ts";

for (const ensure of [ensureTools, ensureTextBrowser, ensureProxies, ensureBrowser]) {
  try {
    ensure();
  } catch (error) {
    console.error(String(error));
    process.exitCode = 1;
  }
}
