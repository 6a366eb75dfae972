import { Counter, Gauge, Histogram, register } from "prom-client";

type Labels<Name extends string> = { name: string; help: string; labelNames: readonly Name[] };

// The server and the app's build each load this module; the registry is the one both share.
function counter<Name extends string>(
  labels: Labels<Name> & { collect?: (this: Counter<Name>) => void },
): Counter<Name> {
  return (register.getSingleMetric(labels.name) as Counter<Name> | undefined) ?? new Counter(labels);
}

function histogram<Name extends string>(labels: Labels<Name>): Histogram<Name> {
  return (register.getSingleMetric(labels.name) as Histogram<Name> | undefined) ?? new Histogram(labels);
}

const requests = histogram({
  name: "http_request_duration_seconds",
  help: "Requests answered, by route (never by path), and how long each took",
  labelNames: ["method", "route", "status"],
});

const forms = counter({
  name: "forms_total",
  help: "Forms sent, by route and outcome: accepted, refused (wrong entries), limited (too many), failed (backend)",
  labelNames: ["route", "outcome"],
});

const backendErrors = counter({
  name: "backend_errors_total",
  help: "Calls to the backend that got no answer or a 5xx, by service",
  labelNames: ["service", "reason"],
});

const crmCalls = counter({
  name: "crm_sync_total",
  help: "Requirements passed on to sync-crm at once, by outcome; what failed is delivered again later",
  labelNames: ["outcome"],
});

const MAIL_LIMITS = ["sender", "network", "everybody", "newcomers"] as const;
export type MailLimit = (typeof MAIL_LIMITS)[number];

const mailsRefused = counter({
  name: "mail_requests_refused_total",
  help: "Forms that would have sent a mail and were refused: too many of one address or person, of one network, of everybody together, or of networks that had asked for none",
  labelNames: ["limit"],
  // Shown before anybody was refused: a rate of what is not there yet is none.
  collect() {
    for (const limit of MAIL_LIMITS) this.inc({ limit }, 0);
  },
});

function outcomeOf(status: number): string {
  if (status >= 500) return "failed";
  if (status === 429) return "limited";
  if (status >= 400) return "refused";
  // A redirect, or React Router's 202 for one: done. A page with 200 is a form worked on (a skill added).
  return status === 200 ? "edited" : "accepted";
}

/**
 * Counts an answered request, and a form when it was one.
 *
 * @param route the route's pattern, or a kept page's path: a bounded set
 * @param ms how long it took, in milliseconds
 */
export function countRequest(method: string, route: string, status: number, ms: number): void {
  requests.observe({ method, route, status }, ms / 1000);
  if (method === "POST") forms.inc({ route, outcome: outcomeOf(status) });
}

/** Counts a call to the backend that failed. */
export function countBackendError(service: string, reason: "no_answer" | "status"): void {
  backendErrors.inc({ service, reason });
}

/** Counts what became of a requirement's first way to the CRM. */
export function countCrmSync(outcome: "delivered" | "queued" | "failed"): void {
  crmCalls.inc({ outcome });
}

/** Counts a form that would have sent a mail, and by which limit it was refused. */
export function countMailRefused(limit: MailLimit): void {
  mailsRefused.inc({ limit });
}

/** Shows whether the Redis in which sites count together answers. @param read asked whenever Prometheus asks */
export function watchLimitsRedis(read: () => boolean): void {
  const name = "limits_redis_up";
  if (register.getSingleMetric(name)) return;
  new Gauge({
    name,
    help: "1 while sites count together in their Redis, 0 while this one counts alone; not shown without a Redis",
    collect() {
      this.set(read() ? 1 : 0);
    },
  });
}

/**
 * Shows how much of the hour's mails is used up, whenever Prometheus asks.
 *
 * @param purposes what mails are for: a bounded set
 * @param read the part of them that is used up, from 0 to 1
 */
export function watchMailBudget<Purpose extends string>(
  purposes: readonly Purpose[],
  read: (purpose: Purpose) => Promise<number>,
): void {
  const name = "mail_budget_used_ratio";
  if (register.getSingleMetric(name)) return;
  new Gauge({
    name,
    help: "How much of the mails that strangers may cause within an hour is used up, from 0 to 1, by what they are for",
    labelNames: ["purpose"],
    async collect() {
      await Promise.all(purposes.map(async (purpose) => this.set({ purpose }, await read(purpose))));
    },
  });
}
