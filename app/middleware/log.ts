import { trace } from "@opentelemetry/api";
import type { MiddlewareFunction } from "react-router";
import { ownRequestContext, requestIdContext } from "~/lib/http/context";
import { log, logContext } from "~/lib/observe/log.server";
import { recordRequest } from "~/lib/observe/request-log.server";
import { pathOf } from "~/lib/http/path";

/** As nginx has it: the client closed the connection before the answer was there. */
const CLIENT_LEFT = 499;

/** One line and one count for each request that reaches the app. The path is logged only where no route knows it (§2). */
export const logRequests: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const started = performance.now();
  const requestId = context.get(requestIdContext);
  context.set(logContext, log.child({ request_id: requestId }));
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
  recordRequest({ id: requestId, method, route, status, started }, route === "/*" ? url.pathname : undefined);
  return response;
};
