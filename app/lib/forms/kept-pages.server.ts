import { createCookie } from "react-router";
import { env } from "~/lib/config/env.server";
import { responseHeadersContext, type Context } from "~/lib/http/context";
import { ownerHere } from "./owner.server";

const LEFT = "left";

/**
 * Says that this browser has kept a page for going back, and for whom it was made, where that is known; or that whoever it was for
 * has left since. It lasts as long as a session.
 */
const cookie = createCookie(env.isSecure ? "__Host-kept" : "kept", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.isSecure,
  maxAge: 30 * 24 * 60 * 60,
});

export type KeptPages = {
  /** Has this browser kept a page for going back; and has whoever it was for left since, or is another account here now? */
  state: "none" | "kept" | "left";
  /** What its cookie says. */
  noted: string | undefined;
};

/** What this browser has kept, as far as its cookie and this request tell. */
export async function readKeptPages({ headers }: Request, context: Context): Promise<KeptPages> {
  const value = (await cookie.parse(headers.get("Cookie"))) as unknown;
  if (typeof value !== "string") return { state: "none", noted: undefined };
  const owner = value.split(" ")[1];
  const here = ownerHere(context);
  const hasLeft = value === LEFT || (owner !== undefined && here !== null && owner !== here);
  return { state: hasLeft ? "left" : "kept", noted: value };
}

/** What the cookie says of a page that this answer is, kept for going back. */
export function keptNote(context: Context): string {
  return ["kept", ownerHere(context)].filter((part) => part !== null).join(" ");
}

/** The header that notes it: that whoever it was for has left when nothing else is said; null forgets it. */
export function noteKeptPages(note: string | null = LEFT): Promise<string> {
  return note === null ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(note);
}

/** Has the browser empty its cache: nobody shall go back to a page that was kept for its owner (middleware/kept-pages). */
export function emptyCache(context: Context): void {
  context.get(responseHeadersContext).set("Clear-Site-Data", '"cache"');
}
