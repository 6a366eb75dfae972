import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLoneSite, type TestSite } from "../support/services/processes.ts";
import { sendRaw, type RawResponse } from "../support/http/raw.ts";
import { expectPage } from "../support/http/expectations.ts";
import { describeLogReader } from "./log-reader.ts";

// What one request of a stranger may and may not do to the server.

let site: TestSite;
/** One behind a proxy that ends TLS. */
let publicSite: TestSite;
/** Where the first stands, so that its build can go. */
const root = mkdtempSync(join(tmpdir(), "gone-"));
beforeAll(async () => {
  for (const name of ["build", "app", "server"]) cpSync(name, join(root, name), { recursive: true });
  for (const name of ["node_modules", "package.json"]) symlinkSync(join(process.cwd(), name), join(root, name));
  site = await startLoneSite({}, root);
  publicSite = await startLoneSite({ BACKEND: "", APP_URL: "https://www.example.com", TRUST_PROXY: "1" });
});
afterAll(async () => {
  await site.stop();
  await publicSite.stop();
  rmSync(root, { recursive: true });
});

async function ask(lines: string[], port = site.port, body = ""): Promise<RawResponse> {
  const answer = await sendRaw(port, `${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  if (!answer) throw new Error(`no answer to ${lines[0]}`);
  return answer;
}

function get(path: string, ...headers: string[]): Promise<RawResponse> {
  return ask([`GET ${path} HTTP/1.1`, `Host: localhost:${site.port}`, ...headers]);
}

/** Posts a form to a site as whoever names itself by these headers. */
function postForm(port: number, body: string, ...headers: string[]): Promise<RawResponse> {
  const form = ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`];
  return ask(["POST /contact HTTP/1.1", ...headers, ...form], port, body);
}

/** Posts something else, or in another way. */
function post(init: RequestInit): Promise<Response> {
  return fetch(`${site.url}/contact`, { method: "POST", redirect: "manual", ...init });
}

/** What every answer carries. */
function expectCommonHeaders({ headers }: RawResponse): void {
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(headers["x-request-id"]).toMatch(/^[\w.-]{1,64}$/);
}

it("has its pages ready before anybody asks, unless it is for trying; nobody has asked for these, says the log", async () => {
  const sites = [publicSite, site];
  // It is read beside the answers.
  await expect.poll(() => sites.every(({ log }) => log.length > 0)).toBe(true);
  const [started, forTrying] = sites.map(({ log }) => JSON.parse(log[0]!) as { msg: string; pages: number });
  expect([started!.msg, forTrying]).toEqual(["listening", expect.objectContaining({ msg: "listening", pages: 0 })]);
  expect(started!.pages).toBeGreaterThan(15);
});

