import { createHash } from "node:crypto";
import { setNewest } from "~/lib/bounded-map";
import { ask, SingleFlight, toResponse, type FetchedResponse } from "./single-flight.server";

/** How long an answered refresh is remembered, in milliseconds: longer than the requests of one page are apart. */
const REMEMBERED = 10_000;

/** GoTrue's status for a refresh token that it will never take again: unknown, used, or of a session that is over. */
const DEAD = 400;
/** So many dead tokens are remembered, the newest: each is of a browser that keeps its cookie and comes back with it. */
const MOST_DEAD = 5_000;

const singleFlight = new SingleFlight();
const dead = new Map<string, FetchedResponse>();

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
 */
export const fetchOnce: typeof fetch = async (input, init) => {
  const token = refreshToken(input, init);
  if (token === undefined) return fetch(input, init);
  const buried = dead.get(token);
  if (buried) return toResponse(buried);
  const response = await singleFlight.get(
    token,
    () => ask(input, init),
    ({ status }) => (status === 429 || status >= 500 ? 0 : REMEMBERED),
  );
  // Nobody is asked about it again.
  if (response.status === DEAD) setNewest(dead, token, response, MOST_DEAD);
  return toResponse(response);
};
