import type { MiddlewareFunction } from "react-router";
import { keptNote, noteKeptPages, readKeptPages } from "~/lib/forms/kept-pages.server";
import { CACHING, emptyCachePath } from "~/lib/http/caching";

/**
 * Notes when a browser keeps a page for going back, and has its cache emptied when whoever that was for has signed out, or another
 * account is here: by an image of the next page, since Chrome holds an answer back until the cache is empty, seconds when much
 * else is in it (docs/decisions/forms-and-limits.md).
 */
export const keptPages: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const response = await next();
  const { headers } = response;
  const { state, noted } = await readKeptPages(request, context);
  const note = async (value?: string | null) => headers.append("Set-Cookie", await noteKeptPages(value));
  if (url.pathname === emptyCachePath) {
    if (state === "left") await note(null);
    else headers.delete("Clear-Site-Data");
  } else if (headers.has("Clear-Site-Data")) {
    headers.delete("Clear-Site-Data");
    if (state === "kept") await note();
  } else if (state === "left") {
    if (noted?.includes(" ")) await note();
  } else if (headers.get("Cache-Control") === CACHING.goingBack && noted !== keptNote(context)) {
    await note(keptNote(context));
  }
  return response;
};
