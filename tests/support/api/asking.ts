import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../app/lib/backend/database.types.ts";
import type { Member, SharedWorld } from "../../suites/world.ts";

type Answer = { data: unknown; error: { code: string; message: string } | null; status: number };

/** Calls a function of the database. @returns its answer, or why it was refused: the status and the reason's name */
export async function call<Value>(api: SupabaseClient, name: string, values: Record<string, unknown>): Promise<Value> {
  const { data, error, status } = (await api.rpc(name, values)) as Answer;
  return (error ? [status, error.message] : data) as Value;
}

type AllTables = Database["public"]["Tables"];

/** A text as SQL has it. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What puts a row into a table, with the columns that are named. @returns the statement, which answers with its id */
function insertOf(table: string, entries: object): string {
  const named = Object.entries(entries).filter(([, value]) => value !== undefined);
  const columns = named.map(([column]) => column).join(", ");
  const row = quoted(JSON.stringify(Object.fromEntries(named)));
  return `insert into public.${table} (${columns})
            select ${columns} from jsonb_populate_record(null::public.${table}, ${row}) returning id`;
}

/** What the suites ask a world again and again. */
export function asking(world: () => SharedWorld) {
  /** A table, with the secret key. */
  const table = (name: string) => world().service.from(name);

  /** Rows as the Data API writes them, asked of the database: what is looked up, or set up, costs no call. */
  const found = async <Row>(query: string): Promise<Row[]> =>
    (await world().query(`select to_jsonb(found) as found from (${query}) as found`)).map(
      (each) => each["found"] as Row,
    );

  /** The one row of a table that has a value in a column. */
  async function row<Name extends keyof AllTables>(
    name: Name,
    column: string,
    value: string,
  ): Promise<AllTables[Name]["Row"]> {
    const known = await found<AllTables[Name]["Row"]>(
      `select * from public.${name} where ${column} = ${quoted(value)}`,
    );
    if (known.length !== 1) throw new Error(`${known.length} rows of ${name} with ${column} ${value}`);
    return known[0]!;
  }

  return {
    table,
    row,
    /** Columns of rows, the oldest first. */
    rows: <Row = unknown>(name: string, columns: string, key: string, value: string): Promise<Row[]> =>
      found(`select ${columns} from public.${name} where ${key} = ${quoted(value)} order by created_at`),
    /** Puts a row into a table, past what only somebody with a role is held to. @returns its id */
    add: async (name: string, entries: object): Promise<string> =>
      String((await world().query(insertOf(name, entries)))[0]!["id"]),
    /** A line of the inbox, by its id or by what it is about. */
    itemOf: (column: "id" | `${string}_id`, id: string) => row("inbox_items", column, id),
    /** What a statement of the database's owner gives first. */
    value: async <Value = string>(statement: string): Promise<Value> =>
      Object.values((await world().query(statement))[0] ?? {})[0] as Value,
    /** The tables in which one of some words still stands, in whatever letters. The log has ids of those who are gone. */
    tracesOf: async (words: string[], except = ["public.activity_log"]): Promise<string[]> => {
      const tables = await world().query(
        "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('auth', 'public', 'private')",
      );
      const names = tables.map((each) => String(each["name"])).filter((each) => !except.includes(each));
      const wanted = words.map((word) => `lower(${quoted(`%${word}%`)})`).join(", ");
      const traces = await world().query(
        names
          .map(
            (name) =>
              `select '${name}' as name where exists (select from ${name} as known where lower(known::text) like any (array[${wanted}]))`,
          )
          .join(" union all "),
      );
      return traces.map((each) => String(each["name"]));
    },
    /** The token that the invitation's mail carries; empty when none would be sent. */
    tokenOf: async (invitation: string): Promise<string> => {
      const mail = await call<{ token: string } | null>(world().service, "invitation_mail", { invitation });
      return mail?.token ?? "";
    },
    accept: (person: Member, token: string) => call<unknown>(person.api, "accept_invitation", { token }),
  };
}
