import { createServer } from "node:http";
import { collectDefaultMetrics, Gauge, register } from "prom-client";
import { z } from "zod";
import { env } from "../app/lib/config/env.server.ts";
import { describeCause } from "../app/lib/observe/failure-cause.ts";
import { log } from "../app/lib/observe/log.server.ts";
import { askAuthHealth, callFunction, type Backend } from "./backend.ts";
import type { Readiness, ReadinessWatch } from "./health.ts";

const backlogSchema = z.object({ waiting: z.number(), dead: z.number() });
const inboxSchema = z.array(z.object({ state: z.string(), overdue: z.boolean(), items: z.number() }));
const applicationsSchema = z.array(z.object({ state: z.string(), applications: z.number() }));
const seconds = z.number().nullable();
const runsSchema = z.array(z.object({ run: z.string(), ran: seconds, requested: seconds, answered: seconds }));

/** A figure, and of what. */
type Sample = { labels: Record<string, string>; value: number };

/** What only the database knows, by its function that counts it. */
type CountedFigure = {
  counter: string;
  name: string;
  help: string;
  labelNames: string[];
  read: (answer: unknown) => Sample[];
  /** Does the function answer to the METRICS_KEY alone? */
  needsKey?: boolean;
};

function readBacklog(answer: unknown): Sample[] {
  return Object.entries(backlogSchema.parse(answer)).map(([state, value]) => ({ labels: { state }, value }));
}

function readInbox(answer: unknown): Sample[] {
  return inboxSchema
    .parse(answer)
    .map(({ state, overdue, items }) => ({ labels: { state, overdue: String(overdue) }, value: items }));
}

function readApplications(answer: unknown): Sample[] {
  return applicationsSchema
    .parse(answer)
    .map(({ state, applications }) => ({ labels: { state }, value: applications }));
}

/** What has not happened yet has no time. */
function readRuns(answer: unknown): Sample[] {
  return runsSchema
    .parse(answer)
    .flatMap(({ run, ...events }) =>
      Object.entries(events).flatMap(([event, value]) => (value === null ? [] : [{ labels: { run, event }, value }])),
    );
}

const COUNTED: readonly CountedFigure[] = [
  {
    counter: "crm_backlog",
    name: "crm_deliveries",
    help: "What happened to requirements and the CRM has not got, up to 1,000: waiting for more than five minutes, or dead (given up after a day)",
    labelNames: ["state"],
    read: readBacklog,
  },
  {
    counter: "mail_backlog",
    name: "mail_deliveries",
    help: "Mails that have not been sent, up to 1,000: waiting for more than five minutes, or dead (refused, or given up after a day)",
    labelNames: ["state"],
    read: readBacklog,
  },
  {
    counter: "inbox_figures",
    name: "inbox_items",
    help: "What the team has still to answer (new, open, waiting), up to 1,000 each, and whether it is past its due time; those of a flood too, suspect ones only once somebody has taken them",
    labelNames: ["state", "overdue"],
    read: readInbox,
    needsKey: true,
  },
  {
    counter: "application_figures",
    name: "applications",
    help: "Applications, up to 1,000 each: unconfirmed (wait for the press in their mail), waiting and overdue (their applicants wait for an answer, in time or beyond it), and of those that were mailed a day before, mailed_day_before and pressed_day_before",
    labelNames: ["state"],
    read: readApplications,
    needsKey: true,
  },
  {
    counter: "schedule_runs",
    name: "schedule_timestamp_seconds",
    help: "When the schedule of the database last ran (crm, mail: looked for what is due; purge: deleted what is past its retention), and for crm and mail when it last requested a run of the function, and when that answered",
    labelNames: ["run", "event"],
    read: readRuns,
  },
];

const figuresUp = new Gauge({
  name: "backend_figures_up",
  help: "Did the backend give these figures when it was last asked? With 0 the figures shown are the last that it gave",
  labelNames: ["figures"],
});

const figuresTime = new Gauge({
  name: "backend_figures_timestamp_seconds",
  help: "When the backend gave the figures that are shown",
  labelNames: ["figures"],
});

const siteReady = new Gauge({
  name: "site_ready",
  help: "Is this site ready (1 as /readyz with 200)? Asked together with the metrics",
});

