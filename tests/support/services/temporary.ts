import { mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's file system in memory. */
const MEMORY = "/dev/shm";
/** What the databases of a whole run hold at once, several times over. */
const ROOM = 4 * 1024 ** 3;

/** Has this machine a file system in memory with room for databases? In a container it often has 64 megabytes alone. */
function hasMemory(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM;
  } catch {
    return false;
  }
}

/**
 * Where data directories of tests are. Each is copied or made, filled, and removed minutes later: on a disk the kernel
 * spends as much on that as Postgres on starting. What is on a disk outlives a machine's fall, which no test lets happen.
 * Read at once: while a server starts, the system's is another (supabase/embedded/postgres.ts).
 */
export const TEMPORARY = hasMemory() ? MEMORY : tmpdir();

/** Makes a directory for a database of a test's own. Its path is short, as that of a socket in it must be. */
export const temporaryDirectory = (prefix: string) => mkdtempSync(join(TEMPORARY, prefix));
