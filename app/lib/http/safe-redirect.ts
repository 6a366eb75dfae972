/** No path of ours is longer, in characters, with its query: it stands in headers and cookies, which have bounds. */
const LONGEST = 500;

/**
 * Makes a path from outside safe to redirect to: only a path of this site comes back, whatever came in.
 *
 * @param target what a query or a form field says
 * @param fallback a path of this site
 */
export function safeRedirect(target: unknown, fallback: string): string {
  if (typeof target !== "string" || !target.startsWith("/")) return fallback;
  // A browser reads a backslash as a slash, and drops tabs and line ends: "/\n/evil.example" would leave the site.
  // oxlint-disable-next-line no-control-regex -- control characters are the very thing looked for
  if (/^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(target)) return fallback;
  const base = "http://site.invalid";
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return fallback;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.length > LONGEST ? fallback : path;
}
