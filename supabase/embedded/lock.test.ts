import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DirectoryInUseError, lockDirectory } from "./lock.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "lock-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** A process that takes the lock, says how it went, and waits. */
function contender() {
  const script = `
    import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
    try { lockDirectory(${JSON.stringify(directory)}); console.log("got it"); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name); }`;
  const child = spawn(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    "--input-type=module-typescript",
    "-e",
    script,
  ]);
  return { child, said: once(child.stdout, "data").then(([data]) => String(data).trim()) };
}

it("is for one process at a time, and free again after a kill", async () => {
  const first = contender();
  expect(await first.said).toBe("got it");
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  lockDirectory(directory)();
});

it("goes to exactly one of several that start at once", async () => {
  const contenders = Array.from({ length: 4 }, contender);
  const outcomes = await Promise.all(contenders.map(({ said }) => said));
  expect(outcomes.sort()).toEqual(["DirectoryInUseError", "DirectoryInUseError", "DirectoryInUseError", "got it"]);
  for (const { child } of contenders) child.kill("SIGKILL");
});
