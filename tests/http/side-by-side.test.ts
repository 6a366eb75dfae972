import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { balance, type Balancer } from "../support/http/balancer.ts";
import { spareFetch } from "../support/http/spare-fetch.ts";
import { connect, freshEmail, mailedPath, signUpClient, type Person } from "../support/people/people.ts";
import { freePort, openBackend, TestSite, type SharedBackend } from "../support/services/processes.ts";
import { REDIS, startStandIn, type TestRedis } from "../support/services/outside/redis.ts";
import { fieldOn } from "../support/http/page.ts";
import { Visitor } from "../support/http/visitor.ts";

/** Two sites behind one address. */
type Pair = { sites: TestSite[]; balancer: Balancer; stop: () => Promise<void> };

let backend: SharedBackend;
async function startPair(port: number, variables: Record<string, string>): Promise<Pair> {
  const ports = [await freePort(), await freePort()];
  const sites = await Promise.all(
    ports.map((own) =>
      TestSite.start(own, {
        SUPABASE_URL: backend.url,
        SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
        APP_URL: `http://localhost:${port}`,
        LOG_LEVEL: "silent",
        ...variables,
      }),
    ),
  );
  const balancer = await balance(port, ports, false);
  return {
    sites,
    balancer,
    async stop() {
      balancer.stop();
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
}

beforeAll(async () => {
  backend = await openBackend(`http://localhost:${await freePort()}`);
});
afterAll(() => backend.remove());

const NOTHING = { name: "Ann", email: "a@example.com", requirement: "x" };

const signUp = () => ({
  intent: "sign-up",
  company_name: "Budget Ltd",
  full_name: "Ann",
  email: freshEmail(),
  password: "correct horse battery",
});

/** Sends a form from an address, as a proxy tells it. */
function postFrom(from: string, url: string, entries: Record<string, string>): Promise<Response> {
  const headers = { "X-Forwarded-For": from };
  return spareFetch(url, { method: "POST", headers, body: new URLSearchParams(entries), redirect: "manual" });
}

describe.each(REDIS)("two sites with %s", (_, start) => {
  let redis: TestRedis;
  let redisPort: number;
  let together: Pair;
  let ann: Person;
  beforeAll(async () => {
    redisPort = await freePort();
    redis = await start(redisPort);
    // A mail leads to another address; only its path is read.
    together = await startPair(await freePort(), {
      RATE_LIMIT_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      TRUST_PROXY: "1",
      POSTS_PER_MINUTE: "4",
      MAILS_PER_HOUR: "24",
      LOG_LEVEL: "info",
    });
    // Nobody waits for the Redis at the start: the first forms might be counted without it.
    await said(/the Redis of the limits (answers|is back)/);
    ann = await signUpClient(backend, "Side Company");
  });
  afterAll(async () => {
    await together.stop();
    await redis.stop();
  });

  const linesOf = (site: TestSite, words: string | RegExp) => site.log.filter((line) => line.search(words) >= 0);

  /** Waits until each site has said this once more than before. */
  async function said(words: string | RegExp, before = together.sites.map(() => 0)): Promise<void> {
    const isSaid = () => together.sites.every((site, index) => linesOf(site, words).length > before[index]!);
    await vi.waitUntil(isSaid, 60_000);
  }

  const pathOfMail = (email: string) => mailedPath(backend.url, email);

  /** Sends a form from an address to the site whose turn it is. */
  async function statusOf(path: string, entries: Record<string, string>, from: string): Promise<number> {
    return (await postFrom(from, together.balancer.url + path, entries)).status;
  }

  /** Sends so many right forms from an address. */
  async function posts(count: number, from: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) statuses.push(await statusOf("/contact", NOTHING, from));
    return statuses;
  }

  const countBack = () => together.sites.map((site) => linesOf(site, "the Redis of the limits is back").length);

  /** The same form to both, as of a double click that a balancer parts. */
  async function sendToBoth(path: string, entries: Record<string, string>, from: string): Promise<Response[]> {
    const visitors = [new Visitor(together.balancer.url), new Visitor(together.balancer.url)];
    for (const visitor of visitors) await visitor.ask(path);
    const form = { method: "POST", headers: { "X-Forwarded-For": from }, body: new URLSearchParams(entries) };
    return Promise.all(visitors.map((visitor) => visitor.ask(path, form)));
  }

  it("know each other's sessions and notices", async () => {
    const visitor = await Visitor.signedInAs(together.balancer.url, ann);
    // The notice of the sign-in was made by one site and is shown by the other.
    expect(await visitor.read("/client-dashboard")).toContain("Successfully signed in!");
    for (let turn = 0; turn < 4; turn += 1) expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    const out = await visitor.post("/client-dashboard", { intent: "sign-out" });
    expect(out.status).toBe(302);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await visitor.ask("/client-dashboard")).headers.get("location")).toContain("/client-auth");
    }
    for (const count of together.balancer.sent.values()) expect(count).toBeGreaterThan(2);
  });

  it("know each other's forms, and keep once what was sent to both", async () => {
    const visitor = new Visitor(together.balancer.url);
    const html = await visitor.read("/contact");
    const served = fieldOn(html, "served");
    const email = freshEmail("both");
    const entries = { name: "Ann", email, requirement: "Two welders", served };
    const headers = { "X-Forwarded-For": "192.0.2.30" };
    const form = { method: "POST", headers, body: new URLSearchParams(entries) };
    const answers = await Promise.all([visitor.ask("/contact", form), visitor.ask("/contact", form)]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    const service = connect(backend.url, backend.keys.secret_key);
    const { data } = await service.from("contact_submissions").select("suspect").eq("email", email);
    expect(data).toHaveLength(1);
  });

  it("refresh one expired session at the same time, and both go on", async () => {
    const visitor = await Visitor.signedInAs(together.balancer.url, ann);
    visitor.expire();
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.ask("/client-dashboard")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });

  it("use a mail's link once, and give both answers the same end", async () => {
    const { email } = await signUpClient(backend, "Twice");
    const from = "193.0.2.1";
    expect(await statusOf("/client-auth?view=forgot", { intent: "reset", email }, from)).toBe(302);
    const answers = await sendToBoth(
      await mailedPath(backend.url, email, "recovery"),
      { intent: "new-password", password: "another one" },
      from,
    );
    expect(answers.map((answer) => answer.headers.get("location"))).toEqual(["/client-dashboard", "/client-dashboard"]);
  });

  it("tell of a changed address alike", async () => {
    const person = await signUpClient(backend, "Moving Ltd");
    const changed = freshEmail("moved");
    await person.api.auth.updateUser({ email: changed });
    const answers = await sendToBoth(await pathOfMail(changed), { intent: "change" }, "192.0.2.10");
    // The first chooses a new password, and the second, who is not signed in, is told how to.
    expect(answers.map((answer) => answer.headers.get("location")).sort()).toEqual([
      "/client-auth?view=forgot",
      "/client-auth?view=new-password",
    ]);
  });

  it("count the mails that forms ask for together", async () => {
    const send = async (count: number, networkOf: (place: number) => number) => {
      const statuses: number[] = [];
      for (let place = 0; place < count; place += 1) {
        statuses.push(await statusOf("/client-auth", signUp(), `198.${networkOf(place)}.${place}.7`));
      }
      return statuses;
    };
    // One of a network, six of everybody; then three of networks that had asked at neither site.
    expect(await send(2, () => 0)).toEqual([302, 429]);
    expect(await send(9, (place) => 1 + place)).toEqual([...Array<number>(8).fill(302), 429]);
  });

  it("hold limits together, and each alone while it is down, which is said once", async () => {
    expect(await posts(6, "192.0.2.20")).toEqual([302, 302, 302, 302, 429, 429]);
    await redis.stop();
    // Each has four of its own now, and then refuses by itself.
    expect(await posts(10, "192.0.2.20")).toEqual([302, 302, 302, 302, 302, 302, 302, 302, 429, 429]);
    // Once each time: a busy machine may have lost it before.
    for (const site of together.sites) {
      const lost = linesOf(site, "the Redis of the limits does not answer: this site counts alone");
      expect(lost.length - linesOf(site, "the Redis of the limits is back").length).toBe(1);
    }
    const before = countBack();
    redis = await start(redisPort);
    // It has forgotten, and they count together again.
    await said("the Redis of the limits is back", before);
    expect(await posts(6, "192.0.2.20")).toEqual([302, 302, 302, 302, 429, 429]);
  });

  it("are held up by no Redis that accepts and says nothing, and count alone with one that does not count", async () => {
    await redis.stop();
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket.on("error", () => {}))).listen(
      redisPort,
      "127.0.0.1",
    );
    await once(mute, "listening");
    // Each site has lost the other, and comes here.
    await vi.waitUntil(() => sockets.length >= 2, 60_000);
    expect(await posts(2, "203.0.113.21")).toEqual([302, 302]);
    const before = countBack();
    mute.close();
    for (const socket of sockets) socket.destroy();
    redis = await startStandIn(redisPort, "OOM command not allowed when used memory > 'maxmemory'");
    await said("the Redis of the limits is back", before);
    expect(await posts(10, "203.0.113.22")).toEqual([...Array<number>(8).fill(302), 429, 429]);
    for (const site of together.sites) expect(linesOf(site, /counts alone.*OOM|OOM.*counts alone/)).toHaveLength(1);
  });
});