const backendAnswer = new Gauge({
  name: "backend_answer_seconds",
  help: "How long the backend took to say whether it is ready, or was waited for, up to seven seconds",
});

const clockOffset = new Gauge({
  name: "clock_offset_seconds",
  help: "How far this site's clock is ahead of the backend's, by the date of its answers",
});

const authUp = new Gauge({
  name: "auth_up",
  help: "Does the authentication service say that it is well? Asked together with the metrics",
});

/** What a source answered last, so that only a change is logged. */
const reasons = new Map<string, string | undefined>();

function noteAnswer(figures: string, reason: string | undefined): void {
  if (reason !== undefined && reason !== reasons.get(figures)) log.warn({ figures, reason }, "figures not answered");
  reasons.set(figures, reason);
  figuresUp.set({ figures }, reason === undefined ? 1 : 0);
}

/** Which build runs: always 1, told apart by its labels. */
function registerBuild(): void {
  const build = new Gauge({ name: "build_info", help: "The build that runs", labelNames: ["version", "revision"] });
  build.set({ version: env.BUILD_VERSION, revision: env.BUILD_REVISION }, 1);
}

/** @throws Error with why there are no figures */
async function askSamples(asked: CountedFigure, backend: Backend, key: string | undefined): Promise<Sample[]> {
  const { counter, needsKey = false, read } = asked;
  if (needsKey && key === undefined) throw new Error("METRICS_KEY is not set");
  const response = await callFunction(backend, counter, needsKey ? { metrics_key: key } : {});
  if (!response.ok) throw new Error(`the backend answered ${response.status}`);
  return read(await response.json());
}

/** @returns a function that asks anew; without an answer the last figures stay, with their time */
function registerAsked(asked: CountedFigure, backend: Backend, key: string | undefined): () => Promise<void> {
  const { counter, name, help, labelNames } = asked;
  const gauge = new Gauge({ name, help, labelNames });
  return async function refresh() {
    try {
      const samples = await askSamples(asked, backend, key);
      gauge.reset();
      for (const { labels, value } of samples) gauge.set(labels, value);
      figuresTime.set({ figures: counter }, Math.floor(Date.now() / 1000));
      noteAnswer(counter, undefined);
    } catch (error) {
      // A schema's words are many lines; what else there is stands in the log of the backend.
      const isMalformed = error instanceof z.ZodError;
      noteAnswer(counter, isMalformed ? "the backend answered something else" : describeCause(error));
    }
  };
}

export type MetricsOptions = {
  backend: Backend;
  /** The site's METRICS_KEY, which opens the figures of the inbox. */
  key: string | undefined;
  readiness: () => Promise<Readiness>;
  /** What the question behind it has found besides. */
  watch: ReadinessWatch;
};

/**
 * Serves `/metrics` for Prometheus on a port of its own, which nobody but the operator should reach. What others know is
 * asked when Prometheus asks. Several sites on one backend show the same figures: whoever adds sites up takes `max()`.
 *
 * @param port where it listens, on every address
 */
export function serveMetrics(port: number, { backend, key, readiness, watch }: MetricsOptions): void {
  // The pages the server has rendered for itself are nobody's requests.
  register.resetMetrics();
  collectDefaultMetrics();
  registerBuild();
  const refreshers = COUNTED.map((asked) => registerAsked(asked, backend, key));

  async function refreshReady(): Promise<void> {
    siteReady.set((await readiness()).status === "ready" ? 1 : 0);
    backendAnswer.set(watch.seconds);
    clockOffset.set(watch.clockOffset);
  }

  async function refreshAuth(): Promise<void> {
    const isWell = await askAuthHealth(backend).then(
      (response) => response.ok,
      () => false,
    );
    authUp.set(isWell ? 1 : 0);
  }

  async function collect(): Promise<string> {
    await Promise.all([refreshReady(), refreshAuth(), ...refreshers.map((refresh) => refresh())]);
    return register.metrics();
  }

  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void collect().then(
      (text) => response.writeHead(200, { "Content-Type": register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port);
  // It ends with the process, and keeps nobody waiting.
  server.unref();
}
