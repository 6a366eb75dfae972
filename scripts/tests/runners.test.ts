import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readPlaywright, readVitest } from "./results.ts";

const RUNNERS = join(import.meta.dirname, "runners.ts");

/** A program of its own that starts and reports jobs, as `npm test` does. */
function program(jobs: string) {
  const code = `import { check, checkInTurn, conclude, report, stopOnSignal } from ${JSON.stringify(RUNNERS)};
    const node = (code) => ["node", "-e", code];
    stopOnSignal();
    process.exit(conclude(await report(${jobs})));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  return { child, said: text(child.stdout), exit: once(child, "exit") };
}

/** What it printed, without the commands. */
async function wordsOf({ said }: { said: Promise<string> }): Promise<string[]> {
  return (await said).split("\n").filter((line) => line !== "" && !line.startsWith(">"));
}

it("runs side by side, prints in order, and counts all of it", async () => {
  const first = `check(node("setTimeout(() => console.log('slow'), 500)"))`;
  const second = `check(node("console.log('quick'); process.exit(3)"))`;
  const ran = program(`[${first}, ${second}, check(["no-such-command"])]`);
  const [slow, quick, missing, ...end] = await wordsOf(ran);
  expect([slow, quick]).toEqual(["slow", "quick"]);
  const failed = ["Failed:", `node -e console.log('quick'); process.exit(3)`, "no-such-command"];
  expect(end).toEqual([...failed, "1 passed, 2 failed, 0 skipped"]);
  expect(missing).toContain("ENOENT");
  expect((await ran.exit)[0]).toBe(1);
});

it("starts what has to wait when those before have ended, however they did", async () => {
  const write = `node("console.log(Date.now()); process.exit(1)")`;
  const lines = await wordsOf(program(`checkInTurn([${write}, ${write}, ${write}], [])`));
  const moments = lines.slice(0, 3).map(Number);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  expect(lines.at(-1)).toBe("0 passed, 3 failed, 0 skipped");
});

it("names what failed and what held at the second try alone, with the beginning of what it said", async () => {
  const folder = mkdtempSync(join(tmpdir(), "results-"));
  const vitest = join(folder, "vitest.json");
  const test = {
    fullName: "a list is sorted",
    status: "failed",
    failureMessages: ["\u001b[31mexpected 2\u001b[39m\n\nat x"],
  };
  const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2 };
  const passed = { ...test, status: "passed", failureMessages: [] };
  const doubtful = { ...test, fullName: "a list ends", status: "passed", failureMessages: ["expected 3"] };
  const testResults = [
    { name: resolve("tests/a.test.ts"), status: "failed", message: "", assertionResults: [passed, test, doubtful] },
    { name: resolve("tests/b.test.ts"), status: "failed", message: "no such module", assertionResults: [] },
  ];
  writeFileSync(vitest, JSON.stringify({ ...counts, testResults }));
  expect(readVitest(vitest)).toEqual({
    ...{ passed: 3, failed: 1, skipped: 2 },
    failures: [
      "  tests/a.test.ts > a list is sorted\n    expected 2\n    at x",
      "  tests/b.test.ts > the file itself\n    no such module",
    ],
    doubtful: ["  tests/a.test.ts > a list ends\n    expected 3"],
  });
  const playwright = join(folder, "playwright.json");
  const results = [{ error: { message: "not seen" } }];
  const specs = [
    {
      ...{ file: "menu.spec.ts", title: "closes" },
      tests: [
        { projectName: "js", status: "unexpected", results },
        { projectName: "no-js", status: "expected", results: [{}] },
        { projectName: "looks", status: "flaky", results },
      ],
    },
  ];
  const report = {
    ...{ errors: [], config: { rootDir: resolve("tests/e2e") } },
    ...{ suites: [{ specs: [], suites: [{ specs }] }], stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 } },
  };
  writeFileSync(playwright, JSON.stringify(report));
  const failures = ["  tests/e2e/menu.spec.ts > closes [js]\n    not seen"];
  const held = ["  tests/e2e/menu.spec.ts > closes [looks]\n    not seen"];
  expect(readPlaywright(playwright)).toEqual({ passed: 2, failed: 1, skipped: 0, failures, doubtful: held });
  expect(readPlaywright(join(folder, "none.json"))).toBeUndefined();
  rmSync(folder, { recursive: true });
});

it.each(["SIGINT", "SIGTERM"] as const)("ends what runs, and starts nothing more, on %s", async (signal) => {
  const forever = `node("console.log(process.pid); setInterval(() => 0, 1000)")`;
  const { child, said, exit } = program(`checkInTurn([${forever}, node("console.log('never')")], [])`);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  let words = String(line);
  if (!/\d+\n/.test(words)) words += String((await once(child.stdout, "data"))[0]);
  child.kill(signal);
  expect((await exit)[0]).toBe(1);
  expect(await said).not.toContain("never\n");
  const pid = Number(/^\d+$/m.exec(words)![0]);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
