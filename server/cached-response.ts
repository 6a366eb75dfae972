import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TOKEN_KEY } from "../app/lib/forms/form.ts";
import { mintFormToken } from "../app/lib/forms/form-token.server.ts";
import { compressBeginning, compressFully, negotiate, type Encoding } from "./encoding.ts";

/** What is sent: bytes, or a string of as many characters, which Node sends together with the headers in one piece. */
type Body = Buffer | string;

/** A response in one encoding: its headers as name after name and value, its bytes now, and the tag of what does not change. */
type Variant = { headers: readonly string[]; body: () => Body; etag: () => string };

/** A response that is made once and sent many times: in each encoding that browsers take. */
export type CachedResponse = { status: number } & Record<Encoding, Variant>;

/** Headers of the rendered response that belong to that one request. */
const ITS_OWN = new Set(["x-request-id", "content-length", "retry-after", "vary"]);

/** The token of a page's form, which the app puts to the page's very end. */
const END = new RegExp(`<input type="hidden"[^>]* name="${TOKEN_KEY}" value="([^"]+)"/?></body></html>$`);

const DAY = 24 * 60 * 60 * 1000;
/** Who asks within so many milliseconds gets the same token: a page with a form then costs no more than one without. */
const MOMENT = 100;

/** What follows a page's unchanging part: nothing, or a token of this moment. */
type Ending = { length: number; make: () => Buffer };

function endingOf(html: string): Ending | undefined {
  const [end, token] = END.exec(html) ?? [];
  if (end === undefined || token === undefined) return undefined;
  return { length: end.length, make: () => Buffer.from(end.replace(token, mintFormToken())) };
}

/**
 * The bytes of a page, compressed when somebody first asks for them: as far as it goes takes a twentieth of a second, and
 * all pages in all encodings would hold up a start for seconds.
 */
function bytesOf(body: Buffer, encoding: Encoding, ending: Ending | undefined): () => string {
  if (!ending) {
    let bytes: string | undefined;
    return () => (bytes ??= compressFully(body, encoding).toString("latin1"));
  }
  let complete: ((end: Buffer) => Buffer) | undefined;
  let latest = { made: -Infinity, bytes: "" };
  return () => {
    const now = performance.now();
    if (now - latest.made < MOMENT) return latest.bytes;
    complete ??= compressBeginning(body.subarray(0, -ending.length), encoding);
    latest = { made: now, bytes: complete(ending.make()).toString("latin1") };
    return latest.bytes;
  };
}

type Making = {
  status: number;
  headers: Headers;
  vary: string;
  /** What the tag is taken of. */
  unchanging: Buffer;
  /** What tells today's edition from yesterday's. */
  edition: () => string;
  bytes: (encoding: Encoding) => () => Body;
};

function make({ status, headers, vary, unchanging, edition, bytes }: Making): CachedResponse {
  const digest = createHash("sha256").update(unchanging).digest("base64url").slice(0, 16);
  const common = [...headers].filter(([name]) => !ITS_OWN.has(name)).flat();
  const variant = (encoding: Encoding): Variant => ({
    body: bytes(encoding),
    etag: () => `"${digest}-${encoding}${edition()}"`,
    headers: [...common, "vary", vary, ...(encoding === "identity" ? [] : ["content-encoding", encoding])],
  });
  return { status, br: variant("br"), gzip: variant("gzip"), identity: variant("identity") };
}

/** Keeps a page that the app has rendered, compressed as far as it goes. */
export async function keepPage(response: Response): Promise<CachedResponse> {
  const { status, headers } = response;
  const html = await response.text();
  const ending = endingOf(html);
  const body = Buffer.from(html);
  return make({
    status,
    headers,
    vary: "Accept-Encoding, Cookie",
    unchanging: ending ? body.subarray(0, -ending.length) : body,
    // A browser that keeps the page gets another token each day: a form of last month is not the form of today.
    edition: () => (ending ? `-${Math.floor(Date.now() / DAY)}` : ""),
    bytes: (encoding) => bytesOf(body, encoding, ending),
  });
}

/** Keeps a file in the encodings that there are of it. */
export function keepFile(
  headers: Headers,
  identity: Buffer,
  compressed: { br?: Buffer; gzip?: Buffer },
): CachedResponse {
  const all = { identity, ...compressed };
  const kept = make({
    status: 200,
    headers,
    vary: "Accept-Encoding",
    unchanging: identity,
    edition: () => "",
    bytes: (encoding) => () => all[encoding] ?? identity,
  });
  return { ...kept, br: compressed.br ? kept.br : kept.identity, gzip: compressed.gzip ? kept.gzip : kept.identity };
}

/**
 * Sends what is kept: all of it, whatever part of it was asked for (RFC 9110, 14.2 allows that); or that the browser has
 * it already.
 *
 * @param extra headers of this one response, name after name and value
 * @returns the status
 */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  kept: CachedResponse,
  extra: readonly string[],
): number {
  const { status } = kept;
  const variant = kept[negotiate(request.headers["accept-encoding"])];
  const headers = [...variant.headers, ...extra];
  if (status === 200) {
    const etag = variant.etag();
    headers.push("etag", etag);
    if (request.headers["if-none-match"]?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)) {
      response.writeHead(304, headers).end();
      return 304;
    }
  }
  const body = variant.body();
  headers.push("content-length", String(body.length));
  response.writeHead(status, headers);
  if (request.method === "HEAD") response.end();
  else response.end(body, "latin1");
  return status;
}
