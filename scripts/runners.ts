import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { ensureBrowser } from "./browser.ts";

const RESULTS = "test-results";

export type Counts = { passed: number; failed: number; skipped: number };

function run(command: string, ...parameters: string[]): boolean {
  console.log(`\n> ${command} ${parameters.join(" ")}`);
  return spawnSync(command, parameters, { stdio: "inherit" }).status === 0;
}

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** Something that had to be there before tests could run was not to be had: says why. */
export function impossible(error: unknown): Counts {
  console.error(String(error));
  return { passed: 0, failed: 1, skipped: 0 };
}

/** Forgets the results of earlier runs. */
export function clearResults(): void {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS);
}

/** Runs a check, and then prints what it said. One that either holds or does not counts as one test. */
async function check(command: string, ...parameters: string[]): Promise<Counts> {
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  const [said, complained, status] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    new Promise((resolve) => child.once("close", resolve).once("error", resolve)),
  ]);
  console.log(`\n> ${command} ${parameters.join(" ")}`);
  process.stdout.write(said);
  process.stderr.write(complained);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

/** Runs checks that do not build on one another, side by side. */
export function checks(...commands: readonly [command: string, ...parameters: string[]][]): Promise<Counts[]> {
  return Promise.all(commands.map((command) => check(...command)));
}

/** Runs vitest. @param parameters files, and options of its command line; none: every file */
export function vitest(...parameters: string[]): Counts {
  const outputFile = `${RESULTS}/vitest.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
  const isRight = run("vitest", "run", ...reporters, ...parameters);
  const report = readJson(outputFile) as
    { numPassedTests: number; numFailedTests: number; numPendingTests: number } | undefined;
  const failed = report?.numFailedTests ?? 0;
  return {
    passed: report?.numPassedTests ?? 0,
    failed: isRight ? failed : Math.max(failed, 1),
    skipped: report?.numPendingTests ?? 0,
  };
}

/** Runs Playwright in a Chromium that is found, or fetched. @param parameters as for vitest */
export function playwright(...parameters: string[]): Counts {
  try {
    ensureBrowser();
  } catch (error) {
    return impossible(error);
  }
  const isRight = run("playwright", "test", ...parameters);
  const report = readJson(`${RESULTS}/playwright.json`) as
    { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | undefined;
  const failed = (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0);
  return {
    passed: report?.stats.expected ?? 0,
    failed: isRight ? failed : Math.max(failed, 1),
    skipped: report?.stats.skipped ?? 0,
  };
}

/** Prints the counts of all runners together. @returns the exit code */
export function conclude(results: readonly Counts[]): 0 | 1 {
  const sum = (key: keyof Counts) => results.reduce((total, counts) => total + counts[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return sum("failed") > 0 ? 1 : 0;
}
