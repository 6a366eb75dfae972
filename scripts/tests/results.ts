// What the runners of tests write of a run, read as counts and as a few lines for each test that failed: a log of thousands
// of lines is not to be searched for them, and of a long one only the end may be kept.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
  /** What did not hold, each with the beginning of what it said. */
  failures: readonly string[];
  /** What held at the second try alone: passed, and to be mended. */
  doubtful: readonly string[];
};

/** How many lines of a failure's own words are kept. */
const LINES = 6;

function readJson(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

function describe(file: string, title: string, message = ""): string {
  const lines = stripVTControlCharacters(message).split("\n").filter(Boolean).slice(0, LINES);
  return [`  ${relative("", file)} > ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** @param path vitest's report as JSON. @returns nothing when there is none */
export function readVitest(path: string): Counts | undefined {
  const report = readJson(path) as JsonTestResults | undefined;
  if (!report) return undefined;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    // A file that could not be read, or whose preparation failed.
    if (failed.length === 0 && status === "failed") return [describe(name, "the file itself", message)];
    return failed.map((result) => describe(name, result.fullName, result.failureMessages?.[0]));
  });
  // What it said at the first try stays with a test that holds at the second.
  const doubtful = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages?.length)
      .map(({ fullName, failureMessages }) => describe(name, fullName, failureMessages?.[0])),
  );
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  return { passed, failed, skipped, failures, doubtful };
}

type Outcome = JSONReportSuite["specs"][number]["tests"][number]["status"];

/** Describes the tests that ended so, each with what it said when it did not hold. */
function describeOutcome(outcome: Outcome, { suites = [], specs }: JSONReportSuite, folder: string): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName, results }) => {
        const { error } = results.find((result) => result.error) ?? {};
        return describe(`${folder}/${file}`, `${title} [${projectName}]`, error?.message);
      }),
  );
  return [...own, ...suites.flatMap((suite) => describeOutcome(outcome, suite, folder))];
}

/** @param path Playwright's report as JSON. @returns nothing when there is none */
export function readPlaywright(path: string): Counts | undefined {
  const report = readJson(path) as JSONReport | undefined;
  if (!report) return undefined;
  const { stats, suites, errors, config } = report;
  const failures = [
    ...errors.map(({ message }) => describe(config.rootDir, "before any test", message)),
    ...suites.flatMap((suite) => describeOutcome("unexpected", suite, config.rootDir)),
  ];
  const doubtful = suites.flatMap((suite) => describeOutcome("flaky", suite, config.rootDir));
  const { expected, flaky, unexpected: failed, skipped } = stats;
  return { passed: expected + flaky, failed, skipped, failures, doubtful };
}
