// The production server. Public pages come from memory, files from the build; everything else is the app's.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { format } from "node:util";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler, type ServerBuild } from "react-router";
import sirv from "sirv";
import { env } from "../app/lib/env.server.ts";
import { commonHeaders } from "../app/lib/headers.server.ts";
import { acceptRequestId, log } from "../app/lib/log.server.ts";
import { countRequest } from "../app/lib/metrics.server.ts";
import { clientAddress } from "./client-address.ts";
import { compressResponse, negotiate } from "./encoding.ts";
import { answerProbe, watchReadiness } from "./health.ts";
import { serveMetrics } from "./metrics.ts";
import { PageCache } from "./page-cache.ts";
import { startTracing, traceRequest } from "./tracing.ts";

const BUILD = join(import.meta.dirname, "../build");
// Libraries' own words become lines like all others.
for (const level of ["error", "warn"] as const) {
  console[level] = (...parts: unknown[]) => log[level]({ reason: format(...parts).slice(0, 500) }, "said by a library");
}

// What ends the process is said as a line, too.
process.on("uncaughtExceptionMonitor", (error) => log.fatal({ err: error }, "ended by an error"));

const METHODS = new Set(["GET", "HEAD", "POST"]);
/** How long requests under way may take after SIGTERM, in milliseconds. */
const DRAIN = 10_000;

const stopTracing = env.isTracing ? await startTracing() : undefined;
const build = (await import(join(BUILD, "server/index.js"))) as ServerBuild;
const handle = createRequestHandler(build, "production");
const publicUrl = new URL(env.APP_URL);

/** Where each request under way came from: the app counts posts by it, and has no other way to know. */
const addresses = new WeakMap<Request, string>();
Object.assign(globalThis, { [Symbol.for("client-addresses")]: addresses });

async function answer(request: Request, client: { address: string }): Promise<Response> {
  addresses.set(request, clientAddress(client.address, request.headers.get("X-Forwarded-For"), env.TRUST_PROXY));
  const response = await (stopTracing ? traceRequest(request, () => handle(request)) : handle(request));
  // The rest of a body that is too long is not worth reading: the connection ends with the answer.
  if (response.status === 413) response.headers.set("Connection", "close");
  return compressResponse(response, negotiate(request.headers.get("Accept-Encoding")));
}

const listener = createRequestListener(answer, {
  // Behind a proxy the request's own scheme and host are not the public ones: forms compare their origin with these.
  ...(env.hasPublicOrigin ? { protocol: publicUrl.protocol, host: publicUrl.host } : {}),
  onError(error) {
    log.error({ err: error }, "request not handled");
    return new Response("Internal Server Error", { status: 500 });
  },
});

const files = sirv(join(BUILD, "client"), {
  brotli: true,
  gzip: true,
  etag: true,
  dotfiles: false,
  setHeaders(response, pathname) {
    const isHashed = pathname.startsWith("/assets/");
    response.setHeader("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  },
});

const pages = new PageCache(/(?:^|;\s*)(?:__Host-)?toast=/);

/** The requested host is ours, or no host is the public one. The app refuses the others. */
function isOurHost(request: IncomingMessage): boolean {
  return !env.hasPublicOrigin || request.headers.host === publicUrl.host;
}

const backend = { url: env.SUPABASE_URL, key: env.SUPABASE_PUBLISHABLE_KEY };
const readiness = watchReadiness(backend);

/** Probes come from the platform, under whatever host it likes: they are answered before anything is asked of one. */
async function probe(path: string | undefined, response: ServerResponse): Promise<void> {
  if (path === "/healthz") return answerProbe(response, 200, { status: "up" });
  const answered = await readiness();
  answerProbe(response, answered.status === "ready" ? 200 : 503, answered);
}

/** How long a client may take to send its headers, and all of its request; checked each second. In milliseconds. */
const TIME_LIMITS = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000 };

const server = createServer(TIME_LIMITS, (request, response) => {
  const { method = "" } = request;
  const requestId = acceptRequestId(request.headers["x-request-id"]);
  // Fetch's Request can't even be made for some methods (TRACE): they are refused before it is tried.
  if (!METHODS.has(method)) {
    const headers = { ...commonHeaders, "X-Request-Id": requestId, Allow: "GET, HEAD, POST" };
    log.info({ request_id: requestId, method, status: 405, ms: 0 }, "request");
    response.writeHead(405, { ...headers, "Content-Type": "text/plain" });
    response.end("Method Not Allowed");
    return;
  }
  if (request.url === "/healthz" || request.url === "/readyz") {
    void probe(request.url, response);
    return;
  }
  if (method === "POST" || !isOurHost(request)) {
    void listener(request, response);
    return;
  }
  const started = performance.now();
  const kept = pages.serve(request, response, requestId);
  if (!kept) {
    files(request, response, () => void listener(request, response));
    return;
  }
  const ms = performance.now() - started;
  log.info({ request_id: requestId, method, ...kept, ms: Math.round(ms) }, "request");
  countRequest(method, kept.route, kept.status, ms);
});

const pageCount = await pages.fill(build, (path) => {
  const { host } = publicUrl;
  return handle(new Request(new URL(path, env.APP_URL), { headers: { Host: host } }));
});

server.listen(env.PORT, env.HOST, () => log.info({ port: env.PORT, url: env.APP_URL, pages: pageCount }, "listening"));
if (env.METRICS_PORT !== undefined) serveMetrics(env.METRICS_PORT, backend);

/** Stops taking requests, finishes those under way, and ends; after 10 s it ends whatever is left. */
function stop(): void {
  const end = () => void Promise.resolve(stopTracing?.()).finally(() => process.exit(0));
  server.close(end);
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), DRAIN).unref();
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
