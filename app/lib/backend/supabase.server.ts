import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { FunctionsFetchError, isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import { createContext } from "react-router";
import { backendFetch, fetchForRequest } from "./backend-fetch.server";
import type { Context } from "~/lib/http/context";
import type { Database } from "~/lib/backend/database.types";
import { env } from "~/lib/config/env.server";
import { findSession, packCookies, unpackCookies } from "~/lib/backend/session/session-cookie";

/** How long a browser keeps a session it does not use, in seconds. */
const SESSION_MAX_AGE = 30 * 24 * 60 * 60;

/** How long it keeps what a sign-in under way remembers, in seconds: as long as a mail's link works. */
const SIGN_IN_MAX_AGE = 60 * 60;

const SESSION_COOKIE = env.isSecure ? "__Host-session" : "session";

/** A session's own cookie, or a piece of it; not what a sign-in under way remembers beside it. */
function isSessionPiece(name: string): boolean {
  return name.startsWith(SESSION_COOKIE) && /^(\.\d+)?$/.test(name.slice(SESSION_COOKIE.length));
}

/** What a sign-in under way remembers: the secret that its code is bound to. */
function isVerifier(name: string): boolean {
  return name.startsWith(SESSION_COOKIE) && name.endsWith("-code-verifier");
}

/** The library keeps one cookie for each sign-in under way. */
function isFlow(name: string): boolean {
  return name.startsWith(`${SESSION_COOKIE}-flow-`);
}

/** May a browser bring a session along, or a sign-in under way? @param cookies a request's Cookie header */
export function carriesSession(cookies: string): boolean {
  return cookies.includes(SESSION_COOKIE);
}

/** So many of them are kept: the library means to, and loses count when it can't remember what it has deleted. */
const MOST_FLOWS = 4;

export type Supabase = SupabaseClient<Database>;

function parseCookies(cookies: string | null | undefined) {
  return parseCookieHeader(cookies ?? "").map(({ name, value }) => ({ name, value: value ?? "" }));
}

/** The token that a browser calls its session, believed by nobody yet. @param cookies the request's Cookie header */
export function readAccessToken(cookies: string | undefined): string | undefined {
  return findSession(parseCookies(cookies), isSessionPiece)?.access_token;
}

/** Asked once: a backend that says nothing must not be waited for four times over (503, and the person may try again). */
const ONCE = { retry: false } as const;

/** A client without a session: what the public forms write with. @param headers what its calls carry besides */
export function createAnonymousClient(headers: Record<string, string> = {}): Supabase {
  return createServerClient<Database>(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY, {
    global: { fetch: backendFetch, headers },
    db: ONCE,
    cookies: { getAll: () => [], setAll() {} },
  });
}

/** The backend as one request sees it: the visitor's own session, and the cookies to answer with. */
export class SessionClient {
  readonly supabase: Supabase;
  /** The token that the browser brought along, believed by nobody yet. */
  readonly accessToken: string | undefined;
  readonly #headers = new Headers();
  /** What this response sets, by name: of two for one name the last one counts, and proxies bound their length together. */
  readonly #changes = new Map<string, string>();
  /** The cookies that the browser has brought: a long session comes in pieces. */
  readonly #names: string[];
  #signingOut = false;

  /**
   * @param cookies the request's Cookie header
   * @param address whose request it is, as the limits count
   */
  constructor(cookies: string | null, address: string | null = null) {
    const received = parseCookies(cookies);
    this.#names = received.map(({ name }) => name).filter((name) => name.startsWith(SESSION_COOKIE));
    const believable = unpackCookies(received, SESSION_COOKIE, isSessionPiece);
    this.accessToken = findSession(received, isSessionPiece)?.access_token;
    this.supabase = createServerClient<Database>(env.SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY, {
      global: { fetch: fetchForRequest(address) },
      db: ONCE,
      cookieOptions: { name: SESSION_COOKIE },
      cookies: {
        // The user's record stays out of the cookie: it halves what every request carries over a slow line.
        encode: "tokens-only",
        getAll: () => believable,
        setAll: (changes, headers) => {
          // A refresh that lost a race, or met a backend that is down, asks to delete what another response has just
          // set. Only a sign-out deletes; a dead cookie does no harm and is overwritten by the next sign-in.
          const session = changes.filter(({ name, value }) => isSessionPiece(name) && value !== "");
          if (session.length > 0) this.#setSession(packCookies(session, SESSION_COOKIE));
          else if (this.#signingOut) this.#setSession([]);
          for (const { name, value } of changes) if (!isSessionPiece(name)) this.#setCookie(name, value);
          // Browsers name the oldest first.
          const old = changes.some(({ name }) => isFlow(name)) ? this.#names.filter(isFlow).slice(0, -MOST_FLOWS) : [];
          for (const name of old) this.#setCookie(name, "");
          for (const [name, value] of Object.entries(headers)) this.#headers.set(name, value);
        },
      },
    });
  }

  /** Was an external sign-in, or a mail with a code, asked for in this browser? */
  get hasPendingSignIn(): boolean {
    return this.#names.some(isVerifier);
  }

  /** Forgets every sign-in under way: nothing that comes back counts any more. */
  clearPendingSignIn(): void {
    for (const name of this.#names) if (isVerifier(name)) this.#setCookie(name, "");
  }

  /** Sets the session's cookies, and takes away what other pieces there are. @param pieces none to end it */
  #setSession(pieces: readonly { name: string; value: string }[]): void {
    for (const name of [...this.#names, ...this.#changes.keys()]) if (isSessionPiece(name)) this.#setCookie(name, "");
    for (const { name, value } of pieces) this.#setCookie(name, value);
  }

  #setCookie(name: string, value: string): void {
    this.#changes.delete(name);
    // Nothing to delete: the browser has not got it.
    if (value === "" && !this.#names.includes(name)) return;
    const lifetime = isVerifier(name) ? SIGN_IN_MAX_AGE : SESSION_MAX_AGE;
    const maxAge = value === "" ? 0 : lifetime;
    const options = { path: "/", httpOnly: true, sameSite: "lax", secure: env.isSecure, maxAge } as const;
    this.#changes.set(name, serializeCookieHeader(name, value, options));
  }

  /** Did the browser bring a session along, alive or dead? */
  get hasSessionCookie(): boolean {
    return this.#names.some(isSessionPiece);
  }

  /** Ends this browser's session. The cookie goes even when the backend can't be told. */
  async signOut(): Promise<{ error: { message: string } | null }> {
    this.#signingOut = true;
    const { error } = await this.supabase.auth.signOut({ scope: "local" });
    if (error) for (const name of this.#names) this.#setCookie(name, "");
    this.#setSession([]);
    return { error };
  }

  /** What the response must carry: changed cookies, and the headers that keep them out of caches. */
  get headers(): Headers {
    const headers = new Headers(this.#headers);
    for (const cookie of this.#changes.values()) headers.append("Set-Cookie", cookie);
    return headers;
  }
}

/** The request's own client, made when first asked for: a public page never touches the backend. */
export const sessionContext = createContext<() => SessionClient>();

/** Longest wait for a function, in milliseconds. What did not get through waits in the database. */
const FUNCTION_TIMEOUT = 15_000;

/**
 * Calls one of the project's functions.
 *
 * @param supabase as whom
 * @returns its answer, not looked at yet
 * @throws Error when it fails, or says nothing for 15 s
 */
async function invoke(
  supabase: Supabase,
  name: string,
  options: { body: object; headers?: Record<string, string> },
): Promise<unknown> {
  const answer = await supabase.functions.invoke<unknown>(name, { ...options, timeout: FUNCTION_TIMEOUT });
  if (answer.error) throw answer.error instanceof FunctionsFetchError ? answer.error.context : answer.error;
  return answer.data;
}

/** Calls a function as the signed-in person: see `invoke`. */
export function invokeFunction(context: Context, name: string, body: object): Promise<unknown> {
  return invoke(context.get(sessionContext)().supabase, name, { body });
}

/** Calls a function as a visitor, whatever session the browser has: see `invoke`. The library names nobody then. */
export function invokeAsVisitor(name: string, body: object): Promise<unknown> {
  const headers = { Authorization: `Bearer ${env.SUPABASE_PUBLISHABLE_KEY}` };
  return invoke(createAnonymousClient(), name, { body, headers });
}

/** Is this error of the authentication service no answer about anybody: down, failing, or asked too often? */
export function isOutage(error: { status?: number | undefined } | null): boolean {
  return isAuthRetryableFetchError(error) || (error?.status ?? 0) >= 500 || error?.status === 429;
}
