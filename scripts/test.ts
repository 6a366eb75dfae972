// `npm test`: everything, in the order in which a failure is cheapest to learn of. Goes on after a failure, and ends
// with the counts of all runners together.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureBrowser } from "./browser.ts";
import { ensureTools } from "./tools.ts";

const RESULTS = "test-results";

type Counts = { passed: number; failed: number; skipped: number };

function run(command: string, ...parameters: string[]): boolean {
  console.log(`\n> ${command} ${parameters.join(" ")}`);
  return spawnSync(command, parameters, { stdio: "inherit" }).status === 0;
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** A check that either holds or does not counts as one test. */
function check(command: string, ...parameters: string[]): Counts {
  const isRight = run(command, ...parameters);
  return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, skipped: 0 };
}

function vitest(): Counts {
  try {
    ensureTools();
  } catch (error) {
    console.error(String(error));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const outputFile = `${RESULTS}/vitest.json`;
  const isRight = run("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`);
  const report = readJson(outputFile) as
    { numPassedTests: number; numFailedTests: number; numPendingTests: number } | undefined;
  const failed = report?.numFailedTests ?? 0;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: isRight ? failed : Math.max(failed, 1),
    skipped: report?.numPendingTests ?? 0,
  };
}

function playwright(): Counts {
  try {
    const browser = ensureBrowser();
    if (browser) process.env["CHROME_PATH"] = browser;
  } catch (error) {
    console.error(String(error));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const isRight = run("playwright", "test");
  const report = readJson(`${RESULTS}/playwright.json`) as
    { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | undefined;
  const failed = (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0);
  return {
    passed: report?.stats.expected ?? 0,
    failed: isRight ? failed : Math.max(failed, 1),
    skipped: report?.stats.skipped ?? 0,
  };
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);

const results = [
  check("react-router", "typegen"),
  check("tsc"),
  check("eslint", "."),
  check("prettier", "--check", "--log-level=warn", "."),
  check("knip", "--no-progress"),
  check("node", "scripts/build.ts"),
  vitest(),
  playwright(),
];

const total = results.reduce((sum, { passed, failed, skipped }) => ({
  passed: sum.passed + passed,
  failed: sum.failed + failed,
  skipped: sum.skipped + skipped,
}));
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
