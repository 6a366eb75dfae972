import { createServer } from "node:http";
import { collectDefaultMetrics, Gauge, register } from "prom-client";
import { z } from "zod";
import { callFunction, type Backend } from "./backend.ts";

const backlogSchema = z.object({ waiting: z.number(), dead: z.number() });

/** What waits to leave the database, by the database's function that counts it. */
const BACKLOGS = {
  crm_backlog: {
    name: "crm_deliveries",
    help: "What happened to requirements and the CRM has not got: waiting for more than five minutes, or dead (given up after a day)",
  },
  mail_backlog: {
    name: "mail_deliveries",
    help: "Mails that have not been sent: waiting for more than five minutes, or dead (refused, or given up after a day)",
  },
} as const;

async function readBacklog(
  backend: Backend,
  counter: keyof typeof BACKLOGS,
): Promise<z.infer<typeof backlogSchema> | undefined> {
  try {
    const response = await callFunction(backend, counter);
    return backlogSchema.parse(await response.json());
  } catch {
    return undefined;
  }
}

/** What only the database knows. Asked when Prometheus asks; without an answer the figures are left out, not guessed. */
function registerBacklog(backend: Backend, counter: keyof typeof BACKLOGS): void {
  const backlog = new Gauge({
    ...BACKLOGS[counter],
    labelNames: ["state"],
    async collect() {
      const counts = await readBacklog(backend, counter);
      this.reset();
      if (!counts) return;
      this.set({ state: "waiting" }, counts.waiting);
      this.set({ state: "dead" }, counts.dead);
    },
  });
  register.registerMetric(backlog);
}

/**
 * Serves `/metrics` for Prometheus on a port of its own, which nobody but the operator should reach.
 *
 * @param port where it listens, on every address
 */
export function serveMetrics(port: number, backend: Backend): void {
  // The pages the server has rendered for itself are nobody's requests.
  register.resetMetrics();
  collectDefaultMetrics();
  registerBacklog(backend, "crm_backlog");
  registerBacklog(backend, "mail_backlog");
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void register.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port);
  // It ends with the process, and keeps nobody waiting.
  server.unref();
}
