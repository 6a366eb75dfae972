import { createCookie } from "react-router";
import { isMailToken } from "~/lib/http/mail-token";
import { env } from "~/lib/config/env.server";

/** Half an hour, in seconds: as long as the database keeps the session. */
const MAX_AGE = 30 * 60;

/** The session of a candidate's own page: out of reach of scripts, and set by this very host, no other of its domain. */
const cookie = createCookie(env.isSecure ? "__Host-candidate" : "candidate", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: MAX_AGE,
});

/** The token that a browser brings along, believed by nobody yet. @param header the request's Cookie */
export async function readSession(header: string | null): Promise<string | undefined> {
  const value: unknown = await cookie.parse(header);
  return typeof value === "string" && isMailToken(value) ? value : undefined;
}

/** The header that keeps a session in this browser. */
export async function keepSession(token: string): Promise<{ "Set-Cookie": string }> {
  return { "Set-Cookie": await cookie.serialize(token) };
}

/** The headers that leave nothing of it in this browser, nor of its pages. */
export async function forgetSession(): Promise<{ "Set-Cookie": string }> {
  return { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) };
}
