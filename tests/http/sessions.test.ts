import { createPublicKey, type JsonWebKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { now, stranger, strangersForgeries } from "../support/api/forgeries.ts";
import { expectNobody, expectSignedOut } from "../support/http/signed-out.ts";
import { freshEmail, signUpClient, type Person } from "../support/people/people.ts";
import { claimsOf, readSessionCookie, writeSessionCookie } from "../support/http/session.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSharedSite } from "../support/services/processes.ts";

// Sessions that the site verifies by itself: what anybody may forge, and what has ended (docs/decisions/sessions.md).
const { backend, signIn, site } = await openSharedSite();

const NAME = "Believed Ltd";
const ann = await signUpClient(backend, NAME);
/** What her token says. */
const claims = claimsOf(readSessionCookie(await signIn(ann)).access_token);

const expectIsNobody = (visitor: Visitor) => expectSignedOut(backend, visitor, { name: NAME, password: ann.password });

/** The key that the service publishes; one of nobody's where it signs with a secret. */
async function publishedKey() {
  const response = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
  const { keys = [] } = (await response.json()) as { keys?: (JsonWebKey & { kid: string })[] };
  const own = createPublicKey({ key: stranger, format: "jwk" }).export({ format: "jwk" });
  return keys[0] ?? { ...own, kid: "none" };
}

describe("a token", () => {
  const browserWith = (access_token: string) => {
    const visitor = new Visitor(site.url);
    writeSessionCookie(visitor, { access_token, refresh_token: "unknown", expires_at: now() + 3600 });
    return visitor;
  };

  it.each(strangersForgeries)("%s is refused", async (_, forge) => {
    const key = await publishedKey();
    const forged = forge({ key, kid: key.kid, claims: claims });
    await expectNobody(() => browserWith(forged));
  });

  it("that is forged signs nobody in, on any page", async () => {
    const [[, forge]] = strangersForgeries as [(typeof strangersForgeries)[number]];
    const key = await publishedKey();
    await expectIsNobody(browserWith(forge({ key, kid: key.kid, claims })));
  });
});

describe("a session that has ended, its token still valid", () => {
  const endings: [string, (person: Person, database: OwnerSession) => Promise<unknown>][] = [
    ["by signing out elsewhere", ({ api }) => api.auth.signOut({ scope: "others" })],
    [
      "with a new password elsewhere",
      async ({ email, password }) => {
        const elsewhere = await signIn({ email, password });
        const entries = { intent: "new-password", current_password: password, password: "a new one" };
        const answer = await elsewhere.post("/client-auth?view=new-password", entries);
        expect(answer.headers.get("location")).toBe("/client-dashboard");
        expect((await elsewhere.ask("/client-dashboard")).status).toBe(200);
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
    const person = await signUpClient(backend, freshEmail("ended"));
    const visitor = await Visitor.signedInAs(site.url, person);
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    const database = OwnerSession.of(backend.database);
    try {
      await end(person, database);
    } finally {
      await database.close();
    }
    // The site is told the same of each.
    if (how === endings[0]![0]) return expectIsNobody(visitor);
    expect((await visitor.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
    expect((await visitor.ask("/client-auth")).status).toBe(200);
  });

  it("is not believed by `.data` either", async () => {
    const person = await signUpClient(backend, "Data Ltd");
    const visitor = await Visitor.signedInAs(site.url, person);
    await person.api.auth.signOut({ scope: "others" });
    for (const path of ["/client-dashboard.data", "/submit-requirement.data"]) {
      const response = await visitor.ask(path);
      const text = await response.text();
      expect(response.headers.get("location") ?? text).toContain("/client-auth");
      expect(text).not.toMatch(/Data Ltd|minDeadline|positions/);
    }
  });
});
