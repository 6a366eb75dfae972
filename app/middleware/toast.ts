import type { MiddlewareFunction } from "react-router";
import { carryNotice, openToasts, toastCookies } from "~/lib/http/toast.server";

/** Carries a notice over a redirect, in a signed cookie that is set only when there is one. */
export const toast: MiddlewareFunction<Response> = async ({ context }, next) => {
  openToasts(context);
  const response = await next();
  if (response.headers.has("Location")) carryNotice(context);
  const cookies = await toastCookies(context);
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  if (cookies.length > 0) response.headers.set("Cache-Control", "private, no-store");
  return response;
};
