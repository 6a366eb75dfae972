import { beforeAll, describe, expect, it } from "vitest";
import { connect, signUpClient, signUpPerson, type Person } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { Visitor } from "../../support/http/visitor.ts";

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
  it("sent twice at once is saved once, and nobody is told of a failure", async () => {
    const person = await signUpWithoutCompany();
    const visitor = await Visitor.signedInAs(running.site.url, person);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post("/client-dashboard", PROFILE)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    const later = await visitor.post("/client-dashboard", PROFILE);
    expect(later.status).toBe(302);
    const { data } = await person.api.from("clients").select("company_name, full_name, phone");
    expect(data).toEqual([{ company_name: "Bob <Ltd>", full_name: "Bob", phone: "1" }]);
  });

  it("another profile than the one that stands is refused in words of ours, with its entries", async () => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    const response = await visitor.post("/client-dashboard", { ...PROFILE, company_name: "Second Try" });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain("Company profile not saved");
    expect(html).toContain("Your account has a company profile already");
    expect(html).toContain('value="Second Try"');
    expect(html).not.toMatch(/duplicate|constraint/);
  });
});

describe("the dashboard's posts", () => {
  it("anything but signing out and the profile is refused, and signs nobody out", async () => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    for (const entries of [{}, { intent: "" }, { intent: "Sign-Out" }, { intent: "__proto__" }]) {
      const response = await visitor.post("/client-dashboard", entries as Record<string, string>);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Total Requirements");
    }
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });
});

describe("signed-in pages", () => {
  it.each(["/client-dashboard", "/submit-requirement"])("%s says who, and for whom", async (path) => {
    const visitor = await Visitor.signedInAs(running.site.url, ann);
    const html = await visitor.read(path);
    const text = html.replaceAll(/<!--.*?-->|<[^>]+>/g, "");
    expect(text).toContain(`Signed in as ${ann.email}, Ann & Söhne`);
    expect(html.match(/<button[^>]*>Sign Out</g)).toHaveLength(1);
    expect(html).not.toContain('href="/login"');
    expect(html).toContain(`<a href="${path}" aria-current="page">`);
  });

  it("somebody without a company is shown by their address", async () => {
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
  ])("%s is marked private, however it is spelt", async (path) => {
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
