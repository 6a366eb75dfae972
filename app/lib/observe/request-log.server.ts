import { log } from "./log.server.ts";
import { countRequest } from "./metrics.server.ts";

export type LoggedRequest = {
  id: string;
  method: string;
  /** The route's pattern, or a kept page's path: a bounded set. */
  route: string;
  status: number;
  /** When it began, by `performance.now()`, in milliseconds. */
  started: number;
};

/** What may be the token of a mail's link, in a path that no route knows: one that was cut off, or got something behind it. */
const TOKEN = /[0-9a-f]{16,}/gi;

/** An address, or a telephone number, in a part of a path. */
const PERSONAL = /@|%40|(?:\p{N}[^\p{L}\p{N}]*){5}/iu;

/** A part of a path as it is read, in the one form of each sign; one that can't be decoded is as it is. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).normalize("NFKC");
  } catch {
    return part;
  }
}

/** A path without what may be somebody's: tokens, and every part with an address or a number in it. */
function withoutPersonal(path: string): string {
  return path
    .split("/")
    .map((part) => (PERSONAL.test(decodePart(part)) ? "…" : part.replace(TOKEN, "…")))
    .join("/")
    .slice(0, 200);
}

/**
 * Writes the one line of a request, and counts it.
 *
 * @param unknownPath the path that was asked for, where no route knows it (§2)
 */
export function recordRequest(request: LoggedRequest, unknownPath?: string): void {
  const { id, method, route, status, started } = request;
  const took = performance.now() - started;
  const path = unknownPath === undefined ? {} : { path: withoutPersonal(unknownPath) };
  const words = unknownPath === undefined ? "request" : "unknown path";
  log.info({ request_id: id, method, route, ...path, status, ms: Math.round(took) }, words);
  countRequest(method, route, status, took);
}
