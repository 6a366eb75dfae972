import { createServer } from "node:http";
import { collectDefaultMetrics, Gauge, register } from "prom-client";
import { z } from "zod";
import { env } from "../app/lib/env.server.ts";
import { callFunction, type Backend } from "./backend.ts";

const backlogSchema = z.object({ waiting: z.number(), dead: z.number() });
const inboxSchema = z.array(z.object({ state: z.string(), overdue: z.boolean(), items: z.number() }));

/** A figure, and of what. */
type Sample = { labels: Record<string, string>; value: number };

/** What only the database knows, by its function that counts it. */
type Asked = { counter: string; name: string; help: string; labelNames: string[]; read: (answer: unknown) => Sample[] };

function readBacklog(answer: unknown): Sample[] {
  const { waiting, dead } = backlogSchema.parse(answer);
  return [
    { labels: { state: "waiting" }, value: waiting },
    { labels: { state: "dead" }, value: dead },
  ];
}

const ASKED: readonly Asked[] = [
  {
    counter: "crm_backlog",
    name: "crm_deliveries",
    help: "What happened to requirements and the CRM has not got: waiting for more than five minutes, or dead (given up after a day)",
    labelNames: ["state"],
    read: readBacklog,
  },
  {
    counter: "mail_backlog",
    name: "mail_deliveries",
    help: "Mails that have not been sent: waiting for more than five minutes, or dead (refused, or given up after a day)",
    labelNames: ["state"],
    read: readBacklog,
  },
  {
    counter: "inbox_backlog",
    name: "inbox_items",
    help: "What the team has still to answer (new, open, waiting), and whether it is past its due time; those of a flood too, suspect ones only once somebody has taken them",
    labelNames: ["state", "overdue"],
    read: (answer) =>
      inboxSchema
        .parse(answer)
        .map(({ state, overdue, items }) => ({ labels: { state, overdue: String(overdue) }, value: items })),
  },
];

/** Asks when Prometheus asks; without an answer the figures are left out, not guessed. */
function registerAsked(backend: Backend, { counter, name, help, labelNames, read }: Asked): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    async collect() {
      const samples = await callFunction(backend, counter)
        .then(async (response) => read(await response.json()))
        .catch(() => []);
      this.reset();
      for (const { labels, value } of samples) this.set(labels, value);
    },
  });
  register.registerMetric(gauge);
}

/** Which build runs: always 1, told apart by its labels. */
function registerBuild(): void {
  const build = new Gauge({ name: "build_info", help: "The build that runs", labelNames: ["version", "revision"] });
  build.set({ version: env.BUILD_VERSION, revision: env.BUILD_REVISION }, 1);
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
  registerBuild();
  for (const asked of ASKED) registerAsked(backend, asked);
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
