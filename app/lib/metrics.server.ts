import { Counter, Histogram, register } from "prom-client";

type Labels<Name extends string> = { name: string; help: string; labelNames: readonly Name[] };

// The server and the app's build each load this module; the registry is the one both share.
function counter<Name extends string>(labels: Labels<Name>): Counter<Name> {
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
