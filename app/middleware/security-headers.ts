import type { MiddlewareFunction } from "react-router";
import { responseHeadersContext } from "~/lib/context";
import { env } from "~/lib/env.server";

/** Where a form of ours may lead: here, and by way of the authentication service to the two identity providers. */
const FORM_TARGETS = ["'self'", env.SUPABASE_URL, "https://accounts.google.com", "https://www.linkedin.com"].join(" ");

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  // `no-referrer` would make browsers send `Origin: null` with plain form posts.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Content-Security-Policy": `frame-ancestors 'none'; base-uri 'self'; form-action ${FORM_TARGETS}; object-src 'none'`,
};

/** Headers every response carries, whatever made it, and those that this one was given. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ context }, next) => {
  const wanted = new Headers();
  context.set(responseHeadersContext, wanted);
  const response = await next();
  for (const [name, value] of wanted) response.headers.set(name, value);
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
};
