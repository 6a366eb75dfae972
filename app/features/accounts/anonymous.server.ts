import { carriesSession } from "~/lib/backend/supabase.server";
import { hasAccountCookie } from "./account-cookie.server";

/**
 * Is a request without anything that the pages to sign in at go by: a session, alive or dead, a sign-in under way, or what
 * they remember in a browser? Then it gets the page that all such requests get. A cookie that only looks like one of these
 * costs a page of its own, and no more.
 *
 * @param cookies the request's Cookie header
 */
export function isAnonymous(cookies: string | undefined): boolean {
  return cookies === undefined || !(carriesSession(cookies) || hasAccountCookie(cookies));
}
