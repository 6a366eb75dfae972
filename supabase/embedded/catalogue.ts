import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresConnection } from "@supabase/lite/postgres";
import { sql, type Kysely } from "kysely";

/** The library's view of the database. */
type Catalogue = Awaited<ReturnType<PostgresConnection["introspect"]>>;

/** The tables of Postgres that the library reads for it. */
const TABLES = [
  ...["attrdef", "attribute", "class", "constraint", "description", "enum"],
  ...["index", "inherits", "proc", "rewrite", "type"],
];

/** The versions of what reads it, and of what it is read from. */
const { optionalDependencies: versions } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
) as { optionalDependencies: Record<string, string> };

/** Says what the catalogue is read from. A change writes a row with the number of its transaction, or takes one away. */
export async function stateOf(database: Kysely<unknown>): Promise<string> {
  const changes = TABLES.map((name) => sql.raw(`(select count(*) || ' ' || sum(xmin::text::bigint) from pg_${name})`));
  const { rows } = await sql<{ state: string }>`
    select concat_ws(',', ${sql.join(changes)}, (select string_agg(nspname, ' ' order by nspname) from pg_namespace)) as state
  `.execute(database);
  return JSON.stringify([rows[0]?.state, versions]);
}

const pathIn = (directory: string) => join(directory, "catalogue.json");

/** The catalogue that a data directory has kept, and what it was read from. */
type KeptCatalogue = { state: string; catalogue: Catalogue };

/** Reads what a data directory has kept; undefined when it has nothing, or nothing that can be read. */
export function readCatalogue(directory: string): KeptCatalogue | undefined {
  try {
    return JSON.parse(readFileSync(pathIn(directory), "utf8")) as KeptCatalogue;
  } catch {
    return undefined;
  }
}

function keep(directory: string, kept: KeptCatalogue): void {
  const path = pathIn(directory);
  try {
    // Written beside and renamed, so that a process killed midway leaves no half of a file.
    writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // On a full disk the next start reads it anew.
  }
}

/**
 * Gives the library its view of the database: the kept one, since to read it takes Postgres longer than all else of a start. It
 * is narrowed to what is served: the library looks through all columns and functions at each call, and most of them are the
 * database's own.
 */
export async function giveCatalogue(
  connection: PostgresConnection,
  directory: string,
  kept: KeptCatalogue | undefined,
): Promise<void> {
  const state = await stateOf(connection.kysely);
  let catalogue = kept?.state === state ? kept.catalogue : undefined;
  if (!catalogue) {
    const read = await connection.introspect({ useCache: true });
    const served = <Part extends { schema?: string }>(parts: Part[]) =>
      parts.filter(({ schema }) => schema === "public");
    const { columns, functions, views } = read;
    const narrowed = { columns: served(columns), functions: functions && served(functions), views: served(views) };
    catalogue = { ...read, ...narrowed };
    // Where the library could not read it, it has none.
    if (catalogue.columns.length > 0) keep(directory, { state, catalogue });
  }
  Object.assign(connection, { introspection: catalogue });
}
