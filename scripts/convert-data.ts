// `npm run data:convert -- FROM TO`: takes the data of an embedded backend of before, whose database was PGlite's, along into
// a new data directory. FROM is only read. The next start on TO brings its tables to this version.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { App, appliedVersions } from "@supabase/lite";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { sql, type QueryExecutorProvider } from "kysely";
import { openDatabase } from "../supabase/embedded/database.ts";
import { lockDirectory } from "../supabase/embedded/lock.ts";
import { migrate } from "../supabase/embedded/migrate.ts";
import { hasOlderData, OLDER_DATABASE } from "../supabase/embedded/older-data.ts";

const MIGRATIONS = join(import.meta.dirname, "../supabase/migrations");
/** A name of ours alone in the new directory; gone when all is done. */
const WORK = "converting";

type Table = { name: string; columns: string };

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Every table with rows of the product or its accounts, and the columns that can be written. */
async function readTables(older: PgliteConnection): Promise<Table[]> {
  const { rows } = await older.driver.query<Table>(`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('auth', 'public', 'private')
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid`);
  return rows;
}

/** Copies all rows of a table, as they are: what triggers had to do they did when the rows were first written. */
async function copyRows(
  older: PgliteConnection,
  newer: QueryExecutorProvider,
  { name, columns }: Table,
): Promise<void> {
  const { rows } = await older.driver.query<{ content: string }>(
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as content from ${name} t`,
  );
  const [table, list] = [sql.raw(name), sql.raw(columns)];
  await sql`delete from ${table}`.execute(newer);
  await sql`insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${table}, ${rows[0]?.content ?? "[]"}::text::jsonb)`.execute(
    newer,
  );
}

/** Has every sequence go on where it was. */
async function copySequences(older: PgliteConnection, newer: QueryExecutorProvider): Promise<void> {
  const { rows } = await older.driver.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname in ('auth', 'public', 'private') and last_value is not null`);
  for (const { name, last } of rows) await sql`select setval(${name}, ${last}::bigint)`.execute(newer);
}

/** The migrations that the older database has had, in a folder of their own. */
function collectMigrations(versions: readonly string[], directory: string): void {
  mkdirSync(directory);
  const files = readdirSync(MIGRATIONS);
  for (const version of versions) {
    const file = files.find((name) => name.startsWith(version)) ?? fail(`There is no migration ${version} here.`);
    copyFileSync(join(MIGRATIONS, file), join(directory, file));
  }
}

async function convert(from: string, to: string): Promise<number> {
  const work = join(to, WORK);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  // PGlite writes to what it opens.
  cpSync(join(from, OLDER_DATABASE), join(work, OLDER_DATABASE), { recursive: true });
  const older = await createPgliteConnection({ url: join(work, OLDER_DATABASE) });
  const keys = {
    ...(JSON.parse(readFileSync(join(from, "keys.json"), "utf8")) as Record<string, string>),
    database_password: randomBytes(32).toString("base64url"),
  };
  writeFileSync(join(to, "keys.json"), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  for (const name of ["mail", "crm"]) {
    if (!existsSync(join(from, name))) continue;
    cpSync(join(from, name), join(to, name), { recursive: true });
    chmodSync(join(to, name), 0o700);
  }
  const { connection, close } = await openDatabase(to, keys.database_password);
  const app = new App({
    connection,
    api: { schemas: ["public"] },
    auth: { enabled: true },
    options: { server: { admin: false, disableStudio: true } },
  });
  await app.init();
  collectMigrations(await appliedVersions(older), join(work, "migrations"));
  await migrate(app, join(work, "migrations"));
  const tables = await readTables(older);
  await connection.kysely.transaction().execute(async (newer) => {
    await sql`set local session_replication_role = replica`.execute(newer);
    for (const table of tables) await copyRows(older, newer, table);
    await copySequences(older, newer);
  });
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from auth.users`.execute(
    connection.kysely,
  );
  await older.close();
  await close();
  rmSync(work, { recursive: true });
  return rows[0]?.count ?? 0;
}

const [from, to] = process.argv.slice(2).map((path) => resolve(path));
if (!from || !to) fail("Usage: npm run data:convert -- FROM TO");
if (!hasOlderData(from)) fail(`${from} holds no database of an earlier version.`);
if (existsSync(to) && readdirSync(to).length > 0) fail(`${to} is not empty.`);
const unlock = lockDirectory(from);
const accounts = await convert(from, to).catch((error: unknown) => {
  rmSync(to, { recursive: true, force: true });
  fail(`${from} was not converted, and is as it was: ${String(error)}`);
});
unlock();
console.log(`${to} has the data of ${from}: ${accounts} accounts. Start with DATA_DIR=${to}.`);
process.exit(0);
