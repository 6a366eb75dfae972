import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";

export type Encoding = "br" | "gzip" | "identity";

/** What a page that is made once is worth, and what one that is made for each request is. */
const HIGHEST = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }, gzip: { level: 9 } };
const QUICK = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 6 } };

/** Below this many bytes an encoding's own overhead eats what it saves. */
const SMALLEST = 256;

/** The best encoding that a browser's `Accept-Encoding` takes; `q=0` refuses one. */
export function negotiate(accepted: string | string[] | null | undefined): Encoding {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const offers = new Set(
    String(accepted ?? "")
      .toLowerCase()
      .split(",")
      .filter((offer) => !refused.test(offer))
      .map((offer) => offer.split(";")[0]?.trim()),
  );
  if (offers.has("br")) return "br";
  return offers.has("gzip") ? "gzip" : "identity";
}

/** Compresses as far as it goes: for bytes that are served many times. */
export function compressFully(body: Buffer, encoding: Encoding): Buffer {
  if (encoding === "br") return brotliCompressSync(body, HIGHEST.br);
  return encoding === "gzip" ? gzipSync(body, HIGHEST.gzip) : body;
}

/** Compresses a text response for the one browser that asked. Others, and small ones, are left as they are. */
export async function compressResponse(response: Response, encoding: Encoding): Promise<Response> {
  const type = response.headers.get("Content-Type") ?? "";
  const isText = /^(text\/|application\/(json|xml|manifest\+json)|image\/svg)/.test(type);
  if (!isText || !response.body || response.headers.has("Content-Encoding")) return response;
  response.headers.append("Vary", "Accept-Encoding");
  const body = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  if (encoding === "identity" || body.length < SMALLEST) return new Response(body, { status, headers });
  const compressed =
    encoding === "br" ? await promisify(brotliCompress)(body, QUICK.br) : await promisify(gzip)(body, QUICK.gzip);
  headers.set("Content-Encoding", encoding);
  return new Response(new Uint8Array(compressed), { status, headers });
}
