import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { withMetricsKey } from "../support/api/metrics-key.ts";
import { sendMessage } from "../support/people/team.ts";
import { openSiteBehindProxy } from "../support/http/waves.ts";
import { freePort, openSharedSite } from "../support/services/processes.ts";
import { finds, readQuery, readSeries, type Selector, type Series } from "../support/text/promql.ts";

// What an operator's Prometheus and Grafana ask for is what a site shows, and each alert says what to do.

const read = (path: string) => readFileSync(path, "utf8");

type Alert = { name: string; expression: string; source: string | undefined; runbook: string | undefined };

/** The rules of ops/alerts.yaml, which keeps to one way of writing them. */
function readAlerts(): Alert[] {
  const [, ...rules] = read("ops/alerts.yaml").split(/^ {6}- alert: /m);
  return rules.map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? "",
    expression: (/^ {8}expr: (?:>-\n)?([^]*?)\n {8}(?=\w+:)/m.exec(rule)?.[1] ?? "").replaceAll(/\s+/g, " "),
    source: /^ {8}labels: \{.*\bsource: (\w+)/m.exec(rule)?.[1],
    runbook: /^ {10}runbook: (\S+)$/m.exec(rule)?.[1],
  }));
}

type Panel = { title: string; targets: { expr: string }[] };

const alerts = readAlerts();
const panels = (JSON.parse(read("ops/dashboard.json")) as { panels: Panel[] }).panels;
const queries = [
  ...alerts.filter(({ source }) => source === undefined).map(({ name, expression }) => [name, expression] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`panel: ${title}`, expr] as const)),
];

/** How the figures of other programs begin. */
const SOURCES: Record<string, RegExp> = {
  prometheus: /^up$/,
  blackbox_exporter: /^probe_/,
  postgres_exporter: /^pg_/,
  node_exporter: /^node_/,
};

/** What a site has shown while all was well. */
let well: string;
/** All that it has shown, also after its backend had gone. */
let shown: Series[];
/** The names of all that it counts, of what has not happened yet as well. */
let names: string[];

/** What a site asks its backend for. */
const KINDS = ["crm_backlog", "mail_backlog", "inbox_figures", "application_figures", "schedule_runs"];

beforeAll(async () => {
  const [port, redis] = [await freePort(), await freePort()];
  const { backend } = await openSharedSite();
  const owner = OwnerSession.of(backend.database);
  const query = async (statement: string) => (await owner.query(statement)).rows as Record<string, unknown>[];
  // As the schedule notes them (database/scheduled-runs), which sleeps here.
  await query(
    "update private.scheduled_runs set ran_at = now(), requested_at = now(), answered_at = now() where run <> 'purge'",
  );
  await withMetricsKey({ query }, async (METRICS_KEY) => {
    const running = await openSiteBehindProxy({
      LOG_LEVEL: "silent",
      METRICS_PORT: String(port),
      METRICS_KEY,
      POSTS_PER_MINUTE: "10",
      // Nobody is there: the site counts alone.
      RATE_LIMIT_REDIS_URL: `redis://127.0.0.1:${redis}`,
    });
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const post = (path: string, entries: Record<string, string>) =>
      fetch(running.site.url + path, { method: "POST", body: new URLSearchParams(entries), redirect: "manual" });
    const contact = () => post("/contact", { name: "Ann", email: "ann@example.com", requirement: "x" });
    try {
      // What counts as new: a form without its page's token may be a machine's.
      await sendMessage(running.backend, "Somebody asks");
      await contact();
      // On a machine that is busy the backend may be asked in vain at first.
      well = await vi.waitFor(
        async () => {
          const scraped = await scrape();
          for (const figures of KINDS) expect(scraped).toContain(`\nbackend_figures_up{figures="${figures}"} 1\n`);
          return scraped;
        },
        { timeout: 60_000, interval: 500 },
      );
      expect(await (await fetch(`${running.site.url}/readyz`)).json()).toEqual({ status: "ready" });
      running.proxy.stop();
      await contact();
      await post("/client-auth?view=sign-in", { intent: "sign-in", email: "ann@example.com", password: "long enough" });
      // One visitor too often.
      await Promise.all(Array.from({ length: 80 }, () => post("/contact", {})));
      const text = `${well}\n${await scrape()}`;
      shown = readSeries(text);
      names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name);
    } finally {
      await running.stop();
    }
  });
  await owner.close();
});

