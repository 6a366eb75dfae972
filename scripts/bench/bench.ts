// `npm run bench`: what a page weighs, and how fast a cached one is served beside a bare server sending the same bytes, in
// one run on one machine. The ratio is what counts; the figures belong to the machine. `npm run bench -- rendering` runs
// one part: pages, rendering, roundtrips, workspace, messages, size, which takes what its calls begin with, or
// paint, which compares with a second site when it is given its address.
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createRequestListener } from "@remix-run/node-fetch-server";
import autocannon from "autocannon";
import { createCookie, createRequestHandler, type ServerBuild } from "react-router";
import { benchMessages } from "./messages.ts";
import { benchPaint } from "./paint.ts";
import { benchPortal } from "./portal.ts";
import { benchRoundTrips } from "./round-trips.ts";
import { benchSize } from "./size.ts";
import { benchWorkspace } from "./workspace.ts";
import { build, run } from "../build.ts";
import { fail } from "../fail.ts";
import { median } from "./median.ts";
import { hasWrk, loadByWrk, type Measured } from "./wrk.ts";
import { SESSION_SECRET } from "../../tests/support/http/form-owner.ts";
import { waitForServer, freePort, startLoneSite } from "../../tests/support/services/processes.ts";

const PATHS = ["/", "/industries/healthcare-life-sciences", "/contact", "/login"];
/** How long one turn of a load is, in seconds. */
const SECONDS = 2;
/** How often two that are compared take turns, after a turn each to get warm: a machine has better and worse moments. */
const TURNS = 7;
/** Requests under way on one connection: without them the load generator, not the server, is what is measured. */
const PIPELINED = 8;
/** What browsers say. */
const ENCODING = { "accept-encoding": "gzip, deflate, br, zstd" };

/** In place of lib/http/stylesheet.server: what a page costs without its styles. */
const UNSTYLED = `export class Stylesheet { cutFor() { return { css: "", source: "'self'" }; } }`;

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

async function ask(url: string): Promise<Answer & { bytes: number }> {
  const [response] = (await once(get(url, { headers: ENCODING }), "response")) as [IncomingMessage];
  const body = await buffer(response);
  const headers = response.headers as Record<string, string>;
  const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, "HTTP/1.1 200 OK\r\n\r\n".length);
  return { status: response.statusCode ?? 0, headers, body, bytes: head + body.length };
}

/** A server that does nothing but send given bytes: as fast as Node goes. */
function serveBare(): void {
  process.once("message", ({ port, answer }: { port: number; answer: Answer & { body: string } }) => {
    const body = Buffer.from(answer.body, "base64");
    const headers = { ...answer.headers };
    for (const name of ["connection", "keep-alive", "date", "transfer-encoding"]) delete headers[name];
    createServer((_, response) => response.writeHead(200, headers).end(body)).listen(port, "127.0.0.1", () =>
      process.send?.("ready"),
    );
  });
}

async function startBare(answer: Answer): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const child = fork(import.meta.filename, ["bare"]);
  child.send({ port, answer: { ...answer, body: answer.body.toString("base64") } });
  await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** What one kind of request is, and the status it gets. */
type Load = { path: string; status: number; request?: Partial<autocannon.Options> };

/** As many rendered pages under way as keep a server busy: past what it answers in half a second it refuses posts. */
const FEW = { connections: 8, pipelining: 1 };

async function load(siteUrl: string, { path, status, request }: Load): Promise<Measured> {
  const url = siteUrl + path;
  const { statusCodeStats, requests, latency, errors } = await autocannon({
    url,
    connections: 32,
    pipelining: PIPELINED,
    duration: SECONDS,
    ...request,
    headers: { ...ENCODING, ...request?.headers },
  });
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => code !== String(status));
  if (others.length + errors > 0) throw new Error(`${url}: answered ${others.join()}, ${errors} errors`);
  return { perSecond: requests.average, p99: latency.p99 };
}

/** A load of nothing but a kept page. */
function loadKept(siteUrl: string, kept: Load): Promise<Measured> {
  return hasWrk() ? loadByWrk(siteUrl + kept.path, SECONDS, ENCODING) : load(siteUrl, kept);
}

/** Two loads in turns. @returns the usual turn of each, and the first one's usual share of the other */
async function compare(ours: [siteUrl: string, Load], theirs: [siteUrl: string, Load], measure = load) {
  const turns = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    turns.push({ ours: await measure(...ours), theirs: await measure(...theirs) });
  }
  const warm = turns.slice(1);
  const usual = (side: "ours" | "theirs") => ({
    perSecond: median(warm.map((turn) => turn[side].perSecond)),
    p99: median(warm.map((turn) => turn[side].p99)),
  });
  const share = median(warm.map((turn) => turn.ours.perSecond / turn.theirs.perSecond));
  return { ours: usual("ours"), theirs: usual("theirs"), ratio: Number(share.toFixed(2)) };
}

