import type { ServerResponse } from "node:http";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { CACHING } from "../app/lib/http/caching.ts";
import { compressFor } from "./encoding.ts";

/** Sends a list as it comes, as fast as it is taken. When the rest can't be had, or nobody wants it, it breaks off. */
async function sendFile(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
  response.setHeaders(headers).writeHead(status);
  if (!body || response.req.method === "HEAD") {
    await body?.cancel();
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => response.destroy());
}

/** Tags what browsers ask about each time, by its bytes before they are compressed. @returns whether the browser has just these */
function isUnchanged({ req }: ServerResponse, headers: Headers, whole: Buffer): boolean {
  // The answer to a HEAD has none to take it of.
  if (whole.length === 0) return false;
  const tag = `W/"${createHash("sha256").update(whole).digest("base64url").slice(0, 16)}"`;
  headers.set("ETag", tag);
  return req.headers["if-none-match"]?.split(",").some((known) => known.trim() === tag) ?? false;
}

/**
 * Sends what the app has answered to one request: its pages whole, since they are complete before they begin to leave, and
 * lists as files part by part.
 */
export async function sendRendered(response: ServerResponse, rendered: Response): Promise<void> {
  const { status, headers } = rendered;
  if (headers.get("Content-Type")?.startsWith("text/csv")) return sendFile(response, rendered);
  const whole = Buffer.from(await rendered.arrayBuffer());
  if (headers.get("Cache-Control") === CACHING.fresh && isUnchanged(response, headers, whole)) {
    headers.delete("Content-Type");
    response.setHeaders(headers).writeHead(304).end();
    return;
  }
  const body = await compressFor(response.req.headers["accept-encoding"], headers, whole);
  // Who asked may have left meanwhile.
  if (response.destroyed) return;
  // The answer to a HEAD has none, and neither has a redirect.
  if (rendered.body) headers.set("Content-Length", String(body.length));
  // A string leaves in one piece with the headers.
  response.setHeaders(headers).writeHead(status).end(body.toString("latin1"), "latin1");
}
