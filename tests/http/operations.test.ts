import { request as httpRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newestMigration } from "../../scripts/database/migrations.ts";
import { bodyOf, serve, type SmallServer } from "../support/http/http.ts";
import { freePort, PASSES_TIME, startLoneSite, type TestSite } from "../support/services/processes.ts";

/** What is asked four times a second, and no more often. */
const PATIENT = { timeout: 60_000, interval: 250 };

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
};

/** What the sites' spans are sent to. */
let collector: SmallServer;
const spans: Span[] = [];
/** What the sites say of themselves there. */
let resources = "";

/** Has a site throw where nobody catches it, at each SIGUSR2, and use a processor for longer than it may, at SIGWINCH. */
const TROUBLED =
  "data:text/javascript,process.on('SIGUSR2',()=>{throw%20Error('thrown')});" +
  "process.on('SIGWINCH',()=>{const%20begun=process.threadCpuUsage();" +
  "while(process.threadCpuUsage(begun).user<65e4)for(let%20i=0;i<1e6;i++);})";

/** A site without a backend, as it is by default; it would trace if that were not switched off. */
let lone: TestSite;
const lonePort = await freePort();

beforeAll(async () => {
  collector = await serve((request, response) => {
    void bodyOf(request).then((body) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        resources += JSON.stringify(resource);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  lone = await startLoneSite({
    LOG_LEVEL: "warn",
    SUPABASE_URL: `http://127.0.0.1:${await freePort()}`,
    METRICS_PORT: String(lonePort),
    BUILD_VERSION: "",
    BUILD_REVISION: "",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "switched off",
    OTEL_SDK_DISABLED: "true",
    NODE_OPTIONS: `--import=${TROUBLED}`,
  });
});
afterAll(async () => {
  await lone.stop();
  collector.stop();
});

async function ready({ url }: TestSite): Promise<[number, unknown]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.json()];
}

const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

describe("a site without a backend", () => {
  it("says that it is down, and why, wherever it says so", async () => {
    const reason = "the backend can't be reached: fetch failed (ECONNREFUSED)";
    expect(await ready(lone)).toEqual([503, { status: "unavailable", reason }]);
    await scrape(lonePort);
    const entries = new URLSearchParams({ name: "Ann", email: "ann@example.com", requirement: "x" });
    const post = (path: string, body: URLSearchParams) => fetch(lone.url + path, { method: "POST", body });
    expect((await post("/contact", entries)).status).toBe(503);
    const credentials = { intent: "sign-in", email: "ann@example.com", password: "long enough" };
    const refused = await post("/client-auth?view=sign-in", new URLSearchParams(credentials));
    expect(await refused.text()).not.toContain("ECONNREFUSED");
    for (const words of ["figures not answered", "contact message not saved", "sign-in failed"]) {
      const isLogged = (line: string) =>
        line.includes(words) && /"reason":"[^"]*fetch failed \(ECONNREFUSED\)"/.test(line);
      await expect.poll(() => lone.log.some(isLogged), { message: words }).toBe(true);
    }
  });

  it("warns once, without an address, that a proxy sends who is asking and TRUST_PROXY is 0", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.7" };
    // Pages that are kept are most of what an operator opens.
    for (let visit = 0; visit < 3; visit += 1) await fetch(`${lone.url}/contact`, { headers });
    await expect.poll(() => lone.log.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(1);
    expect(lone.log.join("\n")).not.toContain("203.0.113.7");
  });

  it("has its figures nowhere on its own port, does not guess its build, and says once that it has no key", async () => {
    expect((await fetch(`${lone.url}/metrics`)).status).toBe(404);
    for (const text of [await scrape(lonePort), await scrape(lonePort)]) {
      expect(text).toContain('\nbuild_info{version="unknown",revision="unknown"} 1\n');
      expect(text).toContain('\nbackend_figures_up{figures="inbox_figures"} 0\n');
    }
    await expect
      .poll(() => lone.log.filter((line) => line.includes("METRICS_KEY is not set") && line.includes("inbox_figures")))
      .toHaveLength(1);
  });

  it("masks the office's number that it was not told", async () => {
    const html = await (await fetch(`${lone.url}/contact`)).text();
    expect(html).toContain("+91 120 XXX XX00");
    expect(html).not.toMatch(/href="tel:|wa\.me/);
  });

  it("a form of more entries than any has is not looked at", async () => {
    const many = "required_skills=a&".repeat(14_000);
    const multipart = new FormData();
    for (let index = 0; index < 300; index += 1) multipart.append("preferred_skills", "a");
    for (const body of [new URLSearchParams(`intent=remove:preferred_skills:0&${many}`), multipart]) {
      const response = await fetch(`${lone.url}/submit-requirement`, { method: "POST", body });
      expect(response.status).toBe(413);
      expect((await response.text()).length).toBeLessThan(40_000);
    }
  });

  it("overload: a process that is behind asks new posts to come back, and goes on with pages", async () => {
    const body = new URLSearchParams({ name: "" });
    const send = () => fetch(`${lone.url}/contact`, { method: "POST", body });
    expect((await send()).status).toBe(400);
    lone.signal("SIGWINCH");
    // What is sent while it works it reads when it is done.
    let refused = await send();
    while (refused.status === 400) refused = await send();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await fetch(`${lone.url}/contact`)).status).toBe(200);
    await expect.poll(async () => (await send()).status, { interval: 500 }).toBe(400);
  });

  it("takes posts when it was given no time, and has nothing to do", async () => {
    const post = () => fetch(`${lone.url}/nowhere`, { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect((await post()).status).toBe(404);
    lone.signal("SIGSTOP");
    const answer = post();
    await wait(1_000);
    lone.signal("SIGCONT");
    expect((await answer).status).toBe(404);
  });
});

describe("a site that follows its backend", () => {
  const TRACE = "0af7651916cd43dd8448eb211c80319c";
  type Answer = [status: number, body: string];
  const METRICS_PORT = freePort();
  let site: TestSite;
  let backend: SmallServer;
  /** What its backend says to all that has no answer of its own; undefined when it says nothing. */
  let answer: Answer | undefined = [500, "{}"];
  let answers: Record<string, Answer> = {};
  const SAVED = "/rest/v1/contact_submissions";
  /** In which trace the backend was last told to save a message. */
  let traceparent: string | string[] | undefined;
  /** How long it takes, in milliseconds, and how far its clock is ahead, in seconds. */
  let [delay, clock] = [0, 0];

  beforeAll(async () => {
    backend = await serve((request, response) => {
      const [status, body] = (answer && answers[request.url ?? ""]) ?? answer ?? [];
      if (request.url === SAVED) traceparent = request.headers["traceparent"];
      const date = new Date(Date.now() + clock * 1000).toUTCString();
      const send = () => response.writeHead(status!, { "Content-Type": "application/json", Date: date }).end(body);
      if (status) setTimeout(send, delay);
    });
    site = await startLoneSite({
      SUPABASE_URL: backend.url,
      LOG_LEVEL: "warn",
      METRICS_PORT: String(await METRICS_PORT),
      METRICS_KEY: "k".repeat(32),
      SHUTDOWN_DELAY: "2",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "agency",
      TRUST_PROXY: "1",
      ...PASSES_TIME,
    });
  });
  afterAll(async () => {
    await site.stop();
    backend.stop();
  });

  const post = (entries: Record<string, string>) =>
    fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(entries) });

  it("counts requests by route, forms by outcome, and what the backend failed at", async () => {
    // A proxy whose backend is away says so without a word.
    const silent: Answer = [502, ""];
    answers[SAVED] = silent;
    await fetch(`${site.url}/about?secret=1`);
    await fetch(`${site.url}/no/such/page`);
    await post({});
    await post({ name: "Ann", email: "ann@example.com", requirement: "x" });
    const isReasoned = (line: string) => line.includes('"reason":"the backend answered 502"');
    await expect.poll(() => site.log.filter(isReasoned)).toHaveLength(1);
    const response = await fetch(`http://127.0.0.1:${await METRICS_PORT}/metrics`);
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

  it("goes on showing the last figures, with their age, when it is slow, and says that they are old", async () => {
    const figures = (text: string) =>
      text
        .split("\n")
        .filter((line) => /^(crm|mail)_deliveries|^inbox_items|^schedule_|^backend_figures_time/.test(line));
    answer = [200, "{}"];
    for (const [name, value] of Object.entries({
      crm_backlog: { waiting: 3, dead: 1 },
      mail_backlog: { waiting: 0, dead: 0 },
      inbox_figures: [{ state: "new", overdue: true, items: 4 }],
      schedule_runs: [{ run: "purge", ran: 1_700_000_000.5, requested: null, answered: null }],
      schema_version: newestMigration(),
    })) {
      answers[`/rest/v1/rpc/${name}`] = [200, JSON.stringify(value)];
    }
    const before = await scrape(await METRICS_PORT);
    expect(figures(before)).toContain('crm_deliveries{state="dead"} 1');
    expect(figures(before)).toContain('inbox_items{state="new",overdue="true"} 4');
    expect(figures(before)).toContain('schedule_timestamp_seconds{run="purge",event="ran"} 1700000000.5');
    expect(before).not.toContain('event="requested"');
    expect(before.match(/^backend_figures_up\{.*\} 1$/gm)).toHaveLength(4);
    answer = undefined;
    // What /readyz knows stands for a second.
    await expect.poll(async () => site.passTime(scrape(await METRICS_PORT)), PATIENT).toMatch(/^site_ready 0$/m);
    const after = await site.passTime(scrape(await METRICS_PORT));
    expect(figures(after)).toEqual(figures(before));
    expect(after.match(/^backend_figures_up\{.*\} 0$/gm)).toHaveLength(5);
    expect(after).toMatch(/^auth_up 0$/m);
  });

  it("says once why the backend gives it no figures of the inbox, as with a wrong key", async () => {
    answer = [200, "{}"];
    answers["/rest/v1/rpc/inbox_figures"] = [401, "{}"];
    for (const text of [await scrape(await METRICS_PORT), await scrape(await METRICS_PORT)]) {
      expect(text).toContain('\nbackend_figures_up{figures="inbox_figures"} 0\n');
      expect(text).toContain('\nbackend_figures_up{figures="crm_backlog"} 1\n');
    }
    // The line may come a moment after the figures.
    await expect.poll(() => site.log.filter((line) => line.includes("the backend answered 401"))).toHaveLength(1);
  });

  it("stays ready on a backend that is slow, whatever its clock says, and shows how slow, and whose clock is wrong", async () => {
    answers = {};
    answer = [200, JSON.stringify(newestMigration())];
    await expect.poll(() => ready(site), PATIENT).toEqual([200, { status: "ready" }]);
    [delay, clock] = [700, -3600];
    const figure = async (name: string) =>
      Number(new RegExp(`^${name} (.*)$`, "m").exec(await scrape(await METRICS_PORT))?.[1]);
    await expect
      .poll(async () => {
        expect(await ready(site)).toEqual([200, { status: "ready" }]);
        return figure("backend_answer_seconds");
      }, PATIENT)
      .toBeGreaterThan(0.6);
    expect(Math.abs((await figure("clock_offset_seconds")) - 3600)).toBeLessThan(60);
    const lines = () => site.log.filter((line) => line.includes('"clock_offset_seconds":3'));
    await expect.poll(lines).toHaveLength(1);
    [delay, clock] = [0, 0];
  });

  it("takes the caller's trace on to its backend", async () => {
    answers[SAVED] = [201, ""];
    const response = await fetch(`${site.url}/contact?secret=1`, {
      method: "POST",
      headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, "X-Request-Id": "traced-1" },
      body: new URLSearchParams({ name: "Secret", email: "secret@example.com", requirement: "secret" }),
      redirect: "manual",
    });
    expect([response.status, traceparent]).toEqual([302, expect.stringContaining(TRACE)]);
  });

  it("at SIGTERM says that it is not ready, still answers, then finishes what is under way, and ends with 0", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "11" };
    const begun = httpRequest({ port: site.port, method: "POST", path: "/contact", headers });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      begun.on("error", reject).on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    await new Promise<void>((resolve) => begun.write("name=", () => resolve()));
    // The server must have it, and not just this process.
    await fetch(`${site.url}/healthz`);
    const ended = site.stop();
    await expect.poll(() => ready(site)).toEqual([503, { status: "unavailable", reason: "stopping" }]);
    const page = await fetch(site.url);
    expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    expect((await post({ name: "" })).status).toBe(400);
    const isRefused = () =>
      fetch(site.url).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused, PATIENT).toBe(true);
    begun.end("abcdef");
    expect(await answered).toBe(400);
    expect(await ended).toBe(0);
  });

  it("has sent a span for a request and one for each call, in the caller's trace, without what somebody typed", () => {
    const request = spans.find(({ traceId, name }) => traceId === TRACE && name === "POST /contact");
    const call = spans.find(({ traceId, name }) => traceId === TRACE && name === `POST ${SAVED}`);
    expect(request).toMatchObject({ parentSpanId: "b7ad6b7169203331" });
    expect(call).toMatchObject({ parentSpanId: request?.spanId });
    expect(traceparent).toBe(`00-${TRACE}-${call?.spanId}-01`);
    expect(request?.attributes).toContainEqual({ key: "request.id", value: { stringValue: "traced-1" } });
    expect(resources).toContain("agency");
    expect(JSON.stringify(spans)).not.toMatch(/secret/i);
  });
});

