import type { MiddlewareFunction } from "react-router";
import { CACHING } from "~/lib/http/caching";
import { carryNotice, openNotices, noticeCookies } from "~/lib/http/notice.server";

/** Carries a notice over a redirect, in a signed cookie that is set only when there is one. */
export const notice: MiddlewareFunction<Response> = async ({ context }, next) => {
  openNotices(context);
  const response = await next();
  if (response.headers.has("Location")) carryNotice(context);
  const cookies = await noticeCookies(context);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  if (cookies.length > 0) response.headers.set("Cache-Control", CACHING.nobody);
  return response;
};
