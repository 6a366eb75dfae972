import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newestMigration } from "../../scripts/migrations.ts";
import { bodyOf, serve, type SmallServer } from "../support/http/http.ts";
import {
  freePort,
  openBackend,
  openSharedSite,
  startLoneSite,
  startSite,
  type TestSite,
} from "../support/services/processes.ts";

/** What is asked four times a second, and no more often. */
const PATIENT = { timeout: 20_000, interval: 250 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A site without a backend, as it is by default. */
let lone: TestSite;
beforeAll(async () => {
  lone = await startLoneSite({ LOG_LEVEL: "warn" });
});
afterAll(() => lone.stop());

/** A backend that answers every call alike. */
async function backendAnswering(status: number, body: unknown): Promise<SmallServer> {
  const server = await serve((_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  closing.push(() => server.stop());
  return server;
}

async function siteOn(url: string, variables: Record<string, string> = {}): Promise<TestSite> {
  const site = await startLoneSite({ SUPABASE_URL: url, LOG_LEVEL: "silent", ...variables });
  closing.push(() => site.stop());
  return site;
}

async function ready({ url }: Pick<TestSite, "url">): Promise<[number, unknown]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.json()];
}

describe("/readyz", () => {
  it("is ready with a backend that has the migrations", async () => {
    const { site } = await openSharedSite();
    await expect.poll(() => ready(site), PATIENT).toEqual([200, { status: "ready" }]);
  });

  it("follows what its backend says, also when it is slow or none, and asks it once, however many ask", async () => {
    let answer: [number, string] | undefined;
    let asked = 0;
    const backend = await serve((_, response) => {
      asked += 1;
      if (answer) response.writeHead(answer[0], { "Content-Type": "application/json" }).end(answer[1]);
    });
    closing.push(() => backend.stop());
    const site = await siteOn(backend.url);
    const cases: [number, string, string | undefined][] = [
      [200, JSON.stringify(newestMigration()), undefined],
      [200, '"20200101000000"', "migrations are missing"],
      [200, '"99990101000000"', undefined],
      [404, '{"code":"PGRST202"}', "migrations are missing"],
      [500, "{}", "the backend answered 500"],
      [200, '{"unexpected":true}', "migrations are missing"],
      [401, "{}", "the backend answered 401"],
    ];
    for (const [status, body, reason] of cases) {
      answer = [status, body];
      const expected = reason === undefined ? [200, { status: "ready" }] : [503, { status: "unavailable", reason }];
      await expect.poll(() => ready(site), PATIENT).toEqual(expected);
    }
    answer = [200, "<html>"];
    const isKnown = ([status, body]: [number, unknown]) => status === 503 && !JSON.stringify(body).includes("401");
    await expect.poll(async () => isKnown(await ready(site)), PATIENT).toBe(true);
    answer = undefined;
    await expect
      .poll(() => ready(site), PATIENT)
      .toEqual([503, { status: "unavailable", reason: "the backend is slow" }]);
    answer = [200, JSON.stringify(newestMigration())];
    // What it knows stands for a second.
    await wait(1_100);
    asked = 0;
    await Promise.all(Array.from({ length: 20 }, () => ready(site)));
    expect(asked).toBe(1);
  });

  it("says that a backend is down", async () => {
    expect(await ready(lone)).toEqual([503, { status: "unavailable", reason: "the backend can't be reached" }]);
  });
});

it("/healthz answers under any host, without the backend, and nobody keeps it; https is asked for where the origin has it", async () => {
  const site = await siteOn("http://127.0.0.1:9", { APP_URL: "https://localhost" });
  const headersAt = (Host: string, path: string) =>
    new Promise<[number | undefined, IncomingHttpHeaders]>((resolve) => {
      httpRequest({ port: site.port, host: "127.0.0.1", path, headers: { Host } }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers]);
      }).end();
    });
  expect(await headersAt("10.0.0.7:3000", "/healthz")).toMatchObject([200, { "cache-control": "no-store" }]);
  const [, headers] = await headersAt("localhost", "/");
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
});

