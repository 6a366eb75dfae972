import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { environmentSchema, parseEnvironment } from "../../app/lib/config/environment.ts";
import { mailShares } from "../../app/lib/limits/mail-shares.ts";
import { embeddedSchema } from "../../supabase/embedded/env.ts";

function read(path: string): string {
  return readFileSync(path, "utf8");
}

const DOCUMENT = "docs/configuration.md";

/** The rows of the document's table that begins with this heading: name and default. */
function rowsOf(heading: string): Map<string, string> {
  const [, after = ""] = read(DOCUMENT).split(new RegExp(`\\| ${heading} +\\|`));
  const [table = ""] = after.split("\n\n");
  return new Map([...table.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)].map(([, name = "", value = ""]) => [name, value]));
}

/** What a variable is when it is left out. */
function defaultsOf(schema: z.ZodObject): [string, string | number | undefined][] {
  return Object.entries(schema.shape).map(([name, field]) => [
    name,
    z.safeParse(field as z.ZodType<string | number>, undefined).data,
  ]);
}

describe(DOCUMENT, () => {
  it.each([
    ["the site", environmentSchema, []],
    ["the embedded backend", embeddedSchema, ["BACKEND"]],
  ])("lists every variable of %s, with its default", (heading, schema, more) => {
    const rows = rowsOf(heading);
    // What both read is listed once.
    const elsewhere = schema === embeddedSchema ? "APP_URL" : "BACKEND";
    const expected = defaultsOf(schema).filter(([name]) => name !== elsewhere);
    expect([...rows.keys()].sort()).toEqual([...expected.map(([name]) => name), ...more].sort());
    for (const [name, value] of expected) if (value !== undefined) expect(rows.get(name)).toBe(String(value));
  });
});

it("the Data API gives a thousand rows a call at most, hosted, self-hosted and embedded", () => {
  expect(read("supabase/config.toml")).toMatch(/^\[api\]\n(?:\w.*\n)*max_rows = 1000$/m);
  expect(read("compose.yaml")).toContain('\n      PGRST_DB_MAX_ROWS: "1000"\n');
  expect(read("supabase/embedded/backend.ts")).toContain('api: { schemas: ["public"], max_rows: 1000 }');
});

it("every container has bounds of memory and processes, and a log that ends", () => {
  const [, names = ""] = read("compose.yaml").split("\nservices:\n");
  for (const [, name = ""] of names.split("\nvolumes:\n")[0]!.matchAll(/^ {2}([\w-]+):$/gm)) {
    const service = serviceOf(name);
    expect(service, name).toMatch(/\n {4}mem_limit: /);
    if (service.includes("<<: *hardened")) continue;
    expect(service, name).toMatch(/\n {4}pids_limit: \d/);
    expect(service, name).toContain("\n    logging: *logging\n");
  }
  expect(read("compose.yaml")).toMatch(/^x-hardened:[^]*?\n {2}pids_limit: \d+\n[^]*?\n {2}logging: &logging\n/m);
});

it("a site that ends has time for its last requests, by default", () => {
  const [, grace] = /stop_grace_period: (\d+)s/.exec(read("compose.yaml"))!;
  const [, drain] = /const DRAIN = (\d+)_000;/.exec(read("server/main.ts"))!;
  const [, delay] = /SHUTDOWN_DELAY: \$\{SHUTDOWN_DELAY:-(\d+)\}/.exec(serviceOf("site"))!;
  expect(Number(delay)).toBe(environmentSchema.shape.SHUTDOWN_DELAY.parse(undefined));
  expect(Number(delay)).toBeGreaterThanOrEqual(3);
  expect(Number(delay) + Number(drain)).toBeLessThan(Number(grace));
});

it("the authentication service's log names nobody who signs in", () => {
  expect(serviceOf("auth")).toContain("\n      GOTRUE_LOG_LEVEL: warn\n");
});

it("a self-hosted database and the site are given the same key for a form's sender", () => {
  for (const name of ["site", "migrations"]) expect(serviceOf(name)).toContain("\n      SENDER_KEY: ${SENDER_KEY:-}\n");
});

