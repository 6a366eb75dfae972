import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newestMigration } from "../../scripts/database/migrations.ts";
import { startPostgres } from "../../supabase/embedded/postgres.ts";
import { OwnerSession } from "../support/api/database.ts";
import { connect } from "../support/people/people.ts";
import { TestBackend } from "../support/services/processes.ts";

/** The first migration of today, which holds all that came before it. */
const VERSIONS = readdirSync("supabase/migrations")
  .sort()
  .map((file) => file.slice(0, 14));
const FIRST = VERSIONS[0]!;
/** The latest that is not numbered behind another, and a number that no migration has, before it. */
const LATER = VERSIONS.findLast((version) => !VERSIONS.includes(String(Number(version) - 1)))!;
const PART = String(Number(LATER) - 1);

const OLDER = "20200101000000";
const HISTORY = "supabase_migrations.schema_migrations";
const MESSAGE = { name: "Zoë O'Neil", requirement: "two\nlines" };

/** Starts the backend on a directory, and waits until it has ended. */
function start(directory: string) {
  return spawnSync(process.execPath, ["supabase/embedded/main.ts"], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: directory, SUPABASE_PORT: "1", APP_URL: "http://localhost:3999" },
  });
}

describe("a data directory of before the database was a real Postgres", () => {
  it("is refused in words before anything is written", () => {
    const directory = mkdtempSync(join(tmpdir(), "pglite-"));
    mkdirSync(join(directory, "db"));
    writeFileSync(join(directory, "db/PG_VERSION"), "17");
    const stateOf = () =>
      readdirSync(directory, { recursive: true, encoding: "utf8" }).map((file) => {
        const { size, mtimeMs } = statSync(join(directory, file));
        return `${file} ${size} ${mtimeMs}`;
      });
    const before = stateOf();
    const { status, stderr } = start(directory);
    expect(status).toBe(1);
    expect(stderr).toContain("DATA_DIR holds a database in the format of PGlite");
    expect(stateOf()).toEqual(before);
    rmSync(directory, { recursive: true });
  });
});

// A copy that has not all of the history has not this version.
const commits = spawnSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }).stdout;
const hasHistory = Number(commits) > 500;

it.skipIf(!hasHistory)(
  "the versions that older data go by have the number of the next one's first among their migrations, at last today's",
  () => {
    const commands = [...readFileSync("docs/operate.md", "utf8").matchAll(/^git checkout "\$\((.*)\)"$/gm)];
    const steps = commands.map(([, command = ""]) => {
      const version = spawnSync("sh", ["-c", command], { encoding: "utf8" }).stdout.trim();
      const { stdout } = spawnSync("git", ["ls-tree", "--name-only", version, "supabase/migrations/"], {
        encoding: "utf8",
      });
      return stdout.match(/\d{14}/g) ?? [];
    });
    expect(steps.map((versions) => versions.length > 15)).toEqual([true, true]);
    expect(steps[0]).toContain(steps[1]![0]);
    expect(steps[1]).toContain(FIRST);
  },
);

describe("a data directory of before the first migration of today", () => {
  let backend: TestBackend;
  let directory = "";

  /** What the database of a backend that runs says. */
  async function ask(statement: string): Promise<unknown[]> {
    const owner = OwnerSession.of(directory);
    const { rows } = await owner.query(statement);
    await owner.close();
    return rows;
  }

  beforeAll(async () => {
    backend = await TestBackend.start("http://localhost:3999", { SEED_DEMO: "0" });
    directory = backend.dataDirectory;
    const message = { ...MESSAGE, email: "zoe@test.example" };
    const { error } = await connect(backend.url, backend.keys.publishable_key)
      .from("contact_submissions")
      .insert(message);
    expect(error).toBeNull();
  });
  afterAll(() => backend.remove());

  it("is taken along when it had the last of those that became it: every row, and no right too many", async () => {
    const rights = `
      select what, grantee::regrole::text, privilege_type from (
        select oid::regclass::text as what, relacl as rights, relnamespace as place from pg_class
        union all
        select oid::regprocedure::text, proacl, pronamespace from pg_proc) as things, aclexplode(rights)
       where place in ('public'::regnamespace, 'private'::regnamespace) and grantee <> 'postgres'::regrole
       order by 1, 2, 3`;
    const before = await ask(rights);
    await ask("grant all on all tables in schema public to anon, authenticated");
    await ask(`insert into ${HISTORY} (version, name) values ('${OLDER}', 'tables')`);
    expect(await ask(rights)).not.toEqual(before);
    await backend.stop();
    await backend.start();
    const versions = await ask(`select min(version) as first, max(version) as last from ${HISTORY}`);
    expect(versions).toEqual([{ first: FIRST, last: newestMigration() }]);
    expect(await ask("select name, requirement from public.contact_submissions")).toEqual([MESSAGE]);
    expect(await ask(rights)).toEqual(before);
  });

  it.each([
    ["it had not", OLDER, FIRST],
    ["it had a part of a later one alone", PART, LATER],
  ])("is refused in words when %s, and stays as it is", async (_, part, whole) => {
    await ask(`update ${HISTORY} set version = '${part}' where version = '${whole}'`);
    const before = await ask(`select version, name from ${HISTORY} order by version`);
    await backend.stop();
    const { status, stderr } = start(directory);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^DATA_DIR holds a database of version ${part}, which this version can't bring up to date`),
    );
    const stop = await startPostgres(directory, backend.keys.database_password);
    expect(await ask(`select version, name from ${HISTORY} order by version`)).toEqual(before);
    await ask(`update ${HISTORY} set version = '${whole}' where version = '${part}'`);
    await stop();
    await backend.start();
  });
});
