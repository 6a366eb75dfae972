import { data, type MiddlewareFunction } from "react-router";
import { pathOf } from "~/lib/http/path";
import { formContext, refusalContext, type Context } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { isOurHost } from "~/lib/http/public-host.server";
import { logSecurity } from "~/lib/observe/security-log.server";

/**
 * The longest body a form may send, in bytes. A requirement with every field full stays below it in any script: a letter
 * is up to twelve bytes on its way.
 */
const LONGEST_BODY = 1024 * 1024;

/** The most entries of a form: a requirement with both lists full has some hundred and thirty. */
const MOST_ENTRIES = 200;

/** The longest entry that is looked at, in characters: ten times what the longest field takes, so that it can say so. */
const LONGEST_ENTRY = 100_000;

/** Forms that take more, by their page: a table of a thousand candidates. Both hold for the body, and for its longest entry. */
const LARGE_FORMS: Readonly<Record<string, number>> = { "/team/candidates/import": 2 * 1024 * 1024 };

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

function refuseRequest(status: 400 | 403 | 405 | 413 | 415 | 421 | 429 | 503): never {
  throw data(null, { status });
}

/**
 * Refuses a post that another site made a visitor's browser send: by its Origin, `null` of a sandboxed page included, and
 * by the browsers' own word on requests without one. React Router's own check, which has no page for it, is switched off
 * (react-router.config).
 */
function checkOrigin(context: Context, request: Request): void {
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site");
  const expected = env.hasPublicOrigin ? env.APP_URL : new URL(request.url).origin;
  const isOwnOrigin = origin === null || origin === expected;
  const isOwnSite = site === null || site === "same-origin" || site === "none";
  if (isOwnOrigin && isOwnSite) return;
  logSecurity(context, "refused");
  refuseRequest(403);
}

/** Reads a body up to the limit, and not a byte further. */
async function readBody(request: Request, longest: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("Content-Length")) > longest) refuseRequest(413);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  while (reader) {
    // A body that ends before its length, or is no proper chunk, is the client's mistake.
    const { done, value } = await reader.read().catch(() => refuseRequest(400));
    if (done) break;
    length += (value as Uint8Array).byteLength;
    if (length > longest) {
      await reader.cancel();
      refuseRequest(413);
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Are there more than so many of these bytes in a body? */
function hasMore(body: Buffer, bytes: string, most: number): boolean {
  let count = 0;
  for (let at = body.indexOf(bytes); at !== -1; at = body.indexOf(bytes, at + bytes.length)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Reads the entries, unless there are too many of them to be looked at. */
async function readEntries(body: Uint8Array<ArrayBuffer>, type: string, longest: number): Promise<FormData> {
  // Of a form in parts what parts them: blank lines stand in texts as well.
  const boundary = /boundary="?([^";,\s]+)/i.exec(type)?.[1];
  const separator = boundary === undefined ? "&" : `--${boundary}`;
  if (hasMore(Buffer.from(body.buffer), separator, MOST_ENTRIES)) refuseRequest(413);
  const form = await new Response(body, { headers: { "Content-Type": type } })
    .formData()
    .catch(() => refuseRequest(400));
  const entries = [...form.values()];
  const isTooLong = entries.some((entry) => typeof entry === "string" && entry.length > longest);
  if (entries.length > MOST_ENTRIES || isTooLong) refuseRequest(413);
  return form;
}

/**
 * What a request may be: GET, HEAD or POST, to our own host, from our own pages, with a form body of bounded size. The
 * body is read here, once; actions find it in `formContext`. A client's mistake is a 4xx, never a 5xx.
 */
export const limits: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const refusal = context.get(refusalContext);
  if (refusal) refuseRequest(refusal);
  if (!isOurHost(request.headers.get("Host"))) refuseRequest(421);
  if (request.method === "GET" || request.method === "HEAD") return next();
  if (request.method !== "POST") refuseRequest(405);
  checkOrigin(context, request);
  const type = request.headers.get("Content-Type") ?? "";
  if (!FORM_TYPES.test(type)) refuseRequest(415);
  const large = LARGE_FORMS[pathOf(pattern)];
  const body = await readBody(request, large ?? LONGEST_BODY);
  context.set(formContext, await readEntries(body, type, large ?? LONGEST_ENTRY));
  return next();
};