it("a site shows how far behind the CRM, mails and the team are, when the schedule ran, and what was accepted", () => {
  for (const line of [
    ...["crm", "mail"].flatMap((outbox) =>
      ["waiting", "dead"].map((state) => `${outbox}_deliveries\\{state="${state}"\\} \\d+`),
    ),
    'inbox_items\\{state="new",overdue="false"\\} [1-9]\\d*',
    'inbox_items\\{state="open",overdue="true"\\} \\d+',
    'applications\\{state="(?:unconfirmed|waiting|overdue|mailed_day_before|pressed_day_before)"\\} \\d+',
    'forms_total\\{route="/contact",outcome="accepted"\\} 1',
    'schedule_timestamp_seconds\\{run="purge",event="ran"\\} 1\\d{9}.*',
    ...KINDS.map((figures) => `backend_figures_timestamp_seconds\\{figures="${figures}"\\} 1\\d{9}`),
    "site_ready 1",
    "auth_up 1",
    "limits_redis_up 0",
  ]) {
    expect(well).toMatch(new RegExp(`^${line}$`, "m"));
  }
});

const isShown = (selector: Selector) => shown.some((series) => finds(selector, series));

it("the files hold rules and panels, all of which are read here", () => {
  expect(alerts.length).toBe(read("ops/alerts.yaml").match(/- alert:/g)?.length);
  expect(alerts.length).toBeGreaterThan(15);
  expect(panels.length).toBeGreaterThan(10);
  for (const [, query] of queries) expect(readQuery(query).selectors).not.toEqual([]);
});

it.each(queries)("%s asks for figures and labels that a site shows", (_, query) => {
  const { selectors, labels } = readQuery(query);
  expect(selectors.filter((selector) => !isShown(selector))).toEqual([]);
  const known = new Set(["instance", "job"]);
  for (const { name } of selectors) {
    for (const series of shown) if (series.name === name) for (const label of series.labels.keys()) known.add(label);
  }
  expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

it.each(alerts.filter(({ source }) => source !== undefined))("$name asks for figures of $source", (alert) => {
  const { selectors } = readQuery(alert.expression);
  for (const { name } of selectors) expect(name).toMatch(SOURCES[alert.source ?? ""] ?? /^$/);
});

it("what is no figure, or has no such label, is found out", () => {
  for (const query of [
    'forms_totals{outcome="failed"}',
    'sum(rate(forms_total{outcome="lost"}[5m])) > 0',
    'max(crm_deliveries{status="dead"})',
    'inbox_items{overdue=~"yes|no"} and on () backend_figures_up',
    'backend_errors_total{service!~"rest|auth"}',
  ]) {
    expect(readQuery(query).selectors.every(isShown), query).toBe(false);
  }
});

it("figures that every site shows of one backend are taken by max() or min(), and never added up over sites", () => {
  const shared =
    "(?:(?:crm|mail)_deliveries|inbox_items|applications|schedule_timestamp|backend_figures|auth_up|mail_budget_used)";
  const taken = new RegExp(`\\b(?:max|min|absent)(?:\\s+by\\s*\\([^)]*\\))?\\s*\\((?:min_over_time\\()?${shared}`, "g");
  for (const [name, query] of queries) expect(query.replaceAll(taken, ""), name).not.toMatch(shared);
});

describe("docs/runbook.md", () => {
  const headings = [...read("docs/runbook.md").matchAll(/^### (.+)$/gm)].map(([, text = ""]) => text);

  it.each(alerts)("says what to do when $name rings", ({ name, runbook }) => {
    expect(runbook).toBe(`docs/runbook.md#${name.toLowerCase()}`);
    expect(headings).toContain(name);
    const [, section = ""] = read("docs/runbook.md").split(`\n### ${name}\n`);
    expect(section.split(/\n#/)[0]!.trim().length).toBeGreaterThan(60);
  });

  it("has no section for an alert that there is not", () => {
    const words = headings.filter((heading) => !heading.includes(" "));
    expect(words.sort()).toEqual(alerts.map(({ name }) => name).sort());
  });
});

it("docs/operate.md names figures that a site shows, and all of the product's own", () => {
  const items = read("docs/operate.md").matchAll(/^- `([a-z]\w*)(?:\{([\w,]*)\})?`/gm);
  const named = [...items].map(([, name = "", labels = ""]) => ({
    name,
    labels: labels.split(",").filter(Boolean),
  }));
  expect(named.length).toBeGreaterThan(8);
  for (const { name, labels } of named) {
    const known = shown.filter((series) => series.name === name).flatMap((series) => [...series.labels.keys()]);
    expect(names).toContain(name);
    for (const label of labels) expect(known, name).toContain(label);
  }
  const own = names.filter((name) => !/^(process|nodejs)_/.test(name));
  expect(own.filter((name) => !named.some((each) => each.name === name))).toEqual([]);
});

/** Prometheus' own checker, where the machine has it. */
function promtool(...parameters: string[]): string | undefined {
  try {
    return execFileSync("promtool", parameters, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const version = promtool("--version");

it.skipIf(version === undefined)("Prometheus takes the rules, and they ring when they should", () => {
  expect(promtool("check", "rules", "ops/alerts.yaml")).toContain("SUCCESS");
  expect(promtool("test", "rules", "tests/support/text/alerts.promtool.yaml")).toContain("SUCCESS");
});
