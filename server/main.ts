// The production server. Static files and limits stand here; every page is the app's.
import { createServer } from "node:http";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler, type ServerBuild } from "react-router";
import sirv from "sirv";
import { env } from "../app/lib/env.server.ts";
import { log } from "../app/lib/log.server.ts";

const BUILD = join(import.meta.dirname, "../build");
const METHODS = new Set(["GET", "HEAD", "POST"]);

const build = (await import(join(BUILD, "server/index.js"))) as ServerBuild;
const handle = createRequestHandler(build, "production");

async function answer(request: Request): Promise<Response> {
  const response = await handle(request);
  // The rest of a body that is too long is not worth reading: the connection ends with the answer.
  if (response.status === 413) response.headers.set("Connection", "close");
  return response;
}

const publicUrl = new URL(env.APP_URL);
const listener = createRequestListener(answer, {
  // Behind a proxy the request's own scheme and host are not the public ones: forms compare their origin with these.
  ...(env.hasPublicOrigin ? { protocol: publicUrl.protocol, host: publicUrl.host } : {}),
  onError(error) {
    log.error({ err: error }, "request not handled");
    return new Response("Internal Server Error", { status: 500 });
  },
});

const files = sirv(join(BUILD, "client"), {
  etag: true,
  dotfiles: false,
  setHeaders(response, pathname) {
    const isHashed = pathname.startsWith("/assets/");
    response.setHeader("Cache-Control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    response.setHeader("X-Content-Type-Options", "nosniff");
  },
});

const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
  // Fetch's Request can't even be made for some methods (TRACE): they are refused before it is tried.
  if (!METHODS.has(request.method ?? "")) {
    response.writeHead(405, { Allow: "GET, HEAD, POST", "Content-Type": "text/plain" }).end("Method Not Allowed");
    return;
  }
  if (request.method === "POST") void listener(request, response);
  else files(request, response, () => void listener(request, response));
});

server.listen(env.PORT, env.HOST, () => log.info({ port: env.PORT, url: env.APP_URL }, "listening"));

/** Stops taking requests, finishes those under way, and ends; after 10 s it ends whatever is left. */
function stop(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 10_000).unref();
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
