import { beforeAll, describe, expect, it } from "vitest";
import { given } from "../support/services/given.ts";
import { connect, signUpClient, signUpPerson, type Person } from "../support/people/people.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSiteBehindProxy } from "../support/http/waves.ts";

const running = await openSharedSite();
let ann: Person;

beforeAll(async () => {
  ann = await signUpClient(running.backend, "Ann & Söhne");
});

/** Somebody whom a provider's account has made: a client without a company. */
async function signUpWithoutCompany(): Promise<Person> {
  const person = await signUpPerson(running.backend, {});
  const service = connect(running.backend.url, running.backend.keys.secret_key);
  await service.from("user_roles").insert({ user_id: person.userId, role: "client" });
  return person;
}

const PROFILE = { intent: "profile", company_name: "Bob <Ltd>", full_name: "Bob", phone: "1" };

describe("the company profile", () => {
  it("A11: sent twice at once is saved once, and nobody is told of a failure", async () => {
    const person = await signUpWithoutCompany();
    const visitor = await Visitor.signedInAs(running.site.url, person);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post("/client-dashboard", PROFILE)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    const later = await visitor.post("/client-dashboard", PROFILE);
    expect(later.status).toBe(302);
    const { data } = await person.api.from("clients").select("company_name, full_name, phone");
    expect(data).toEqual([{ company_name: "Bob <Ltd>", full_name: "Bob", phone: "1" }]);
  });

  it("A11: another profile than the one that stands is refused in words of ours, with its entries", async () => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    const response = await visitor.post("/client-dashboard", { ...PROFILE, company_name: "Second Try" });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain("Company profile not saved");
    expect(html).toContain("Your account has a company profile already");
    expect(html).toContain('value="Second Try"');
    expect(html).not.toMatch(/duplicate|constraint/);
  });

  const name = "A10: with the backend down it is kept on the page, and nobody is signed out";
  it.skipIf(given)(name, { timeout: 120_000 }, async () => {
    const own = await openSiteBehindProxy();
    try {
      const person = await signUpClient(own.backend, "Gone");
      const visitor = await Visitor.signedInAs(own.site.url, person);
      const session = visitor.cookies.get("session");
      own.proxy.stop();
      const response = await visitor.post("/client-dashboard", PROFILE);
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain("Company profile not saved");
      expect(html).toContain('value="Bob &lt;Ltd&gt;"');
      expect(visitor.cookies.get("session")).toBe(session);
      await own.proxy.listen();
      expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});

describe("the dashboard's posts", () => {
  it("A10: anything but signing out and the profile is refused, and signs nobody out", async () => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    for (const entries of [{}, { intent: "" }, { intent: "Sign-Out" }, { intent: "__proto__" }]) {
      const response = await visitor.post("/client-dashboard", entries as Record<string, string>);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Total Requirements");
    }
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });

  it("stumble 5: signing out says so, and so does a session that has ended", async () => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    const old = new Map(visitor.cookies);
    expect((await visitor.post("/client-dashboard", { intent: "sign-out" })).headers.get("location")).toBe(
      "/client-auth",
    );
    expect(await visitor.read("/client-auth")).toContain("You are signed out of the client portal.");
    for (const [name, value] of old) visitor.cookies.set(name, value);
    expect((await visitor.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
    expect(await visitor.read("/client-auth")).toContain("Your session has ended.");
    // Somebody who was never signed in has lost nothing.
    const anybody = new Visitor(running.site.url);
    expect((await anybody.ask("/client-dashboard")).headers.getSetCookie()).toEqual([]);
  });
});

describe("signed-in pages", () => {
  it.each(["/client-dashboard", "/submit-requirement"])("stumble 13: %s says who, and for whom", async (path) => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    const html = await visitor.read(path);
    const text = html.replaceAll(/<!--.*?-->|<[^>]+>/g, "");
    expect(text).toContain(`Signed in as ${ann.email}, Ann & Söhne`);
    expect(html.match(/<button[^>]*>Sign Out</g)).toHaveLength(1);
    expect(html).not.toContain('href="/login"');
    expect(html).toContain(`<a href="${path}" aria-current="page">`);
  });

  it("stumble 13: somebody without a company is shown by their address", async () => {
    const person = await signUpWithoutCompany();
    const visitor = await Visitor.signedInAs(running.site.url, person);
    const text = (await visitor.read("/submit-requirement")).replaceAll(/<!--.*?-->|<[^>]+>/g, "");
    expect(text).toMatch(new RegExp(`Signed in as ${person.email}\\s*Sign Out`));
  });

  it.each([
    "/client-dashboard",
    "/client-dashboard/",
    "/Client-Dashboard",
    "/submit-requirement/",
    "/SUBMIT-REQUIREMENT",
  ])("A24: %s is marked private, however it is spelt", async (path) => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    let response = await visitor.ask(path);
    if (response.status === 301) response = await visitor.ask(response.headers.get("location")!);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(html).not.toContain("canonical");
    expect(html).not.toContain("og:url");
  });
});
