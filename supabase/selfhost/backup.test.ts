import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

// What the scripts do with a real database was tried by hand (docs/operate.md, "Restore"). Here stands a
// program in the database's place, to see what they make of its failures.
const DATABASE = `#!/bin/sh
program=$1; shift
echo "$program $*" >>calls
case $program in
  pg_dump) echo "COPY rows"; [ -n "$DUMP_CUT" ] || echo "-- PostgreSQL database dump complete"; exit "$DUMP_STATUS" ;;
  psql) case "$*" in
    *schema_version*) echo 20260101000000 ;;
    *"count(*) from auth.users"*) echo "$ACCOUNTS" ;;
    *pg_constraint*) ;;
    *) cat >sent ;;
  esac ;;
esac
`;

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "backup-"));
  writeFileSync(join(directory, "database"), DATABASE);
});
afterEach(() => rmSync(directory, { recursive: true }));

function run(script: string, parameters: string[], { dumpStatus = 0, dumpCut = "", accounts = 0 } = {}) {
  return spawnSync("bash", [join(import.meta.dirname, script), ...parameters], {
    cwd: directory,
    encoding: "utf8",
    env: {
      ...process.env,
      IN_DATABASE: "sh database",
      DUMP_STATUS: String(dumpStatus),
      DUMP_CUT: dumpCut,
      ACCOUNTS: String(accounts),
    },
  });
}

function read(name: string): string {
  return readFileSync(join(directory, name), "utf8");
}

