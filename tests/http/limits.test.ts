import { createHash } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectSocket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLoneSite, type TestSite } from "../support/services/processes.ts";

let site: TestSite;
let publicSite: TestSite;
let trusting: TestSite;

beforeAll(async () => {
  site = await startLoneSite();
  publicSite = await startLoneSite({ APP_URL: "https://www.example.com" });
  trusting = await startLoneSite({ TRUST_PROXY: "1", LOG_LEVEL: "silent" });
});

afterAll(async () => {
  await site.stop();
  await publicSite.stop();
  await trusting.stop();
});

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

function post(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(site.url + path, { method: "POST", redirect: "manual", headers: FORM, body: "", ...init });
}

/** A request whose Host header is of the test's own choosing, which fetch does not allow. */
function raw(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = "",
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port, host: "127.0.0.1", method, path, headers }, (incoming) => {
      incoming.resume();
      resolve(incoming);
    });
    outgoing.on("error", reject).end(body);
  });
}

describe("what a body may be", () => {
  it.each([
    ["application/json", '{"name":"a"}'],
    ["text/plain", "name=a"],
    ["application/octet-stream", "\u0000"],
    ["application/x-www-form-urlencodedx", "name=a"],
    ["", "name=a"],
  ])("refuses %s with 415", async (type, body) => {
    const response = await post("/contact", { headers: { "Content-Type": type }, body });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain("This kind of message is not understood");
  });

  it.each(["multipart/form-data", "multipart/form-data; boundary=x"])("refuses a broken %s with 400", async (type) => {
    const response = await post("/contact", { headers: { "Content-Type": type }, body: "nonsense" });
    expect(response.status).toBe(400);
  });

  it("refuses more than 1 MB with 413, declared or not", async () => {
    const big = `requirement=${"x".repeat(1_100_000)}`;
    const declared = await post("/contact", { body: big });
    expect(declared.status).toBe(413);
    expect(await declared.text()).toContain("up to 1 MB");
    const stream = new Blob([big]).stream();
    const chunked = await post("/contact", { body: stream, duplex: "half" } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it("takes a form with every long field full, and hands it to the backend", async () => {
    const body = new URLSearchParams({ name: "Ann", email: "a@b.co", requirement: "é".repeat(10_000) });
    expect((await post("/contact", { body })).status).toBe(503);
  });

  it("does not hold what it refuses: 60 MB leave the process small", async () => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const status = await new Promise<number | undefined>((resolve) => {
      const outgoing = httpRequest({
        port: site.port,
        method: "POST",
        path: "/contact",
        headers: { ...FORM, "Content-Length": String(60 * 1024 * 1024) },
      });
      outgoing.on("response", (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode);
        outgoing.destroy();
      });
      outgoing.on("error", () => {});
      outgoing.write(chunk);
    });
    expect(status).toBe(413);
  });
});

describe("what a request may be", () => {
  it.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("refuses %s with 405", async (method) => {
    const response = await raw(site.port, method, "/contact", {});
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe("GET, HEAD, POST");
  });

  it("refuses a post to a page without a form, and does not know an unknown one", async () => {
    expect((await post("/about")).status).toBe(405);
    expect((await post("/nowhere")).status).toBe(404);
  });

  it("refuses headers beyond reason with 431, and a line that is no request with 400", async () => {
    expect((await raw(site.port, "GET", "/", { "X-Long": "x".repeat(20_000) })).statusCode).toBe(431);
    const answer = await new Promise<string>((resolve) => {
      const socket = connectSocket(site.port, "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
      socket.once("data", (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  });

  it.each(["/%", "/%c0%af", "/contact?%", "/\u00e9", "/.data", "/contact.data?_routes=nope"])(
    "answers %s without a 5xx",
    async (path) => {
      const response = await raw(site.port, "GET", encodeURI(path).replaceAll("%25", "%"), {});
      expect(response.statusCode).toBeLessThan(500);
    },
  );

  it("answers HEAD as GET, without a body", async () => {
    const response = await fetch(site.url, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe("where a post may come from", () => {
  it.each([
    ["a foreign origin", { Origin: "https://evil.example" }],
    ["an opaque origin", { Origin: "null" }],
    ["an origin that is no address", { Origin: "evil" }],
    ["another site, without an origin", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling site, without an origin", { "Sec-Fetch-Site": "same-site" }],
  ])("refuses %s", async (_, headers) => {
    const response = await raw(site.port, "POST", "/contact", { ...FORM, ...headers, Host: `localhost:${site.port}` });
    expect([400, 403]).toContain(response.statusCode);
  });

  it.each<Record<string, string>>([{}, { "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }])(
    "takes its own (%j)",
    async (headers) => {
      const response = await raw(site.port, "POST", "/contact", {
        ...FORM,
        ...headers,
        Host: `localhost:${site.port}`,
        Origin: `http://localhost:${site.port}`,
      });
      expect(response.statusCode).toBe(400);
    },
  );
});

describe("behind a proxy that ends TLS", () => {
  const Host = "www.example.com";

  it("answers only its public host", async () => {
    expect((await raw(publicSite.port, "GET", "/", { Host })).statusCode).toBe(200);
    expect((await raw(publicSite.port, "GET", "/", { Host: "evil.example" })).statusCode).toBe(421);
  });

  it("takes posts from its public origin, and not from the plain one", async () => {
    const own = await raw(publicSite.port, "POST", "/contact", { ...FORM, Host, Origin: "https://www.example.com" });
    expect(own.statusCode).toBe(400);
    const plain = await raw(publicSite.port, "POST", "/contact", { ...FORM, Host, Origin: "http://www.example.com" });
    expect([400, 403]).toContain(plain.statusCode);
    const filled = "name=Ann&email=a%40b.co&requirement=x";
    const answer = await raw(
      publicSite.port,
      "POST",
      "/contact",
      { ...FORM, Host, Origin: "http://www.example.com" },
      filled,
    );
    expect([400, 403]).toContain(answer.statusCode);
    const taken = await raw(
      publicSite.port,
      "POST",
      "/contact",
      { ...FORM, Host, Origin: "https://www.example.com" },
      filled,
    );
    expect(taken.statusCode).toBe(503);
  });
});

describe("what a response tells", () => {
  it.each(["/", "/client-auth", "/nowhere"])(
    "%s carries its request id, taken from a trusted proxy alone",
    async (path) => {
      const idOf = async (of: TestSite, given: string) =>
        (await fetch(of.url + path, { headers: { "X-Request-Id": given } })).headers.get("x-request-id");
      expect(await idOf(site, "abc-123")).toMatch(/^[0-9a-f-]{36}$/);
      expect(await idOf(trusting, "abc-123")).toBe("abc-123");
      expect(await idOf(trusting, "<script>")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("shows the not-found page, and logs the unknown path without its query", async () => {
    const response = await fetch(`${site.url}/no/such/page?email=ann@example.com`);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain("404");
    expect(html).toContain("Oops! Page not found");
    expect(html).toContain('<a href="/" class="btn">Return to Home</a>');
    // The line may come a moment after the answer.
    const line = () => site.log.findLast((text) => text.includes("unknown path") && text.includes("/no/such/page"));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line()!)).toMatchObject({ path: "/no/such/page", status: 404 });
    expect(site.log.join()).not.toContain("ann@example.com");
  });

  it.each([
    ["/demo", "/consultation"],
    ["/trial", "/get-started"],
  ])("sends %s to %s", async (from, to) => {
    const response = await fetch(site.url + from, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe(to);
  });

  it("logs a failing backend with the request id, and no entry", async () => {
    const body = new URLSearchParams({ name: "Secret Name", email: "secret@example.com", requirement: "secret need" });
    const response = await post("/contact", { body });
    expect(response.status).toBe(503);
    const id = response.headers.get("x-request-id");
    const errors = () => site.log.filter((line) => line.includes(String(id)) && line.includes('"level":"error"'));
    await expect.poll(() => errors().length).toBe(1);
    expect(site.log.join()).not.toMatch(/secret/i);
  });

  it("is the same page each time", async () => {
    const digest = async () =>
      createHash("sha256")
        .update(await (await fetch(site.url)).text())
        .digest("hex");
    expect(await digest()).toBe(await digest());
  });
});
