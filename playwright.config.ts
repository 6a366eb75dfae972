import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/needs/browser.ts";

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
  // Nothing here is drawn for eyes, and all pages are ours: fewer processes.
  "--in-process-gpu",
  "--disable-software-rasterizer",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  // No document lives long enough for what its scripts would gain by being compiled twice.
  "--js-flags=--no-opt,--no-maglev",
];

/** A page is laid out, and never drawn. */
const NO_FRAMES = "--disable-threaded-compositing";

const launchOptions = { args, ...(executablePath ? { executablePath } : {}) };

// A worker clears its context between tests instead of opening another, which costs most of what a short test does. The
// editors' extension runs tests so; whoever wants each in a context of its own sets it to the empty string.
process.env["PW_TEST_REUSE_CONTEXT"] ??= "1";

/** How pages look, as far as a page can be asked for that: nothing needs to be drawn, which is half of what that costs. */
const UNSEEN = "**/sweep.spec.ts";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/setup.ts",
  // Emptied at each start, and not with what the other runners write beside it.
  outputDir: "test-results/playwright",
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  // Patience for machines that are busy with others, not a measure.
  expect: { timeout: 15_000 },
  // What holds at the second try alone is named at the end of `npm test`.
  retries: 1,
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    // What moves is drawn by processors here, a third of all their work: those tests see it that are about a visit as such.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions,
  },
  // With scripts and without is said by the tests: a project has workers, browsers and contexts of its own. One each: they
  // take as long, and a second would start another browser and read all of the tests once more.
  projects: [
    {
      name: "looks",
      workers: 1,
      use: { launchOptions: { ...launchOptions, args: [...args, NO_FRAMES] } },
      testMatch: UNSEEN,
    },
    { name: "visits", workers: 1, testIgnore: UNSEEN },
  ],
});
