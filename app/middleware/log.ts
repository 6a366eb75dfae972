import { trace } from "@opentelemetry/api";
import type { MiddlewareFunction } from "react-router";
import { ownRequestContext, requestIdContext } from "~/lib/http/context";
import { log, logContext } from "~/lib/observe/log.server";
import { countRequest } from "~/lib/observe/metrics.server";
import { pathOf } from "~/lib/http/path";

/** As nginx has it: the client closed the connection before the answer was there. */
const CLIENT_LEFT = 499;

/** One line and one count for each request that reaches the app. The path is logged only where no route knows it (§2). */
export const logRequests: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const started = performance.now();
  const requestId = context.get(requestIdContext);
  const logger = log.child({ request_id: requestId });
  context.set(logContext, logger);
  if (context.get(ownRequestContext)) return next();
  const { method } = request;
  const route = pathOf(pattern);
  trace
    .getActiveSpan()
    ?.updateName(`${method} ${route}`)
    .setAttributes({ "http.route": route, "request.id": requestId });
  const response = await next();
  // Who has left was answered nothing, whatever became of the request: no failure of ours, and no success either.
  const status = request.signal.aborted ? CLIENT_LEFT : response.status;
  const isUnknown = route === "/*";
  const ms = performance.now() - started;
  logger.info(
    {
      method,
      route,
      ...(isUnknown ? { path: url.pathname.slice(0, 200) } : {}),
      status,
      ms: Math.round(ms),
    },
    isUnknown ? "unknown path" : "request",
  );
  countRequest(method, route, status, ms);
  return response;
};
