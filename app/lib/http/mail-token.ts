/** What the token of a mail's link looks like: anything else need not be asked for. */
const TOKEN = /^[0-9a-f]{64}$/;

/** Can it be a token at all? */
export function isMailToken(token: string): boolean {
  return TOKEN.test(token);
}

/** The token that an address carries; undefined for what can be none. */
export function readToken(search: URLSearchParams): string | undefined {
  const token = search.get("token") ?? "";
  return isMailToken(token) ? token : undefined;
}
