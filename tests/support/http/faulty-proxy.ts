import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request as requestSecurely } from "node:https";
import { text } from "node:stream/consumers";

/**
 * What can be wrong with an answer: it says something else, comes so many milliseconds late, ends midway, or has a body
 * that comes a second after its beginning.
 */
export type Trouble = { status: number; type: string; body: string } | { delay: number } | "cut" | "halves";

/** A backend that answers as it should, except where a test says otherwise: a proxy in front of the real one. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #port: number;
  readonly #troubles = new Map<string, Trouble>();
  /** Of those that end by themselves: counts one down, and says how many are left. */
  readonly #counts = new Map<string, () => number>();
  readonly url: string;
  /** What each call waits for before it is passed on, by its method and target, and by whose token it carries. */
  gate: (line: string, authorization?: string) => Promise<unknown> | undefined = () => undefined;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * @param keepsHost is the target asked by the proxy's own name, and thinks that it is its own? Then an embedded backend
   *   issues sessions in that name, and the site verifies them by itself.
   */
  static async start(port: number, target: () => string, keepsHost = false): Promise<FaultyProxy> {
    const server = createServer();
    const proxy = new FaultyProxy(server, port);
    server.on("request", (incoming, outgoing) => void proxy.#pass(incoming, outgoing, target(), keepsHost));
    await proxy.listen();
    return proxy;
  }

  /** Is there, also after a stop. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string, keepsHost: boolean): Promise<void> {
    const { method = "", url = "", headers } = incoming;
    const line = `${method} ${url}`;
    await this.gate(line, headers.authorization);
    const trouble = this.#troubleOf(line);
    if (typeof trouble === "object" && "status" in trouble) {
      incoming.resume();
      outgoing.writeHead(trouble.status, { "content-type": trouble.type }).end(trouble.body);
      return;
    }
    const { host } = keepsHost ? headers : new URL(target);
    const encoding = trouble === "halves" ? { "accept-encoding": "identity" } : {};
    const sent = { ...headers, ...encoding, host };
    const ask = target.startsWith("https:") ? requestSecurely : request;
    const forwarded = ask(new URL(url, target), { method, headers: sent }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (trouble === "cut") {
        outgoing.writeHead(status, { "content-type": "application/json", "content-length": "1000" });
        outgoing.write("[", () => outgoing.destroy());
        return;
      }
      if (trouble === "halves") {
        outgoing.writeHead(status, answer.rawHeaders);
        void text(answer).then((page) => {
          const half = page.indexOf("<body");
          outgoing.write(page.slice(0, half));
          setTimeout(() => outgoing.end(page.slice(half)), 1000);
        });
        return;
      }
      const pass = () => void answer.pipe(outgoing.writeHead(status, answer.rawHeaders));
      if (trouble) setTimeout(pass, trouble.delay);
      else pass();
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  #troubleOf(line: string): Trouble | undefined {
    const [beginning = "", trouble] = [...this.#troubles].find(([each]) => line.startsWith(each)) ?? [];
    if (this.#counts.get(beginning)?.() === 0) {
      this.#counts.delete(beginning);
      this.#troubles.delete(beginning);
    }
    return trouble;
  }

  /** Answers requests that begin so, such as `POST /auth/v1/token`, with this as JSON from now on. */
  fail(beginning: string, status: number, body: unknown): void {
    this.#troubles.set(beginning, { status, type: "application/json", body: JSON.stringify(body) });
  }

  /** The same, for the next so many of them; those after are answered as they should be. @returns how many are left */
  failTimes(times: number, beginning: string, status: number, body: unknown): () => number {
    let left = times;
    this.fail(beginning, status, body);
    this.#counts.set(beginning, () => (left -= 1));
    return () => left;
  }

  /** Gives every answer, or those to requests that begin so, this trouble from now on. */
  disturb(trouble: Trouble, beginning = ""): void {
    this.#troubles.set(beginning, trouble);
  }

  mend(): void {
    this.#troubles.clear();
    this.#counts.clear();
  }

  /** Is away, as a backend that was killed. */
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
