/** More than this is refused by a proxy whose buffer for headers is one page of memory (nginx's `proxy_buffer_size`). */
const MOST_BYTES = 4_000;

/** How long the status line and the headers of an answer are, in bytes. */
function headerBytes(response: Response): number {
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`.length + 2);
  return lines.reduce((sum, length) => sum + length, `HTTP/1.1 ${response.status} ${response.statusText}`.length + 4);
}

/** @throws Error for an answer that sets a cookie twice, or whose headers are more than every proxy takes */
export function checkHeaders(path: string, response: Response): void {
  const names = response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf("=")));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`${path} sets ${twice.join(", ")} more than once`);
  const bytes = headerBytes(response);
  if (bytes > MOST_BYTES) throw new Error(`${path} has ${bytes} bytes of headers`);
}
