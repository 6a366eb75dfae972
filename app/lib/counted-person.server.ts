import { backendFetch } from "./backend-fetch.server";
import { issueSchema, personSchema } from "./identity.server";
import { isForKeys } from "./signing-keys.server";
import { createAnonymousClient, readAccessToken } from "./supabase.server";

/** Longest wait for the signing keys, in milliseconds: nobody is held up by being counted. */
const PATIENCE = 300;

/**
 * `fetch` that gets the signing keys and nothing else: the library would have the service judge what it can't verify
 * itself, and anybody can send such a token.
 */
const fetchKeysAlone: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!isForKeys(pathname)) return new Response("{}", { status: 401 });
  return backendFetch(input, init).catch(() => new Response("{}", { status: 503 }));
};

const { auth } = createAnonymousClient(fetchKeysAlone);

const claimsSchema = personSchema.and(issueSchema);

async function verify(token: string): Promise<string | undefined> {
  try {
    const { data } = await auth.getClaims(token);
    return claimsSchema.safeParse(data?.claims).data?.sub;
  } catch {
    // No token at all, or of a kind that the library doesn't know.
    return undefined;
  }
}

/**
 * Whose points a request uses up: the person of a session whose token this site can verify by itself, with the published
 * keys (docs/decisions/012). Everybody else is counted by their address: what is forged or has run out, and whatever only
 * the service could tell. It says nothing about what anybody may see: `identify` does.
 *
 * @param cookies the request's Cookie header
 */
export async function findCountedPerson(cookies: string | undefined): Promise<string | undefined> {
  const token = readAccessToken(cookies);
  if (token === undefined) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined);
  });
  return Promise.race([verify(token), silence]).finally(() => clearTimeout(timer));
}
