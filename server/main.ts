// The production server. Public pages come from memory, files from the build; everything else is the app's.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler, type ServerBuild } from "react-router";
import sirv from "sirv";
import { env } from "../app/lib/env.server.ts";
import { log } from "../app/lib/log.server.ts";
import { clientAddress } from "./client-address.ts";
import { compressResponse, negotiate } from "./encoding.ts";
import { PageCache } from "./page-cache.ts";

const BUILD = join(import.meta.dirname, "../build");
const METHODS = new Set(["GET", "HEAD", "POST"]);
const REQUEST_ID = /^[\w.-]{1,64}$/;

const build = (await import(join(BUILD, "server/index.js"))) as ServerBuild;
const handle = createRequestHandler(build, "production");
const publicUrl = new URL(env.APP_URL);

/** Where each request under way came from: the app counts posts by it, and has no other way to know. */
const addresses = new WeakMap<Request, string>();
Object.assign(globalThis, { [Symbol.for("client-addresses")]: addresses });

async function answer(request: Request, client: { address: string }): Promise<Response> {
  addresses.set(request, clientAddress(client.address, request.headers.get("X-Forwarded-For"), env.TRUST_PROXY));
  const response = await handle(request);
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
    response.setHeader("X-Content-Type-Options", "nosniff");
  },
});

const pages = new PageCache(/(?:^|;\s*)(?:__Host-)?toast=/);

/** The requested host is ours, or no host is the public one. The app refuses the others. */
function isOurHost(request: IncomingMessage): boolean {
  return !env.hasPublicOrigin || request.headers.host === publicUrl.host;
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
  const { method = "" } = request;
  // Fetch's Request can't even be made for some methods (TRACE): they are refused before it is tried.
  if (!METHODS.has(method)) {
    response.writeHead(405, { Allow: "GET, HEAD, POST", "Content-Type": "text/plain" }).end("Method Not Allowed");
    return;
  }
  if (method === "POST" || !isOurHost(request)) {
    void listener(request, response);
    return;
  }
  const requestId = requestIdOf(request);
  const status = pages.serve(request, response, requestId);
  if (status === undefined) files(request, response, () => void listener(request, response));
  else log.info({ request_id: requestId, method, route: request.url?.split("?")[0], status, ms: 0 }, "request");
});

const kept = await pages.fill(build, (path) => {
  const { host } = publicUrl;
  return handle(new Request(new URL(path, env.APP_URL), { headers: { Host: host } }));
});

server.listen(env.PORT, env.HOST, () => log.info({ port: env.PORT, url: env.APP_URL, pages: kept }, "listening"));

/** Stops taking requests, finishes those under way, and ends; after 10 s it ends whatever is left. */
function stop(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 10_000).unref();
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
