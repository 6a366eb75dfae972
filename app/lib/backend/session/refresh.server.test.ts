import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { env } from "~/lib/config/env.server";
import { fetchOnce } from "./refresh.server";

let server: Server;
let url = "";
let asked = 0;
let status = 200;

beforeAll(async () => {
  server = createServer((request, response) => {
    const turn = ++asked;
    request.resume();
    setTimeout(() => response.writeHead(status).end(`answer ${turn}`), 20);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/auth/v1/token?grant_type=refresh_token`;
});
beforeEach(() => {
  asked = 0;
  status = 200;
});
afterAll(() => server.close());

function refresh(token: string, address?: string): Promise<Response> {
  return fetchOnce(url, { method: "POST", body: JSON.stringify({ refresh_token: token }) }, address);
}

it("spends a refresh token once, and gives everybody the answer", async () => {
  const answers = await Promise.all([refresh("a"), refresh("a"), refresh("b")]);
  const later = await refresh("a");
  const texts = await Promise.all([...answers, later].map((response) => response.text()));
  expect(asked).toBe(2);
  expect(texts[0]).toBe(texts[1]);
  expect(texts[3]).toBe(texts[0]);
  expect(texts[2]).not.toBe(texts[0]);
});

it("asks again after a failure of the backend, but not after a refusal", async () => {
  status = 503;
  expect((await refresh("c")).status).toBe(503);
  status = 400;
  expect((await refresh("c")).status).toBe(400);
  expect((await refresh("c")).status).toBe(400);
  expect(asked).toBe(2);
});

/** Until what is remembered for a time is forgotten, where timers are not real. */
async function forgotten(): Promise<void> {
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
}

it("never asks again about a token that was refused for good, and at once after too many", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  server.removeAllListeners("request").on("request", (request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(status).end();
  });
  try {
    status = 400;
    expect((await refresh("dead")).status).toBe(400);
    await forgotten();
    expect((await refresh("dead")).status).toBe(400);
    expect(asked).toBe(1);
    status = 429;
    expect((await refresh("hasty")).status).toBe(429);
    status = 200;
    expect((await refresh("hasty")).status).toBe(200);
    await forgotten();
    expect((await refresh("hasty")).status).toBe(200);
    expect(asked).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});

it("remembers only so many refusals, and forgets the oldest", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const asks = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(new Response("", { status: 400 })));
  try {
    for (let index = 0; index < 5_001; index += 1) await refresh(`dead ${index}`);
    await forgotten();
    for (const index of [5_000, 1]) await refresh(`dead ${index}`);
    expect(asks).toHaveBeenCalledTimes(5_001);
    await refresh("dead 0");
    expect(asks).toHaveBeenCalledTimes(5_002);
  } finally {
    asks.mockRestore();
    vi.useRealTimers();
  }
});

it("asks about so many made-up sessions a minute of one network, at once as well, and takes nobody's away", async () => {
  const most = env.POSTS_PER_MINUTE * 6;
  const asks = vi.spyOn(globalThis, "fetch");
  const answer = (status: number) => asks.mockImplementation(() => Promise.resolve(new Response("", { status })));
  try {
    // What is renewed, and what got no answer, is not in vain.
    for (const status of [200, 503]) {
      answer(status);
      for (let index = 0; index < most * 5; index += 1) await refresh(`${status} ${index}`, "2001:db8:1:1::/64");
    }
    expect(asks).toHaveBeenCalledTimes(most * 10);
    answer(400);
    const place = (index: number) => `2001:db8:1:${(index * 97).toString(16)}::/64`;
    const made = Array.from({ length: most * 10 }, (_, index) => refresh(`made up ${index}`, place(index)));
    const statuses = (await Promise.all(made)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(most * 4);
    expect(new Set(statuses)).toEqual(new Set([400, 401]));
    // One that was put off is asked about from elsewhere.
    answer(200);
    expect((await refresh("held", "2001:db8:1:1::/64")).status).toBe(401);
    expect((await refresh("held", "2001:db8:2:1::/64")).status).toBe(200);
  } finally {
    asks.mockRestore();
  }
});

it("leaves every other request alone", async () => {
  await Promise.all([
    fetchOnce(url.replace("refresh_token", "password"), { method: "POST", body: "{}" }),
    fetchOnce(url, { method: "POST", body: "{}" }),
    fetchOnce(url),
  ]);
  expect(asked).toBe(3);
});
