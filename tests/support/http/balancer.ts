import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** How often a balancer asks its sites whether they are ready, in milliseconds, and how many times in vain. */
const INTERVAL = 100;
const FALL = 3;

export type Balancer = { url: string; port: number; sent: Map<number, number>; stop: () => void };

/** Is the site on this port ready? */
function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ port, host: "127.0.0.1", path: "/readyz", agent: false, timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    probe.on("timeout", () => probe.destroy());
    probe.on("error", () => resolve(false));
    probe.end();
  });
}

/**
 * A proxy that gives each request to the next of its sites that says it is ready, over connections that it keeps. It
 * tries nothing twice: a request that fails on the way is answered with 502.
 *
 * @param ports where the sites listen, on this machine
 * @param isAsking does it ask them whether they are ready? Else they are
 */
export async function balance(port: number, ports: readonly number[], isAsking = true): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const sent = new Map(ports.map((site) => [site, 0]));
  const failures = new Map(ports.map((site) => [site, 0]));
  let turn = 0;
  let isStopping = false;
  async function watch(site: number): Promise<void> {
    while (!isStopping) {
      failures.set(site, (await isReady(site)) ? 0 : (failures.get(site) ?? 0) + 1);
      await wait(INTERVAL);
    }
  }
  if (isAsking) for (const site of ports) void watch(site);
  const server = createServer((asked, answer) => {
    const ready = ports.filter((port) => (failures.get(port) ?? 0) < FALL);
    const site = ready[turn++ % ready.length];
    if (site === undefined) return void answer.writeHead(503).end();
    sent.set(site, (sent.get(site) ?? 0) + 1);
    const { method, url, headers } = asked;
    const passed = request({ agent, host: "127.0.0.1", port: site, method, path: url, headers }, (response) => {
      const { connection: _, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 502, kept);
      response.pipe(answer);
    });
    passed.on("error", (error) => answer.headersSent || answer.writeHead(502).end(String(error)));
    asked.pipe(passed);
  }).listen(port);
  await once(server, "listening");
  return {
    url: `http://localhost:${port}`,
    port,
    sent,
    stop() {
      isStopping = true;
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
