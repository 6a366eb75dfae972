import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";

const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

/** One holder at a time, in the order of asking. */
class Mutex {
  #last: Promise<void> = Promise.resolve();

  async acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = before.then(() => promise);
    await before;
    return resolve;
  }
}

class ExclusiveConnection implements DatabaseConnection {
  readonly #database: PgliteConnection["driver"];
  readonly release: () => void;

  constructor(database: PgliteConnection["driver"], release: () => void) {
    this.#database = database;
    this.release = release;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#database.query<Row>(query.sql, [...query.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  // eslint-disable-next-line require-yield -- Kysely's interface asks for a generator; PGlite has no cursors here.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("PGlite does not stream");
  }
}

/** Hands PGlite's one session to one request at a time, from the first statement of a transaction to its last. */
class ExclusiveDriver implements Driver {
  readonly #database: PgliteConnection["driver"];
  readonly #mutex = new Mutex();

  constructor(database: PgliteConnection["driver"]) {
    this.#database = database;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<ExclusiveConnection> {
    return new ExclusiveConnection(this.#database, await this.#mutex.acquire());
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as ExclusiveConnection).release();
  }
}

/**
 * Opens PGlite with what @supabase/lite 0.10.0 leaves out: transactions that do not interleave on the one session, and
 * numbers and dates in the shape PostgREST gives them.
 *
 * @param directory where the database lives; made when missing
 */
export async function openDatabase(directory: string): Promise<PgliteConnection> {
  const connection = await createPgliteConnection({
    url: directory,
    pgliteOptions: {
      parsers: {
        [NUMERIC]: Number,
        [TIMESTAMPTZ]: (value: string) => value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
      },
    },
  });
  const database = connection.driver;
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ExclusiveDriver(database),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return connection;
}
