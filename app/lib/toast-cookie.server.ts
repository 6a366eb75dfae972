import { createCookie } from "react-router";
import { env } from "./env.server.ts";

const NAME = env.isSecure ? "__Host-toast" : "toast";

/** The cookie that carries a notice over a redirect, signed. */
export const toastCookie = createCookie(NAME, {
  // A secret of its own: what was signed as another cookie is no notice.
  secrets: [`${env.SESSION_SECRET} ${NAME}`],
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: 60,
});

/** Has the request a notice of ours with it? One that we did not sign is none, and costs no page of its own. */
export async function carriesNotice(cookies: string | null | undefined): Promise<boolean> {
  if (!cookies?.includes(`${NAME}=`)) return false;
  return (await toastCookie.parse(cookies)) !== null;
}
