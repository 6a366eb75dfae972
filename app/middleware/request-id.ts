import { randomUUID } from "node:crypto";
import type { MiddlewareFunction } from "react-router";
import { requestIdContext } from "~/lib/context";

const ACCEPTABLE = /^[\w.-]{1,64}$/;

/** Takes the proxy's `X-Request-Id`, or gives one, so that a person's error page leads to its log lines. */
export const requestId: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const given = request.headers.get("X-Request-Id");
  const id = given && ACCEPTABLE.test(given) ? given : randomUUID();
  context.set(requestIdContext, id);
  const response = await next();
  response.headers.set("X-Request-Id", id);
  return response;
};
