import type { MiddlewareFunction } from "react-router";

/** Browsers ask each time (a notice may be waiting), and are told "unchanged"; a CDN may keep a page for five minutes. */
const PUBLIC = "public, max-age=0, s-maxage=300, must-revalidate";

/**
 * Says who may keep a response. A page that was the same for everybody may be kept: the answer to a GET, complete,
 * without a cookie. `session` and `notice` have marked what is somebody's own; everything else is kept by nobody.
 */
export const cacheControl: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  if (response.headers.has("Cache-Control")) return response;
  const isPublic = request.method !== "POST" && response.status === 200 && !response.headers.has("Set-Cookie");
  response.headers.set("Cache-Control", isPublic ? PUBLIC : "no-store");
  // A page with a notice in it is not the page others get.
  if (isPublic) response.headers.append("Vary", "Cookie");
  return response;
};
