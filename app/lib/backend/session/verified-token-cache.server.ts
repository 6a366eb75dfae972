import { setNewest } from "~/lib/bounded-map";
import { readAccessToken } from "~/lib/backend/supabase.server";

/** So many tokens are remembered: for a new one the oldest is forgotten, whose person is counted by address once more. */
const MOST = 10_000;

/** Whose each verified token is, and until when, in seconds since 1970; by its signature, which nobody can guess. */
const people = new Map<string, { person: string; until: number }>();

/** Remembers whose a token is that has just been verified. */
export function rememberPerson(signature: Uint8Array, person: string, until: number): void {
  const key = Buffer.from(signature).toString("base64url");
  setNewest(people, key, { person, until }, MOST);
}

/**
 * Whose points a request uses up (docs/decisions/forms-and-limits.md): those of the person whose session it brings
 * along, when its token has been verified here before, and has not run out; else those of its address. It says nothing
 * about what anybody may see: `identify` does.
 *
 * @param cookies the request's Cookie header
 */
export function findVerifiedUserId(cookies: string | undefined): string | undefined {
  const known = people.get(readAccessToken(cookies)?.split(".")[2] ?? "");
  return known && known.until > Date.now() / 1000 ? known.person : undefined;
}
