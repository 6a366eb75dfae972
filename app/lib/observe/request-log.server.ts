import { log } from "./log.server.ts";
import { countRequest } from "./metrics.server.ts";

export type AnsweredRequest = {
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

/**
 * Writes the one line of a request, and counts it.
 *
 * @param unknownPath the path that was asked for, where no route knows it (§2)
 */
export function recordRequest(request: AnsweredRequest, unknownPath?: string): void {
  const { id, method, route, status, started } = request;
  const took = performance.now() - started;
  const path = unknownPath === undefined ? {} : { path: unknownPath.slice(0, 200).replace(TOKEN, "…") };
  const words = unknownPath === undefined ? "request" : "unknown path";
  log.info({ request_id: id, method, route, ...path, status, ms: Math.round(took) }, words);
  countRequest(method, route, status, took);
}
