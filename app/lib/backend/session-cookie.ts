import { z } from "zod";

type Piece = { name: string; value: string };

/** What a token is made of: letters that a header takes as they are. */
const token = z.string().regex(/^[\w.~+/=-]+$/);
const sessionSchema = z.object({ access_token: token, refresh_token: token });

const PREFIX = "base64-";

/** A session as a browser keeps it. Nothing of it is proved by standing there. */
type Session = z.output<typeof sessionSchema>;

function parse(text: string): unknown {
  const json = text.startsWith(PREFIX) ? Buffer.from(text.slice(PREFIX.length), "base64url").toString() : text;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * The session that a browser brings along, in one piece or several.
 *
 * @param cookies those of a request
 * @param isPiece is this the name of the session's cookie, or of a piece of it?
 * @returns undefined when there is none, or one that nobody can have been given
 */
export function findSession(cookies: readonly Piece[], isPiece: (name: string) => boolean): Session | undefined {
  const pieces = cookies
    .filter(({ name }) => isPiece(name))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const whole = pieces.find(({ name }) => !name.includes("."));
  const text = whole?.value || pieces.map(({ value }) => value).join("");
  return sessionSchema.safeParse(parse(text)).data;
}

/**
 * Leaves out a session that nobody can have been given: what is in a cookie was in a visitor's hands, and the library
 * would put it into headers, or trip over it, before anybody has looked at it. The parameters are those of `findSession`.
 */
export function withoutForgedSession(cookies: readonly Piece[], isPiece: (name: string) => boolean): Piece[] {
  return findSession(cookies, isPiece) ? [...cookies] : cookies.filter(({ name }) => !isPiece(name));
}