describe.skipIf(process.platform === "win32")("the self-hosted backup", () => {
  it("asks as the image's superuser, and keeps the answer to itself", () => {
    expect(run("backup.sh", ["backup.sql.gz"]).status).toBe(0);
    const sql = gunzipSync(readFileSync(join(directory, "backup.sql.gz"))).toString();
    expect(sql).toContain("20260101000000");
    expect(sql).toContain("COPY rows");
    expect(read("calls")).toMatch(/^pg_dump .*-U supabase_admin .*--schema auth --schema public --schema private/m);
    expect(statSync(join(directory, "backup.sql.gz")).mode & 0o777).toBe(0o600);
  });

  it("ends with an error, and leaves no file, when the dump fails", () => {
    expect(run("backup.sh", ["backup.sql.gz"], { dumpStatus: 1 }).status).not.toBe(0);
    expect(readdirSync(directory).filter((name) => name.startsWith("backup"))).toEqual([]);
  });

  it.each([
    ["fails", { dumpStatus: 1 }],
    ["says that all is well, and is cut off", { dumpCut: "yes" }],
  ])("leaves yesterday's file as it was when the dump %s", (_, how) => {
    writeFileSync(join(directory, "backup.sql.gz"), "yesterday's");
    const { status } = run("backup.sh", ["backup.sql.gz"], how);
    expect(status).not.toBe(0);
    expect(read("backup.sql.gz")).toBe("yesterday's");
    expect(readdirSync(directory).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("is restored in one transaction, into a database of its version", () => {
    run("backup.sh", ["backup.sql.gz"]);
    expect(run("restore.sh", ["backup.sql.gz"]).stderr).toBe("");
    expect(read("calls")).toMatch(/^psql .*ON_ERROR_STOP=1 --single-transaction/m);
  });

  it("replaces a database in use only when told to", () => {
    run("backup.sh", ["backup.sql.gz"]);
    const refused = run("restore.sh", ["backup.sql.gz"], { accounts: 3 });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("3 accounts");
    expect(read("calls")).not.toContain("--single-transaction");
    expect(run("restore.sh", ["backup.sql.gz", "--replace"], { accounts: 3 }).status).toBe(0);
  });

  it.each<[string, (whole: Buffer) => Buffer]>([
    ["is empty", () => Buffer.of()],
    ["has nothing in it", () => gzipSync("")],
    ["is cut off", (whole) => whole.subarray(0, whole.length - 9)],
    ["was cut off before it was compressed", (whole) => gzipSync(gunzipSync(whole).subarray(0, -20))],
    ["does not say of which version it is", () => gzipSync("COPY rows\n-- PostgreSQL database dump complete\n")],
  ])("does not begin with a file that %s, and says so", (_, spoil) => {
    run("backup.sh", ["backup.sql.gz"]);
    writeFileSync(join(directory, "cut.sql.gz"), spoil(readFileSync(join(directory, "backup.sql.gz"))));
    const { status, stderr } = run("restore.sh", ["cut.sql.gz", "--replace"]);
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was replaced: cut.sql.gz");
    expect(read("calls")).not.toContain("--single-transaction");
  });
});

// In the place of the Supabase CLI, which runs pg_dump in a container, and of pg_dump itself.
const CLI = `#!/bin/sh
echo "supabase $*" >>calls
while [ "$1" != --file ]; do shift; done
[ -n "$DUMP" ] && printf "$DUMP" >"$2"
[ -z "$DUMP" ] && : >"$2"
exit "$DUMP_STATUS"
`;
const PG_DUMP = `#!/bin/sh
echo "pg_dump $*" >>calls
printf %s "$PGPASSWORD" >password
printf '%s\\n' '\\restrict x' "$ROWS"
exit "$DUMP_STATUS"
`;
const ROWS = 'COPY "private"."settings" ("only_row") FROM stdin;';
const WHOLE = `${ROWS}\\nRESET ALL;\\n`;

describe.skipIf(process.platform === "win32")("the backup of a hosted project", () => {
  beforeEach(() => {
    writeFileSync(join(directory, "supabase"), CLI, { mode: 0o700 });
    writeFileSync(join(directory, "pg_dump"), PG_DUMP, { mode: 0o700 });
  });

  function backUp(variables: Record<string, string>) {
    return spawnSync("bash", [join(import.meta.dirname, "../backup.sh"), "data.sql"], {
      cwd: directory,
      encoding: "utf8",
      env: { PATH: `${directory}:${process.env["PATH"]}`, DUMP_STATUS: "0", DUMP: WHOLE, ROWS, ...variables },
    });
  }

  it("asks the CLI for the linked project, and keeps the answer to itself", () => {
    expect(backUp({}).status).toBe(0);
    expect(read("data.sql")).toBe(`${ROWS}\nRESET ALL;\n`);
    expect(read("calls")).toContain("db dump --remote --data-only --use-copy --schema auth,public,private");
    expect(statSync(join(directory, "data.sql")).mode & 0o777).toBe(0o600);
  });

  const SECRET = "p a:s%\\x41";

  it("gives pg_dump the password by the environment, and not as a parameter, which others can read", () => {
    const DATABASE_URL = `postgresql://postgres.ref:${encodeURIComponent(SECRET)}@db:5432/postgres?sslmode=require`;
    expect(backUp({ DATABASE_URL }).stderr).toBe("");
    expect(read("calls")).toMatch(/--dbname postgresql:\/\/postgres\.ref@db:5432\/postgres\?sslmode=require --/);
    expect(read("password")).toBe(SECRET);
  });

  it("refuses an address with its password elsewhere", () => {
    const { status, stderr } = backUp({ DATABASE_URL: "postgresql://db/postgres?user=postgres&password=secret" });
    expect([status, existsSync(join(directory, "calls"))]).toEqual([1, false]);
    expect(stderr).toContain("Write the password");
  });

  it("asks pg_dump by the same flags where there is no Docker", () => {
    expect(backUp({ DATABASE_URL: "postgresql://postgres@db" }).status).toBe(0);
    expect(read("data.sql")).toBe(`SET session_replication_role = replica;\n-- \\restrict x\n${ROWS}\nRESET ALL;\n`);
    expect(read("calls")).toContain("--data-only --quote-all-identifier --role postgres --schema auth|public|private");
    expect(read("calls")).toContain("--exclude-table auth.schema_migrations");
  });

  it.each([
    ["the CLI fails", { DUMP_STATUS: "1" }],
    ["the CLI fails and leaves nothing", { DUMP_STATUS: "1", DUMP: "" }],
    ["the CLI says that all is well, and leaves nothing", { DUMP: "" }],
    ["the CLI says that all is well, and leaves half", { DUMP: "COPY rows" }],
    ["the CLI says that all is well, of a database that is none of ours", { DUMP: "RESET ALL;\\n" }],
    ["pg_dump says that all is well, and writes nothing", { ROWS: "", DATABASE_URL: "postgresql://postgres@db" }],
    ["pg_dump fails", { DUMP_STATUS: "1", DATABASE_URL: "postgresql://postgres@db" }],
  ])("leaves yesterday's file as it was when %s", (_, variables) => {
    writeFileSync(join(directory, "data.sql"), "yesterday's");
    expect(backUp(variables).status).not.toBe(0);
    expect(read("data.sql")).toBe("yesterday's");
    expect(readdirSync(directory).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("the self-hosted migrations", () => {
  it("get their keys by the environment, and not as parameters, which others can read", () => {
    writeFileSync(join(directory, "psql"), `#!/bin/sh\necho "$*" >>calls\n[ -t 0 ] || cat >>sent\nenv >given\n`, {
      mode: 0o700,
    });
    const keys = {
      SERVICE_ROLE_KEY: "secret-1",
      METRICS_KEY: "secret-2",
      SENDER_KEY: "secret-3",
      PGPASSWORD: "secret-4",
    };
    const { status } = spawnSync("bash", [join(import.meta.dirname, "migrate.sh")], {
      cwd: directory,
      input: "",
      env: { PATH: `${directory}:${process.env["PATH"]}`, RETENTION_DAYS: "730", ...keys },
    });
    expect(status).toBe(0);
    expect(read("calls")).not.toContain("secret");
    for (const [name, value] of Object.entries(keys)) expect(read("given")).toContain(`${name}=${value}\n`);
    expect(read("given")).toContain("RETENTION_DAYS_CANDIDATES=365\n");
    const wanted = [...read("sent").matchAll(/\\getenv (\w+) (\w+)/g)].map(([, , name]) => name);
    expect(wanted).toEqual([
      "RETENTION_DAYS",
      "RETENTION_DAYS_CANDIDATES",
      "SERVICE_ROLE_KEY",
      "METRICS_KEY",
      "SENDER_KEY",
    ]);
    expect(read("sent")).not.toContain("secret");
  });
});

it("the documents name the scripts, and no command that leaves an empty backup", () => {
  const operate = readFileSync("docs/operate.md", "utf8");
  expect(operate).toContain("supabase/selfhost/backup.sh ");
  expect(operate).toContain("supabase/selfhost/restore.sh ");
  expect(operate).toContain("supabase/backup.sh ");
  // By itself it empties the file before it fails.
  expect(operate).not.toMatch(/supabase db dump .*(-f|--file)/);
  expect(operate).not.toContain("pg_dumpall");
  // A new project has the row of private.settings already.
  expect(operate).toMatch(
    /--single-transaction[\s\S]*truncate private\.settings[\s\S]*--file data\.sql[\s\S]*delete from auth\.sessions/,
  );
});
