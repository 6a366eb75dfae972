import type { Sql, TransactionSql } from "postgres";

/** So many rows are many: what a migration does to each of them, it does to each of 20,000. */
export const MANY = 100;

/** Locks that keep others from writing. */
const KEEPS_OUT = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];

type Table = { oid: number; name: string; file: number; rows: number };
type Written = { table: string; written: number; changed: number };

/** The tables that hold many rows. */
async function largeTables(sql: TransactionSql): Promise<Table[]> {
  const tables = await sql<Omit<Table, "rows">[]>`
    select c.oid::integer as oid, c.oid::regclass::text as name, c.relfilenode::integer as file
      from pg_class as c where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth')`;
  const counted: Table[] = [];
  for (const table of tables) {
    const [{ rows } = { rows: 0 }] = await sql<{ rows: number }[]>`
      select count(*)::integer as rows from ${sql.unsafe(table.name)}`;
    if (rows >= MANY) counted.push({ ...table, rows });
  }
  return counted;
}

/** What this transaction has written so far, by table; what the session did before may still be counted in. */
async function readWritten(sql: TransactionSql): Promise<Map<string, Written>> {
  const rows = await sql<Written[]>`
    select relid::regclass::text as table, (n_tup_ins + n_tup_upd + n_tup_del)::integer as written,
           (n_tup_upd + n_tup_del)::integer as changed
      from pg_stat_xact_user_tables`;
  return new Map(rows.map((row) => [row.table, row]));
}

/**
 * The indexes that take long for each row: of many entries a row, or of what a function makes of it. One that holds no row
 * yet, of a column that is new, has made nothing of any.
 */
function costlyIndexes(sql: TransactionSql, tables: readonly Table[]) {
  return sql<{ name: string; table: string }[]>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table
      from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_am as a on a.oid = c.relam
      where i.indrelid = any (${tables.map(({ oid }) => oid)}) and (a.amname <> 'btree' or i.indexprs is not null) and c.reltuples > 0`;
}

/**
 * Applies a migration as `supabase db push` does, in one transaction.
 *
 * @param sql a session of the role that migrates, on a database whose tables hold many rows
 * @returns why people could not write for as long as there are rows; nothing when it may run on a large database at any
 *   time (docs/decisions/database.md, "Migrations")
 */
export async function applyMigration(sql: Sql, migration: string): Promise<string[]> {
  return sql.begin(async (transaction) => {
    const tables = await largeTables(transaction);
    const known = new Set((await costlyIndexes(transaction, tables)).map(({ name }) => name));
    const before = await readWritten(transaction);
    await transaction.unsafe(migration).simple();

    const written = [...(await readWritten(transaction)).values()].map((row) => ({
      ...row,
      written: row.written - (before.get(row.table)?.written ?? 0),
      changed: row.changed - (before.get(row.table)?.changed ?? 0),
    }));
    const locked = await transaction<{ oid: number }[]>`
      select distinct relation::integer as oid from pg_locks
        where pid = pg_backend_pid() and mode = any (${KEEPS_OUT}) and relation = any (${tables.map(({ oid }) => oid)})`;
    const files = await transaction<Pick<Table, "oid" | "file">[]>`
      select oid::integer as oid, relfilenode::integer as file from pg_class
        where oid = any (${tables.map(({ oid }) => oid)})`;
    const names = locked.map(({ oid }) => tables.find((table) => table.oid === oid)!.name);
    const indexes = await costlyIndexes(transaction, tables);
    return [
      ...tables
        .filter(({ oid, file }) => files.some((now) => now.oid === oid && now.file !== file))
        .map(({ name }) => `rewrites ${name}`),
      ...written
        .filter(({ table, changed }) => changed >= (tables.find(({ name }) => name === table)?.rows ?? Infinity) / 2)
        .map(({ table }) => `changes each row of ${table} in one transaction`),
      ...written
        .filter(({ written }) => names.length > 0 && written >= MANY / 2)
        .map(({ table }) => `writes many rows of ${table} while ${names.join(", ")} can't be written to`),
      ...indexes.filter(({ name }) => !known.has(name)).map(({ name, table }) => `builds ${name} of ${table}`),
      ...(names.length > 0 && !/\block_timeout\b/i.test(migration) ? ["waits for its locks without lock_timeout"] : []),
    ];
  });
}
