// `npm run bench`: what a page weighs, and how fast a cached one is served beside a bare server sending the same bytes, in
// one run on one machine. The ratio is what counts; the figures belong to the machine.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import autocannon from "autocannon";
import { build } from "./build.ts";
import { connect, signUpClient, type Person } from "../tests/support/people.ts";
import { freePort, startLoneSite, startSite } from "../tests/support/processes.ts";

const PATHS = ["/", "/industries/healthcare-life-sciences", "/contact"];
const SECONDS = 8;
/** Requests under way on one connection: without them the load generator, not the server, is what is measured. */
const PIPELINED = 8;
const ENCODING = { "accept-encoding": "br" };

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

function ask(url: string): Promise<Answer & { bytes: number }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: ENCODING }, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const headers = response.headers as Record<string, string>;
        const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, "HTTP/1.1 200 OK\r\n\r\n".length);
        resolve({ status: response.statusCode ?? 0, headers, body, bytes: head + body.length });
      });
    }).on("error", reject);
  });
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

async function load(url: string) {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: 32,
    pipelining: PIPELINED,
    duration: SECONDS,
    headers: ENCODING,
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} wrong answers, ${errors} errors`);
  return { perSecond: requests.average, p99: latency.p99 };
}

async function bench(): Promise<void> {
  await build();
  const site = await startLoneSite();
  const rows: Record<string, Record<string, number>> = {};
  for (const path of PATHS) {
    const answer = await ask(site.url + path);
    const bare = await startBare(answer);
    const ours = await load(site.url + path);
    const theirs = await load(bare.url);
    bare.stop();
    rows[path] = {
      bytes: answer.bytes,
      "requests to paint": 1,
      "requests/s": Math.round(ours.perSecond),
      "bare requests/s": Math.round(theirs.perSecond),
      ratio: Number((ours.perSecond / theirs.perSecond).toFixed(2)),
      "p99 ms": ours.p99,
      "bare p99 ms": theirs.p99,
    };
  }
  await site.stop();
  console.table(rows);
}

/** Signs somebody in at the site. @returns the Cookie header of their browser */
async function cookiesOf(siteUrl: string, { email, password }: Person): Promise<string> {
  const body = new URLSearchParams({ intent: "sign-in", email, password });
  const response = await fetch(`${siteUrl}/client-auth`, { method: "POST", body, redirect: "manual" });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .filter((cookie) => cookie?.startsWith("session"))
    .join("; ");
}

/** The dashboard of a client with many requirements beside that of one with few, in one run. */
async function benchDashboard(): Promise<void> {
  const { site, backend, stop } = await startSite({ LOG_LEVEL: "silent" });
  const service = connect(backend.url, backend.keys.secret_key);
  const rows: Record<string, Record<string, number>> = {};
  for (const count of [10, 10_000]) {
    const person = await signUpClient(backend, `Client with ${count}`);
    const { data } = await person.api.from("clients").select("id").single<{ id: string }>();
    for (let from = 0; from < count; from += 500) {
      const batch = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
        client_id: data!.id,
        job_title: `Job ${from + index}`,
        job_type: "contract",
        location: "Noida",
        job_description: "x",
        required_skills: ["x"],
        created_at: new Date(Date.UTC(2026, 0, 1) + (from + index) * 1000).toISOString(),
      }));
      const { error } = await service.from("job_requirements").insert(batch);
      if (error) throw new Error(error.message);
    }
    const headers = { ...ENCODING, cookie: await cookiesOf(site.url, person) };
    const { latency, non2xx } = await autocannon({
      url: `${site.url}/client-dashboard`,
      connections: 1,
      amount: 300,
      headers,
    });
    if (non2xx > 0) throw new Error(`${non2xx} wrong answers`);
    rows[`${count} requirements`] = { "p50 ms": latency.p50, "p99 ms": latency.p99 };
  }
  await stop();
  console.table(rows);
}

if (process.argv[2] === "bare") serveBare();
else {
  await bench();
  await benchDashboard();
}
