import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitSqlStatements, type App } from "@supabase/lite";
import type { PostgresConnection } from "@supabase/lite/postgres";
import { sql, type Kysely } from "kysely";
import { OlderDataError } from "./older-data.ts";

/** What a hosted Supabase project has before its first migration. */
const BOOTSTRAP = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  end $$;
  create schema if not exists auth;
  grant usage on schema public, auth to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`;

/** Takes what the library of before gave, but for what a project gives its secret key by default. */
const REVOKE = `
  revoke all on all tables in schema public from anon, authenticated;
  revoke all on all tables in schema private from anon, authenticated, service_role;
  revoke all on all routines in schema public from anon, authenticated;
  revoke all on all routines in schema private from anon, authenticated, service_role;
`;
const RIGHTS = /^\s*(--.*\s*)*(grant|revoke|alter default privileges)\b/i;

/** A right, unless it is one of what a later migration has dropped. */
function whereThere(right: string): string {
  return `do $right$ begin execute $given$${right}$given$;
    exception when undefined_function or undefined_table or undefined_column or undefined_object then null; end $right$`;
}

type Migration = { version: string; name: string; statements: () => string[] };

/** Every migration of a folder, the first one first. */
function readMigrations(directory: string): [Migration, ...Migration[]] {
  const files = readdirSync(directory).sort();
  const migrations = files.flatMap((file): Migration[] => {
    const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
    if (!version || !name) return [];
    return [{ version, name, statements: () => splitSqlStatements(readFileSync(join(directory, file), "utf8")) }];
  });
  const [first, ...others] = migrations;
  if (!first) throw new Error(`There are no migrations in ${directory}.`);
  return [first, ...others];
}

/** The versions that a database has been through; none for a new one. */
async function readHistory(database: Kysely<unknown>): Promise<Set<string>> {
  const table = "supabase_migrations.schema_migrations";
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${table}) is not null as has`.execute(database);
  if (!rows[0]?.has) return new Set();
  const history = await sql<{ version: string }>`select version from ${sql.raw(table)}`.execute(database);
  return new Set(history.rows.map(({ version }) => version));
}

/**
 * Refuses a database that has been through a part of a migration of today: one that is no file any more, and not the one of
 * today that holds it (docs/decisions/database.md, "Migrations"). Nothing is written.
 *
 * @throws OlderDataError
 */
export async function refuseOlderHistory({ kysely }: PostgresConnection, directory: string): Promise<void> {
  const history = await readHistory(kysely);
  const versions = readMigrations(directory).map(({ version }) => version);
  // One that became a part of another gave it a number no lower than its own.
  const holderOf = (version: string) => versions.find((each) => each >= version) ?? version;
  const part = [...history].sort().findLast((version) => !history.has(holderOf(version)));
  if (part !== undefined) {
    const way = 'To take its data along, go by the version in between (docs/operate.md, "Upgrade"). ';
    throw new OlderDataError(`of version ${part}`, way);
  }
}

/**
 * Forgets the versions before the first migration of today, and gives the rights once more as the migrations say: the
 * backend of then had given too many for a moment, and may have been killed in it.
 */
async function forgetOlderHistory(database: Kysely<unknown>, migrations: readonly Migration[]): Promise<void> {
  const rights = migrations.flatMap(({ statements }) => statements().filter((statement) => RIGHTS.test(statement)));
  await database.transaction().execute(async (transaction) => {
    for (const statement of [...splitSqlStatements(REVOKE), ...rights.map(whereThere)])
      await sql.raw(statement).execute(transaction);
    await sql`delete from supabase_migrations.schema_migrations where version < ${migrations[0]?.version}`.execute(
      transaction,
    );
  });
}

/**
 * Brings the database to the newest migration. Each file is one transaction; one that fails leaves nothing behind and
 * stops the start with its name.
 *
 * @param app the API that owns the connection; its own `auth` schema is made first
 * @param directory `supabase/migrations`
 * @param isUnchanged nothing of the schema has changed since a start before
 */
export async function migrate(app: App, directory: string, isUnchanged: boolean): Promise<void> {
  const { connection } = app;
  const database = connection.kysely;
  await connection.exec(BOOTSTRAP);
  if (!isUnchanged) await app.ensureSystemSchema();
  const migrations = readMigrations(directory);
  const done = await readHistory(database);
  for (const { version, name, statements } of migrations) {
    if (done.has(version)) continue;
    // The history row belongs to the same transaction: a kill between the two would leave a migration to run twice.
    const record = `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}')`;
    try {
      await database.transaction().execute(async (transaction) => {
        for (const statement of [...statements(), record]) await sql.raw(statement).execute(transaction);
      });
    } catch (error) {
      throw new Error(`Migration ${version}_${name} failed`, { cause: error });
    }
  }
  if ([...done].some((version) => version < migrations[0].version)) await forgetOlderHistory(database, migrations);
  await connection.clearSchemaCache();
}