/** The functions' own variables: what their entries read, beside what the platform gives them. */
const functionVariables = readdirSync("supabase/functions")
  .filter((name) => name !== "_shared")
  .flatMap((name) => [...read(`supabase/functions/${name}/index.ts`).matchAll(/variable\("(\w+)"\)/g)])
  .map(([, name = ""]) => name);

it("the document lists every variable of the functions, and a self-hosted one is handed each", () => {
  expect(functionVariables.length).toBeGreaterThan(4);
  expect([...rowsOf("the functions, on Supabase").keys()].sort()).toEqual(functionVariables.toSorted());
  for (const name of functionVariables) expect(serviceOf("functions")).toContain(`\n      ${name}: \${${name}:-`);
});

it("the README's step that starts the site names what a site behind a proxy can't do without", () => {
  const step = /^4\. `docker compose up -d`[^]*?\n\n/m.exec(read("README.md"))?.[0] ?? "";
  for (const name of ["APP_URL", "SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SESSION_SECRET", "TRUST_PROXY"]) {
    expect(step).toContain(`\`${name}\``);
  }
});

it("what an operator types means the project, and not the database of their own machine", () => {
  const typed = ["README.md", "docs/deploy.md", "docs/operate.md", "docs/runbook.md"].flatMap((path) =>
    [...read(path).matchAll(/supabase (?:db (?:push|dump)|migration list)\b.*/g)].map(([command]) => command),
  );
  expect(typed.length).toBeGreaterThan(5);
  for (const command of typed) expect(command).toMatch(/^supabase [a-z]+ [a-z]+ --remote\b/);
});

/** A service of compose.yaml, as text. */
function serviceOf(name: string): string {
  return new RegExp(`^ {2}${name}:\n(?: {3,}.*\n|\n)*`, "m").exec(read("compose.yaml"))?.[0] ?? "";
}

