import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { appliedVersions, splitSqlStatements, type App } from "@supabase/lite";
import { sql } from "kysely";

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

const MIGRATION = /^(\d{14})_(\w+)\.sql$/;

/**
 * Brings the database to the newest migration. Each file is one transaction; one that fails leaves nothing behind and
 * stops the start with its name.
 *
 * @param app the API that owns the connection; its own `auth` schema is made first
 * @param directory `supabase/migrations`
 * @returns the names of the files applied now
 */
export async function migrate(app: App, directory: string): Promise<string[]> {
  const { connection } = app;
  await connection.exec(BOOTSTRAP);
  await app.ensureSystemSchema();
  const done = new Set(await appliedVersions(connection));
  const applied: string[] = [];
  for (const file of (await readdir(directory)).sort()) {
    const [, version, name] = MIGRATION.exec(file) ?? [];
    if (!version || !name || done.has(version)) continue;
    const statements = splitSqlStatements(await readFile(join(directory, file), "utf8"));
    // The history row belongs to the same transaction: a kill between the two would leave a migration to run twice.
    const record = `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}')`;
    try {
      await connection.kysely.transaction().execute(async (transaction) => {
        for (const statement of [...statements, record]) await sql.raw(statement).execute(transaction);
      });
    } catch (error) {
      throw new Error(`Migration ${file} failed`, { cause: error });
    }
    applied.push(file);
  }
  await connection.clearSchemaCache();
  return applied;
}
