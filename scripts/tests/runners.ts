import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { PassThrough, type Readable } from "node:stream";
import { ensureBrowser } from "../needs/browser.ts";
import { readPlaywright, readVitest, type Counts } from "./results.ts";

const RESULTS = "test-results";

/** A program of the suite, from before it starts until after it has ended. */
export type Job = { command: string; output: Readable; counts: Promise<Counts> };

export type Command = readonly [command: string, ...parameters: string[]];

type JobOptions = {
  /** Those that have to end first, however they do. */
  after?: readonly Job[];
  /** Makes ready what it needs. @throws when that is not to be had */
  prepare?: () => void;
  /** Reads what it has counted, for whoever counts more than itself. */
  read?: () => Counts | undefined;
};

const running = new Set<ChildProcess>();
let isStopping = false;

/** Has the programs that run be ended, and no other started, when this process is asked to end. */
export function stopOnSignal(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      isStopping = true;
      for (const child of running) child.kill(signal);
    });
  }
}

/** Runs a command to its end. @returns whether it succeeded */
async function run([command, ...parameters]: Command, output: PassThrough): Promise<boolean> {
  const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  try {
    return (await once(child, "close"))[0] === 0;
  } finally {
    running.delete(child);
  }
}

function start(command: Command, { after = [], prepare, read }: JobOptions = {}): Job {
  // It holds whatever is said until somebody reads it: nobody waits for a reader.
  const output = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  async function finish(): Promise<Counts> {
    await Promise.all(after.map(({ counts }) => counts));
    let isRight = false;
    try {
      if (!isStopping) prepare?.();
      isRight = !isStopping && (await run(command, output));
    } catch (error) {
      output.write(`${String(error)}\n`);
    }
    output.end();
    // One that either holds or does not counts as one test.
    const counts = read ? read() : { passed: isRight ? 1 : 0, failed: 0, skipped: 0, failures: [], doubtful: [] };
    const { passed = 0, failed = 0, skipped = 0, failures = [], doubtful = [] } = counts ?? {};
    if (isRight) return { passed, failed, skipped, failures, doubtful };
    const named = failures.length > 0 ? failures : [name];
    return { passed, failed: Math.max(failed, 1), skipped, failures: named, doubtful };
  }
  const name = command.join(" ");
  return { command: name, output, counts: finish() };
}

/** Forgets the results of earlier runs. */
export function clearResults(): void {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS);
}

/** Starts a check: a program that succeeds or fails. */
export function check(command: Command, after: readonly Job[] = []): Job {
  return start(command, { after });
}

/** Starts checks one after the other. @param after those that have to end first */
export function checkInTurn(commands: readonly Command[], after: readonly Job[]): Job[] {
  const jobs: Job[] = [];
  for (const command of commands) jobs.push(check(command, [...after, ...jobs]));
  return jobs;
}

let vitestRuns = 0;

/** Starts vitest. @param parameters files, and options of its command line; none: every file */
export function vitest(parameters: readonly string[] = [], after: readonly Job[] = []): Job {
  const file = `${RESULTS}/vitest-${++vitestRuns}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return start(["vitest", "run", ...reporters, ...parameters], { after, read: () => readVitest(file) });
}

/** Starts Playwright in a Chromium that is found, or fetched. @param parameters as for vitest */
export function playwright(parameters: readonly string[] = [], after: readonly Job[] = []): Job {
  return start(["playwright", "test", ...parameters], {
    after,
    prepare: ensureBrowser,
    read: () => readPlaywright(`${RESULTS}/playwright.json`),
  });
}

/**
 * Prints what programs say as if they ran one after the other: of the first that has not ended at once, of those behind
 * it when their turn has come.
 */
export async function report(jobs: readonly Job[]): Promise<Counts[]> {
  for (const { command, output } of jobs) {
    console.log(`\n> ${command}`);
    for await (const chunk of output) process.stdout.write(chunk as Buffer);
  }
  return Promise.all(jobs.map(({ counts }) => counts));
}

/** Prints what failed, what held at the second try alone, and the counts of all runners together. @returns the exit code */
export function conclude(results: readonly Counts[]): 0 | 1 {
  const failures = results.flatMap((counts) => counts.failures);
  const doubtful = results.flatMap((counts) => counts.doubtful);
  if (doubtful.length > 0) console.log(`\nHeld at the second try alone:\n${doubtful.join("\n")}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join("\n")}`);
  const sum = (key: "passed" | "failed" | "skipped") => results.reduce((total, counts) => total + counts[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return sum("failed") > 0 ? 1 : 0;
}
