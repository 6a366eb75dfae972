import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SupabaseCluster } from "../../tests/support/services/supabase/supabase-cluster.ts";

// psql's part of the script, where no psql is: the statements go to a real database.
const PSQL = `
import postgres from ${JSON.stringify(import.meta.resolve("postgres"))};
import { text } from "node:stream/consumers";
const parameters = process.argv.slice(2);
const given = parameters.indexOf("--command");
const sql = given < 0 ? await text(process.stdin) : parameters[given + 1];
const database = postgres(process.env.TEST_DATABASE, { max: 1, onnotice() {} });
const isOne = parameters.includes("--single-transaction");
try {
  const rows = await database.unsafe(isOne ? "begin;" + sql + ";commit" : sql).simple();
  if (given >= 0) for (const row of rows) console.log(Object.values(row).join("|"));
} catch (error) {
  console.error(error.message);
  process.exitCode = 3;
}
await database.end();
`;

const KEPT = "00000000-0000-4000-8000-000000000001";
const LOST = "00000000-0000-4000-8000-000000000002";
const SESSION = "00000000-0000-4000-8000-000000000003";

/** What an older image made beside the schemas of the product: its tables point to accounts. */
const STORAGE = `
  create schema storage;
  create table storage.buckets (id text primary key, owner uuid references auth.users);
  create table storage.objects (id uuid primary key default gen_random_uuid(), bucket text references storage.buckets,
                                owner uuid references auth.users);
`;
const PRODUCT = `
  create schema private;
  create function public.schema_version() returns text language sql as $$ select '1' $$;
  create table private.settings (only_row boolean primary key, retention_days integer);
  create table private.candidate_sessions (digest text primary key);
  create table public.job_requirements (id integer primary key, user_id uuid references auth.users);
`;
const BEGINNING = `do $$ begin
  if public.schema_version() <> '1' then raise exception 'another version'; end if;
end $$;
`;
const END = "\n-- PostgreSQL database dump complete\n";
const BACKUP = `
  insert into private.settings values (true, 365);
  insert into public.job_requirements values (1, '${KEPT}');
  insert into auth.users (id, email) values ('${KEPT}', 'kept@test.example');
  insert into auth.sessions (id, user_id) values ('${SESSION}', '${KEPT}');
  insert into auth.mfa_amr_claims (session_id, authentication_method) values ('${SESSION}', 'password');
  insert into private.candidate_sessions values ('a digest');
`;

describe.skipIf(process.platform === "win32")("restore.sh --replace, on a volume of an older image", () => {
  let cluster: SupabaseCluster;
  let directory = "";

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "restore-"));
    writeFileSync(join(directory, "psql.mjs"), PSQL);
    writeFileSync(join(directory, "backup.sql.gz"), gzipSync(BEGINNING + BACKUP + END));
    writeFileSync(
      join(directory, "broken.sql.gz"),
      gzipSync(`${BEGINNING}${BACKUP} insert into no_such_table values (1);${END}`),
    );
    cluster = await SupabaseCluster.start();
    await cluster.standInForAuth();
    await cluster
      .as("supabase_admin")
      .unsafe(PRODUCT + STORAGE)
      .simple();
  });
  beforeEach(async () => {
    const admin = cluster.as("supabase_admin");
    await admin.unsafe(`
      truncate storage.objects, storage.buckets, public.job_requirements, private.settings, auth.users cascade;
      insert into auth.users (id, email) values ('${LOST}', 'lost@test.example');
      insert into public.job_requirements values (7, '${LOST}');
      insert into private.settings values (true, 730);
      insert into storage.buckets values ('nobody''s', null);
    `);
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  function restore(file: string, ...parameters: string[]) {
    return spawnSync("bash", [join(import.meta.dirname, "restore.sh"), join(directory, file), ...parameters], {
      encoding: "utf8",
      env: {
        ...process.env,
        IN_DATABASE: `sh ${join(directory, "in-database")}`,
        TEST_DATABASE: cluster.urlOf("supabase_admin"),
      },
    });
  }
  beforeAll(() => {
    // The script names the program first.
    writeFileSync(
      join(directory, "in-database"),
      `shift; exec '${process.execPath}' '${join(directory, "psql.mjs")}' "$@"`,
    );
  });

  async function held(): Promise<string[]> {
    const rows = await cluster.as("supabase_admin").unsafe<{ what: string }[]>(`
      select email as what from auth.users union all select 'requirement ' || id from public.job_requirements
      union all select 'days ' || retention_days from private.settings order by 1`);
    return rows.map(({ what }) => what).sort();
  }
  const BEFORE = ["days 730", "lost@test.example", "requirement 7"];

  it("replaces what the database held, though other tables point to accounts", async () => {
    const { stderr, stdout, status } = restore("backup.sql.gz", "--replace");
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toContain("restored: 1 accounts, 1 requirements");
    expect(await held()).toEqual(["days 365", "kept@test.example", "requirement 1"]);
    const buckets = await cluster.as("supabase_admin")`select id from storage.buckets`;
    expect(buckets.map(({ id }) => String(id))).toEqual(["nobody's"]);
  });

  it("ends the sessions that the copy holds, and all that hangs on them", async () => {
    expect(restore("backup.sql.gz", "--replace").status).toBe(0);
    const left = await cluster.as("supabase_admin").unsafe(`
      select 'session' from auth.sessions union all select 'proof' from auth.mfa_amr_claims
      union all select 'candidate' from private.candidate_sessions`);
    expect([...left]).toEqual([]);
  });

  it("says before it begins that rows in no backup belong to an account", async () => {
    await cluster.as("supabase_admin")`insert into storage.objects (owner) values (${LOST})`;
    const { stderr, status } = restore("backup.sql.gz", "--replace");
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was replaced: 1 rows of storage.objects");
    expect(await held()).toEqual(BEFORE);
  });

  it("leaves everything as it was when the file fails in the middle", async () => {
    expect(restore("broken.sql.gz", "--replace").status).not.toBe(0);
    expect(await held()).toEqual(BEFORE);
  });

  it("touches nothing without being told to", async () => {
    const { stderr, status } = restore("backup.sql.gz");
    expect(status).toBe(1);
    expect(stderr).toContain("1 accounts");
    expect(await held()).toEqual(BEFORE);
  });
});
