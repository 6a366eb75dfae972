import { AsyncLocalStorage } from "node:async_hooks";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { sql, type Kysely } from "kysely";
import { ownerOptions, startPostgres } from "./postgres.ts";

const JSON_TEXT = 114;
const JSONB = 3802;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

/** As many sessions as Supabase's Data API has by default. */
const SESSIONS = 10;

function asJson(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What opens a transaction and says who calls in it: sent at once, without waiting for the answer to what came before. */
const OPENING = /^\s*(begin$|select set_config\()/;

/**
 * Has every session keep the statements it was given: the library asks Postgres twice about each statement with parameters
 * that is not kept. What opens a transaction goes to Postgres in one way there and back; whatever follows is sent only when
 * all of that has succeeded, so that nothing ever runs as anybody but who calls.
 */
function keepStatements({ driver }: PostgresConnection): void {
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const session = await reserve();
    const unsafe = session.unsafe.bind(session);
    let opening: Promise<unknown> | undefined;
    const send = (query: string, parameters?: Parameters<typeof unsafe>[1]) => {
      if (OPENING.test(query)) {
        const sent = unsafe(query, parameters, { prepare: true });
        opening = Promise.all([opening, sent]);
        // Who sends what follows is told.
        opening.catch(() => undefined);
        return Promise.resolve([]);
      }
      if (!opening) return unsafe(query, parameters, { prepare: true });
      const opened = opening;
      opening = undefined;
      return opened.then(() => unsafe(query, parameters, { prepare: true }));
    };
    session.unsafe = send as typeof unsafe;
    return session;
  };
}

/**
 * The headers of the request that is being answered, by their names in small letters. PostgREST shows them to every
 * statement; the library to functions alone, and the triggers of a table want to read them as well.
 */
export const requestHeaders = new AsyncLocalStorage<Record<string, string>>();

/** Who calls, as the library tells its connection. */
type Caller = { auth?: { role?: string; uid?: string; jwt?: unknown } };

/** What a function may read of its request. */
type RpcRequest = { method: string; path: string };

/**
 * Has a call say in one statement who makes it, and in one more, of a function, with which request. The library does it in
 * six and five; each is a way to Postgres and back before the query. Were these called otherwise in a later version, its
 * own would run as before.
 */
function joinSettings(connection: PostgresConnection): void {
  Object.assign(connection, {
    async applyJwtSessionContext(database: Kysely<unknown>, { auth }: Caller) {
      const role = auth?.role ?? "anon";
      const claims = auth?.jwt && typeof auth.jwt === "object" ? JSON.stringify(auth.jwt) : "";
      await sql`
        select set_config('request.jwt.claim.sub', ${auth?.uid ?? ""}, true),
               set_config('request.jwt.claim.role', ${role}, true),
               set_config('request.jwt.claims', ${claims}, true),
               set_config('request.headers', ${JSON.stringify(requestHeaders.getStore() ?? {})}, true),
               set_config('role', ${role}, true)`.execute(database);
    },
    async applyRpcRequestGucs(database: Kysely<unknown>, { method, path }: RpcRequest) {
      await sql`
        select set_config('response.status', '', true), set_config('response.headers', '', true),
               set_config('request.method', ${method}, true), set_config('request.path', ${path}, true)`.execute(
        database,
      );
    },
  });
}

export type Database = { connection: PostgresConnection; close: () => Promise<void> };

/**
 * Starts Postgres on a data directory and connects to it, with numbers and times in the shape that PostgREST gives them.
 *
 * @throws PostgresError when it can't run here
 */
export async function openDatabase(dataDirectory: string, password: string, onEnd?: () => void): Promise<Database> {
  const stop = await startPostgres(dataDirectory, password, { onEnd });
  const connection = createPostgresConnection({
    url: "",
    postgresOptions: {
      ...ownerOptions(dataDirectory, password),
      max: SESSIONS,
      onnotice: () => undefined,
      types: {
        // The library gives JSON as text already.
        json: {
          to: JSON_TEXT,
          from: [JSON_TEXT],
          serialize: asJson,
          parse: (text: string) => JSON.parse(text) as unknown,
        },
        jsonb: { to: JSONB, from: [JSONB], serialize: asJson, parse: (text: string) => JSON.parse(text) as unknown },
        numeric: { to: NUMERIC, from: [NUMERIC], serialize: String, parse: Number },
        timestamptz: {
          to: TIMESTAMPTZ,
          from: [TIMESTAMPTZ],
          serialize: (value: string) => value,
          parse: (value: string) => value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
        },
      },
    },
  });
  keepStatements(connection);
  joinSettings(connection);
  return {
    connection,
    async close() {
      await connection.close();
      await stop();
    },
  };
}
