/** More than this is refused by a proxy whose buffer for headers is one page of memory (nginx's `proxy_buffer_size`). */
const MOST_BYTES = 4_000;
/** The cookie of the largest session: any answer may bring it, when one is refreshed (tests/http/headers). */
const SESSION_BYTES = 2_400;

/** How long the status line and the headers of an answer are, in bytes. */
function headerBytes(response: Response): number {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`.length + 2);
  return lines.reduce((sum, length) => sum + length, `HTTP/1.1 ${response.status} ${response.statusText}`.length + 4);
}

/**
 * @throws Error for an answer that sets a cookie twice, or whose headers are more than every proxy takes, or would be with
 * the largest session
 */
export function checkHeaders(path: string, response: Response): void {
  const cookies = response.headers.getSetCookie();
  const names = cookies.map((cookie) => cookie.slice(0, cookie.indexOf("=")));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`${path} sets ${twice.join(", ")} more than once`);
  const session = cookies[names.indexOf("session")]?.length ?? 0;
  if (session > SESSION_BYTES) throw new Error(`${path} sets a session of ${session} bytes`);
  // One that ends a session, or begins a sign-in, brings no other.
  const bytes = headerBytes(response) + (names.some((name) => name.startsWith("session")) ? 0 : SESSION_BYTES);
  if (bytes > MOST_BYTES) throw new Error(`${path} has ${bytes} bytes of headers`);
}
