import { fork, spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadKeys, metricsKeyOf, type Keys } from "../../../supabase/embedded/keys.ts";
import { siteBuilt } from "./prepared/built.ts";
import { given as supabase } from "./given.ts";
import { LIBRARIES } from "./prepared/libraries.ts";
import { OwnerSession } from "../api/database.ts";
import { SESSION_SECRET } from "../http/form-owner.ts";
import { connect, type BackendAccess, type Person } from "../people/people.ts";
import { Visitor } from "../http/visitor.ts";
import { startedDirectory, SLIM } from "./prepared/started-directory.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Longest wait for a process to answer, in milliseconds. */
const PATIENCE = 60_000;
/** Where Node keeps what it has compiled, and read of TypeScript: a hundred processes are started that run the same. */
const NODE_COMPILE_CACHE = join(ROOT, "node_modules/.cache/compiled");
/** Has a site or a backend import its libraries as the runner has bundled them. */
const BUNDLED = `--import=${pathToFileURL(join(import.meta.dirname, "prepared/bundled-libraries.ts")).href}`;
const withLibraries = () => (process.env[LIBRARIES] ? [BUNDLED] : []);

/**
 * The ports of a worker of a test runner: a range of its own, so that two never get the same, and below those that the
 * system hands out to connections. vitest counts its workers from 1 to 4, Playwright beside it from 0 to 1.
 */
const FIRST_PORT = 12_000;
const PORTS = 3_000;
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX = "0" } = process.env;
const worker = VITEST_POOL_ID ? Number(VITEST_POOL_ID) % 4 : 4 + (Number(TEST_PARALLEL_INDEX) % 2);
const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** A port of this machine that nobody listens on, and that no other test is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + worker * PORTS + randomInt(PORTS);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

/** Waits until an address answers at all. */
export async function waitForServer(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}

/** Ends a process, and waits until it has ended. @returns its exit code; null when a signal ended it */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit") as Promise<[number | null]>;
  child.kill(signal);
  return (await exited)[0];
}

/** The process of a data directory's server, which its others come from. */
export function serverPid(dataDirectory: string): number {
  return Number(readFileSync(join(dataDirectory, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** An embedded backend of the test's own, which it may stop and start again. */
export class TestBackend {
  readonly dataDirectory: string;
  readonly port: number;
  readonly siteUrl: string;
  readonly #variables: Record<string, string>;
  process: ChildProcess | undefined;

  private constructor(port: number, siteUrl: string, variables: Record<string, string>, dataDirectory: string) {
    this.dataDirectory = dataDirectory;
    this.port = port;
    this.siteUrl = siteUrl;
    this.#variables = variables;
  }

  /** @param dataDirectory one of the test's own, which may be empty; else one that has been started once */
  static async start(
    siteUrl: string,
    variables: Record<string, string> = {},
    dataDirectory?: string,
  ): Promise<TestBackend> {
    const directory = dataDirectory ?? (await makeDirectory(variables["SEED_DEMO"]));
    const backend = new TestBackend(await freePort(), siteUrl, variables, directory);
    await backend.start();
    return backend;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get keys(): Keys {
    return loadKeys(this.dataDirectory);
  }

  /** The database, for `OwnerSession.of`. */
  get database(): string {
    return this.dataDirectory;
  }

  async start(): Promise<void> {
    const child = fork(join(ROOT, "supabase/embedded/main.ts"), {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE,
        DATA_DIR: this.dataDirectory,
        SUPABASE_PORT: String(this.port),
        APP_URL: this.siteUrl,
        SEED_DEMO: "1",
        // Hundreds of people sign up and in: what a password costs to try is for where somebody tries.
        LITE_AUTH_BCRYPT_COST: "4",
        ...this.#variables,
      },
      execArgv: ["--disable-warning=ExperimentalWarning", ...withLibraries()],
    });
    this.process = child;
    await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => Promise.reject(new Error("The backend did not start"))),
    ]);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.process) await end(this.process, signal);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }
}