/** Kept pages beside a server that does nothing but send the same bytes. */
async function benchPages(): Promise<void> {
  if (!hasWrk())
    console.warn("There is no wrk (Debian's package wrk): autocannon asks, and gives out at 6,000 a second.");
  const site = await startLoneSite();
  const rows: Record<string, Record<string, number>> = {};
  for (const path of PATHS) {
    const answer = await ask(site.url + path);
    const bare = await startBare(answer);
    const { ours, theirs, ratio } = await compare(
      [site.url, { path, status: 200 }],
      [bare.url, { path: "/", status: 200 }],
      loadKept,
    );
    bare.stop();
    rows[path] = {
      bytes: answer.bytes,
      "requests to paint": 1,
      "requests/s": Math.round(ours.perSecond),
      "bare requests/s": Math.round(theirs.perSecond),
      ratio,
      "p99 ms": ours.p99,
      "bare p99 ms": theirs.p99,
    };
  }
  await site.stop();
  console.table(rows);
}

/** The site's own app, rendering whole pages without their styles. @returns its build's entry, and how to remove it */
async function buildBareApp(): Promise<{ entry: string; remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), "bare-"));
  for (const name of readdirSync(".")) {
    if (name === "node_modules") symlinkSync(join(process.cwd(), name), join(root, name));
    else if (/^(app|public|scripts)$|\.(ts|json)$/.test(name)) cpSync(name, join(root, name), { recursive: true });
  }
  cpSync("supabase/migrations", join(root, "supabase/migrations"), { recursive: true });
  writeFileSync(join(root, "app/lib/http/stylesheet.server.ts"), UNSTYLED);
  await run("react-router", "build", root);
  return { entry: join(root, "build/server/index.js"), remove: () => rmSync(root, { recursive: true }) };
}

/** The bare app under a server: one that adds nothing, or React Router's own, which compresses what it sends. */
async function startBareApp(script: string, parameter: string): Promise<{ url: string; stop: () => void }> {
  const url = `http://localhost:${await freePort()}`;
  const child = fork(script, [parameter], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      BACKEND: "embedded",
      PORT: new URL(url).port,
      SUPABASE_URL: "http://127.0.0.1:9",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_for_nobody",
      SESSION_SECRET,
      LOG_LEVEL: "silent",
    },
    silent: true,
  });
  child.stdout?.resume();
  await waitForServer(url);
  return { url, stop: () => child.kill() };
}

async function serveBareApp(entry: string): Promise<void> {
  const handle = createRequestHandler((await import(entry)) as ServerBuild, "production");
  const listener = createRequestListener((request: Request) => handle(request));
  createServer((request, response) => void listener(request, response)).listen(Number(process.env["PORT"]));
}

/**
 * What is not kept beside the same pages rendered by React Router and nothing else, asked for alike, and a path nobody
 * knows beside a kept page.
 */
async function benchRendering(): Promise<void> {
  const site = await startLoneSite({ LOG_LEVEL: "silent" });
  const app = await buildBareApp();
  const bare = await startBareApp(import.meta.filename, app.entry);
  const serve = await startBareApp("node_modules/@react-router/serve/dist/cli.js", app.entry);
  const notice = { __flash_toast__: { message: "Message Sent Successfully!", type: "success" } };
  const cookie = (await createCookie("toast", { secrets: [`${SESSION_SECRET} toast`] }).serialize(notice)).split(
    ";",
  )[0];
  const type = "application/x-www-form-urlencoded";
  const refused = (encoding: Record<string, string>): Load => ({
    path: "/contact",
    status: 400,
    request: { ...FEW, method: "POST", body: "name=", headers: { ...encoding, "content-type": type } },
  });
  const noticed = (encoding: Record<string, string>): Load => ({
    path: "/contact",
    status: 200,
    request: { ...FEW, headers: { ...encoding, cookie: cookie ?? "" } },
  });
  const plain = { "accept-encoding": "identity" };
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, ours, url, theirs = ours] of [
    ["refused post, beside bare SSR", refused(plain), bare.url],
    ["notice page, beside bare SSR", noticed(plain), bare.url],
    ["refused post, compressed, beside react-router-serve", refused(ENCODING), serve.url],
    ["notice page, compressed, beside react-router-serve", noticed(ENCODING), serve.url],
    ["unknown path, beside a kept page", { path: "/nope", status: 404 }, site.url, { path: "/about", status: 200 }],
  ] as const) {
    const both = await compare([site.url, ours], [url, theirs]);
    rows[name] = {
      "requests/s": Math.round(both.ours.perSecond),
      beside: Math.round(both.theirs.perSecond),
      ratio: both.ratio,
    };
  }
  for (const server of [bare, serve, site]) await server.stop();
  app.remove();
  console.table(rows);
}

const PARTS = {
  pages: benchPages,
  rendering: benchRendering,
  portal: benchPortal,
  roundtrips: benchRoundTrips,
  workspace: benchWorkspace,
  messages: benchMessages,
  size: () => benchSize(other),
  paint: () => benchPaint(other),
};

const [part, other] = process.argv.slice(2);
if (part === "bare") serveBare();
else if (part?.endsWith(".js")) await serveBareApp(part);
else {
  if (part !== undefined && !(part in PARTS)) {
    fail(`There is no part ${part}. There are ${Object.keys(PARTS).join(", ")}.`);
  }
  await build();
  for (const [name, measure] of Object.entries(PARTS)) if (part === undefined || part === name) await measure();
}
