import { redirect, type MiddlewareFunction } from "react-router";
import { pathOf } from "~/lib/http/path";

/** A redirect carries no longer query along, in characters: its headers stay below what proxies take. */
const LONGEST_QUERY = 1_000;

/**
 * Leads every other spelling of a path (capitals, a slash at its end, needless escapes) to the one that the route table
 * has: React Router matches them all. A form that was sent there is sent again where it belongs.
 */
export const canonicalPath: MiddlewareFunction<Response> = async ({ request, pattern, url }, next) => {
  const path = pathOf(pattern);
  if (/[*:]/.test(path) || url.pathname === path) return next();
  const search = url.search.length > LONGEST_QUERY ? "" : url.search;
  return redirect(path + search, request.method === "POST" ? 308 : 301);
};
