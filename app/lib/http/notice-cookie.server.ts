import { createHmac } from "node:crypto";
import { createCookie } from "react-router";
import { env } from "../config/env.server.ts";

const NAME = env.isSecure ? "__Host-toast" : "toast";
/** A secret of its own: what was signed as another cookie is no notice. */
const SECRET = `${env.SESSION_SECRET} ${NAME}`;

/** The cookie that carries a notice over a redirect, signed. */
export const noticeCookie = createCookie(NAME, {
  secrets: [SECRET],
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: 60,
});

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/**
 * Has the request a notice of ours with it? One that we did not sign is none, and costs no page of its own: every
 * request with such a cookie is asked this, and at once, since the framework's own way to read it takes another thread
 * and as long as a tenth of a page.
 */
export function carriesNotice(cookies: string | null | undefined): boolean {
  if (!cookies?.includes(`${NAME}=`)) return false;
  const pair = cookies.split(/;\s*/).find((piece) => piece.startsWith(`${NAME}=`));
  const [value, signature] = decode(pair?.slice(NAME.length + 1) ?? "").split(".");
  if (!value || !signature) return false;
  return createHmac("sha256", SECRET).update(value).digest("base64").replace("=", "") === signature;
}
