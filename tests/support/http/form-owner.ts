import { createHmac } from "node:crypto";
import { claimsOf, readSessionCookie } from "./session.ts";

/** What the sites of the tests sign with. */
export const SESSION_SECRET = "a secret of at least thirty-two characters";

/** What the forms of the tests' sites carry of whom their page was made for. @param id an account's, or a candidate's */
export function ownerOf(id: string): string {
  return createHmac("sha256", SESSION_SECRET).update(`form owner ${id}`).digest("base64url").slice(0, 16);
}

/** Of whom a browser's own pages are; undefined without a session. @param cookies by their names */
export function ownerBySession(cookies: Map<string, string>): string | undefined {
  try {
    return ownerOf(String(claimsOf(readSessionCookie({ cookies }).access_token)["sub"]));
  } catch {
    return undefined;
  }
}