it("warns once, without an address, that a proxy sends who is asking and TRUST_PROXY is 0", async () => {
  const headers = { "X-Forwarded-For": "203.0.113.7" };
  for (let visit = 0; visit < 3; visit += 1) {
    await fetch(`${lone.url}/contact`, { method: "POST", headers, body: new URLSearchParams({ name: "" }) });
  }
  await expect.poll(() => lone.log.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(1);
  expect(lone.log.join("\n")).not.toContain("203.0.113.7");
});

it("SIGTERM finishes the request under way, takes no other, and ends with 0", async () => {
  const site = await startLoneSite({ LOG_LEVEL: "silent" });
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "11" };
  const post = httpRequest({ port: site.port, method: "POST", path: "/contact", headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    post.on("error", reject).on("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  await new Promise<void>((resolve) => post.write("name=", () => resolve()));
  // The server must have it, and not just this process.
  await fetch(`${site.url}/healthz`);
  const ended = site.stop();
  await expect
    .poll(
      () =>
        fetch(site.url).then(
          () => "answered",
          () => "refused",
        ),
      PATIENT,
    )
    .toBe("refused");
  post.end("abcdef");
  expect(await answered).toBe(400);
  expect(await ended).toBe(0);
});

describe("/metrics", () => {
  it("is not there by default, and never on the site's own port", async () => {
    expect((await fetch(`${lone.url}/metrics`)).status).toBe(404);
  });

  it("counts requests by route, forms by outcome, and what the backend failed at", async () => {
    const METRICS_PORT = String(await freePort());
    const backend = await backendAnswering(500, {});
    const site = await siteOn(backend.url, { METRICS_PORT });
    const form = { name: "Ann", email: "ann@example.com", requirement: "x" };
    const post = (entries: Record<string, string>) =>
      fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(entries) });
    await fetch(`${site.url}/about?secret=1`);
    await fetch(`${site.url}/no/such/page`);
    await post({});
    await post(form);
    const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    expect(response.headers.get("content-type")).toContain("text/plain");
    const text = await response.text();
    for (const line of [
      /^http_request_duration_seconds_count\{method="GET",route="\/about",status="200"\} 1$/m,
      /^http_request_duration_seconds_count\{method="GET",route="\/\*",status="404"\} 1$/m,
      /^forms_total\{route="\/contact",outcome="refused"\} 1$/m,
      /^forms_total\{route="\/contact",outcome="failed"\} 1$/m,
      /^backend_errors_total\{service="rest",reason="status"\} 1$/m,
      /^process_resident_memory_bytes /m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).not.toMatch(/secret|such|ann@/);
    // A backend that can't tell has no figures, rather than wrong ones.
    expect(text).not.toMatch(/^((crm|mail)_deliveries|inbox_items)\{/m);
  });

  const scrape = async (port: string) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  it("shows how far behind the CRM, mails and the team are, when the schedule ran, and what was accepted", async () => {
    const METRICS_PORT = String(await freePort());
    const running = await startSite({ LOG_LEVEL: "silent", METRICS_PORT });
    closing.push(() => running.stop());
    const body = new URLSearchParams({ name: "Ann", email: "ann@example.com", requirement: "x" });
    await fetch(`${running.site.url}/contact`, { method: "POST", body, redirect: "manual" });
    const kinds = ["crm_backlog", "mail_backlog", "inbox_figures", "schedule_runs"];
    // On a machine that is busy the backend may be asked in vain at first.
    const text = await vi.waitFor(
      async () => {
        const scraped = await scrape(METRICS_PORT);
        for (const figures of kinds) expect(scraped).toContain(`\nbackend_figures_up{figures="${figures}"} 1\n`);
        return scraped;
      },
      { timeout: 60_000, interval: 1_000 },
    );
    for (const outbox of ["crm", "mail"]) {
      expect(text).toContain(`\n${outbox}_deliveries{state="waiting"} 0\n`);
      expect(text).toContain(`\n${outbox}_deliveries{state="dead"} 0\n`);
    }
    expect(text).toMatch(/^inbox_items\{state="new",overdue="false"\} [1-9]\d*$/m);
    expect(text).toMatch(/^inbox_items\{state="open",overdue="true"\} \d+$/m);
    expect(text).toMatch(/^forms_total\{route="\/contact",outcome="accepted"\} 1$/m);
    expect(text).toMatch(/^schedule_timestamp_seconds\{run="purge",event="ran"\} 1\d{9}/m);
    for (const figures of kinds) {
      expect(text).toMatch(new RegExp(`^backend_figures_timestamp_seconds\\{figures="${figures}"\\} 1\\d{9}$`, "m"));
    }
    expect(text).toMatch(/^site_ready 1$/m);
    expect(text).toMatch(/^auth_up 1$/m);
  });

  it("goes on showing the last figures, with their age, when the backend is slow, and says that they are old", async () => {
    const METRICS_PORT = String(await freePort());
    let isSlow = false;
    const backend = await serve((request, response) => {
      if (isSlow) return;
      const answers: Record<string, unknown> = {
        "/rest/v1/rpc/crm_backlog": { waiting: 3, dead: 1 },
        "/rest/v1/rpc/mail_backlog": { waiting: 0, dead: 0 },
        "/rest/v1/rpc/inbox_figures": [{ state: "new", overdue: true, items: 4 }],
        "/rest/v1/rpc/schedule_runs": [{ run: "purge", ran: 1_700_000_000.5, requested: null, answered: null }],
        "/rest/v1/rpc/schema_version": newestMigration(),
      };
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(answers[request.url ?? ""] ?? {}));
    });
    closing.push(() => backend.stop());
    await siteOn(backend.url, { METRICS_PORT, METRICS_KEY: "k".repeat(32) });
    const figures = (text: string) =>
      text
        .split("\n")
        .filter((line) => /^(crm|mail)_deliveries|^inbox_items|^schedule_|^backend_figures_time/.test(line));
    const before = await scrape(METRICS_PORT);
    expect(figures(before)).toContain('crm_deliveries{state="dead"} 1');
    expect(figures(before)).toContain('inbox_items{state="new",overdue="true"} 4');
    expect(figures(before)).toContain('schedule_timestamp_seconds{run="purge",event="ran"} 1700000000.5');
    expect(before).not.toContain('event="requested"');
    expect(before.match(/^backend_figures_up\{.*\} 1$/gm)).toHaveLength(4);
    isSlow = true;
    // What /readyz knows stands for a second.
    await expect.poll(() => scrape(METRICS_PORT), PATIENT).toMatch(/^site_ready 0$/m);
    const after = await scrape(METRICS_PORT);
    expect(figures(after)).toEqual(figures(before));
    expect(after.match(/^backend_figures_up\{.*\} 0$/gm)).toHaveLength(4);
    expect(after).toMatch(/^auth_up 0$/m);
  });

  it("says that the inbox's figures are not there without the key, or with a wrong one, and why", async () => {
    const backend = await openBackend("http://localhost:3999");
    closing.push(() => backend.remove());
    const cases: [Record<string, string>, RegExp][] = [
      [{}, /METRICS_KEY is not set/],
      [{ METRICS_KEY: "another key of thirty-two letters or more" }, /the backend answered 40[13]/],
    ];
    for (const [variables, reason] of cases) {
      const METRICS_PORT = String(await freePort());
      const site = await siteOn(backend.url, {
        SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
        METRICS_PORT,
        LOG_LEVEL: "warn",
        ...variables,
      });
      for (const text of [await scrape(METRICS_PORT), await scrape(METRICS_PORT)]) {
        expect(text).toContain('\nbackend_figures_up{figures="inbox_figures"} 0\n');
        expect(text).toContain('\nbackend_figures_up{figures="crm_backlog"} 1\n');
        expect(text).not.toMatch(/^inbox_items\{/m);
      }
      const lines = site.log.filter((line) => line.includes("figures not answered"));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(reason);
    }
  });
});

describe("errors that nobody has caught", () => {
  /** Has a site throw where nobody catches it, at each signal. */
  const THROWING = "data:text/javascript,process.on('SIGUSR2',()=>{throw%20Error('thrown')})";

  it("end nothing one by one, and several in a short time the process, in order", async () => {
    const site = await startLoneSite({ NODE_OPTIONS: `--import=${THROWING}`, LOG_LEVEL: "error" });
    closing.push(() => site.stop());
    const caught = () => site.log.filter((line) => line.includes("not caught")).length;
    for (let count = 1; count <= 4; count += 1) {
      site.signal("SIGUSR2");
      await expect.poll(caught, { timeout: 20_000 }).toBe(count);
      expect((await fetch(site.url)).status).toBe(200);
    }
    site.signal("SIGUSR2");
    await expect.poll(() => site.hasEnded, { timeout: 20_000 }).toBe(true);
    expect(await site.stop()).toBe(1);
  });
});

it("a process that was given no time, and has nothing to do, takes posts", async () => {
  const post = () => fetch(`${lone.url}/nowhere`, { method: "POST", body: new URLSearchParams({ a: "b" }) });
  expect((await post()).status).toBe(404);
  lone.signal("SIGSTOP");
  const answer = post();
  await wait(1_500);
  lone.signal("SIGCONT");
  expect((await answer).status).toBe(404);
});

describe("tracing", () => {
  type Span = {
    traceId: string;
    spanId: string;
    parentSpanId?: string;
    name: string;
    attributes: { key: string; value: { stringValue?: string } }[];
  };
  let spans: Span[];
  let resource: string;
  let collector: SmallServer;
  beforeAll(async () => {
    collector = await serve((request, response) => {
      void bodyOf(request).then((body) => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[];
        };
        resource = JSON.stringify(resourceSpans[0]?.resource);
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
        response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
      });
    });
  });
  afterAll(() => collector.stop());

  it("sends a span for a request and one for each call, in the caller's trace, without what somebody typed", async () => {
    spans = [];
    let traceparent: string | undefined;
    const backend = await serve((request, response) => {
      traceparent = request.headers["traceparent"] as string | undefined;
      response.writeHead(201).end();
    });
    closing.push(() => backend.stop());
    const site = await startLoneSite({
      SUPABASE_URL: backend.url,
      LOG_LEVEL: "silent",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "agency",
      TRUST_PROXY: "1",
    });
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const answer = await fetch(`${site.url}/contact?secret=1`, {
      method: "POST",
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, "X-Request-Id": "traced-1" },
      body: new URLSearchParams({ name: "Secret", email: "secret@example.com", requirement: "secret" }),
      redirect: "manual",
    });
    expect(answer.status).toBe(302);
    await site.stop();
    const request = spans.find(({ name }) => name === "POST /contact");
    const call = spans.find(({ name }) => name === "POST /rest/v1/contact_submissions");
    expect(request).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
    expect(call).toMatchObject({ traceId, parentSpanId: request?.spanId });
    expect(traceparent).toBe(`00-${traceId}-${call?.spanId}-01`);
    expect(request?.attributes).toContainEqual({ key: "request.id", value: { stringValue: "traced-1" } });
    expect(resource).toContain("agency");
    expect(JSON.stringify(spans)).not.toMatch(/secret/i);
  });

  it("belongs to no trace that a visitor names", async () => {
    spans = [];
    const site = await startLoneSite({ LOG_LEVEL: "silent", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const traceId = "1bf7651916cd43dd8448eb211c80319c";
    await fetch(`${site.url}/client-dashboard`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    await site.stop();
    const request = spans.find(({ name }) => name === "GET /client-dashboard");
    expect(request?.traceId).toMatch(/^[\da-f]{32}$/);
    expect(request?.traceId).not.toBe(traceId);
    expect(request?.parentSpanId || undefined).toBeUndefined();
  });

  it("is off when a variable switches it off", async () => {
    spans = [];
    const site = await startLoneSite({
      LOG_LEVEL: "silent",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SDK_DISABLED: "true",
    });
    await fetch(`${site.url}/nowhere`);
    await site.stop();
    expect(spans).toEqual([]);
  });
});

describe("headers", () => {
  const EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": /camera=\(\)/,
  };

  it("stand on every kind of response: page, refusal, file, portal, data", async () => {
    const responses = await Promise.all([
      fetch(lone.url),
      fetch(`${lone.url}/nowhere`),
      fetch(`${lone.url}/favicon.svg`),
      fetch(`${lone.url}/client-dashboard`, { redirect: "manual" }),
      fetch(`${lone.url}/contact.data`),
      fetch(`${lone.url}/contact`, { method: "POST", body: "x" }),
      fetch(`${lone.url}/contact`, { method: "DELETE" }),
    ]);
    for (const response of responses) {
      for (const [name, value] of Object.entries(EVERYWHERE)) {
        expect(response.headers.get(name), `${response.url} ${name}`).toMatch(value);
      }
      expect(response.headers.get("server"), response.url).toBeNull();
      expect(response.headers.get("x-powered-by"), response.url).toBeNull();
      expect(response.headers.get("strict-transport-security"), response.url).toBeNull();
    }
  });

  it("name each inline part of a page by its digest, and allow no other", async () => {
    for (const path of ["/", "/contact", "/login", "/client-auth?view=sign-up", "/nowhere"]) {
      const response = await fetch(lone.url + path);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).not.toMatch(/unsafe|\*|data:|http:\/\/(?!127)/);
      for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(directive);
      }
      const html = await response.text();
      const inline = [...html.matchAll(/<(style|script)(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/\1>/g)].filter(
        ([tag]) => !tag.includes("application/ld+json"),
      );
      expect(inline).toHaveLength(2);
      for (const [, element, text = ""] of inline) {
        const digest = Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
        expect(policy).toMatch(new RegExp(`${element}-src 'self'[^;]*'sha256-${escapeRegExp(digest)}'`));
      }
      expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/);
    }
  });
});

function escapeRegExp(digest: Buffer): string {
  return digest.toString("base64").replaceAll("+", "\\+").replaceAll("/", "\\/");
}
