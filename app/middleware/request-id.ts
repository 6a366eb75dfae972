import type { MiddlewareFunction } from "react-router";
import { requestIdContext } from "~/lib/http/context";
import { acceptRequestId } from "~/lib/observe/log.server";

/** Takes a trusted proxy's `X-Request-Id`, or gives one, so that a person's error page leads to its log lines. */
export const requestId: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  context.set(requestIdContext, acceptRequestId(request.headers.get("X-Request-Id")));
  return next();
};
