// Fetches what the tests need and this machine has not, and fails when something of it can't be had.
import { ensureBrowser } from "./browser.ts";
import { ensureCaddy } from "./caddy.ts";
import { ensureTextBrowser } from "./text-browser.ts";
import { ensureTools } from "./tools.ts";

for (const ensure of [ensureTools, ensureTextBrowser, ensureCaddy, ensureBrowser]) {
  try {
    ensure();
  } catch (error) {
    console.error(String(error));
    process.exitCode = 1;
  }
}