/** A data directory of the test's own, which has been started once. */
export function makeDirectory(SEED_DEMO = "1"): Promise<string> {
  // A demo week ends when it was made.
  return startedDirectory(SEED_DEMO, (made) => firstStart(made, SEED_DEMO), SEED_DEMO === "0" ? 30 : 10);
}

/** Starts a backend on an empty directory, or on one without demo data, and stops it when it has told the CRM of its demo data. */
async function firstStart(directory: string, SEED_DEMO: string): Promise<void> {
  if (SEED_DEMO !== "0") {
    rmSync(directory, { recursive: true });
    renameSync(await makeDirectory("0"), directory);
  }
  const variables = { SEED_DEMO, REDELIVERY_SECONDS: "1" };
  const backend = await TestBackend.start("http://localhost:3999", variables, directory);
  const owner = OwnerSession.of(directory);
  // The schedule leaves what is new to the page that has made it, for a minute.
  await owner.exec("update public.crm_events set next_attempt_at = now() where sent_at is null");
  for (;;) {
    const { rows } = await owner.query("select from public.crm_events where sent_at is null limit 1");
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // What migrations have asked for, in place of every copy's schedule.
  await owner.exec("do $$ begin while private.fill_rows() loop end loop; end $$");
  // Each session would plan a statement five times before it keeps a plan. Functions that need one for their values say so.
  await owner.exec("alter system set plan_cache_mode = 'force_generic_plan'");
  for (const statement of SLIM) await owner.exec(statement);
  await owner.close();
  await backend.stop();
  // On a busy machine Postgres may outlive who started it by a moment.
  const running = join(directory, "postgres/postmaster.pid");
  while (existsSync(running)) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A backend that a test uses and leaves as it is: no test stops it, or asks for one with settings of its own. */
export type SharedBackend = BackendAccess & {
  /** The database, for `OwnerSession.of`. */
  database: string;
  remove: () => Promise<void>;
};

/** A backend and a site that the files of a worker share, as JSON tells of them. */
export type SharedSite = { siteUrl: string; backend: BackendAccess & { database: string } };

/** The variable with the address that tells a worker of its shared site (shared-sites.ts); Playwright has none. */
export const SHARED_SITES = "TEST_SHARED_SITES";

const stay = () => Promise.resolve();

async function askForShared(address: string): Promise<SharedSite> {
  return (await (await fetch(`${address}/${process.env["VITEST_POOL_ID"] ?? 0}`)).json()) as SharedSite;
}

/** The Supabase that the tests were given, or the backend of the worker, which both stay; else one of the test's own. */
export async function openBackend(siteUrl: string, variables: Record<string, string> = {}): Promise<SharedBackend> {
  const address = process.env[SHARED_SITES];
  const shared = supabase ?? (address === undefined ? undefined : (await askForShared(address)).backend);
  return shared ? { ...shared, remove: stay } : TestBackend.start(siteUrl, variables);
}

/** For a site whose time a test lets pass, by `passTime`. */
export const PASSES_TIME = { NODE_OPTIONS: `--import=${join(import.meta.dirname, "passed-time.ts")}` };

/** The production server of the current build, on a backend that may or may not be there. */
export class TestSite {
  readonly url: string;
  readonly port: number;
  readonly #listening: number;
  readonly #process: ChildProcess;
  #proxy: { stop: () => Promise<void> } | undefined;
  /** Every line the server has logged. */
  readonly log: string[] = [];

  private constructor(port: number, listening: number, child: ChildProcess) {
    this.port = port;
    this.#listening = listening;
    this.url = `http://localhost:${port}`;
    this.#process = child;
    let begun = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (begun + text).split("\n");
      begun = lines.pop()!;
      this.log.push(...lines.filter(Boolean));
    });
  }

  /**
   * With `TEST_NGINX` every site of the tests stands behind an nginx: `defaults` or `documented` (tests/support/http/nginx).
   *
   * @param root where the server and its build are
   */
  static async start(port: number, variables: Record<string, string>, root = ROOT): Promise<TestSite> {
    const lines = process.env["TEST_NGINX"] as "defaults" | "documented" | undefined;
    if (!lines) return TestSite.#start(port, variables, root);
    const site = await TestSite.#start(
      await freePort(),
      { APP_URL: `http://localhost:${port}`, TRUST_PROXY: "1", ...variables },
      root,
      port,
    );
    const { startNginx } = await import("../http/nginx.ts");
    site.#proxy = await startNginx(port, [site.#listening], lines);
    return site;
  }

  static async #start(
    port: number,
    variables: Record<string, string>,
    root: string,
    publicPort = port,
  ): Promise<TestSite> {
    await siteBuilt();
    // One that stands elsewhere has libraries of its own.
    const options = ["--disable-proto=delete", ...(root === ROOT ? withLibraries() : [])];
    const child = spawn(process.execPath, [...options, join(root, "server/main.ts")], {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE,
        NODE_ENV: "production",
        // Only a site for trying starts without APP_URL.
        BACKEND: "embedded",
        PORT: String(port),
        SESSION_SECRET,
        // Everything here comes from one address.
        POSTS_PER_MINUTE: "100000",
        MAILS_PER_HOUR: "100000",
        // Nobody sends requests to one that a test ends.
        SHUTDOWN_DELAY: "0",
        ...variables,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const site = new TestSite(publicPort, port, child);
    // No page: it would be rendered for this alone.
    await waitForServer(`http://localhost:${port}/healthz`);
    return site;
  }

  /** Reads no more of its log, as a reader that hangs, until it is told to go on. */
  holdLog(): void {
    this.#process.stdout?.pause();
  }

  readLog(): void {
    this.#process.stdout?.resume();
  }

  /** Sends its process a signal, without waiting for anything. */
  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Lets the time pass that it waits for its backend, again and again, until there is an answer: it needs `PASSES_TIME`. */
  async passTime<Value>(answer: Promise<Value>): Promise<Value> {
    const passing = setInterval(() => this.signal("SIGUSR2"), 50);
    return answer.finally(() => clearInterval(passing));
  }

  /** Has its process ended by itself? */
  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** @returns the exit code */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    await this.#proxy?.stop();
    return end(this.#process, signal);
  }
}

/** A site without a backend: what it answers is its own. */
export async function startLoneSite(variables: Record<string, string> = {}, root = ROOT): Promise<TestSite> {
  const nowhere = { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_PUBLISHABLE_KEY: "sb_publishable_for_nobody" };
  return TestSite.start(await freePort(), { ...nowhere, ...variables }, root);
}

type Running<Backend> = { site: TestSite; backend: Backend; stop: () => Promise<void> };

async function startOn<Backend extends SharedBackend>(
  open: (siteUrl: string, variables: Record<string, string>) => Promise<Backend>,
  variables: Record<string, string>,
): Promise<Running<Backend>> {
  const port = await freePort();
  const backend = await open(variables["APP_URL"] ?? `http://localhost:${port}`, variables);
  const site = await TestSite.start(port, {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
    METRICS_KEY: metricsKeyOf(backend.keys),
    ...variables,
  });
  return {
    site,
    backend,
    async stop() {
      await site.stop();
      await backend.remove();
    },
  };
}

/** A site with an embedded backend of its own. */
export function startSite(variables: Record<string, string> = {}): Promise<Running<TestBackend>> {
  return startOn((siteUrl, own) => TestBackend.start(siteUrl, own), variables);
}

/** A site of the test's own, on a backend that others may use: see `openBackend`. */
export function openSite(variables: Record<string, string> = {}): Promise<Running<SharedBackend>> {
  return startOn(openBackend, variables);
}

/**
 * A site and a backend that the worker's other files use as well, one after the other, and that stay: see shared-sites.ts.
 *
 * @returns also its API as whoever holds the secret key, and what signs somebody in
 */
export async function openSharedSite() {
  const { siteUrl, backend } = await askForShared(process.env[SHARED_SITES]!);
  const service = connect(backend.url, backend.keys.secret_key);
  const signIn = (person: Pick<Person, "email" | "password" | "session">) => Visitor.of(siteUrl, person);
  return { site: { url: siteUrl }, backend: { ...backend, remove: stay }, service, signIn };
}
