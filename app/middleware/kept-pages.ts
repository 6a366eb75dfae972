import { createCookie, type MiddlewareFunction } from "react-router";
import { env } from "~/lib/config/env.server";
import { CACHING } from "~/lib/http/caching";

const NAME = env.isSecure ? "__Host-kept" : "kept";

/** Says that this browser has kept a page for going back: nothing but that. It lasts as long as a session. */
const cookie = createCookie(NAME, {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: 30 * 24 * 60 * 60,
});

/**
 * Has a sign-out empty the browser's cache only where a page was kept for going back: Chrome takes seconds for it when much else
 * is there (docs/decisions/forms-and-limits.md).
 */
export const keptPages: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  const { headers } = response;
  const hasKept = (request.headers.get("Cookie") ?? "").includes(`${NAME}=`);
  if (headers.get("Cache-Control") === CACHING.goingBack) {
    if (!hasKept) headers.append("Set-Cookie", await cookie.serialize(1));
  } else if (headers.has("Clear-Site-Data")) {
    if (hasKept) headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
    else headers.delete("Clear-Site-Data");
  }
  return response;
};
