import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { balance, type Balancer } from "../support/http/balancer.ts";
import { connect, freshEmail, mailedPath, signUpClient, type Person } from "../support/people/people.ts";
import { freePort, openBackend, startLoneSite, TestSite, type SharedBackend } from "../support/services/processes.ts";
import { REDIS, startStandIn } from "../support/services/redis.ts";
import { fieldOn } from "../support/http/page.ts";
import { Visitor } from "../support/http/visitor.ts";

/** Two sites behind one address. */
type Pair = { sites: TestSite[]; balancer: Balancer; stop: () => Promise<void> };

let backend: SharedBackend;
let pair: Pair;
let ann: Person;
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
  const balancer = await balance(port, ports);
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
  const port = await freePort();
  backend = await openBackend(`http://localhost:${port}`);
  pair = await startPair(port, {});
  ann = await signUpClient(backend, "Side Company");
});
afterAll(async () => {
  await pair.stop();
  await backend.remove();
});

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe("two sites behind a balancer", () => {
  it("know each other's sessions and notices", async () => {
    const visitor = await Visitor.signedInAs(pair.balancer.url, ann);
    // The notice of the sign-in was made by one site and is shown by the other.
    expect(await visitor.read("/client-dashboard")).toContain("Successfully signed in!");
    for (let turn = 0; turn < 4; turn += 1) expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    const out = await visitor.post("/client-dashboard", { intent: "sign-out" });
    expect(out.status).toBe(302);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await visitor.ask("/client-dashboard")).headers.get("location")).toContain("/client-auth");
    }
    for (const count of pair.balancer.sent.values()) expect(count).toBeGreaterThan(2);
  });

  it("know each other's forms, and keep once what was sent to both", async () => {
    const visitor = new Visitor(pair.balancer.url);
    const html = await visitor.read("/contact");
    const served = fieldOn(html, "served");
    const email = freshEmail("both");
    const entries = { name: "Ann", email, requirement: "Two welders", served };
    const answers = await Promise.all([visitor.post("/contact", entries), visitor.post("/contact", entries)]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    const service = connect(backend.url, backend.keys.secret_key);
    const { data } = await service.from("contact_submissions").select("suspect").eq("email", email);
    expect(data).toHaveLength(1);
  });

  it("refresh one expired session at the same time, and both go on", async () => {
    const visitor = await Visitor.signedInAs(pair.balancer.url, ann);
    visitor.expire();
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.ask("/client-dashboard")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });
});

describe.each(REDIS)("two sites with %s", (_, start) => {
  let redis: Awaited<ReturnType<typeof start>>;
  let together: Pair;
  beforeAll(async () => {
    const port = await freePort();
    redis = await start(port);
    // Mails lead to the first pair's address; only the path is read.
    together = await startPair(await freePort(), {
      RATE_LIMIT_REDIS_URL: `redis://127.0.0.1:${port}`,
      LOG_LEVEL: "info",
    });
    const answers = (site: TestSite) => site.log.some((line) => line.includes("the Redis of the limits answers"));
    await vi.waitUntil(() => together.sites.every(answers), { timeout: 20_000 });
  });
  afterAll(async () => {
    await together.stop();
    await redis.stop();
  });

  const pathOfMail = (email: string) => mailedPath(backend.url, email);

  /** The same form to both, as of a double click that a balancer parts. */
  async function sendToBoth(path: string, entries: Record<string, string>): Promise<Response[]> {
    const visitors = [new Visitor(together.balancer.url), new Visitor(together.balancer.url)];
    for (const visitor of visitors) await visitor.ask(path);
    return Promise.all(visitors.map((visitor) => visitor.post(path, entries)));
  }

  it("use a mail's link once, and give both answers the same end", async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { email } = await signUpClient(backend, `Twice ${turn}`);
      await new Visitor(pair.balancer.url).post("/client-auth?view=forgot", { intent: "reset", email });
      const answers = await sendToBoth(await pathOfMail(email), { intent: "new-password", password: "another one" });
      expect(answers.map((answer) => answer.headers.get("location"))).toEqual([
        "/client-dashboard",
        "/client-dashboard",
      ]);
    }
  });

  it("tell of a changed address alike", async () => {
    const person = await signUpClient(backend, "Moving Ltd");
    const changed = freshEmail("moved");
    await person.api.auth.updateUser({ email: changed });
    const answers = await sendToBoth(await pathOfMail(changed), { intent: "change" });
    // The first chooses a new password, and the second, who is not signed in, is told how to.
    expect(answers.map((answer) => answer.headers.get("location")).sort()).toEqual([
      "/client-auth?view=forgot",
      "/client-auth?view=new-password",
    ]);
  });
});

