import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.ts";

const executablePath = findBrowser()?.path;

/** Chromium as CI runs it: as root, and with nothing of its own to say to the network. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/setup.ts",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  // Patience for machines that are busy with others, not a measure.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    // What moves is drawn by processors here, a third of all their work: those tests see it that are about a visit as such.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
  // Every spec runs twice: what a script adds must never be needed.
  projects: [
    { name: "no-js", use: { javaScriptEnabled: false } },
    { name: "js", use: { javaScriptEnabled: true } },
  ],
});
