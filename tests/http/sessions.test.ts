import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OwnerSession } from "../support/database.ts";
import { requirementEntries } from "../support/entries.ts";
import { connect, signUpClient, type Person } from "../support/people.ts";
import { forgeries, now, stranger } from "../support/forgeries.ts";
import { claimsOf, readSessionCookie, signedBy, writeSessionCookie } from "../support/session.ts";
import { Visitor } from "../support/visitor.ts";
import { startSiteBehindProxy, Waves } from "../support/waves.ts";

// Sessions that the site verifies by itself: what it must not believe, and what has ended (docs/decisions/014).
let running: Awaited<ReturnType<typeof startSiteBehindProxy>>;
let waves: Waves;
let ann: Person;

const KEYS = "GET /auth/v1/.well-known/jwks.json";
const USER = "GET /auth/v1/user";

beforeAll(async () => {
  running = await startSiteBehindProxy({ LOG_LEVEL: "silent" });
  waves = new Waves(running.proxy);
  ann = await signUpClient(running.backend, "Believed Ltd");
});
beforeEach(() => waves.expect());
afterEach(() => running.proxy.mend());
afterAll(() => running.stop());

function signedIn(person = ann): Promise<Visitor> {
  return Visitor.signedInAs(running.site.url, person);
}

async function wordsOf(response: Response): Promise<string> {
  return (await response.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

async function countRequirements(): Promise<number | null> {
  const service = connect(running.backend.url, running.backend.keys.secret_key);
  return (await service.from("job_requirements").select("*", { count: "exact", head: true })).count;
}

/** Nothing of anybody's is shown or taken, every page leads to the sign-in, and the sign-in stays where it is. */
async function expectNobody(visitor: Visitor, { wasSomebody }: { wasSomebody: boolean }): Promise<void> {
  const before = await countRequirements();
  const dashboard = await visitor.ask("/client-dashboard");
  expect([dashboard.status, dashboard.headers.get("location")]).toEqual([302, "/client-auth"]);
  const form = await visitor.ask("/submit-requirement");
  expect(form.headers.get("location")).toBe("/client-auth?redirectTo=%2Fsubmit-requirement");
  const page = await visitor.ask("/client-auth");
  expect(page.status).toBe(200);
  const words = await wordsOf(page);
  if (wasSomebody) expect(words).toContain("Your session has ended.");
  expect(words).not.toContain("Believed Ltd");
  expect((await visitor.ask("/login")).status).toBe(200);
  const profile = { intent: "profile", company_name: "Taken", full_name: "N", phone: "" };
  expect((await visitor.post("/client-dashboard", profile)).headers.get("location")).toBe("/client-auth");
  const sent = await visitor.post("/submit-requirement", { ...requirementEntries, job_title: "Canary title" });
  expect(sent.status).toBe(401);
  const html = await sent.text();
  expect(html).toContain("Please sign in again");
  expect(html).toContain('value="Canary title"');
  expect(await countRequirements()).toBe(before);
  const password = { intent: "new-password", current_password: ann.password, password: "another one" };
  const refused = await visitor.post("/client-auth?view=new-password", password);
  expect(refused.headers.get("location")).toBe("/client-auth");
}

describe("a token", () => {
  it.each(forgeries)("%s is refused", async (_, forge) => {
    const { signing_key: key } = running.backend.keys;
    const visitor = await signedIn();
    const session = readSessionCookie(visitor);
    const forged = forge({ key: key!, kid: key!.kid, claims: claimsOf(session.access_token) });
    writeSessionCookie(visitor, { access_token: forged, refresh_token: "unknown", expires_at: now() + 3600 });
    await expectNobody(visitor, { wasSomebody: true });
  });

  it("signed anew by the right key, with nothing changed, is believed without asking", async () => {
    const { signing_key: key } = running.backend.keys;
    const visitor = await signedIn();
    const session = readSessionCookie(visitor);
    const claims = claimsOf(session.access_token);
    await visitor.ask("/submit-requirement");
    for (const [changed, asked] of [
      [{}, 0],
      // Clocks differ a little.
      [{ iat: now() + 20 }, 0],
      // Reached under another name than the service gives itself: slower, and no less safe.
      [{ iss: "http://another-name.test/auth/v1" }, 1],
    ] as const) {
      const token = signedBy(key!, { alg: "ES256", kid: key!.kid }, { ...claims, ...changed });
      writeSessionCookie(visitor, { ...session, access_token: token });
      waves.expect();
      // What the Data API says of it is its own affair.
      await visitor.ask("/submit-requirement");
      expect(waves.seen.filter((call) => call === USER)).toHaveLength(asked);
    }
  });

  it("that names keys nobody knows makes the service be asked for its keys once, and each time for the person", async () => {
    const visitor = await signedIn();
    const session = readSessionCookie(visitor);
    const claims = claimsOf(session.access_token);
    waves.expect();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const own = new Visitor(running.site.url);
        const token = signedBy(stranger, { alg: "ES256", kid: randomUUID() }, claims);
        writeSessionCookie(own, { ...session, access_token: token });
        expect((await own.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
      }),
    );
    expect(waves.seen.filter((call) => call === KEYS).length).toBeLessThanOrEqual(1);
    expect(waves.seen.filter((call) => call === USER)).toHaveLength(20);
  });
});

describe("a session that has ended, its token still valid", () => {
  const endings: [string, (person: Person, database: OwnerSession) => Promise<unknown>][] = [
    ["by signing out elsewhere", ({ api }) => api.auth.signOut({ scope: "others" })],
    [
      "with a new password elsewhere",
      async ({ email, password }) => {
        const elsewhere = await signedIn({ email, password } as Person);
        const entries = { intent: "new-password", current_password: password, password: "a new one" };
        const answer = await elsewhere.post("/client-auth?view=new-password", entries);
        expect(answer.headers.get("location")).toBe("/client-dashboard");
      },
    ],
    [
      "with a ban",
      ({ userId }, database) =>
        database.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]),
    ],
    ["with the account", ({ userId }, database) => database.query("delete from auth.users where id = $1", [userId])],
  ];

  it.each(endings)("%s: nobody is shown anything, or led in circles", async (how, end) => {
    const person = await signUpClient(running.backend, "Ended Ltd");
    const visitor = await signedIn(person);
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    const database = OwnerSession.of(running.backend.dataDirectory);
    try {
      await end(person, database);
    } finally {
      await database.close();
    }
    // What a ban means for a password that is being changed is the service's to say.
    if (how === "with a ban") {
      expect((await visitor.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
      expect((await visitor.ask("/client-auth")).status).toBe(200);
    } else await expectNobody(visitor, { wasSomebody: true });
  });

  it("is not believed by `.data` either", async () => {
    const person = await signUpClient(running.backend, "Data Ltd");
    const visitor = await signedIn(person);
    await person.api.auth.signOut({ scope: "others" });
    for (const path of ["/client-dashboard.data", "/submit-requirement.data"]) {
      const response = await visitor.ask(path);
      const text = await response.text();
      expect(response.headers.get("location") ?? text).toContain("/client-auth");
      expect(text).not.toMatch(/Data Ltd|minDeadline|positions/);
    }
  });
});

describe("signing keys that can't be had", () => {
  it.each<[string, number, unknown]>([
    ["the service fails", 500, { msg: "boom" }],
    ["nobody knows them", 404, { msg: "not found" }],
    ["something else comes in their place", 200, { keys: "none" }],
  ])("%s: 503 and the specified message, and nobody is signed out", async (_, status, body) => {
    const cold = await startSiteBehindProxy({ LOG_LEVEL: "silent" });
    try {
      const person = await signUpClient(cold.backend, "Cold Ltd");
      const visitor = await Visitor.signedInAs(cold.site.url, person);
      const session = visitor.cookies.get("session");
      cold.proxy.fail(KEYS, status, body);
      const response = await visitor.ask("/client-dashboard");
      expect(response.status).toBe(503);
      expect(await wordsOf(response)).toMatch(/Error fetching requirements: The service is not available/);
      const sent = await visitor.post("/submit-requirement", requirementEntries);
      expect(sent.status).toBe(503);
      expect(await wordsOf(sent)).toMatch(/Error submitting requirement: The service is not available/);
      expect(visitor.cookies.get("session")).toBe(session);
      cold.proxy.mend();
      expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    } finally {
      await cold.stop();
    }
  });
});

it("a new signing key ends the old sessions, and signs in anew without a restart of the site", async () => {
  const { backend, site } = running;
  const visitor = await signedIn();
  expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  await backend.stop();
  const path = join(backend.dataDirectory, "keys.json");
  const keys = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...keys, signing_key: { ...stranger, kid: randomUUID() } }));
  await backend.start();
  const again = await Visitor.signedInAs(site.url, ann);
  expect((await again.ask("/client-dashboard")).status).toBe(200);
  // The site still knows the old key for some minutes; the Data API does not.
  const old = await visitor.ask("/client-dashboard");
  expect(old.headers.get("location")).toBe("/client-auth");
  expect((await visitor.ask("/client-auth")).status).toBe(200);
});
