import { rmSync } from "node:fs";
import postgres, { type Sql } from "postgres";
import { loadKeys } from "../../../supabase/embedded/keys.ts";
import { ownerOptions, startPostgres } from "../../../supabase/embedded/postgres.ts";
import { temporaryDirectory } from "../services/temporary.ts";

/** One session of the database's owner, beside the backend: what an operator does in the SQL editor. */
export class OwnerSession {
  readonly #sql: Sql;
  readonly close: () => Promise<void>;

  private constructor(place: string | ReturnType<typeof ownerOptions>, stop?: () => Promise<void>) {
    const options = {
      max: 1,
      onnotice: () => undefined,
      // Times as Postgres writes them, counts as numbers, JSON as the text that a test wrote.
      types: {
        json: { to: 114, from: [114], serialize: String, parse: (text: string) => JSON.parse(text) as unknown },
        jsonb: { to: 3802, from: [3802], serialize: String, parse: (text: string) => JSON.parse(text) as unknown },
        bigint: { to: 20, from: [20], serialize: String, parse: Number },
        timestamptz: { to: 1184, from: [1184, 1114, 1082], serialize: String, parse: (text: string) => text },
      },
    };
    this.#sql = typeof place === "string" ? postgres(place, options) : postgres({ ...place, ...options });
    this.close = async () => {
      await this.#sql.end();
      await stop?.();
    };
  }

  /** A session in the database of a backend that runs. @param place its data directory, or a connection string */
  static of(place: string): OwnerSession {
    if (place.startsWith("postgres")) return new OwnerSession(place);
    return new OwnerSession(ownerOptions(place, loadKeys(place).database_password));
  }

  /** A session in an empty database of its own. */
  static async alone(): Promise<OwnerSession> {
    const directory = temporaryDirectory("database-");
    const stop = await startPostgres(directory, "password");
    return new OwnerSession(ownerOptions(directory, "password"), async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    });
  }

  async query<Row extends object>(statement: string, values: unknown[] = []) {
    const rows = await this.#sql.unsafe<Row[]>(statement, values as never[]);
    return { rows: [...rows] as Row[], affectedRows: rows.count };
  }

  /** Runs statements that give nothing back. */
  async exec(statements: string): Promise<void> {
    await this.#sql.unsafe(statements).simple();
  }
}