describe("a file", () => {
  it.each(["bytes=100-50", "bytes=2-1", "bytes=-5", "bytes=0-0,2-3", "bytes=abc", "bytes=999999999-", "lines=1-2", ""])(
    "is whole, whatever range of it is asked for (%j)",
    async (range) => {
      for (const path of ["/brochure.pdf", "/favicon.svg"]) {
        const answer = await get(path, `Range: ${range}`);
        expect(answer.status).toBe(200);
        expect(answer.body).toHaveLength(Number(answer.headers["content-length"]));
        expect(answer.headers).not.toHaveProperty("content-range");
        expectCommonHeaders(answer);
      }
      expect((await get("/healthz")).status).toBe(200);
    },
  );

  it.each(["/assets/", "/assets", "/assets/nothing.js", "/.env", "/../package.json", "/assets/../../server/index.js"])(
    "%s is none",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe("a path in another spelling", () => {
  it.each([
    ["/About", "/about"],
    ["/about/", "/about"],
    ["/about///", "/about"],
    ["/%61bout", "/about"],
    ["/Services/Core-hiring", "/services/core-hiring"],
    ["/Services/Permanent-Staffing?utm=X", "/services/permanent-staffing?utm=X"],
    ["/INDUSTRIES/retail-ecommerce/", "/industries/retail-ecommerce"],
    ["/Client-Dashboard", "/client-dashboard"],
    ["/client-dashboard/", "/client-dashboard"],
  ])("%s leads to %s", async (path, expected) => {
    const answer = await get(path);
    expect([answer.status, answer.headers["location"]]).toEqual([301, expected]);
    expectCommonHeaders(answer);
  });

  it("takes a form along", async () => {
    const post = [`POST /Contact HTTP/1.1`, `Host: localhost:${site.port}`, "Content-Length: 0"];
    const answer = await ask([...post, "Content-Type: application/x-www-form-urlencoded"]);
    expect([answer.status, answer.headers["location"]]).toEqual([308, "/contact"]);
  });

  it.each(["//about", "/about/x", "/aboute", "/services/nothing", "/%", "/%c0%af", "/about%00", "/x.data"])(
    "%s is no page",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe("a path with a line end in it", () => {
  it.each(["/x%0a", "/about%0A", "/%0d", "/contact%E2%80%A8", "/x%e2%80%a9y", "/client-dashboard%0a"])(
    "%s is the not-found page, whole",
    async (path) => {
      for (const method of ["GET", "HEAD", "POST"]) {
        const lines = [`${method} ${path} HTTP/1.1`, `Host: localhost:${site.port}`, "Content-Length: 0"];
        const answer = await ask([...lines, "Content-Type: application/x-www-form-urlencoded"]);
        expect(answer.status).toBe(404);
        expectCommonHeaders(answer);
        expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
        if (method === "GET") expect(answer.body).toContain("Oops! Page not found");
      }
      expect(site.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );
});

describe("a target or host that can't be read", () => {
  it.each<[string, string[]]>([
    ["a host that is none", ["GET / HTTP/1.1", "Host: ["]],
    ["a host with a space", ["GET / HTTP/1.1", "Host: a b"]],
    ["a host with a path", ["GET / HTTP/1.1", "Host: a/b"]],
    ["a host with a user", ["GET / HTTP/1.1", "Host: a@b"]],
    ["no host", ["GET / HTTP/1.1", "Accept: */*"]],
    ["an asterisk", ["GET * HTTP/1.1", "Host: a"]],
    ["another scheme", ["GET ftp://a/ HTTP/1.1", "Host: a"]],
    ["no path", ["GET about HTTP/1.1", "Host: a"]],
    ["no request at all", ["NONSENSE"]],
    ["a header without a name", ["GET / HTTP/1.1", "Host: a", ": x"]],
    ["two lengths", ["POST /contact HTTP/1.1", "Host: a", "Content-Length: 1", "Content-Length: 2"]],
  ])("%s: 400", async (_, lines) => {
    const answer = await ask(lines);
    expect(answer.status).toBe(400);
    expectCommonHeaders(answer);
  });

  it("headers beyond reason: 431; a tunnel: 405; expectations: the page", async () => {
    const long = await get("/", `X-Long: ${"x".repeat(20_000)}`);
    expect(long.status).toBe(431);
    expectCommonHeaders(long);
    const tunnel = await ask(["CONNECT a:1 HTTP/1.1", "Host: a"]);
    expect(tunnel.status).toBe(405);
    expectCommonHeaders(tunnel);
    expect((await get("/about", "Expect: the unexpected")).status).toBe(200);
    expect((await get("/about", "Upgrade: websocket")).status).toBe(200);
  });

  it("reads a whole address as its path and host", async () => {
    expect((await ask(["GET http://evil.example/about HTTP/1.1", "Host: other"])).body).toContain("Who We Are");
    const other = await ask(["GET http://evil.example/about HTTP/1.1", "Host: www.example.com"], publicSite.port);
    expect(other.status).toBe(421);
    const ours = await ask(["GET https://www.example.com/about HTTP/1.1", "Host: evil.example"], publicSite.port);
    expect(ours.status).toBe(200);
  });

  it("/healthz answers under any host, and nobody keeps it", async () => {
    const answer = await ask(["GET /healthz HTTP/1.1", "Host: 10.0.0.7:3000"], publicSite.port);
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  });

  it.each(["www.example.com", "WWW.example.com", "www.example.com:443"])("knows its own host as %s", async (host) => {
    for (const path of ["/", "/login"]) {
      expect((await ask([`GET ${path} HTTP/1.1`, `Host: ${host}`], publicSite.port)).status).toBe(200);
    }
  });

  it.each(["evil.example", "www.example.com:80", "www.example.com.evil.example", "example.com"])(
    "does not answer for %s",
    async (host) => {
      for (const method of ["GET", "POST"]) {
        const answer = await ask([`${method} /login HTTP/1.1`, `Host: ${host}`, "Content-Length: 0"], publicSite.port);
        expect(answer.status).toBe(421);
        expectCommonHeaders(answer);
        expect(answer.headers["strict-transport-security"]).toContain("max-age=31536000");
      }
    },
  );
});

describe("where a post comes from", () => {
  it.each([
    ...["https://evil.example", "null", "evil", "http://localhost", "[", ""].map((origin) => `Origin: ${origin}`),
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
  ])("another place, %s, gets a page that says so", async (header) => {
    const answer = await postForm(site.port, "name=x", `Host: localhost:${site.port}`, header);
    expect(answer.status).toBe(403);
    expect(answer.body).toContain("This form was sent from another site");
    expectCommonHeaders(answer);
  });

  it.each(["Accept: */*", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"])(
    "its own is taken: %s",
    async (header) => {
      const own = [`Host: localhost:${site.port}`, `Origin: http://localhost:${site.port}`];
      expect((await postForm(site.port, "", ...own, header)).status).toBe(400);
    },
  );

  it("behind a proxy that ends TLS is the public origin, and not the plain one", async () => {
    const filled = "name=Ann&email=a%40b.co&requirement=x";
    for (const [origin, status] of [
      ["https://www.example.com", 503],
      ["http://www.example.com", 403],
    ] as const) {
      const answer = await postForm(publicSite.port, filled, "Host: www.example.com", `Origin: ${origin}`);
      expect([origin, answer.status]).toEqual([origin, status]);
    }
  });
});

describe("what a body may be", () => {
  it.each([
    ["application/json", '{"name":"a"}'],
    ["text/plain", "name=a"],
    ["application/octet-stream", "\u0000"],
    ["application/x-www-form-urlencodedx", "name=a"],
    ["", "name=a"],
  ])("%s is refused with 415", async (type, body) => {
    await expectPage(post({ headers: { "Content-Type": type }, body }), 415, "This kind of message is not understood");
  });

  it.each(["multipart/form-data", "multipart/form-data; boundary=x"])(
    "a broken %s is refused with 400",
    async (type) => {
      expect((await post({ headers: { "Content-Type": type }, body: "nonsense" })).status).toBe(400);
    },
  );

  it("no more than 1 MB, declared or not: 413", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const big = `requirement=${"x".repeat(1_100_000)}`;
    await expectPage(post({ headers, body: big }), 413, "up to 1 MB");
    const chunked = await post({ headers, body: new Blob([big]).stream(), duplex: "half" } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it.each([
    ["is declared", { "Content-Length": String(60 * 1024 * 1024) }, 64 * 1024],
    ["is not", { "Transfer-Encoding": "chunked" }, 1_100_000],
  ])("too much is answered before it has come, and the rest not read, when it %s", async (_, length, sent) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", ...length };
    const outgoing = httpRequest({ port: site.port, method: "POST", path: "/contact", headers });
    outgoing.on("error", () => {});
    // Never sent to its end: whoever waited for that would not answer.
    outgoing.write(Buffer.alloc(sent, "x"));
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    incoming.resume();
    expect([incoming.statusCode, incoming.headers.connection]).toEqual([413, "close"]);
    await once(outgoing, "close");
  });

  it("a form with every long field full, which is handed to the backend", async () => {
    const body = new URLSearchParams({ name: "Ann", email: "a@b.co", requirement: "é".repeat(10_000) });
    expect((await post({ body })).status).toBe(503);
  });
});

describe("what a request may be", () => {
  it.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("not %s: 405", async (method) => {
    const answer = await ask([`${method} /contact HTTP/1.1`, `Host: localhost:${site.port}`]);
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD, POST"]);
  });

  it.each(["/contact?%", "/%C3%A9", "/.data", "/contact.data?_routes=nope"])(
    "%s is answered without a 5xx",
    async (path) => {
      expect((await get(path)).status).toBeLessThan(500);
    },
  );
});

describe("what a response tells", () => {
  it.each(["/", "/client-auth", "/nowhere"])("%s: its request id, taken from a trusted proxy alone", async (path) => {
    const idOf = async ({ port }: TestSite, host: string, given: string) =>
      (await ask([`GET ${path} HTTP/1.1`, `Host: ${host}`, `X-Request-Id: ${given}`], port)).headers["x-request-id"];
    expect(await idOf(site, "localhost", "abc-123")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(publicSite, "www.example.com", "abc-123")).toBe("abc-123");
    expect(await idOf(publicSite, "www.example.com", "<script>")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("the not-found page, while the log has the unknown path without its query", async () => {
    const response = fetch(`${site.url}/no/such/page?email=ann@example.com`);
    await expectPage(response, 404, '<a href="/" class="btn">Return to Home</a>');
    // The line may come a moment after the answer.
    const line = () => site.log.findLast((text) => text.includes("unknown path") && text.includes("/no/such/page"));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line()!)).toMatchObject({ path: "/no/such/page", status: 404 });
    expect(site.log.join()).not.toContain("ann@example.com");
  });

  it("an unknown path without addresses and numbers, to the log", async () => {
    for (const part of [
      "john.doe@example.com",
      "john%2Edoe%40example.com",
      "mailto:+919876543210",
      "%2B91-98765%2043210",
    ]) {
      await fetch(`${site.url}/nope/${part}/2026`);
    }
    const paths = () => site.log.flatMap((text) => /"path":"(\/nope\/[^"]*)"/.exec(text)?.[1] ?? []);
    await expect.poll(paths).toHaveLength(4);
    expect(new Set(paths())).toEqual(new Set(["/nope/…/2026"]));
  });

  it.each([
    ["/demo", "/consultation"],
    ["/trial", "/get-started"],
  ])("that %s is now %s", async (from, to) => {
    const { status, headers } = await get(from);
    expect([status, headers["location"]]).toEqual([301, to]);
  });

  it("that the backend fails, to the log with the request id, and no entry", async () => {
    const body = new URLSearchParams({ name: "Secret Name", email: "secret@example.com", requirement: "secret need" });
    const response = await post({ body });
    expect(response.status).toBe(503);
    const id = response.headers.get("x-request-id");
    const errors = () => site.log.filter((line) => line.includes(String(id)) && line.includes('"level":"error"'));
    await expect.poll(() => errors().length).toBe(1);
    expect(site.log.join()).not.toMatch(/secret/i);
  });
});

describe("requests that were costly", () => {
  // Each of these took the one thread a second, when its cost grew by the square of its length.
  it.each([
    ["a path of slashes", () => get(`${"/".repeat(15_900)}x`), 404],
    ["a path of escapes", () => get(`/${"%2f".repeat(5_000)}`), 404],
    ["the framework's list of routes", () => get(`/__manifest?version=1&paths=${"/a,".repeat(1_500)}`), 404],
    ["a tag list of spaces", () => get("/about", `If-None-Match: a${" ".repeat(15_500)}b`), 200],
    ["encodings of spaces", () => get("/about", `Accept-Encoding: br;${" ".repeat(15_500)}q`), 200],
  ] as const)("%s is answered as any other", async (_, send, status) => {
    expect((await send()).status).toBe(status);
  });

  it.each([
    ["commas", { intent: "add:required_skills", required_skills: ",".repeat(900_000) }],
    ["commas in the box", { intent: "add:required_skills", required_skills_entry: ",".repeat(900_000) }],
    ["spaces", { job_title: " ".repeat(900_000) }],
  ])("an entry of %s is too long to be looked at", async (_, entries) => {
    const body = new URLSearchParams(entries);
    expect((await fetch(`${site.url}/submit-requirement`, { method: "POST", body })).status).toBe(413);
  });

  it("an entry ten times too long is still told so at its field", async () => {
    const body = new URLSearchParams({ name: "A", email: "a@b.co", requirement: "x".repeat(99_000) });
    await expectPage(fetch(`${site.url}/contact`, { method: "POST", body }), 400, "Use 10,000 characters or fewer");
  });
});

describe("what is not a session, a token, or the end of a body", () => {
  const cookie = (session: unknown) => `session=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;
  it.each<[string, unknown]>([
    ["a word alone", "nonsense"],
    ["a line end", { access_token: "a\nb", refresh_token: "c", expires_at: 9_999_999_999 }],
    ["a NUL", { access_token: "a\u0000b", refresh_token: "c", expires_at: 9_999_999_999 }],
    ["a snowman", { access_token: "☃", refresh_token: "c", expires_at: 9_999_999_999 }],
    ["an object", { access_token: "a", refresh_token: {}, expires_at: 1 }],
    ["nothing", { access_token: "a", refresh_token: "", expires_at: 1 }],
  ])("a session with %s in it is none", async (_, session) => {
    const before = site.log.length;
    for (const path of ["/client-dashboard", "/login", "/client-auth"]) {
      const response = await fetch(site.url + path, { headers: { Cookie: cookie(session) }, redirect: "manual" });
      expect([200, 302]).toContain(response.status);
    }
    expect(site.log.slice(before).filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
  });

  it.each(["%00", "a%00b", "a%0ab", "☃"])("a link with %s for a token is none", async (token) => {
    for (const type of ["signup", "recovery", "email_change"]) {
      const path = `/client-auth?token_hash=${token}&type=${type}`;
      for (const method of ["GET", "POST"]) {
        const body = method === "POST" ? new URLSearchParams({ password: "long enough" }) : null;
        expect((await fetch(site.url + path, { method, body, redirect: "manual" })).status).toBeLessThan(500);
      }
    }
  });

  it("a post that ends before its length is the client's mistake", async () => {
    const before = site.log.length;
    const post = ["POST /contact HTTP/1.1", `Host: localhost:${site.port}`, "Content-Length: 100"];
    const head = [...post, "Content-Type: application/x-www-form-urlencoded", "Connection: close"].join("\r\n");
    await sendRaw(site.port, `${head}\r\n\r\nname=a`);
    await fetch(`${site.url}/healthz`);
    const statuses = site.log.slice(before).map((line) => (JSON.parse(line) as { status?: number }).status ?? 0);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});

describe("whoever reads the log", () => describeLogReader(() => site));

it("what a client does wrong is no error of ours in the log", async () => {
  const answers = [
    await fetch(`${site.url}/about`, { method: "POST", body: new URLSearchParams({ a: "b" }) }),
    await fetch(`${site.url}/nowhere`),
    await post({ body: "{}", headers: { "Content-Type": "application/json" } }),
  ];
  const ids = answers.map(({ headers }) => headers.get("x-request-id"));
  type Line = { level: string; request_id?: string; status?: number };
  const lines = () =>
    site.log.map((line) => JSON.parse(line) as Line).filter(({ request_id = "" }) => ids.includes(request_id));
  // The lines may come a moment after the answers.
  await expect
    .poll(() => lines().map(({ level, status }) => [level, status]))
    .toEqual([
      ["info", 405],
      ["info", 404],
      ["info", 415],
    ]);
});

// Last: the build goes.
it("a file is there for a page that is still open, when the build under the server has gone", async () => {
  const [asset] = readdirSync("build/client/assets").filter((name) => name.endsWith(".js"));
  rmSync(join(root, "build"), { recursive: true });
  const answers = await Promise.all([fetch(`${site.url}/assets/${asset}`), fetch(`${site.url}/brochure.pdf`)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(site.hasEnded).toBe(false);
});
