import { describe, expect, it } from "vitest";
import { signUpClient, signUpPerson, type Person } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn } = await openSharedSite();
const ann = await signUpClient(backend, "Ann & Söhne");

/** Somebody whom a provider's account has made: a client without a company. */
async function signUpWithoutCompany(): Promise<Person> {
  const person = await signUpPerson(backend, {});
  await service.from("user_roles").insert({ user_id: person.userId, role: "client" });
  return person;
}

const PROFILE = { intent: "profile", company_name: "Bob <Ltd>", full_name: "Bob", phone: "1" };

describe("the company profile", () => {
  it("sent twice at once is saved once, and nobody is told of a failure", async () => {
    const person = await signUpWithoutCompany();
    const visitor = await signIn(person);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post("/client-dashboard", PROFILE)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    const later = await visitor.post("/client-dashboard", PROFILE);
    expect(later.status).toBe(302);
    const { data } = await person.api.from("clients").select("company_name, full_name, phone");
    expect(data).toEqual([{ company_name: "Bob <Ltd>", full_name: "Bob", phone: "1" }]);
  });

  it("another profile than the one that stands is refused in words of ours, with its entries", async () => {
    const visitor = await signIn(ann);
    const html = await expectPage(visitor.post("/client-dashboard", { ...PROFILE, company_name: "Second Try" }), 400);
    expectWords(html, "Company profile not saved", "Your account has a company profile already", 'value="Second Try"');
    expect(html).not.toMatch(/duplicate|constraint/);
  });
});

describe("the dashboard's posts", () => {
  it("anything but signing out and the profile is refused, and signs nobody out", async () => {
    const visitor = await signIn(ann);
    for (const entries of [{}, { intent: "" }, { intent: "Sign-Out" }, { intent: "__proto__" }]) {
      await expectPage(visitor.post("/client-dashboard", entries as Record<string, string>), 400, "Total Requirements");
    }
    expect((await visitor.ask("/client-dashboard")).status).toBe(200);
  });
});

describe("signed-in pages", () => {
  it.each(["/client-dashboard", "/submit-requirement"])("%s says who, and for whom", async (path) => {
    const visitor = await signIn(ann);
    const html = await visitor.read(path);
    const text = html.replaceAll(/<!--.*?-->|<[^>]+>/g, "");
    expect(text).toContain("Signed in as Client Person, Ann & Söhne");
    expect(html.match(/<button[^>]*>Sign Out</g)).toHaveLength(1);
    expect(html).not.toContain('href="/login"');
    expect(html).toContain(`<a href="${path}" aria-current="page">`);
  });

  it("lead to what is somebody's own, and end in one line of links that sells nothing", async () => {
    const visitor = await signIn(ann);
    for (const path of ["/client-dashboard", "/submit-requirement", "/client-dashboard/company"]) {
      const html = await visitor.read(path);
      const sections = [.../<nav aria-label="Main">.*?<\/nav>/s.exec(html)![0].matchAll(/href="([^"]+)"/g)];
      expect(
        sections.map(([, href]) => href),
        path,
      ).toEqual(["/client-dashboard", "/submit-requirement", "/client-dashboard/company", "/client-dashboard/you"]);
      const footer = /<footer.*<\/footer>/s.exec(html)![0];
      expectWords(footer, "/client-dashboard/notifications", "view=new-password", "/privacy-policy", "(IST)");
      expectNoWords(footer, "Start Hiring Now", "/hire-talent", "<ul", "linkedin");
    }
    expectWords(await visitor.read("/client-dashboard/you"), "/client-dashboard/notifications", "view=new-password");
  });

  it("somebody without a company is shown by their address", async () => {
    const person = await signUpWithoutCompany();
    const visitor = await signIn(person);
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
    const visitor = await signIn(ann);
    let response = await visitor.ask(path);
    if (response.status === 301) response = await visitor.ask(response.headers.get("location")!);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex"');
    expectNoWords(html, "canonical", "og:url");
  });
});
