import { promisify } from "node:util";
import { brotliCompressSync, constants, crc32, deflateRawSync, gzip, gzipSync } from "node:zlib";
import { getOrMake } from "../app/lib/bounded-map.ts";

export type Encoding = "br" | "gzip" | "identity";

/** What a page that is made once is worth. */
const HIGHEST = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }, gzip: { level: 9 } };
/** What one that is made for each request is: a level higher is a tenth slower, for 1 % less. */
const QUICK = { level: 5, chunkSize: 8 * 1024 };

const gzipAside = promisify(gzip);

/** Below this many bytes an encoding's own overhead eats what it saves. */
const SMALLEST = 256;

/** The encodings that a browser's `Accept-Encoding` takes; `q=0` refuses one. */
function offersIn(accepted: string | string[] | null | undefined): Set<string | undefined> {
  const refused = /;\s*q=0(\.0*)?\s*$/;
  return new Set(
    String(accepted ?? "")
      .toLowerCase()
      .split(",")
      .filter((offer) => !refused.test(offer))
      .map((offer) => offer.split(";")[0]?.trim()),
  );
}

/** What the browsers' few ways to say what they take come to, of so many; of longer ones it is worked out each time. */
const negotiated = new Map<string, Encoding>();
const MOST_NEGOTIATED = 200;
const LONGEST_NEGOTIATED = 100;

function choose(accepted: string): Encoding {
  const offers = offersIn(accepted);
  if (offers.has("br")) return "br";
  return offers.has("gzip") ? "gzip" : "identity";
}

/** The best encoding that a browser takes. */
export function negotiate(accepted: string | string[] | null | undefined): Encoding {
  const said = String(accepted ?? "");
  if (said.length > LONGEST_NEGOTIATED) return choose(said);
  return getOrMake(negotiated, said, MOST_NEGOTIATED, () => choose(said));
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

/** What pages begin with, as far as they have it in common: up to where their styles end. */
const COMMON_END = "</style>";
/** As many beginnings as pages could ever have; past that something else is wrong, and memory stays bounded. */
const MOST_KEPT = 200;
/** More than so many bytes are compressed beside the event loop, which has pages to render. */
const LARGE = 64 * 1024;

type Beginning = { compressed: Buffer; checksum: number };
const beginnings = new Map<string, Beginning>();

function beginningOf(bytes: Buffer): Beginning {
  return getOrMake(beginnings, bytes.toString("latin1"), MOST_KEPT, () => {
    const compressed = gzipSync(bytes, { ...HIGHEST.gzip, finishFlush: constants.Z_SYNC_FLUSH });
    return { compressed, checksum: crc32(bytes) };
  });
}

/**
 * Compresses a page for one request. Its styles, more than half of it, were compressed when a page first had them: the
 * rest follows as blocks of its own. Brotli is no smaller in as much time.
 */
async function gzipPage(body: Buffer): Promise<Buffer> {
  if (body.length > LARGE) return gzipAside(body, QUICK);
  const length = body.indexOf(COMMON_END) + COMMON_END.length;
  if (length < COMMON_END.length) return gzipSync(body, QUICK);
  const { compressed, checksum } = beginningOf(body.subarray(0, length));
  const rest = body.subarray(length);
  return Buffer.concat([compressed, deflateRawSync(rest, QUICK), gzipTrailer(crc32(rest, checksum), body.length)]);
}

/**
 * Compresses the text of one answer. Anything else, and what is small, is left as it is.
 *
 * @param headers the answer's, which then say what was done
 */
export async function compressFor(
  accepted: string | string[] | undefined,
  headers: Headers,
  body: Buffer,
): Promise<Buffer> {
  const type = headers.get("Content-Type") ?? "";
  const isText = /^(text\/|application\/(json|xml|atom\+xml|manifest\+json)|image\/svg)/.test(type);
  if (!isText || headers.has("Content-Encoding")) return body;
  headers.append("Vary", "Accept-Encoding");
  if (!offersIn(accepted).has("gzip") || body.length < SMALLEST) return body;
  headers.set("Content-Encoding", "gzip");
  return type.startsWith("text/html") ? gzipPage(body) : gzipAside(body, QUICK);
}
