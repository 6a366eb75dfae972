import type { MiddlewareFunction } from "react-router";

const TEMPORARY = [429, 502, 503];

/** When to come back after a failure that passes by itself, in seconds; limits name their own time. */
const SECONDS = "30";

/** Tells a program when to come back, where nothing more exact has been said. */
export const retryAfter: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next();
  if (TEMPORARY.includes(response.status) && !response.headers.has("Retry-After")) {
    response.headers.set("Retry-After", SECONDS);
  }
  return response;
};
