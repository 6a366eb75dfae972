import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { z } from "zod";

type Piece = { name: string; value: string };

/** What a token is made of: letters that a header takes as they are. */
const token = z.string().regex(/^[\w.~+/=-]+$/);
const sessionSchema = z.looseObject({ access_token: token, refresh_token: token });

/** Brotli for one short text, which it is worth some time to make short: it is done once an hour, and sent with each request. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 12 },
};

/** How the library marks what it has encoded, and how we mark what `packSession` has. */
const [ENCODED, PACKED] = ["base64-", "packed-"];

/** More than any session has, in bytes: what a cookie may unpack to. */
const MOST_UNPACKED = 65_536;
/** Browsers keep no cookie of more than 4,096 bytes, its name and attributes included. */
const LONGEST_PIECE = 3_800;

/** A session as a browser keeps it. Nothing of it is proved by standing there. */
type Session = z.output<typeof sessionSchema>;

function base64(bytes: Buffer): string {
  return bytes.toString("base64url");
}

function unpack(packed: string): string {
  const bytes = brotliDecompressSync(Buffer.from(packed, "base64url"), { maxOutputLength: MOST_UNPACKED });
  const [header = "", payload = "", signature = "", rest = ""] = bytes.toString().split("\n");
  const access_token = [base64(Buffer.from(header)), base64(Buffer.from(payload)), signature].join(".");
  return JSON.stringify({ ...(JSON.parse(rest) as object), access_token });
}

/**
 * A session as its cookie: compressed, with the token's parts as the text they are. The library would encode a text in
 * base64 that is in base64 already; with the longest names an account may have, an answer's headers would then be more
 * than proxies take (docs/decisions/sessions.md).
 *
 * @param session as the library has it, in JSON
 * @returns the pieces of the value: mostly one
 */
function packSession(session: string): string[] {
  const { access_token: jwt, ...rest } = JSON.parse(session) as Session;
  const [header = "", payload = "", ...signature] = jwt.split(".");
  const parts = [header, payload].map((part) => Buffer.from(part, "base64url").toString());
  const text = [...parts, signature.join("."), JSON.stringify(rest)].join("\n");
  const packed = base64(brotliCompressSync(text, BROTLI));
  // A token that does not come back as it was is kept as it is.
  const isSame = findSession([{ name: "", value: PACKED + packed }], () => true)?.access_token === jwt;
  const value = isSame ? PACKED + packed : ENCODED + base64(Buffer.from(session));
  return value.match(new RegExp(`.{1,${LONGEST_PIECE}}`, "g")) ?? [];
}

function decode(text: string): string {
  if (text.startsWith(PACKED)) return unpack(text.slice(PACKED.length));
  return text.startsWith(ENCODED) ? Buffer.from(text.slice(ENCODED.length), "base64url").toString() : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(decode(text));
  } catch {
    return undefined;
  }
}

/** Those pieces of a cookie that come in several, in their order. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/**
 * The session that a browser brings along, in one piece or several.
 *
 * @param cookies those of a request
 * @param isPiece is this the name of the session's cookie, or of a piece of it?
 * @returns undefined when there is none, or one that nobody can have been given
 */
export function findSession(cookies: readonly Piece[], isPiece: (name: string) => boolean): Session | undefined {
  const pieces = inOrder(cookies.filter(({ name }) => isPiece(name)));
  const whole = pieces.find(({ name }) => !name.includes("."));
  const text = whole?.value || pieces.map(({ value }) => value).join("");
  return sessionSchema.safeParse(parse(text)).data;
}

/**
 * The cookies as the library reads them: the session unpacked. One that nobody can have been given is left out: what is in a
 * cookie was in a visitor's hands, and the library would put it into headers, or trip over it, before anybody has looked
 * at it.
 *
 * @param name of the session's cookie
 * @param isPiece see `findSession`
 */
export function unpackCookies(cookies: readonly Piece[], name: string, isPiece: (name: string) => boolean): Piece[] {
  const session = findSession(cookies, isPiece);
  const others = cookies.filter((cookie) => !isPiece(cookie.name));
  return session ? [...others, { name, value: JSON.stringify(session) }] : others;
}

/**
 * The session's cookies as a browser keeps them. @param pieces as the library would have them kept @param name of the cookie
 */
export function packCookies(pieces: readonly Piece[], name: string): Piece[] {
  const packed = packSession(
    decode(
      inOrder(pieces)
        .map(({ value }) => value)
        .join(""),
    ),
  );
  return packed.map((value, index) => ({ name: packed.length === 1 ? name : `${name}.${index}`, value }));
}