const NOTHING = { name: "Ann", email: "a@example.com", requirement: "x" };

describe.each(REDIS)("limits in %s", (_, start) => {
  it("hold for all sites together, and for each alone while it is down, which is said once", async () => {
    const port = await freePort();
    let redis = await start(port);
    const RATE_LIMIT_REDIS_URL = `redis://127.0.0.1:${port}`;
    const variables = { RATE_LIMIT_REDIS_URL, POSTS_PER_MINUTE: "4", LOG_LEVEL: "info" };
    const sites = [await startLoneSite(variables), await startLoneSite(variables)];
    closing.push(() => Promise.all(sites.map((site) => site.stop())));
    closing.push(() => redis.stop());
    const post = async (turn: number) => {
      const site = sites[turn % 2]!;
      return (await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(NOTHING) })).status;
    };
    const posts = async (count: number) => {
      const statuses: number[] = [];
      for (let turn = 0; turn < count; turn += 1) statuses.push(await post(turn));
      return statuses;
    };
    const linesOf = (site: TestSite, words: string | RegExp) => site.log.filter((line) => line.search(words) >= 0);
    /** Waits until each site has said this once more than before. */
    const said = async (words: string | RegExp, before = sites.map(() => 0)) => {
      const isSaid = () => sites.every((site, index) => linesOf(site, words).length > before[index]!);
      await expect.poll(isSaid, { timeout: 60_000 }).toBe(true);
    };
    // Nobody waits for the Redis at the start: the first forms might be counted without it.
    await said(/the Redis of the limits (answers|is back)/);
    // What gets through is refused by a backend that is not there.
    expect(await posts(6)).toEqual([503, 503, 503, 503, 429, 429]);
    await redis.stop();
    // Each has four of its own now, and then refuses by itself.
    expect(await posts(10)).toEqual([503, 503, 503, 503, 503, 503, 503, 503, 429, 429]);
    // Once each time: a busy machine may have lost it before.
    for (const site of sites) {
      const lost = linesOf(site, "the Redis of the limits does not answer: this site counts alone");
      expect(lost.length - linesOf(site, "the Redis of the limits is back").length).toBe(1);
    }
    const before = sites.map((site) => linesOf(site, "the Redis of the limits is back").length);
    redis = await start(port);
    // It has forgotten, and they count together again.
    await said("the Redis of the limits is back", before);
    expect(await posts(6)).toEqual([503, 503, 503, 503, 429, 429]);
  });
});

it("a Redis that answers and does not count is said once, and each counts alone", async () => {
  const port = await freePort();
  const redis = await startStandIn(port, "OOM command not allowed when used memory > 'maxmemory'");
  closing.push(() => redis.stop());
  const variables = { RATE_LIMIT_REDIS_URL: `redis://127.0.0.1:${port}`, POSTS_PER_MINUTE: "4" };
  const site = await startLoneSite(variables);
  closing.push(() => site.stop());
  await expect.poll(() => site.log.some((line) => line.includes("the Redis of the limits answers"))).toBe(true);
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    statuses.push((await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(NOTHING) })).status);
  }
  expect(statuses).toEqual([503, 503, 503, 503, 429, 429]);
  const lost = site.log.filter((line) =>
    line.includes("the Redis of the limits does not answer: this site counts alone"),
  );
  expect(lost).toHaveLength(1);
  expect(lost[0]).toContain("OOM command not allowed");
});

it("forms go on with a Redis that accepts and says nothing", async () => {
  const port = await freePort();
  const mute = createServer((socket) => void socket.on("error", () => {})).listen(port);
  await once(mute, "listening");
  closing.push(() => mute.close());
  const site = await startLoneSite({ RATE_LIMIT_REDIS_URL: `redis://127.0.0.1:${port}`, LOG_LEVEL: "silent" });
  closing.push(() => site.stop());
  const response = await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(NOTHING) });
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain("Too many attempts");
});
