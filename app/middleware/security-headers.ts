import { createHash } from "node:crypto";
import type { MiddlewareFunction } from "react-router";
import { inlineContext, responseHeadersContext } from "~/lib/context";
import { commonHeaders, contentSecurityPolicy } from "~/lib/headers.server";
import { SPECULATION_RULES } from "~/lib/markup";

const RULES_SOURCE = `'sha256-${createHash("sha256").update(SPECULATION_RULES).digest("base64")}'`;

/** Headers every response carries, whatever made it, and those that this one was given. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const wanted = new Headers();
  const inline = { scripts: [RULES_SOURCE], styles: [] };
  context.set(responseHeadersContext, wanted);
  context.set(inlineContext, inline);
  const response = await next();
  for (const [name, value] of wanted) response.headers.set(name, value);
  for (const [name, value] of Object.entries(commonHeaders)) response.headers.set(name, value);
  // Under `npm run dev` Vite puts scripts and styles of its own into the page.
  if (import.meta.env.PROD) response.headers.set("Content-Security-Policy", contentSecurityPolicy(inline));
  return response;
};
