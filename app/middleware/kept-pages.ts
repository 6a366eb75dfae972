import type { MiddlewareFunction } from "react-router";
import { CACHING, emptyCachePath } from "~/lib/http/caching";
import { noteKeptPages, readKeptPages } from "~/lib/http/kept-pages.server";

/**
 * Notes when a browser keeps a page for going back, and has a sign-out empty its cache where it has: by an image of the next
 * page, since Chrome holds an answer back until the cache is empty, seconds when much else is in it
 * (docs/decisions/forms-and-limits.md).
 */
export const keptPages: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  const response = await next();
  const { headers } = response;
  const state = await readKeptPages(request);
  if (headers.get("Cache-Control") === CACHING.goingBack && state !== "kept") {
    headers.append("Set-Cookie", await noteKeptPages("kept"));
  } else if (headers.has("Clear-Site-Data")) {
    const isImage = url.pathname === emptyCachePath;
    if (!isImage || state !== "left") headers.delete("Clear-Site-Data");
    if (isImage && state === "left") headers.append("Set-Cookie", await noteKeptPages(null));
    else if (!isImage && state === "kept") headers.append("Set-Cookie", await noteKeptPages("left"));
  }
  return response;
};
