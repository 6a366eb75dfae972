import { once } from "node:events";
import { createServer, request, type Server } from "node:http";

type Fault = { status: number; body: unknown };

/** What can be wrong with every answer at once: it says something else, comes late, or ends midway. */
export type Trouble = { status: number; type: string; body: string } | { delay: number } | "cut";

/** A backend that answers as it should, except where a test says otherwise: a proxy in front of the real one. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #faults = new Map<string, Fault>();
  trouble: Trouble | undefined;
  readonly url: string;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(port: number, target: () => string): Promise<FaultyProxy> {
    const server = createServer();
    const proxy = new FaultyProxy(server, `http://127.0.0.1:${port}`);
    server.on("request", (incoming, outgoing) => {
      const { method = "", url = "", headers } = incoming;
      const fault = [...proxy.#faults].find(([key]) => `${method} ${url}`.startsWith(key))?.[1];
      if (fault) {
        incoming.resume();
        outgoing.writeHead(fault.status, { "content-type": "application/json" }).end(JSON.stringify(fault.body));
        return;
      }
      const { trouble } = proxy;
      if (trouble !== undefined && trouble !== "cut" && "status" in trouble) {
        incoming.resume();
        outgoing.writeHead(trouble.status, { "content-type": trouble.type }).end(trouble.body);
        return;
      }
      const { host } = new URL(target());
      const forwarded = request(new URL(url, target()), { method, headers: { ...headers, host } }, (answer) => {
        if (trouble === "cut") {
          outgoing.writeHead(answer.statusCode ?? 502, {
            "content-type": "application/json",
            "content-length": "1000",
          });
          outgoing.write("[", () => outgoing.destroy());
          return;
        }
        setTimeout(
          () => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
            answer.pipe(outgoing);
          },
          trouble && "delay" in trouble ? trouble.delay : 0,
        );
      });
      forwarded.on("error", () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  /** Answers requests that begin so, such as `POST /auth/v1/token`, with this from now on. */
  fail(beginning: string, status: number, body: unknown): void {
    this.#faults.set(beginning, { status, body });
  }

  mend(): void {
    this.#faults.clear();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
