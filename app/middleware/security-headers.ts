import type { MiddlewareFunction } from "react-router";
import { inlineContext, requestIdContext, responseHeadersContext } from "~/lib/http/context";
import type { Inline } from "~/lib/http/headers.server";
import { setPageHeaders } from "~/lib/http/page-headers.server";

/** Headers every response carries, whatever made it, and those that this one was given. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const wanted = new Headers();
  const inline: Inline = { scripts: [], styles: [] };
  context.set(responseHeadersContext, wanted);
  context.set(inlineContext, inline);
  const response = await next();
  for (const [name, value] of wanted) response.headers.set(name, value);
  setPageHeaders(response.headers, context.get(requestIdContext), inline);
  return response;
};
