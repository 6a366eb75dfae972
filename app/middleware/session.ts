import type { MiddlewareFunction } from "react-router";
import { SessionClient, sessionContext } from "~/lib/backend/supabase.server";
import { CACHING } from "~/lib/http/caching";
import { clientAddressContext } from "~/lib/http/context";

/**
 * Gives the request its session client, made when something first asks for it, and sends back what changed in the
 * session. A response that has looked at a session is never stored by any cache.
 */
export const session: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  let client: SessionClient | undefined;
  const address = context.get(clientAddressContext);
  context.set(sessionContext, () => (client ??= new SessionClient(request.headers.get("Cookie"), address)));
  const response = await next();
  if (client) {
    for (const [name, value] of client.headers) {
      if (name === "set-cookie") response.headers.append(name, value);
      else response.headers.set(name, value);
    }
    response.headers.set("Cache-Control", CACHING.nobody);
  }
  return response;
};
