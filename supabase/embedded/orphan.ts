import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * How a server that was left behind is told to end, each time more rudely, and how long that may take, in milliseconds: one
 * that was busy with its own recovery when it was first told never ends otherwise. What is acknowledged is on the disk.
 */
const ENDINGS = [
  ["SIGINT", 2_000],
  // After five seconds it kills those of its own that have not ended.
  ["SIGQUIT", 10_000],
  ["SIGKILL", 5_000],
] as const;

/**
 * Does a server on the directory run under this number? By now it may be somebody else's; and one that has ended, and that
 * nobody has taken note of, keeps its number and has no command any more.
 */
function isServerOn(pid: number, directory: string): boolean {
  // A slim image has no `ps`.
  const own = `/proc/${pid}/cmdline`;
  try {
    process.kill(pid, 0);
    if (existsSync(own)) return readFileSync(own, "utf8").includes(`\0-D\0${directory}\0`);
  } catch {
    // Gone, perhaps between the two.
    return false;
  }
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" });
  return stdout?.split(" -").includes(`D ${directory}`) ?? false;
}

/**
 * Ends a server that outlived its supervisor: it works on the same files, and on nobody's behalf.
 *
 * @param directory Postgres's own, by its one true name
 * @param socketLock the file with which a server keeps its socket to itself
 * @returns whether none is left
 */
export async function endOrphan(directory: string, socketLock: string): Promise<boolean> {
  const path = join(directory, "postmaster.pid");
  const pid = existsSync(path) ? Number(readFileSync(path, "utf8").split("\n")[0]) : 0;
  if (!(pid > 0) || !isServerOn(pid, directory)) {
    // In a container that starts again, another process has that number, and Postgres would take it for a server.
    for (const stale of [path, socketLock]) rmSync(stale, { force: true });
    return true;
  }
  for (const [signal, patience] of ENDINGS) {
    const deadline = Date.now() + patience;
    if (isServerOn(pid, directory)) process.kill(pid, signal);
    while (isServerOn(pid, directory) && Date.now() < deadline) await wait(50);
  }
  return !isServerOn(pid, directory);
}
