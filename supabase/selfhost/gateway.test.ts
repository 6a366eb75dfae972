import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { proxyCommand } from "../../scripts/needs/proxies.ts";
import { serve, type SmallServer } from "../../tests/support/http/http.ts";
import { waitForServer, end, freePort } from "../../tests/support/services/processes.ts";
import { sendRaw } from "../../tests/support/http/raw.ts";

// The gateway of compose.yaml with the very file that it mounts; only addresses and ports are this machine's.
const command = proxyCommand("caddy");

const PUBLISHABLE = "publishable-key-of-this-installation";
const SECRET = "secret-key-of-this-installation";

/** A request as it reached a service. */
type Seen = { service: string; method: string; path: string; headers: NodeJS.Dict<string | string[]> };

describe.skipIf(!command)("the self-hosted gateway", () => {
  const services: SmallServer[] = [];
  let gateway: ChildProcess;
  let port = 0;
  let internalPort = 0;
  let seen: Seen[] = [];

  async function startService(service: string): Promise<string> {
    const server = await serve(({ method = "", url = "", headers }, response) => {
      seen.push({ service, method, path: url, headers });
      response.end(service);
    });
    services.push(server);
    return new URL(server.url).host;
  }

  async function startGateway(variables: Record<string, string>): Promise<ChildProcess> {
    port = await freePort();
    internalPort = await freePort();
    const child = spawn(command!, ["run", "--config", "Caddyfile", "--adapter", "caddyfile"], {
      cwd: import.meta.dirname,
      env: {
        PATH: process.env["PATH"],
        HOME: "/nonexistent",
        GATEWAY_PORT: String(port),
        GATEWAY_INTERNAL_PORT: String(internalPort),
        TEMPLATES: "../templates",
        ...variables,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    const ended = once(child, "exit").then(() => Promise.reject(new Error(`Caddy does not start: ${said}`)));
    await Promise.race([waitForServer(`http://127.0.0.1:${internalPort}/health`), ended]);
    return child;
  }

  let addresses: Record<string, string> = {};
  beforeAll(async () => {
    addresses = {
      AUTH_ADDRESS: await startService("auth"),
      REST_ADDRESS: await startService("rest"),
      FUNCTIONS_ADDRESS: await startService("functions"),
    };
    gateway = await startGateway({ ...addresses, SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE, SERVICE_ROLE_KEY: SECRET });
  });
  beforeEach(() => void (seen = []));
  afterAll(async () => {
    await end(gateway);
    for (const service of services) service.stop();
  });

  /** Sends a request line and headers as they are. @returns the status, and which service it reached at what path */
  async function ask(target: string, ...headers: string[]) {
    const [method, path] = target.includes(" ") ? target.split(" ") : ["GET", target];
    const lines = [`${method} ${path} HTTP/1.1`, "Host: supabase.localhost", ...headers, "Connection: close"];
    const answer = await sendRaw(port, `${lines.join("\r\n")}\r\n\r\n`, true);
    return { status: answer?.status, reached: seen.map(({ service, path }) => `${service} ${path}`) };
  }

  const REFUSED = { status: 401, reached: [] };

  describe("without a known key", () => {
    it.each([
      "/rest/v1/contact_submissions",
      "POST /rest/v1/contact_submissions",
      "/rest/v1/",
      "/rest/v1",
      "POST /rest/v1/rpc/inbox_figures",
      "POST /functions/v1/sync-crm",
      "/auth/v1/settings",
      "/auth/v1/health",
      "/auth/v1/admin/users",
      "/auth/v1/user",
      "/auth/v1/verify?token=x&type=signup",
      "POST /auth/v1/token?grant_type=password",
      "POST /auth/v1/signup",
      "/auth/v1/.well-known/jwks.json",
      "/auth/v1/",
      "/templates/recovery.html",
      "/health",
      "/",
      // Other methods of what a browser may ask for.
      "POST /auth/v1/authorize",
      "POST /auth/v1/callback",
      "DELETE /auth/v1/callback",
      // Preflights: no page elsewhere has business here.
      "OPTIONS /rest/v1/contact_submissions",
      "OPTIONS /auth/v1/token",
      "OPTIONS /auth/v1/authorize",
      "HEAD /rest/v1/contact_submissions",
    ])("refuses %s", async (target) => {
      expect(await ask(target)).toEqual(REFUSED);
    });

    it.each([
      "//rest/v1/contact_submissions",
      "/rest//v1/contact_submissions",
      "/%72est/v1/contact_submissions",
      "/rest%2fv1%2fcontact_submissions",
      "/REST/V1/contact_submissions",
      "/Functions/v1/sync-crm",
      "/rest/v1/../v1/contact_submissions",
      "/auth/v1/authorize/../admin/users",
      "/auth/v1/authorize/..%2fadmin/users",
      "/auth/v1/authorize/%2e%2e/admin/users",
      "/auth/v1/callback/../../../rest/v1/contact_submissions",
      "/auth/v1/callback%2f..%2fadmin%2fusers",
      "/auth/v1/callback/",
      "/auth/v1/callback;/../admin/users",
      "/auth/v1/authorize%00",
      "/auth/v1/%2e/settings",
      "/templates/../templates/recovery.html",
      "http://127.0.0.1/rest/v1/contact_submissions",
    ])("is not misled by %s", async (path) => {
      expect(await ask(path)).toEqual(REFUSED);
    });

    it.each([
      // However it is spelled, it is this one path that is reached.
      ["/auth/v1/admin/../authorize?provider=google", "auth /authorize?provider=google"],
      ["/auth/v1//authorize", "auth /authorize"],
      ["/auth/v1/AUTHORIZE", "auth /authorize"],
      ["/auth/v1/%63allback?code=a%2f..%2fb", "auth /callback?code=a%2f..%2fb"],
    ])("reads %s as %s, and as nothing else", async (path, reached) => {
      expect(await ask(path)).toEqual({ status: 200, reached: [reached] });
    });

    it.each([
      ["a wrong one", ["apikey: wrong"]],
      ["an empty one", ["apikey:"]],
      ["a placeholder", ["apikey: {env.SERVICE_ROLE_KEY}"]],
      ["the beginning of one", [`apikey: ${SECRET.slice(0, -1)}`]],
      ["one in capitals", [`apikey: ${SECRET.toUpperCase()}`]],
      ["a wrong one, and the right one", ["apikey: wrong", `apikey: ${PUBLISHABLE}`]],
      ["the right one twice", [`apikey: ${PUBLISHABLE}`, `apikey: ${PUBLISHABLE}`]],
      ["both", [`apikey: ${PUBLISHABLE}`, `apikey: ${SECRET}`]],
      ["both, in one header", [`apikey: ${PUBLISHABLE},${SECRET}`]],
      ["the right one in Authorization only", [`Authorization: Bearer ${SECRET}`]],
      ["the right one by another name", [`api_key: ${SECRET}`, `x-apikey: ${SECRET}`]],
      ["an upgrade", ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]],
      ["a way around a proxy", ["X-Original-URL: /auth/v1/authorize", "X-Rewrite-URL: /auth/v1/authorize"]],
      ["another method", ["X-HTTP-Method-Override: GET"]],
    ])("refuses with %s", async (_, headers) => {
      expect(await ask("POST /rest/v1/contact_submissions", ...headers)).toEqual(REFUSED);
    });

    it("asks nobody behind it about itself", async () => {
      // Go's own answer, before anything of the file.
      expect((await ask("OPTIONS *")).reached).toEqual([]);
    });

    it("takes no key from the address", async () => {
      expect(await ask(`/rest/v1/contact_submissions?apikey=${SECRET}`)).toEqual(REFUSED);
    });

    it.each(["authorize", "callback"])("lets a browser ask for %s", async (name) => {
      const answer = await ask(`/auth/v1/${name}?provider=google&code=x`, "Cookie: a=b");
      expect(answer).toEqual({ status: 200, reached: [`auth /${name}?provider=google&code=x`] });
    });
  });

  describe("with a known key", () => {
    it.each([PUBLISHABLE, SECRET])("lets %s pass", async (key) => {
      expect(await ask("POST /rest/v1/rpc/x?select=a%2Cb", `apikey: ${key}`)).toEqual({
        status: 200,
        reached: ["rest /rpc/x?select=a%2Cb"],
      });
    });

    it.each([
      ["POST /functions/v1/sync-crm", "functions /sync-crm"],
      ["POST /auth/v1/token?grant_type=password", "auth /token?grant_type=password"],
      ["/auth/v1/.well-known/jwks.json", "auth /.well-known/jwks.json"],
      ["/auth/v1/admin/users", "auth /admin/users"],
    ])("passes on %s", async (target, reached) => {
      expect(await ask(target, `ApiKey: ${PUBLISHABLE}`)).toEqual({ status: 200, reached: [reached] });
    });

    it.each(["/templates/recovery.html", "/health", "/", "/storage/v1/object"])("has nothing at %s", async (path) => {
      expect(await ask(path, `apikey: ${SECRET}`)).toEqual({ status: 404, reached: [] });
    });

    it("hands on who asks, and no request to speak another protocol", async () => {
      await ask(
        "/rest/v1/x",
        `apikey: ${PUBLISHABLE}`,
        "Authorization: Bearer t",
        "Upgrade: h2c",
        "Connection: Upgrade",
      );
      expect(seen[0]?.headers).toMatchObject({ apikey: PUBLISHABLE, authorization: "Bearer t" });
      expect(seen[0]?.headers).not.toHaveProperty("upgrade");
    });
  });

  it.each([
    [[], "127.0.0.1"],
    [["X-Forwarded-For: 198.51.100.7"], "198.51.100.7"],
    // What the visitor wrote stands before what the proxy knows.
    [["X-Forwarded-For: 203.0.113.9, 198.51.100.7"], "198.51.100.7"],
    [["X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 198.51.100.7"], "198.51.100.7"],
    [["X-Real-IP: 203.0.113.9"], "127.0.0.1"],
    [["X-Forwarded-For: 2001:db8::7"], "2001:db8::7"],
  ])("tells auth one address of the visitor: %j is %s", async (headers, address) => {
    await ask("/auth/v1/authorize", ...headers);
    expect(seen[0]?.headers).toMatchObject({ "x-real-ip": address, "x-forwarded-for": address });
  });

  it("has the templates of mails where nobody from outside gets to", async () => {
    const template = await fetch(`http://127.0.0.1:${internalPort}/templates/recovery.html`);
    expect(template.status).toBe(200);
    expect(await template.text()).toContain("{{ .TokenHash }}");
    for (const path of ["/templates/", "/templates/..%2fselfhost/Caddyfile", "/rest/v1/x", "/auth/v1/authorize"]) {
      const answer = await fetch(`http://127.0.0.1:${internalPort}${path}`, { headers: { apikey: SECRET } });
      expect(await answer.text(), path).toBe("");
    }
    expect(seen).toEqual([]);
  });

  it("takes two requests in one for what they are", async () => {
    const first = `POST /auth/v1/authorize HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const smuggled = `0\r\n\r\nGET /rest/v1/contact_submissions HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    await sendRaw(port, first + smuggled, true);
    expect(seen).toEqual([]);
  });

  it("logs requests that fail without their headers and queries, whatever key or token stands there", async () => {
    const dropping = await serve((_, response) => {
      // Headers and a part of the body, and no more.
      response.writeHead(200, { "Content-Length": "100", "Set-Cookie": `a=${SECRET}`, "X-Key": SECRET });
      response.write("a", () => response.destroy());
    });
    const usual = port;
    const addresses = { AUTH_ADDRESS: "127.0.0.1:9", REST_ADDRESS: "127.0.0.1:9" };
    const keys = { SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE, SERVICE_ROLE_KEY: SECRET };
    const failing = await startGateway({ ...addresses, ...keys, FUNCTIONS_ADDRESS: new URL(dropping.url).host });
    let log = "";
    failing.stderr!.on("data", (text: string) => (log += text));
    try {
      const query = `apikey=${SECRET}&token=${SECRET}&access_token=${SECRET}`;
      const headers = ["Authorization", "Proxy-Authorization", "Cookie", "Referer", "X-Api-Key", "Apikeys"];
      const secrets = headers.map((name) => `${name}: ${SECRET}`);
      for (const path of ["/rest/v1/rpc/x", "/auth/v1/verify", "/functions/v1/sync-crm"]) {
        await ask(`POST ${path}?${query}`, `apikey: ${SECRET}`, ...secrets);
      }
      const callback = `/auth/v1/callback?code=${SECRET}&state=${SECRET}#${SECRET}`;
      await ask(callback, ...secrets, `X-Forwarded-For: ${SECRET}`);
      for (const path of ["/rest/v1/rpc/x", "/auth/v1/verify", "/auth/v1/callback"]) {
        await expect.poll(() => log).toMatch(new RegExp(`"uri":"${path}".*"status":502`));
      }
      expect(log).toMatch(/connection refused[^]*incomplete response/);
      expect(log).not.toContain(SECRET);
    } finally {
      await end(failing);
      dropping.stop();
      port = usual;
    }
  });

  it("opens nothing when its keys are not set", async () => {
    const usual = port;
    const closed = await startGateway(addresses);
    try {
      for (const header of ["X: y", "apikey:", "apikey: ", "apikey: {env.SERVICE_ROLE_KEY}"]) {
        expect(await ask("/rest/v1/contact_submissions", header)).toEqual(REFUSED);
      }
    } finally {
      await end(closed);
      port = usual;
    }
  });
});
