import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

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
  const [slow, quick, missing, counts] = await wordsOf(ran);
  expect([slow, quick, counts]).toEqual(["slow", "quick", "1 passed, 2 failed, 0 skipped"]);
  expect(missing).toContain("ENOENT");
  expect((await ran.exit)[0]).toBe(1);
});

it("starts what has to wait when those before have ended, however they did", async () => {
  const write = `node("console.log(Date.now()); process.exit(1)")`;
  const lines = await wordsOf(program(`checkInTurn([${write}, ${write}, ${write}], [])`));
  const moments = lines.slice(0, 3).map(Number);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
  expect(lines[3]).toBe("0 passed, 3 failed, 0 skipped");
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
