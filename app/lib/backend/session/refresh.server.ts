import { createHash } from "node:crypto";
import { setNewest } from "~/lib/bounded-map";
import { env } from "~/lib/config/env.server";
import { NetworkLimiter, networksOf } from "~/lib/limits/network-limiter.server";
import { ask, SingleFlight, toResponse, type FetchedResponse } from "./single-flight.server";

/** How long an answered refresh is remembered, in milliseconds: longer than the requests of one page are apart. */
const REMEMBERED = 10_000;

/** GoTrue's status for a refresh token that it will never take again: unknown, used, or of a session that is over. */
const DEAD = 400;
/** So many dead tokens are remembered, the newest: each is of a browser that keeps its cookie and comes back with it. */
const MOST_DEAD = 5_000;

const singleFlight = new SingleFlight();
const dead = new Map<string, FetchedResponse>();

/** Refreshes within a minute that came to nothing, of one visitor: a made-up session costs no more to make than a page. */
const vain = new NetworkLimiter("vain refreshes", env.POSTS_PER_MINUTE * 6, 60);
/** What is said instead of asking: 401 has the library take nobody to be signed in, and the session is not dead by it. */
const TOO_MANY = { status: 401, text: '{"code":"over_request_rate_limit","message":"too many refreshes"}' };

/** Refreshes a session, unless too many of this visitor's networks were in vain. Counted before, so that many at once are as one after another. */
async function refreshCounted(
  address: string | null,
  refresh: () => Promise<FetchedResponse>,
): Promise<FetchedResponse> {
  if (address === null) return refresh();
  const networks = networksOf(address);
  if ((await vain.take(networks)) > 0) {
    const body = new TextEncoder().encode(TOO_MANY.text);
    return { status: TOO_MANY.status, headers: new Headers({ "Content-Type": "application/json" }), body: body.buffer };
  }
  let status;
  try {
    const response = await refresh();
    ({ status } = response);
    return response;
  } finally {
    if (status !== DEAD) await vain.giveBack(networks);
  }
}

/** The refresh token of a request, as a digest: what is remembered opens nothing, and is short whatever was sent. */
function refreshToken(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const url = input instanceof Request ? input.url : input.toString();
  if (!url.includes("/auth/v1/token?grant_type=refresh_token") || typeof init?.body !== "string") return undefined;
  const { refresh_token: token } = JSON.parse(init.body) as { refresh_token?: unknown };
  return typeof token === "string" ? createHash("sha256").update(token).digest("base64url") : undefined;
}

/**
 * `fetch`, but a refresh token is sent only once: requests that arrive together with the same expired session all get
 * the answer of the first. A second use would look like theft to the backend and end the session. A refresh that got no
 * answer, or was one too many (429), is forgotten at once, so that the next request tries again. One that was refused for
 * good stays refused: a dead cookie, which the browser keeps, costs the backend nothing.
 *
 * @param address whose refreshes that came to nothing are counted; null for nobody's
 */
export async function fetchOnce(
  input: RequestInfo | URL,
  init?: RequestInit,
  address: string | null = null,
): Promise<Response> {
  const token = refreshToken(input, init);
  if (token === undefined) return fetch(input, init);
  const buried = dead.get(token);
  if (buried) return toResponse(buried);
  const response = await singleFlight.get(
    token,
    () => refreshCounted(address, () => ask(input, init)),
    ({ status }) => (status === 429 || status === TOO_MANY.status || status >= 500 ? 0 : REMEMBERED),
  );
  // Nobody is asked about it again.
  if (response.status === DEAD) setNewest(dead, token, response, MOST_DEAD);
  return toResponse(response);
}
