import { describe, expect, it } from "vitest";
import { expectNoWords, expectRedirect, expectWords } from "../support/http/expectations.ts";
import { identify } from "../support/http/provider.ts";
import { Visitor } from "../support/http/visitor.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { openSharedSite } from "../support/services/processes.ts";

// Whoever comes by Google or LinkedIn, which the embedded backend plays, by pages and forms alone.

const { backend, service, site } = await openSharedSite();

const DENIED = "The sign-in was cancelled, or not allowed.";

/** Begins to sign in by a provider. @returns the provider's address */
async function begin(visitor: Visitor, path: string, intent = "google"): Promise<string> {
  const answer = await visitor.post(path, { intent });
  const address = answer.headers.get("location") ?? "";
  expect(address, `where ${path} leads to`).toContain("/identity/auth?");
  return address;
}

/** Signs in by a provider. @returns what the site answers to whom the provider has sent back */
async function signInBy(visitor: Visitor, path: string, name: string, intent?: string): Promise<Response> {
  return visitor.ask(await identify(site.url, await begin(visitor, path, intent), name));
}

describe("a newcomer", () => {
  it("is a client without a company, names it in the first requirement, and is welcomed back the next time", async () => {
    const email = freshEmail("google");
    const visitor = new Visitor(site.url);
    await expectRedirect(signInBy(visitor, "/login", email), 302, "/client-dashboard");
    expectWords(await visitor.read("/client-dashboard"), "Welcome!", "Account created successfully");
    const known = await service.rpc("export_person", { address: email });
    expect(known).toMatchObject({ data: { accounts: [{ role: "client", client: null }] } });

    expect(await visitor.read("/submit-requirement")).toContain('name="company_name"');
    const company = { company_name: "Google Works", full_name: "Ida" };
    const filed = await visitor.post("/submit-requirement", { ...requirementEntries, ...company });
    expect(filed.headers.get("location")).toMatch(/\?filed$/);
    expect(await visitor.read("/submit-requirement")).not.toContain('name="company_name"');

    await visitor.post("/client-dashboard", { intent: "sign-out" });
    await expectRedirect(signInBy(visitor, "/client-auth", email), 302, "/client-dashboard");
    expect(await visitor.read("/client-dashboard")).toContain("Welcome back!");
  });

  it("is led back to where they were going", async () => {
    const visitor = new Visitor(site.url);
    const path = "/client-auth?redirectTo=%2Fsubmit-requirement";
    await expectRedirect(signInBy(visitor, path, freshEmail("going"), "linkedin_oidc"), 302, "/submit-requirement");
  });

  it("who is invited to a company is offered that before one of their own", async () => {
    const owner = await signUpClient(backend, "Inviting Works");
    const email = freshEmail("google");
    await owner.api.rpc("invite_member", { address: email, new_access: "viewer" });
    const visitor = new Visitor(site.url);
    await expectRedirect(signInBy(visitor, "/client-auth", email), 302, "/client-dashboard");
    const html = await visitor.read("/client-dashboard");
    expect(html.indexOf("You are invited")).toBeGreaterThan(0);
    expect(html.indexOf("You are invited")).toBeLessThan(html.indexOf("Complete your company profile"));
  });
});

it("the team is welcomed on the site from /login, and where it works from the portal", async () => {
  const { email } = await signUpTeamMember(backend, "admin", "Ada Admin");
  for (const [path, place, words] of [
    ["/login", "/", "Welcome back team member"],
    ["/client-auth", "/team", "Welcome back!"],
  ] as const) {
    const visitor = new Visitor(site.url);
    let answer = await signInBy(visitor, path, email);
    let at = "";
    for (let to = answer.headers.get("location"); to; to = answer.headers.get("location")) {
      at = to;
      answer = await visitor.ask(to);
    }
    expect(at).toBe(place);
    expect(await answer.text()).toContain(words);
  }
});

describe("a sign-in that fails", () => {
  it("by a consent that is denied says so, and remembers nothing of it", async () => {
    const visitor = new Visitor(site.url);
    const back = await identify(site.url, await begin(visitor, "/login"), undefined);
    await expectRedirect(visitor.ask(back), 302, "/login");
    expectWords(await visitor.read("/login"), "OAuth Error", DENIED);
    expect([...visitor.cookies.keys()].filter((name) => name.includes("code-verifier"))).toEqual([]);
  });

  it("by a code that was used, or that another browser has asked for, signs nobody in", async () => {
    const visitor = new Visitor(site.url);
    const back = await identify(site.url, await begin(visitor, "/login"), freshEmail("victim"));
    const stranger = new Visitor(site.url);
    await expectRedirect(stranger.ask(back), 302, "/login");
    expectWords(await stranger.read("/login"), "OAuth Error");
    expect(stranger.cookies.has("session")).toBe(false);

    const own = await identify(site.url, await begin(visitor, "/login"), freshEmail("once"));
    await expectRedirect(visitor.ask(own), 302, "/client-dashboard");
    await visitor.post("/client-dashboard", { intent: "sign-out" });
    await expectRedirect(visitor.ask(own), 302, "/login");
    const html = await visitor.read("/login");
    expectWords(html, "OAuth Error");
    expectNoWords(html, own.split("code=")[1]!);
    expect(visitor.cookies.has("session")).toBe(false);
  });
});
