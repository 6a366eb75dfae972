import { request } from "node:http";
import { serve, type SmallServer } from "../../http/http.ts";

/**
 * Gives services one address, as Supabase does: which one answers is told by the path, whose beginning it does not see.
 *
 * @param services addresses by the beginning of the path: `{ "/rest/v1": "http://127.0.0.1:3000" }`; what needs to know
 *   the one address before it starts is put in afterwards
 */
export function startGateway(services: Readonly<Record<string, string>>): Promise<SmallServer> {
  return serve((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const prefix = Object.keys(services).find((each) => path.startsWith(`${each}/`));
    if (prefix === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const forwarded = request(services[prefix] + path.slice(prefix.length), {
      method: incoming.method,
      headers: incoming.headers,
    });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    incoming.pipe(forwarded);
  });
}