describe("compose.yaml", () => {
  const compose = read("compose.yaml");

  it.each([
    ["site", "the site", ["NODE_ENV", "PORT", "HOST", "BUILD_VERSION", "BUILD_REVISION"]],
    ["trial", "the embedded backend", ["BACKEND", "DATA_DIR", "SUPABASE_HOST"]],
  ])("hands %s every variable the document has for %s, but the container's own", (service, heading, own) => {
    for (const name of rowsOf(heading).keys()) {
      const line = new RegExp(`^ {6}${name}: \\$\\{${name}:-`, "m");
      expect(line.test(serviceOf(service)), name).toBe(!own.includes(name));
    }
    // OpenTelemetry's other variables are its own, but a container gets only what is named here.
    if (service === "site") for (const name of ["HEADERS", "SERVICE_NAME", "SAMPLER"]) expect(compose).toContain(name);
  });

  it("bounds the connections of the services that open one for each request", () => {
    expect(serviceOf("auth")).toMatch(/^ {6}GOTRUE_DB_MAX_POOL_SIZE: "20"$/m);
  });

  it("names no variable for the site that the document does not", () => {
    const names = [...serviceOf("site").matchAll(/^ {6}(\w+): /gm)].map(([, name = ""]) => name);
    const documented = read(DOCUMENT);
    for (const name of names) expect(documented, name).toContain(`\`${name}\``);
  });

  it("names no variable that no document has, and the table of the self-hosted ones has their defaults", () => {
    const variables = new Map(
      [...compose.matchAll(/\$\{(\w+)(?::-([^$}]*))?/g)].map(([, name = "", value = ""]) => [name, value]),
    );
    const rows = rowsOf("self-hosted");
    const others = [...read(DOCUMENT).matchAll(/`(\w+)`/g), ...read(".env.example").matchAll(/^# (\w+)=/gm)];
    const documented = new Set([...rows.keys(), ...others.map(([, name]) => name)]);
    expect(variables.size).toBeGreaterThan(40);
    expect([...variables.keys()].filter((name) => !documented.has(name))).toEqual([]);
    expect(rows.size).toBeGreaterThan(15);
    for (const [name, value] of rows) {
      expect(variables.has(name), name).toBe(true);
      if (!value.startsWith("made by")) expect(value, name).toBe(variables.get(name) || "unset");
    }
  });

  it("publishes every port on the loopback alone", () => {
    const ports = [read("compose.yaml"), read("compose.metrics.yaml")].flatMap((text) =>
      [...text.matchAll(/^ +ports: \[(.*)\]$/gm)].flatMap(([, list = ""]) => list.split(", ")),
    );
    expect(ports.length).toBeGreaterThan(4);
    for (const port of ports) expect(port).toMatch(/^"127\.0\.0\.1:/);
  });

  it("can publish the metrics' port", () => {
    expect(read("compose.metrics.yaml")).toContain('"127.0.0.1:${METRICS_PORT:?');
    expect(read("docs/operate.md")).toContain("-f compose.yaml -f compose.metrics.yaml");
  });

  it("gives the site no address of its own invention", () => {
    expect(serviceOf("site")).toContain("APP_URL: ${APP_URL:-}\n");
  });

  it("has the authentication service count requests by the address that the gateway found out", () => {
    expect(serviceOf("auth")).toContain("GOTRUE_RATE_LIMIT_HEADER: X-Real-IP\n");
    // What the gateway says there, and whom it lets in: supabase/selfhost/gateway.test.ts.
    expect(read("supabase/selfhost/Caddyfile")).toContain("header_up X-Real-IP {visitor}");
  });

  it("mounts the gateway's file as it is tested, gives it its keys, and publishes none of its inner port", () => {
    const gateway = serviceOf("gateway");
    expect(gateway).toContain("- ./supabase/selfhost/Caddyfile:/etc/caddy/Caddyfile:ro");
    const names = [...read("supabase/selfhost/Caddyfile").matchAll(/\{env\.(\w+)\}/g)].map(([, name = ""]) => name);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(gateway).toContain(`\n      ${name}: \${${name}:-}`);
    expect(gateway).toMatch(/^ {4}ports: \["127\.0\.0\.1:\$\{GATEWAY_PORT:-8000\}:8000"\]$/m);
    expect(serviceOf("auth").match(/http:\/\/gateway:8001\/templates\//g)).toHaveLength(3);
  });

  it("gives a log its end", () => {
    const services = compose.split("\nservices:\n")[1]!.split("\nvolumes:")[0]!;
    const names = [...services.matchAll(/^ {2}(\w+):$/gm)].map(([, name = ""]) => name);
    for (const name of names.filter((name) => name !== "migrations")) {
      expect(serviceOf(name), name).toMatch(/<<: \*hardened|logging: \*logging/);
    }
  });

  it("pins every image it does not build", () => {
    const images = [...compose.matchAll(/^ {4}image: (\S+)$/gm)].map(([, image = ""]) => image);
    const foreign = images.filter((image) => !image.startsWith("agency-"));
    expect(foreign.length).toBeGreaterThan(5);
    // PostgREST numbers its releases by two.
    for (const image of foreign) expect(image).toMatch(/:v?\d+\.\d+\.\d+|^postgrest\/postgrest:v\d+\.\d+$/);
  });

  it("holds no secret", () => {
    for (const [, value] of compose.matchAll(/^\s+\w*(?:SECRET|PASSWORD|_KEY|PASS): (.*)$/gm)) {
      expect(value).toMatch(/^\$\{\w+:-(?:\$\{\w+:-\})?\}$/);
    }
  });

  const services = [...compose.split("\nservices:\n")[1]!.matchAll(/^ {2}(\w+):$/gm)].map(([, name = ""]) => name);
  const names = services.slice(0, services.indexOf("mail") + 1);

  it("bounds the memory of every service", () => {
    expect(names).toHaveLength(9);
    for (const name of names) expect(serviceOf(name), name).toMatch(/^ {4}mem_limit: (?:\$\{\w+:-)?\d+[mg]\}?$/m);
  });

  it("asks every service that stays whether it is well", () => {
    // Site, trial and mail bring their question in the image.
    for (const name of ["db", "auth", "rest", "functions", "gateway"]) {
      expect(serviceOf(name), name).toContain("\n    healthcheck:\n      test: [");
    }
    expect(read("supabase/selfhost/main/index.ts")).toContain('"health"');
  });

  it("hardens every service but the database, whose image begins as root", () => {
    const hardened = names.filter((name) => serviceOf(name).includes("<<: *hardened"));
    expect(names.filter((name) => !hardened.includes(name))).toEqual(["db"]);
  });

  it("has the trial end for good when it can't open its data", () => {
    expect(serviceOf("trial")).toMatch(/^ {4}restart: on-failure:\d+$/m);
    expect(serviceOf("trial")).toContain('"127.0.0.1:${PORT:-3000}:${PORT:-3000}"');
    expect(serviceOf("trial")).toContain("\n      PORT: ${PORT:-3000}\n");
  });

  it("tells images and site which build they are", () => {
    for (const name of ["site", "trial"]) expect(serviceOf(name)).toContain("args: [VERSION, REVISION]");
    const dockerfile = read("Dockerfile");
    expect(dockerfile).toContain("BUILD_VERSION=${VERSION} BUILD_REVISION=${REVISION}");
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  });

  it("gives each service the keys that it signs or verifies with, and the secret where there are none", () => {
    expect(serviceOf("auth")).toContain("GOTRUE_JWT_KEYS: ${JWT_KEYS:-[]}\n");
    expect(serviceOf("rest")).toContain("PGRST_JWT_SECRET: ${JWT_JWKS:-${JWT_SECRET:-}}\n");
  });
});

describe("supabase/config.toml", () => {
  const config = read("supabase/config.toml");
  const table = (name: string) => config.split(`\n[${name}]\n`)[1]?.split(/\n\[/)[0] ?? "";
  const number = (text: string, key: string) => Number(new RegExp(`^${key} = (\\d+)$`, "m").exec(text)?.[1]);

  it("lets the one address that all visitors share ask often enough", () => {
    const limits = table("auth.rate_limit");
    // The service's own figures for one visitor are 30, 30 and 150 in five minutes.
    for (const key of ["sign_in_sign_ups", "token_verifications"]) expect(number(limits, key)).toBeGreaterThan(1000);
    expect(number(limits, "token_refresh")).toBeGreaterThan(5000);
    expect(number(limits, "email_sent")).toBeGreaterThan(100);
  });

  it("says the same numbers as compose.yaml, and lets the site's budget of mails be the smaller one", () => {
    const limits = table("auth.rate_limit");
    const composed = (name: string) =>
      Number(new RegExp(`GOTRUE_RATE_LIMIT_${name}: "(\\d+)"`).exec(read("compose.yaml"))?.[1]);
    for (const [key, name] of [
      ["sign_in_sign_ups", "OTP"],
      ["token_refresh", "TOKEN_REFRESH"],
      ["token_verifications", "VERIFY"],
      ["email_sent", "EMAIL_SENT"],
    ] as const) {
      expect(composed(name), name).toBe(number(limits, key));
    }
    const variables = { SUPABASE_URL: "http://a.example", SUPABASE_PUBLISHABLE_KEY: "k".repeat(20) };
    const site = parseEnvironment({ ...variables, SESSION_SECRET: "s".repeat(32) });
    const shares = Object.values(mailShares(site.MAILS_PER_HOUR, site.POSTS_PER_MINUTE));
    const sum = (share: "everybody" | "newcomers") => shares.reduce((all, each) => all + (each[share] ?? 0), 0);
    expect([sum("everybody"), sum("newcomers")]).toEqual([site.MAILS_PER_HOUR, 100]);
    // Receipts, and links to candidates' pages, are counted by the database.
    const most = (name: string, path: string) =>
      Number(new RegExp(`${name}\\(\\)[^$]*\\$\\$ select (\\d+) \\$\\$`).exec(read(`supabase/schemas/${path}`))?.[1]);
    const receipts = most("most_receipts_an_hour", "4-outbox/08-receipts.sql");
    const links = most("most_links_an_hour", "6-candidates/11-candidate-questions.sql");
    expect(site.MAILS_PER_HOUR + 100 + receipts + links).toBeLessThan(number(limits, "email_sent"));
  });

  it("names a mail server, and holds no password of it", () => {
    const smtp = table("auth.email.smtp");
    expect(smtp).toContain('enabled = "env(SMTP_ENABLED)"');
    // `supabase start` has a mail catcher; whoever deploys is told by the CLI what is not set.
    expect(read("supabase/.env.development")).toContain("\nSMTP_ENABLED=false\n");
    expect(read("supabase/.env.production")).toContain("\nSMTP_ENABLED=true\n");
    expect(read("docs/deploy.md")).toContain("export SUPABASE_ENV=production APP_URL=");
    for (const key of ["host", "user", "pass", "admin_email"])
      expect(smtp).toMatch(new RegExp(`^${key} = "env\\(\\w+\\)"$`, "m"));
  });

  it("has mails of accounts come from the same name, here and self-hosted", () => {
    const name = /^sender_name = "(.*)"$/m.exec(table("auth.email.smtp"))?.[1];
    expect(name).toBe("Kaushal Global Hiring");
    expect(serviceOf("auth")).toContain(`GOTRUE_SMTP_SENDER_NAME: ${name}\n`);
  });

  it("has links live as long as the mails say, here and self-hosted", () => {
    expect(number(table("auth.email"), "otp_expiry")).toBe(3600);
    expect(serviceOf("auth")).toContain('GOTRUE_MAILER_OTP_EXP: "3600"');
    const templates = readdirSync("supabase/templates");
    expect(templates.length).toBe(3);
    for (const name of templates) expect(read(`supabase/templates/${name}`)).toContain("for one hour");
  });

  it("has a mail of a kind go to an address once a minute, here and self-hosted", () => {
    expect(table("auth.email")).toContain('max_frequency = "1m"');
    expect(serviceOf("auth")).toContain("GOTRUE_SMTP_MAX_FREQUENCY: 1m\n");
  });

  it("uses no key that the CLI calls deprecated", () => {
    expect(table("auth.email")).not.toContain("enable_signup");
    expect(table("auth.email")).toContain("enabled = true");
    expect(table("auth")).toContain("enable_signup = true");
  });
});

it("lets a call of a self-hosted function take longer than its longest run", () => {
  const limit = /LONGEST_CALL = ([\d_]+)/.exec(read("supabase/selfhost/main/index.ts"))?.[1];
  const constant = (file: string, name: string) =>
    Number(new RegExp(`${name} = ([\\d_]+)`).exec(read(`supabase/functions/${file}`))?.[1]?.replaceAll("_", ""));
  // A round claims, sends all at once, and settles.
  for (const sending of [
    constant("sync-crm/crm.ts", "CRM_TIMEOUT"),
    constant("deliver-mail/smtp.ts", "MAIL_TIMEOUT"),
  ]) {
    const round = 2 * constant("_shared/backend.ts", "TIMEOUT") + sending;
    expect(Number(limit?.replaceAll("_", ""))).toBeGreaterThan(constant("_shared/outbox.ts", "MOST_ROUNDS") * round);
  }
});

it("starts the container's Node without the way to prototypes", () => {
  const commands = [...read("Dockerfile").matchAll(/^CMD (\[.*\])$/gm)].map(
    ([, list = ""]) => JSON.parse(list) as string[],
  );
  expect(commands.length).toBe(2);
  for (const command of commands) expect(command.slice(0, 2)).toEqual(["node", "--disable-proto=delete"]);
});

/** A module of ours and every one that it imports, by their paths; what the build makes is none. */
function modulesOf(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  for (const { fileName } of ts.preProcessFile(read(path)).importedFiles) {
    if (/^\..*\.ts$/.test(fileName)) modulesOf(join(dirname(path), fileName), known);
  }
  return known;
}

it("copies every module into the images that their programs import", () => {
  const copied = [...read("Dockerfile").matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  const isCopied = (path: string) =>
    copied.some((part) => part !== "." && (path === part || path.startsWith(`${part}/`)));
  for (const program of ["server/main.ts", "server/healthcheck.ts", "scripts/start.ts", "supabase/embedded/main.ts"]) {
    const modules = [...modulesOf(program)];
    expect(modules.filter((path) => !isCopied(path))).toEqual([]);
  }
  expect(modulesOf("scripts/start.ts").size).toBeGreaterThan(10);
});

it("copies nothing into the image that is not allowed there by name", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(lines[0]).toBe("*");
  const allowed = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  for (const name of allowed) expect(readdirSync(".")).toContain(name);
  expect(allowed.some((name) => /env|data|git|test|node_modules/.test(name))).toBe(false);
});