describe("a site that is asked by visitors themselves", () => {
  it("belongs to no trace that a visitor names; it says which build runs, and the office's number", async () => {
    const METRICS_PORT = await freePort();
    const site = await startLoneSite({
      METRICS_PORT: String(METRICS_PORT),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      // As its image tells it (Dockerfile).
      BUILD_VERSION: "1.2.3-test",
      BUILD_REVISION: "0123abc",
      OFFICE_PHONE: "+91 120 555 0100",
    });
    const traceId = "1bf7651916cd43dd8448eb211c80319c";
    await fetch(`${site.url}/client-dashboard`, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } });
    const metrics = await scrape(METRICS_PORT);
    const contact = await (await fetch(`${site.url}/contact`)).text();
    await site.stop();
    const request = spans.find(({ name }) => name === "GET /client-dashboard");
    expect(request?.traceId).toMatch(/^[\da-f]{32}$/);
    expect(request?.traceId).not.toBe(traceId);
    expect(request?.parentSpanId || undefined).toBeUndefined();
    expect(metrics).toContain('\nbuild_info{version="1.2.3-test",revision="0123abc"} 1\n');
    expect(JSON.parse(site.log[0]!)).toMatchObject({ msg: "listening", version: "1.2.3-test", revision: "0123abc" });
    for (const [key, stringValue] of [
      ["service.name", "site"],
      ["service.version", "1.2.3-test"],
      ["vcs.ref.head.revision", "0123abc"],
    ]) {
      expect(resources).toContain(JSON.stringify({ key, value: { stringValue } }));
    }
    expect(contact).toContain('<a href="tel:+911205550100" class="alone">+91 120 555 0100</a>');
    expect(contact).toContain('href="https://wa.me/911205550100"');
    expect(contact).not.toContain("XXX");
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

// Last: the site ends by it.
it("errors that nobody has caught end nothing one by one, and several in a short time the process, in order", async () => {
  const caught = () => lone.log.filter((line) => line.includes("not caught")).length;
  for (let count = 1; count <= 4; count += 1) {
    lone.signal("SIGUSR2");
    await expect.poll(caught, { timeout: 60_000 }).toBe(count);
    expect((await fetch(lone.url)).status).toBe(200);
  }
  lone.signal("SIGUSR2");
  await expect.poll(() => lone.hasEnded, { timeout: 60_000 }).toBe(true);
  expect(await lone.stop()).toBe(1);
  // Tracing was switched off: nothing of it has been sent, also not at its end.
  expect(resources).not.toContain("switched off");
});

function escapeRegExp(digest: Buffer): string {
  return digest.toString("base64").replaceAll("+", "\\+").replaceAll("/", "\\/");
}
