import { AsyncLocalStorage } from "node:async_hooks";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import { sql, type Kysely } from "kysely";
import { giveCatalogue, readCatalogue, stateOf } from "./catalogue.ts";
import { asPostgrest, DataApiError, noteError } from "./data-api-error.ts";
import { ownerOptions, startPostgres } from "./postgres.ts";
import { shareSessions } from "./sessions.ts";

const BOOLEAN = 16;
const JSON_TEXT = 114;
const JSONB = 3802;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

/** A type of Postgres that holds JSON, by its number. The library gives JSON as text already. */
function jsonType(number: number) {
  const serialize = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return { to: number, from: [number], serialize, parse: (text: string) => JSON.parse(text) as unknown };
}

/** An argument of a function, as the library casts it: its number, and its type. */
const ARGUMENT = /\$(\d+)::([\w."]+(?:\[\])?)/g;
/** Types of Postgres's own, of which none is a row. Others have their schema before them, or not: the search path decides. */
const OF_POSTGRES =
  /^(bigint|boolean|bytea|character|date|double|integer|interval|jsonb?|numeric|real|smallint|text|time|timestamp|uuid)\b/;

/**
 * Has arguments of functions read as PostgREST reads them: an object becomes a row where the function takes one, and what
 * else is no text or number the text that it is in JSON, for Postgres to judge. The library would have a list of one for
 * that one, and a truth for a number.
 */
function withArguments(query: string, parameters: readonly unknown[]): [query: string, parameters: unknown[]] {
  const isObject = (value: unknown) => Object.prototype.toString.call(value) === "[object Object]";
  const isNoText = (value: unknown) => isObject(value) || Array.isArray(value) || typeof value === "boolean";
  const given = [...parameters];
  if (given.some((value) => typeof value === "string" && !value.isWellFormed()))
    throw new DataApiError(400, { code: "PGRST102", message: "Empty or invalid json" });
  if (!given.some(isNoText)) return [query, given];
  const read = query.replaceAll(ARGUMENT, (cast, number: string, type: string) => {
    const value = given[Number(number) - 1];
    if (isObject(value) && !OF_POSTGRES.test(type)) return `jsonb_populate_record(null::${type}, $${number}::jsonb)`;
    if (isNoText(value) && !type.endsWith("[]")) given[Number(number) - 1] = JSON.stringify(value);
    return cast;
  });
  return [read, given];
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
    const session = await reserve().catch((error: unknown) => {
      noteError(error);
      throw error;
    });
    const unsafe = session.unsafe.bind(session);
    const run = async (query: string, parameters?: Parameters<typeof unsafe>[1]) => {
      try {
        const [read, given] = withArguments(query, parameters ?? []);
        return await unsafe(read, given as typeof parameters, { prepare: true });
      } catch (error) {
        noteError(error);
        throw error;
      }
    };
    let opening: Promise<unknown> | undefined;
    const send = (query: string, parameters?: Parameters<typeof unsafe>[1]) => {
      if (OPENING.test(query)) {
        opening = Promise.all([opening, run(query, parameters)]);
        // Who sends what follows is told.
        opening.catch(() => undefined);
        return Promise.resolve([]);
      }
      if (!opening) return run(query, parameters);
      const opened = opening;
      opening = undefined;
      const next = () => run(query, parameters);
      // What could not be opened wholly is ended all the same.
      return opened.then(next, query === "rollback" ? next : undefined);
    };
    // The library waits for it, and does nothing else with it.
    session.unsafe = send as unknown as typeof unsafe;
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
 * Keeps the rights that the migrations give. @supabase/lite makes the roles that Supabase has, as they do as well (migrate.ts),
 * and grants these everything, at its first request after each start.
 */
function keepRights(connection: PostgresConnection): void {
  Object.assign(connection, { ensureRlsContext: () => Promise.resolve(true) });
}

/**
 * Has a call say in one statement who makes it, and in one more, of a function, with which request. The library does it in
 * six and five; each is a way to Postgres and back before the query. Were these called otherwise in a later version, its
 * own would run as before.
 */
function joinSettings(connection: PostgresConnection, settings: RoleSettings, patience: FunctionPatience): void {
  Object.assign(connection, {
    async applyJwtSessionContext(database: Kysely<unknown>, { auth }: Caller) {
      const role = auth?.role ?? "anon";
      const claims = auth?.jwt && typeof auth.jwt === "object" ? JSON.stringify(auth.jwt) : "";
      const { lock_timeout = "0", statement_timeout = "0" } = settings.get(role) ?? {};
      await sql`
        select set_config('request.jwt.claim.sub', ${auth?.uid ?? ""}, true),
               set_config('request.jwt.claim.role', ${role}, true),
               set_config('request.jwt.claims', ${claims}, true),
               set_config('request.headers', ${JSON.stringify(requestHeaders.getStore() ?? {})}, true),
               set_config('lock_timeout', ${lock_timeout}, true),
               set_config('statement_timeout', ${statement_timeout}, true),
               set_config('role', ${role}, true)`.execute(database);
    },
    async applyRpcRequestGucs(database: Kysely<unknown>, { method, path }: RpcRequest) {
      const longer = patience.get(path.split("/").at(-1) ?? "");
      await sql`
        select set_config('response.status', '', true), set_config('response.headers', '', true),
               set_config('request.method', ${method}, true), set_config('request.path', ${path}, true),
               set_config('statement_timeout', coalesce(${longer ?? null}, current_setting('statement_timeout')), true)`.execute(
        database,
      );
    },
  });
}

/** How long a role may wait and work, by Postgres's names, as the migrations say it. */
type RoleSettings = Map<string, { lock_timeout?: string; statement_timeout?: string }>;

/** How long a function may work that says so itself: PostgREST reads that before it calls it. */
type FunctionPatience = Map<string, string>;

async function readFunctionPatience(database: Kysely<unknown>, patience: FunctionPatience): Promise<void> {
  const { rows } = await sql<{ name: string; set: string }>`
    select proname as name, split_part(setting, '=', 2) as set from pg_proc, unnest(proconfig) as setting
      where pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%'`.execute(database);
  for (const { name, set } of rows) patience.set(name, set);
}

/** Reads what is set for each role. Postgres heeds it at a login only; PostgREST, and we, for whoever calls. */
async function readRoleSettings(database: Kysely<unknown>, settings: RoleSettings): Promise<void> {
  const { rows } = await sql<{ role: string; set: string[] }>`
    select rolname as role, rolconfig as set from pg_roles where rolconfig is not null`.execute(database);
  for (const { role, set } of rows) {
    settings.set(role, Object.fromEntries(set.map((each) => each.split("=") as [string, string])));
  }
}

/**
 * Starts Postgres on a data directory and connects to it, with numbers and times in the shape that PostgREST gives them.
 *
 * @throws PostgresError when it can't run here
 */
export async function openDatabase(dataDirectory: string, password: string, onEnd?: () => void) {
  const stop = await startPostgres(dataDirectory, password, { onEnd });
  const connection = createPostgresConnection({
    url: "",
    postgresOptions: {
      ...ownerOptions(dataDirectory, password),
      max: 1,
      onnotice: () => undefined,
      types: {
        json: jsonType(JSON_TEXT),
        jsonb: jsonType(JSONB),
        // What is no truth Postgres refuses; the driver would have it false.
        bool: { to: BOOLEAN, from: [BOOLEAN], serialize: String, parse: (value: string) => value === "t" },
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
  const closeSessions = await shareSessions(connection);
  const settings: RoleSettings = new Map();
  keepStatements(connection);
  const patience: FunctionPatience = new Map();
  joinSettings(connection, settings, patience);
  keepRights(connection);
  const kept = readCatalogue(dataDirectory);
  Object.assign(connection, { normalizeDbError: asPostgrest });
  return {
    connection,
    /** Has nothing of the schema changed since a start before? */
    isUnchanged: async () => kept?.state === (await stateOf(connection.kysely)),
    /** Reads the catalogue, and what is set for the roles and for functions, once the migrations have set it. */
    followRoles: async () => {
      await giveCatalogue(connection, dataDirectory, kept);
      await readRoleSettings(connection.kysely, settings);
      await readFunctionPatience(connection.kysely, patience);
    },
    close: async () => {
      await closeSessions();
      await stop();
    },
  };
}
