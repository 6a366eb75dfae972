// The production server. Public pages, refusals and files come from memory; everything else is the app's.
import { createServer } from "node:http";
import { join } from "node:path";
import { format } from "node:util";
import { env } from "../app/lib/config/env.server.ts";
import { log } from "../app/lib/observe/log.server.ts";
import { endLog, watchLoss } from "../app/lib/observe/log-stream.server.ts";
import { loadApp } from "./app.ts";
import { handleClientErrors } from "./client-errors.ts";
import { readFiles } from "./files.ts";
import { createHandler } from "./handler.ts";
import { answerProbe, ReadinessWatch, type Readiness } from "./health.ts";
import { serveMetrics } from "./metrics.ts";
import { Pages } from "./pages.ts";
import { watchOverload } from "./overload.ts";
import { startTracing } from "./tracing.ts";
import { countUncaught } from "./uncaught.ts";

const BUILD = join(import.meta.dirname, "../build");
/** How long requests under way may take after SIGTERM, in milliseconds. */
const DRAIN = 10_000;
/** How often is looked meanwhile which connections are no longer needed, in milliseconds. */
const IDLE_INTERVAL = 100;

/** Of the sign-in library: a session has ended, or could not be asked about. Who had it asked is told so as well. */
function isOfSession(part: unknown): boolean {
  return part instanceof Error && "__isAuthError" in part;
}

watchLoss((lines) => log.warn({ lines }, "log lines were lost: nobody read them"));

// Libraries' own words become lines like all others.
for (const level of ["error", "warn"] as const) {
  console[level] = (...parts: unknown[]) => {
    const weight = parts.some(isOfSession) ? "debug" : level;
    log[weight]({ reason: format(...parts).slice(0, 500) }, "said by a library");
  };
}

// What ends the start is said as a line, too. Once it listens, what was thrown where nobody caught it belonged to one
// request, and the others' go on: what a request needs stands in its own context, and what is shared is complete always.
// After several in a short time that is not so sure any more: the process ends in order, and whoever supervises it starts
// another.
const isUncaughtTooOften = countUncaught();
process.on("uncaughtException", (error) => {
  if (!isListening && "code" in error && error.code === "EADDRINUSE" && "port" in error) {
    const name = error.port === env.PORT ? "PORT" : "METRICS_PORT";
    // Plainly, whatever is logged: it is for whoever has just started it.
    process.stderr.write(`Port ${String(error.port)} is taken. Set ${name} to a free one.\n`);
    process.exit(1);
  }
  log.fatal({ err: error }, "not caught");
  if (!isListening) process.exit(1);
  if (isUncaughtTooOften(performance.now())) stop(1);
});
let isListening = false;
let isStopping = false;

const stopTracing = env.isTracing ? await startTracing() : undefined;
const app = await loadApp(BUILD);
const pages = new Pages(app, env.APP_URL);
// Where somebody tries the site, it starts sooner, and renders them as they are asked for.
const isForTrying = env.BACKEND === "embedded";
const rendered = isForTrying ? 0 : await pages.renderAll();
const backend = { url: env.SUPABASE_URL, key: env.SUPABASE_PUBLISHABLE_KEY };
const watch = new ReadinessWatch(backend, app.requiredSchema);

function readiness(): Promise<Readiness> {
  return isStopping ? Promise.resolve({ status: "unavailable", reason: "stopping" }) : watch.readiness();
}

const handle = createHandler({
  app,
  pages,
  files: readFiles(join(BUILD, "client")),
  isOverloaded: watchOverload(),
  async probe(path, response) {
    if (path === "/healthz") return answerProbe(response, 200, { status: "up" });
    const answered = await readiness();
    answerProbe(response, answered.status === "ready" ? 200 : 503, answered);
  },
});

const server = createServer(
  {
    // How long a client may take to send its headers, and all of its request; checked each second. In milliseconds.
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 1_000,
    // Longer than balancers keep an idle connection (60 to 75 s): one that they use again must not just have been closed.
    keepAliveTimeout: 90_000,
    // A request without a host is answered like every other that can't be read.
    requireHostHeader: false,
  },
  handle,
);
// What a client expects of us besides an answer is not looked at: it gets the answer.
server.on("checkExpectation", handle);
handleClientErrors(server);

// Whoever takes nothing of their answer between two looks, a minute apart, holds its bytes no longer.
server.timeout = 60_000;

server.listen(env.PORT, env.HOST, () => {
  const { BUILD_VERSION: version, BUILD_REVISION: revision } = env;
  log.info({ port: env.PORT, url: env.APP_URL, pages: rendered, version, revision }, "listening");
  isListening = true;
  announce();
});
if (env.METRICS_PORT !== undefined) {
  serveMetrics(env.METRICS_PORT, { backend, key: env.METRICS_KEY, readiness, watch });
}

/**
 * Says that it is not ready, and keeps no connection, so that balancers send nobody any more; after `SHUTDOWN_DELAY`
 * takes no more requests,
 * finishes those under way, and ends; after 10 s it ends whatever is left.
 *
 * @param code the exit code
 */
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  // Who is served meanwhile comes back on another connection: none is closed under a request.
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  const end = () => void Promise.resolve(stopTracing?.()).finally(() => endLog(() => process.exit(code)));
  setTimeout(() => {
    server.close(end);
    // Also those on which what was under way has been answered meanwhile: their clients would keep them.
    setInterval(() => server.closeIdleConnections(), IDLE_INTERVAL).unref();
    setTimeout(() => process.exit(code), DRAIN).unref();
  }, env.SHUTDOWN_DELAY * 1000);
}

/** Says to the parent that all is ready; one that has gone meanwhile was not noticed yet. */
function announce(): void {
  process.send?.("ready", (error: Error | null) => {
    if (error) stop(0);
  });
}

// More than once, as when a group of processes is told, and its parent tells it as well: it has begun to end.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(0));
// The parent is gone, however it went: nobody would start the site again, or end it.
process.once("disconnect", () => stop(0));
