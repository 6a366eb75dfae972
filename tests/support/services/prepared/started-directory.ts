import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryDirectory } from "../temporary.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const KEPT = join(ROOT, "node_modules/.cache/backends");
/** Nobody copies one that is so old, in milliseconds. */
const STALE = 60 * 60_000;
/** Longest wait for somebody else who makes one, in milliseconds. */
const PATIENCE = 60_000;

/** Takes out of a database what would make every copy of it three times as large. */
export const SLIM = [
  // Nobody makes a database beside the one that is there.
  "update pg_database set datistemplate = false",
  "drop database if exists template0",
  "drop database if exists template1",
  // Its log goes on in a file of zeros, and the files of before are not kept for it.
  "alter system set wal_recycle = off",
  "select pg_reload_conf()",
  ...["select pg_switch_wal()", "checkpoint", "select pg_switch_wal()", "checkpoint"],
  "alter system reset wal_recycle",
];

/** What a data directory is made of: the migrations, the demo data, and the backend that runs them. */
function madeOf(): string {
  const digest = createHash("sha256");
  for (const file of readdirSync(join(ROOT, "supabase"), { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    digest.update(path).update(readFileSync(path));
  }
  return digest.digest("hex").slice(0, 16);
}

const emptyDirectory = () => temporaryDirectory("backend-");

/** With their owners: as root, Postgres runs as somebody else. */
const copy = (from: string, to: string, ...options: string[]) =>
  execFileSync("cp", ["-Rp", ...options, `${from}/.`, to]);
/** For a copy of which others are made: blocks of zeros are left out, and then by all. */
const SPARSE = process.platform === "linux" ? ["--sparse=always"] : [];

/** Forgets those of earlier runs. */
function tidy(): void {
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > STALE) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Does something while others wait who want the same; for somebody who has died over it, only so long. */
async function alone(place: string, work: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; await wait(30)) {
    try {
      mkdirSync(place);
      break;
    } catch {
      // Somebody is at it.
    }
  }
  await work().finally(() => rmSync(place, { recursive: true, force: true }));
}

/**
 * A data directory as the first start leaves it, of the test's own. A first start takes seconds, nearly all of them for what
 * is the same each time: it is made once, and copied.
 *
 * @param kind tells apart what is made in several ways, such as with demo data and without
 * @param make starts what lives there on an empty directory, and stops it when all that it does by itself is done
 * @param minutes how long it is copied before it is made anew
 */
export async function startedDirectory(
  kind: string,
  make: (directory: string) => Promise<void>,
  minutes = 30,
): Promise<string> {
  const period = Math.floor(Date.now() / (minutes * 60_000));
  const kept = join(KEPT, `${madeOf()}-${kind}-${period}`);
  const isMissing = () => !statSync(kept, { throwIfNoEntry: false });
  if (isMissing()) {
    mkdirSync(KEPT, { recursive: true });
    await alone(`${kept}.lock`, async () => {
      if (!isMissing()) return;
      tidy();
      // The path of a socket must be short.
      const made = emptyDirectory();
      await make(made);
      const copied = mkdtempSync(join(KEPT, "copied-"));
      copy(made, copied, ...SPARSE);
      rmSync(made, { recursive: true });
      try {
        renameSync(copied, kept);
      } catch (error) {
        // On a machine so busy that somebody has not waited to the end, they have made it meanwhile.
        if (isMissing()) throw error;
        rmSync(copied, { recursive: true });
      }
    });
  }
  const directory = emptyDirectory();
  copy(kept, directory);
  return directory;
}
