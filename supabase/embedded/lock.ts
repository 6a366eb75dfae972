import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

/** Thrown when another process already works on the data directory. */
export class DirectoryInUseError extends Error {
  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
    );
    this.name = "DirectoryInUseError";
  }
}

/**
 * Takes the data directory for this process alone. Postgres guards its own files only, and the other process's server would
 * be taken for one that was left behind.
 *
 * The lock is SQLite's exclusive file lock. The operating system gives it up when the process ends, however it ends, so
 * there is no stale lock to judge, and of two processes that start at once exactly one gets it.
 *
 * @param directory an existing folder
 * @returns a function that gives the directory up
 * @throws DirectoryInUseError at once when somebody else has it
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, "lock");
  const database = new DatabaseSync(path);
  // Whoever may read it could hold it, too.
  chmodSync(path, 0o600);
  try {
    database.exec("pragma busy_timeout = 0; begin exclusive");
  } catch (error) {
    database.close();
    // SQLITE_BUSY: somebody holds the lock. Anything else (a full disk, no permission) is worth its own message.
    if (error instanceof Error && "errcode" in error && error.errcode === 5) throw new DirectoryInUseError(directory);
    throw error;
  }
  return () => database.close();
}
