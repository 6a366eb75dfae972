import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requirementEntries } from "../support/people/entries.ts";
import { now, signedForgeries, stranger } from "../support/api/forgeries.ts";
import { expectNobody, wordsOf } from "../support/http/signed-out.ts";
import { signUpClient, type Person } from "../support/people/people.ts";
import { claimsOf, readSessionCookie, signedBy, writeSessionCookie } from "../support/http/session.ts";
import { Visitor } from "../support/http/visitor.ts";
import { startSiteBehindProxy, Waves } from "../support/http/waves.ts";

// Sessions that the site verifies by itself, on a backend whose keys the test has: what only they could sign, when the
// service is asked, and keys that can't be had or are new (docs/decisions/sessions.md).
let running: Awaited<ReturnType<typeof startSiteBehindProxy>>;
let waves: Waves;
let ann: Person;

const NAME = "Believed Ltd";
const KEYS = "GET /auth/v1/.well-known/jwks.json";
const USER = "GET /auth/v1/user";

beforeAll(async () => {
  running = await startSiteBehindProxy({ LOG_LEVEL: "silent", SEED_DEMO: "0" });
  waves = new Waves(running.proxy);
  ann = await signUpClient(running.backend, NAME);
});
beforeEach(() => waves.expect());
afterEach(() => running.proxy.mend());
afterAll(() => running.stop());

function signedIn(): Promise<Visitor> {
  return Visitor.signedInAs(running.site.url, ann);
}

// First: the site has not asked for them yet.
describe("signing keys that can't be had", () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await signedIn();
  });

  it.each<[string, number, unknown]>([
    ["the service fails", 500, { msg: "boom" }],
    ["nobody knows them", 404, { msg: "not found" }],
    ["something else comes in their place", 200, { keys: "none" }],
  ])("%s: 503 and the specified message, and nobody is signed out", async (_, status, body) => {
    const session = visitor.cookies.get("session");
    running.proxy.fail(KEYS, status, body);
    const response = await visitor.ask("/client-dashboard");
    expect(response.status).toBe(503);
    expect(await wordsOf(response)).toMatch(/Error fetching requirements: The service is not available/);
    const sent = await visitor.post("/submit-requirement", requirementEntries);
    expect(sent.status).toBe(503);
    expect(await wordsOf(sent)).toMatch(/Error submitting requirement: The service is not available/);
    expect(visitor.cookies.get("session")).toBe(session);
  });

  it("are asked for again, and taken", async () => {
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });
});

describe("a token", () => {
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    claims = claimsOf(readSessionCookie(await signedIn()).access_token);
  });

  // That a forged one signs nobody in on any page: sessions.
  it.each(signedForgeries)("%s is refused", async (_, forge) => {
    const { signing_key: key } = running.backend.keys;
    const access_token = forge({ key: key!, kid: key!.kid, claims });
    await expectNobody(() => {
      const visitor = new Visitor(running.site.url);
      writeSessionCookie(visitor, { access_token, refresh_token: "unknown", expires_at: now() + 3600 });
      return visitor;
    });
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
      Array.from({ length: 8 }, async () => {
        const own = new Visitor(running.site.url);
        const token = signedBy(stranger, { alg: "ES256", kid: randomUUID() }, claims);
        writeSessionCookie(own, { ...session, access_token: token });
        expect((await own.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
      }),
    );
    expect(waves.seen.filter((call) => call === KEYS).length).toBeLessThanOrEqual(1);
    expect(waves.seen.filter((call) => call === USER)).toHaveLength(8);
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
