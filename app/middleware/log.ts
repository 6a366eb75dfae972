import type { MiddlewareFunction } from "react-router";
import { requestIdContext } from "~/lib/context";
import { log, logContext } from "~/lib/log.server";

/** One line for each request that reaches the app. The path is logged only where no route knows it (§2). */
export const logRequests: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const started = performance.now();
  const logger = log.child({ request_id: context.get(requestIdContext) });
  context.set(logContext, logger);
  const response = await next();
  const isUnknown = pattern === "/*" || pattern === "*";
  logger.info(
    {
      method: request.method,
      route: pattern,
      ...(isUnknown ? { path: url.pathname.slice(0, 200) } : {}),
      status: response.status,
      ms: Math.round(performance.now() - started),
    },
    isUnknown ? "unknown path" : "request",
  );
  return response;
};
