import type { ServerResponse } from "node:http";
import { compressFor } from "./encoding.ts";

/** Sends what the app has answered to one request, whole: its pages are complete before they begin to leave. */
export async function sendRendered(response: ServerResponse, rendered: Response): Promise<void> {
  const { status, headers } = rendered;
  const whole = Buffer.from(await rendered.arrayBuffer());
  const body = await compressFor(response.req.headers["accept-encoding"], headers, whole);
  // Who asked may have left meanwhile.
  if (response.destroyed) return;
  // The answer to a HEAD has none, and neither has a redirect.
  if (rendered.body) headers.set("Content-Length", String(body.length));
  response.setHeaders(headers).writeHead(status).end(body);
}
