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

/** What the suites ask a world again and again. */
export function asking(world: () => SharedWorld) {
  /** A table, with the secret key. */
  const table = (name: string) => world().service.from(name);

  /** The one row of a table that has a value in a column. */
  async function row<Name extends keyof AllTables>(
    name: Name,
    column: string,
    value: string,
  ): Promise<AllTables[Name]["Row"]> {
    const { data, error } = await table(name).select("*").eq(column, value).single<AllTables[Name]["Row"]>();
    if (error) throw error;
    return data;
  }

  return {
    table,
    row,
    /** Columns of rows, the oldest first, with the secret key. */
    rows: async <Row = unknown>(name: string, columns: string, key: string, value: unknown): Promise<Row[]> => {
      const { data, error } = await table(name).select(columns).eq(key, value).order("created_at").returns<Row[]>();
      if (error) throw error;
      return data;
    },
    /** Puts a row into a table, with the secret key. @returns its id */
    add: async (name: string, entries: object): Promise<string> => {
      const { data, error } = await table(name).insert(entries).select("id").single<{ id: string }>();
      if (error) throw error;
      return data.id;
    },
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
      const traces: string[] = [];
      for (const name of tables.map((each) => String(each["name"])).filter((each) => !except.includes(each))) {
        const text = JSON.stringify(await world().query(`select * from ${name}`)).toLowerCase();
        if (words.some((word) => text.includes(word.toLowerCase()))) traces.push(name);
      }
      return traces;
    },
    /** The token that the invitation's mail carries; empty when none would be sent. */
    tokenOf: async (invitation: string): Promise<string> => {
      const mail = await call<{ token: string } | null>(world().service, "invitation_mail", { invitation });
      return mail?.token ?? "";
    },
    accept: (person: Member, token: string) => call<unknown>(person.api, "accept_invitation", { token }),
  };
}
