import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { times } from "../support/services/counts.ts";
import { startLoneSite, type TestSite } from "../support/services/processes.ts";

const CONNECTIONS = times(2_000, 200);

/** In short a site gives its clients a tenth of the time that it would. */
const SHARE = times(1, 10);
const LIMITS = ["headersTimeout", "requestTimeout", "connectionsCheckingInterval"];
const HURRYING = `data:text/javascript,${encodeURIComponent(`
  import http from "node:http";
  import { syncBuiltinESMExports } from "node:module";
  const { createServer } = http;
  http.createServer = (options, ...more) => {
    for (const name of ${JSON.stringify(LIMITS)}) if (name in options) options[name] /= ${SHARE};
    return createServer(options, ...more);
  };
  syncBuiltinESMExports();
`)}`;

let site: TestSite;
/** A connection that says nothing from the first test to the last. */
let idle: { answer: string; since: number; ask: () => Promise<string>; close: () => void };
beforeAll(async () => {
  site = await startLoneSite({ LOG_LEVEL: "silent", NODE_OPTIONS: `--import=${HURRYING}` });
  idle = await openIdle();
});
afterAll(() => {
  idle.close();
  return site.stop();
});

async function open(): Promise<Socket> {
  const socket = connect(site.port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

async function openIdle(): Promise<typeof idle> {
  const socket = (await open()).setEncoding("utf8");
  const ask = async () => {
    let text = "";
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    while (!text.includes("}\n")) text += String((await once(socket, "data"))[0]);
    return text;
  };
  return { answer: await ask(), since: Date.now(), ask, close: () => socket.destroy() };
}

/** Everything a socket is sent until its end. */
async function read(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

it(`serves everybody else while ${CONNECTIONS} connections do nothing, or never finish their headers`, async () => {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open));
  for (const [index, socket] of sockets.entries()) {
    if (index % 2 === 0) socket.write("GET /contact HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  }
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(site.url)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  console.log(`${CONNECTIONS} connections held; 50 of 50 visitors served`);
}, 60_000);

it(`answers ${CONNECTIONS} visitors that come at once`, async () => {
  const answers = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = await open();
      socket.write(`GET /about HTTP/1.1\r\nHost: localhost:${site.port}\r\nConnection: close\r\n\r\n`);
      return (await read(socket)).slice(0, 15);
    }),
  );
  expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 200 OK"]));
  console.log(`${CONNECTIONS} visitors at once; all served`);
}, 60_000);

it("gives a client that sends its form by drips 20 s, one with headers by drips 10 s, and serves the others", async () => {
  const [form, headers] = [await open(), await open()];
  form.write(
    `POST /contact HTTP/1.1\r\nHost: localhost:${site.port}\r\n` +
      "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n",
  );
  headers.write("GET / HTTP/1.1\r\n");
  const drips = setInterval(() => {
    form.write("a");
    headers.write("X-A: b\r\n");
  }, 500 / SHARE);
  const order: string[] = [];
  const until = (socket: Socket, name: string) => read(socket).finally(() => order.push(name));
  const ended = Promise.all([until(form, "form"), until(headers, "headers")]);
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  const [formAnswer, headersAnswer] = await ended;
  clearInterval(drips);
  // Whatever the answer says, no page and no 5xx: the connection is closed, and nothing of it stays.
  for (const answer of [formAnswer, headersAnswer]) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(order).toEqual(["headers", "form"]);
}, 60_000);

it("keeps an idle connection longer than balancers do, and says so", async () => {
  const said = Number(/^keep-alive: timeout=(\d+)/im.exec(idle.answer)?.[1]);
  // nginx to its clients: 75 s; nginx to its servers and load balancers in the cloud: 60 s.
  expect(said).toBeGreaterThan(75);
  // Idle for longer than headers, or a whole request, may take: those are counted from a request's first byte.
  await wait(Math.max(idle.since + 23_000 / SHARE - Date.now(), 0));
  expect(await idle.ask()).toContain("HTTP/1.1 200 OK");
});

// It takes longer than all else of `npm test`. Node looks at what it has written once a minute, and ends a connection of
// which nothing has gone since the last look.
it.skipIf(import.meta.env.MODE !== "faults")(
  "closes a connection whose answers nobody reads, within two minutes",
  async () => {
    const socket = await open();
    socket.pause();
    // More answers than the buffers between the two take.
    socket.write(`GET /about HTTP/1.1\r\nHost: localhost:${site.port}\r\n\r\n`.repeat(2_000));
    // Who reads nothing learns of the end by what it sends, which the site does not read either.
    const drips = setInterval(() => socket.write("\r\n"), 1_000);
    const [error] = (await once(socket, "error").finally(() => clearInterval(drips))) as [NodeJS.ErrnoException];
    expect(error.code).toMatch(/^(ECONNRESET|EPIPE)$/);
  },
  180_000,
);
