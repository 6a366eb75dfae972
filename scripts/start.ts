// `npm start`, `npm run dev` and `npm run serve`: brings up a backend where none is configured, then the site.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentSchema } from "../app/lib/config/environment.ts";
import { problemReport, problemsIn } from "../app/lib/config/variables.ts";
import { embeddedSchema } from "../supabase/embedded/env.ts";
import { loadKeys, metricsKeyOf } from "../supabase/embedded/keys.ts";
import { buildWhenStale } from "./build.ts";
import { fail } from "./fail.ts";
import { supervise, type Supervised } from "./supervise.ts";

if (existsSync(".env")) process.loadEnvFile(".env");

/** How long the backend may take to end, in milliseconds; its own bound is five seconds. */
const LONGEST_END = 8_000;

const mode = process.argv[2] ?? "start";
const variables = process.env;
const port = variables["PORT"] || "3000";
const siteUrl = variables["APP_URL"] || `http://localhost:${port}`;

function give(name: string, value: string): void {
  variables[name] = variables[name] || value;
}

type SupervisedBackend = Awaited<ReturnType<typeof superviseBackend>>;

/** Runs the embedded backend. Until one that has ended is back, the site answers with its failure messages. */
async function superviseBackend() {
  const { DATA_DIR, SUPABASE_PORT } = embeddedSchema.parse(variables);
  const dataDirectory = resolve(DATA_DIR);
  const supervised = await supervise({
    name: "The embedded backend",
    entry: join(import.meta.dirname, "../supabase/embedded/main.ts"),
    environment: { ...variables, DATA_DIR: dataDirectory, SUPABASE_PORT: String(SUPABASE_PORT), APP_URL: siteUrl },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    isApart: true,
  }).catch(() => process.exit(1));
  return { ...supervised, url: `http://127.0.0.1:${SUPABASE_PORT}`, keys: loadKeys(dataDirectory), dataDirectory };
}

async function startEmbedded(): Promise<SupervisedBackend | undefined> {
  if (variables["SUPABASE_URL"] || variables["SUPABASE_PUBLISHABLE_KEY"]) return undefined;
  if (variables["NODE_ENV"] === "production" && variables["BACKEND"] !== "embedded") {
    fail(
      "Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, or BACKEND=embedded to try the site without a Supabase project.",
    );
  }
  // What the backend brings along need not be set; everything else is looked at before anything starts.
  const own = environmentSchema.omit({ SUPABASE_URL: true, SUPABASE_PUBLISHABLE_KEY: true, SESSION_SECRET: true });
  const problems = new Set([...problemsIn(own, variables), ...problemsIn(embeddedSchema, variables)]);
  if (problems.size > 0) fail(problemReport([...problems]));
  // React Router's own servers know no addresses.
  if (mode === "start") give("SENDER_KEY", randomBytes(32).toString("base64url"));
  const backend = await superviseBackend();
  give("SUPABASE_URL", backend.url);
  give("SUPABASE_PUBLISHABLE_KEY", backend.keys.publishable_key);
  give("SESSION_SECRET", backend.keys.session_secret);
  // The backend knows this one alone, whatever is set for another.
  variables["METRICS_KEY"] = metricsKeyOf(backend.keys);
  // The site knows by this that it is for trying, and may do without APP_URL.
  give("BACKEND", "embedded");
  return backend;
}

function introduce({ url, keys, dataDirectory }: SupervisedBackend): void {
  const lines = [
    ["Site", siteUrl],
    ["Backend API", url],
    ["Mailbox", `${url}/mailbox`],
    ["Data", dataDirectory],
  ];
  if (variables["SEED_DEMO"] !== "0") {
    lines.push(
      ["Demo client", `${keys.demo_client_email}  ${keys.demo_client_password}`],
      ["Other client", `${keys.demo_other_client_email}  ${keys.demo_other_client_password}`],
      ["Demo admin", `${keys.demo_team_email}  ${keys.demo_team_password}`],
      ["Demo recruiter", `${keys.demo_recruiter_email}  ${keys.demo_recruiter_password}`],
      ["Demo HR", `${keys.demo_hr_manager_email}  ${keys.demo_hr_manager_password}`],
    );
  }
  const table = lines.map(([name, value]) => `  ${name?.padEnd(14)} ${value}`).join("\n");
  const note = "The backend is the embedded one: for trying and developing, never for production.";
  // In one piece, whatever else is written meanwhile.
  console.log(`\n${table}\n\n  ${note}\n`);
}

/** Nobody else is where the site is to be: the table below would lead there, and one of the framework's servers elsewhere. */
async function checkPort(): Promise<void> {
  const probe = createServer().listen({ port: Number(port), host: variables["HOST"] || undefined });
  await once(probe, "listening").catch((error: NodeJS.ErrnoException) => {
    // Whatever else is wrong with it is said by the site, with all that is wrong.
    if (error.code === "EADDRINUSE") fail(`Port ${port} is taken. Set PORT to a free one.`);
  });
  probe.close();
}

if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) await checkPort();
if (mode !== "dev") await buildWhenStale().catch((error: unknown) => fail(String(error)));
const backend = await startEmbedded();

// Also where it ends without having waited.
process.once("exit", () => backend?.stop());

/** Runs the production server until it is asked to end; one that died is started again. */
async function runSite(): Promise<Supervised> {
  give("NODE_ENV", "production");
  // No balancer is to notice, and a person waits at the terminal.
  give("SHUTDOWN_DELAY", "0");
  return supervise({
    name: "The site",
    entry: join(import.meta.dirname, "../server/main.ts"),
    environment: variables,
    execArgv: ["--disable-proto=delete"],
  }).catch(() => process.exit(1));
}

/** Runs one of React Router's own servers. */
function runFramework(): Supervised {
  const command =
    mode === "dev"
      ? ["react-router", "dev", "--port", port, "--strictPort"]
      : ["react-router-serve", "build/server/index.js"];
  if (mode === "serve") console.error("react-router-serve limits nobody by address: for a look, not for the internet.");
  const child = spawn(command[0]!, command.slice(1), { stdio: "inherit", env: { ...variables, PORT: port } });
  const ended = once(child, "exit").then(([code]: (number | null)[]) => code ?? 0);
  return { ended, letGo() {}, stop: () => void child.kill("SIGTERM") };
}

const site = mode === "start" ? await runSite() : runFramework();
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  // More than once, as when Ctrl+C is pressed again: the end has begun.
  process.on(signal, () => {
    // The site finishes what is under way, and needs its backend for that: the backend ends last.
    backend?.letGo();
    site.stop();
  });
}
if (backend) introduce(backend);
const exitCode = await site.ended;
backend?.stop();
// Whoever moves or copies its directory now must not find a database in it that is still writing its last.
await Promise.race([backend?.ended, delay(LONGEST_END)]);
process.exit(exitCode);
