import type { MiddlewareFunction } from "react-router";
import { CACHING } from "~/lib/http/caching";

/**
 * Says who may keep a response. A page that was the same for everybody may be kept: the answer to a GET, complete,
 * without a cookie. `session` and `notice` have marked what is somebody's own; everything else is kept by nobody.
 */
export const cacheControl: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  if (response.headers.has("Cache-Control")) return response;
  const isPublic = request.method !== "POST" && response.status === 200 && !response.headers.has("Set-Cookie");
  response.headers.set("Cache-Control", isPublic ? CACHING.everybody : CACHING.nobody);
  // A page with a notice in it is not the page others get.
  if (isPublic) response.headers.append("Vary", "Cookie");
  return response;
};
