import { createCookie } from "react-router";
import { env } from "~/lib/config/env.server";
import { responseHeadersContext, type Context } from "./context";

/** Says that this browser has kept a page for going back, or that whoever it was for has left since. It lasts as long as a session. */
const cookie = createCookie(env.isSecure ? "__Host-kept" : "kept", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: 30 * 24 * 60 * 60,
});

const STATES = ["kept", "left"] as const;

/** Has this browser kept a page for going back; and has whoever it was for left since? Undefined when it has kept none. */
export async function readKeptPages({ headers }: Request): Promise<(typeof STATES)[number] | undefined> {
  const state = (await cookie.parse(headers.get("Cookie"))) as unknown;
  return STATES.find((known) => known === state);
}

/** The header that notes it; null forgets it. */
export function noteKeptPages(state: (typeof STATES)[number] | null): Promise<string> {
  return state === null ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(state);
}

/** Has the browser empty its cache: nobody shall go back to a page that was kept for its owner (middleware/kept-pages). */
export function emptyCache(context: Context): void {
  context.get(responseHeadersContext).set("Clear-Site-Data", '"cache"');
}
