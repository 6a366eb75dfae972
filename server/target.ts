import type { IncomingMessage } from "node:http";

/** What a request is for: the host it names, and the path and query of it, as they came. */
export type Target = { host: string | undefined; path: string; search: string };

/** Ends of lines, as characters and as they are written in paths. The app's route for unknown paths matches none of them. */
const LINE_END = /[\n\r\u2028\u2029]|%0[ad]|%e2%80%a[89]/i;

function split(address: string): { path: string; search: string } {
  const query = address.indexOf("?");
  return query === -1 ? { path: address, search: "" } : { path: address.slice(0, query), search: address.slice(query) };
}

/**
 * Reads the target of a request (RFC 9112, 3.2): a path, or a whole address, whose host then counts.
 *
 * @returns undefined when it is neither
 */
export function readTarget({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): Target | undefined {
  const fragment = url.indexOf("#");
  const address = fragment === -1 ? url : url.slice(0, fragment);
  if (address.startsWith("/")) return { host: headers.host, ...split(address) };
  const [, host, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(address) ?? [];
  if (host === undefined) return undefined;
  return { host, ...split(rest.startsWith("/") ? rest : `/${rest}`) };
}

/** Can the app look for a page at this path at all? */
export function isPath(path: string): boolean {
  return !LINE_END.test(path);
}
