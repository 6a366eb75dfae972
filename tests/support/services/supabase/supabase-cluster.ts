import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres, { type Sql } from "postgres";
import { schemaScript } from "../../../../scripts/database/schemas.ts";
import { toolPath } from "../../../../scripts/needs/tools.ts";
import { startPostgres } from "../../../../supabase/embedded/postgres.ts";
import { SHORT_LIVED } from "../bare-database.ts";
import { freePort } from "../processes.ts";
import { startedDirectory, SLIM } from "../prepared/started-directory.ts";
import { temporaryDirectory } from "../temporary.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const HOST = "127.0.0.1";
/** A migration that waits for a lock, or a machine that is busy: the CLI is given up after so long, in milliseconds. */
const PATIENCE = 120_000;
/** The file that keeps what the CLI said when it pushed the migrations. */
const PUSHED = "pushed";

/** The roles that log in. Migrations are `postgres`'s, who is no superuser; PostgREST comes as `authenticator`. */
const LOGINS = ["postgres", "authenticator", "supabase_auth_admin"] as const;
export type Login = (typeof LOGINS)[number] | "supabase_admin";

const [SET_UP, AUTH] = ["supabase-cluster.sql", "auth-stand-in.sql"].map((file) =>
  readFileSync(join(import.meta.dirname, file), "utf8"),
) as [string, string];

/**
 * A Postgres of the test's own, set up as Supabase's image does it: see supabase-cluster.sql. What else makes a Supabase of
 * it comes in this order: the schema `auth`, by the service itself or by `standInForAuth`; the migrations, by
 * `pushMigrations`; PostgREST (postgrest.ts); one address for all (gateway.ts).
 */
export class SupabaseCluster {
  readonly port: number;
  /** Of every role that logs in. */
  readonly password: string;
  readonly #directory: string;
  readonly #stop: () => Promise<void>;
  readonly #sessions = new Map<Login, Sql>();

  private constructor(port: number, password: string, directory: string, stop: () => Promise<void>) {
    this.port = port;
    this.password = password;
    this.#directory = directory;
    this.#stop = stop;
  }

  /** @param directory one that a cluster has ended in @throws PostgresError when Postgres can't run here */
  static async start(directory = temporaryDirectory("supabase-")): Promise<SupabaseCluster> {
    const port = await freePort();
    const secret = join(directory, "password");
    const isNew = !existsSync(secret);
    if (isNew) writeFileSync(secret, randomBytes(24).toString("base64url"), { mode: 0o600 });
    const password = readFileSync(secret, "utf8");
    const stop = await startPostgres(directory, password, {
      superuser: "supabase_admin",
      // Nothing here outlives its test. The CLI and the services come by TCP.
      settings: {
        ...SHORT_LIVED,
        // Suites fill it by and by: without what the server finds out of its tables by itself, it plans as for empty ones.
        autovacuum: "on",
        listen_addresses: HOST,
        port: String(port),
        max_connections: "60",
        // Each session would plan a statement five times before it keeps a plan.
        plan_cache_mode: "force_generic_plan",
      },
    });
    const cluster = new SupabaseCluster(port, password, directory, stop);
    if (!isNew) return cluster;
    const superuser = cluster.as("supabase_admin");
    await superuser.unsafe(SET_UP).simple();
    for (const login of LOGINS) await superuser.unsafe(`alter role ${login} password '${password}'`);
    return cluster;
  }

  /** One that every migration has been pushed to: a copy of the one that has been made first. @throws as `start` and `cli` do */
  static async fromMigrations(): Promise<SupabaseCluster> {
    const kind = `pushed-${createHash("sha256").update(SET_UP).update(AUTH).digest("hex").slice(0, 16)}`;
    const copied = await startedDirectory(kind, async (directory) => {
      const cluster = await SupabaseCluster.start(directory);
      await cluster.standInForAuth();
      writeFileSync(join(directory, PUSHED), await cluster.pushMigrations());
      for (const statement of SLIM) await cluster.as("supabase_admin").unsafe(statement);
      await cluster.#end();
    });
    return SupabaseCluster.start(copied);
  }

  /** What the CLI said when every migration was pushed to this one, or to the one that it is a copy of. */
  get pushed(): string {
    return readFileSync(join(this.#directory, PUSHED), "utf8");
  }

  /** One that has been made from supabase/schemas. @throws as `start` does, and when a file of them fails */
  static async fromSchemas(): Promise<SupabaseCluster> {
    const cluster = await SupabaseCluster.start();
    try {
      await cluster.standInForAuth();
      await cluster.as("postgres").unsafe(schemaScript()).simple();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Where the database is, as a role's own address. */
  urlOf(login: Login): string {
    return `postgresql://${login}:${this.password}@${HOST}:${this.port}/postgres`;
  }

  /** One session of a role, kept until the end. */
  as(login: Login): Sql {
    const known = this.#sessions.get(login);
    if (known) return known;
    const session = postgres(this.urlOf(login), { max: 1, onnotice: () => undefined });
    this.#sessions.set(login, session);
    return session;
  }

  /** What the authentication service would have made of its schema, for tests in which it does not run. */
  async standInForAuth(): Promise<void> {
    await this.as("supabase_auth_admin").unsafe(AUTH).simple();
  }

  /** `supabase db push`, as somebody who deploys runs it. @returns what it said */
  async pushMigrations(): Promise<string> {
    const { stdout, stderr } = await this.cli("db", "push", "--yes");
    return stdout + stderr;
  }

  /**
   * Runs the Supabase CLI on this database, as `postgres`.
   *
   * @throws when the platform has none (see `toolPath`), or when it fails
   */
  cli(...parameters: string[]): Promise<{ stdout: string; stderr: string }> {
    return this.#run([...parameters, `--remote=${this.urlOf("postgres")}`]);
  }

  /** The statements that would make of this database what another is, as the CLI finds them; "" when there are none. */
  async diffTo(other: SupabaseCluster): Promise<string> {
    const urls = ["--from", this.urlOf("postgres"), "--to", other.urlOf("postgres")];
    const { stdout } = await this.#run(["db", "diff", "--use-pg-delta", "--strict-coverage", ...urls]);
    return stdout.trim();
  }

  async #run(parameters: string[]): Promise<{ stdout: string; stderr: string }> {
    const command = toolPath("supabase");
    if (!command) throw new Error("The Supabase CLI has no build for this platform.");
    return promisify(execFile)(command, parameters, {
      cwd: ROOT,
      // Its notes on who has used it stay with the cluster, and nowhere else. It would warn that nothing is encrypted here.
      env: {
        ...process.env,
        HOME: this.#directory,
        PGSSLMODE: "disable",
        DO_NOT_TRACK: "1",
        SUPABASE_TELEMETRY_DISABLED: "1",
      },
      timeout: PATIENCE,
    });
  }

  async #end(): Promise<void> {
    for (const session of this.#sessions.values()) await session.end();
    await this.#stop();
  }

  async stop(): Promise<void> {
    await this.#end();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
