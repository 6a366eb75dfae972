import { data, type MiddlewareFunction } from "react-router";
import { formContext } from "~/lib/context";
import { env } from "~/lib/env.server";

/** The longest body a form may send, in bytes. A requirement with every field full stays below it. */
const LONGEST_BODY = 256 * 1024;

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

function refuse(status: 400 | 403 | 405 | 413 | 415 | 421): never {
  throw data(null, { status });
}

/**
 * Refuses a post that another site made a visitor's browser send. React Router compares Origin where there is one;
 * this adds the browsers' own word on requests without it, and `null`, which a sandboxed page sends.
 */
function checkOrigin(request: Request): void {
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site");
  const expected = env.hasPublicOrigin ? env.APP_URL : new URL(request.url).origin;
  if (origin !== null && origin !== expected) refuse(403);
  if (site !== null && site !== "same-origin" && site !== "none") refuse(403);
}

/** Reads a body up to the limit, and not a byte further. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("Content-Length")) > LONGEST_BODY) refuse(413);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    length += (value as Uint8Array).byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      refuse(413);
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * What a request may be: GET, HEAD or POST, to our own host, from our own pages, with a form body of bounded size. The
 * body is read here, once; actions find it in `formContext`. A client's mistake is a 4xx, never a 5xx.
 */
export const limits: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (env.hasPublicOrigin && request.headers.get("Host") !== new URL(env.APP_URL).host) refuse(421);
  if (request.method === "GET" || request.method === "HEAD") return next();
  if (request.method !== "POST") refuse(405);
  checkOrigin(request);
  const type = request.headers.get("Content-Type") ?? "";
  if (!FORM_TYPES.test(type)) refuse(415);
  const body = await readBody(request);
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => refuse(400));
  context.set(formContext, form);
  return next();
};
