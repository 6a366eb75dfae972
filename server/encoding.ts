import { brotliCompress, brotliCompressSync, constants, crc32, gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";

export type Encoding = "br" | "gzip" | "identity";

/** What a page that is made once is worth, and what one that is made for each request is. */
const HIGHEST = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }, gzip: { level: 9 } };
const QUICK = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 6 } };

/** Up to so many bytes are compressed at once, in half a millisecond: handing them to another thread takes longer. */
const SMALL = 64 * 1024;

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

/** A gzip member's last eight bytes: the checksum and the length of what it holds. */
function gzipTrailer(checksum: number, length: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length, 4);
  return trailer;
}

/**
 * Compresses all of a page but its last few bytes, so that these can differ from response to response at no cost: they
 * follow uncompressed, as both formats allow (RFC 7932, 9.2; RFC 1951, 3.2.4).
 *
 * @returns what to send for an end of 1 to 65,535 bytes
 */
export function compressBeginning(body: Buffer, encoding: Encoding): (end: Buffer) => Buffer {
  if (encoding === "br") {
    const beginning = brotliCompressSync(body, { ...HIGHEST.br, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    return (end) => {
      // Not the last block (1 bit), four digits of length (2 bits), the length less one (16 bits), uncompressed (1 bit).
      const header = Buffer.alloc(3);
      header.writeUIntLE(((end.length - 1) << 3) | (1 << 19), 0, 3);
      return Buffer.concat([beginning, header, end, Buffer.of(0b11)]);
    };
  }
  if (encoding === "gzip") {
    const beginning = gzipSync(body, { ...HIGHEST.gzip, finishFlush: constants.Z_SYNC_FLUSH });
    const checksum = crc32(body);
    return (end) => {
      // The last block (1 bit), stored (2 bits), the length and its complement.
      const header = Buffer.alloc(5);
      header.writeUInt8(1, 0);
      header.writeUInt16LE(end.length, 1);
      header.writeUInt16LE(end.length ^ 0xffff, 3);
      return Buffer.concat([beginning, header, end, gzipTrailer(crc32(end, checksum), body.length + end.length)]);
    };
  }
  return (end) => Buffer.concat([body, end]);
}

function compressAtOnce(body: Buffer, encoding: "br" | "gzip"): Buffer {
  return encoding === "br" ? brotliCompressSync(body, QUICK.br) : gzipSync(body, QUICK.gzip);
}

function compressAside(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "br" ? promisify(brotliCompress)(body, QUICK.br) : promisify(gzip)(body, QUICK.gzip);
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
  const compressed = body.length <= SMALL ? compressAtOnce(body, encoding) : await compressAside(body, encoding);
  headers.set("Content-Encoding", encoding);
  return new Response(new Uint8Array(compressed), { status, headers });
}
