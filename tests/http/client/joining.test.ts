import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mailTo } from "../../support/services/mailbox.ts";
import { makeKnown } from "../../support/people/cast.ts";
import { signUpCompany } from "../../support/people/company.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { connect, freshEmail, mailedPath, signUpClient, signUpPerson } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { pageOf } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// Whoever is invited joins, whichever way they come, and whatever they belong to.
const { backend, service, signIn, site } = await openSharedSite();

const PASSWORD = "correct horse battery";
const PROFILE = { company_name: "Asked Ltd", full_name: "Pia Person", phone: "99" };

const name = `Vega ${randomUUID().slice(0, 8)}`;
const vega = await signUpCompany(backend, name);
await makeKnown(service, vega.clientId);

/** Invites an address. @returns the invitation's id */
async function invite(email: string, new_access: "member" | "viewer" | "owner" = "member"): Promise<string> {
  const { data, error } = await vega.owner.api.rpc("invite_member", { address: email, new_access });
  if (error) throw error;
  return data;
}

/** The path of the link that an invitation's mail carries. */
async function linkOf(invitation: string): Promise<string> {
  const { data, error } = await service.rpc("invitation_mail", { invitation });
  if (error) throw error;
  return `/invitation?token=${(data as { token: string }).token}`;
}

/** The path of the newest account mail's link. */
const confirmationOf = (email: string) => mailedPath(backend.url, email);

/** Signs up by the ordinary form. */
async function signUp(email: string): Promise<Visitor> {
  const visitor = new Visitor(site.url);
  const entries = { intent: "sign-up", ...PROFILE, email, password: PASSWORD };
  expect((await visitor.post("/client-auth?view=sign-up", entries)).status).toBe(302);
  return visitor;
}

describe("an ordinary sign-up with an invited address", () => {
  it("joins once it is confirmed, and makes no second company; before that it has no right at all", async () => {
    const email = freshEmail("invited");
    const invitation = await invite(email);
    const visitor = await signUp(email);
    // Nothing of the invitation is anybody's who has only typed the address.
    expect(await visitor.read("/invitation")).not.toContain(name);
    expect((await visitor.post("/invitation", { intent: "join", invitation })).status).toBe(401);
    const confirm = await confirmationOf(email);
    const other = new Visitor(site.url);
    await expectRedirect(other.post(confirm, { intent: "confirm", password: PASSWORD }), 302, "/invitation");
    const page = await other.read("/invitation");
    expect(page).toContain(`Client Person invites you to the client portal, for <strong>${name}</strong>`);
    expect(page).toContain("You have signed up for Asked Ltd. It is not open yet");
    // Whoever looks has decided nothing.
    const dashboard = await pageOf(await other.ask("/client-dashboard"));
    expect(dashboard.html).toContain("You are invited");
    for (const kept of Object.values(PROFILE)) expect(dashboard.html).toContain(`value="${kept}"`);
    await expectRedirect(other.post("/invitation", { intent: "join", invitation }), 303, "/client-dashboard");
    expectWords(await other.read("/client-dashboard/company"), `>${name}</a> as its member`, "Pia Person");
    // Joining twice is the same.
    expect((await other.post("/invitation", { intent: "join", invitation })).status).toBe(303);
    const companies = await vega.owner.api.from("clients").select("company_name");
    expect(companies.data).toEqual([{ company_name: name }]);
  });

  it("opens its own company instead, with what was entered at the sign-up", async () => {
    const email = freshEmail("invited");
    await invite(email);
    const visitor = await signUp(email);
    await visitor.post(await confirmationOf(email), { intent: "confirm", password: PASSWORD });
    const made = await visitor.post("/client-dashboard", { intent: "profile", ...PROFILE });
    expect(made.status).toBe(302);
    expect(await visitor.read("/client-dashboard")).not.toContain("You are invited");
    expect(await visitor.read("/client-dashboard/company")).toContain(">Asked Ltd</a> as its owner");
  });

  it("whose password is chosen anew says its company again, which waits as well", async () => {
    const email = freshEmail("invited");
    await invite(email);
    const visitor = await signUp(email);
    const entries = { intent: "choose", ...PROFILE, company_name: "Chosen Ltd", password: "another password" };
    const chosen = await visitor.post(await confirmationOf(email), entries);
    expect(chosen.headers.get("location")).toBe("/invitation");
    const html = await visitor.read("/client-dashboard");
    expect(html).toContain('value="Chosen Ltd"');
    expect(html).not.toContain("Asked Ltd");
  });

  it("is as it always was when the invitation has been taken back", async () => {
    const email = freshEmail("invited");
    const invitation = await invite(email);
    const visitor = await signUp(email);
    await vega.owner.api.rpc("revoke_invitation", { invitation });
    const confirmed = await visitor.post(await confirmationOf(email), { intent: "confirm", password: PASSWORD });
    expect(confirmed.headers.get("location")).toBe("/client-dashboard");
    expect(await visitor.read("/client-dashboard/company")).toContain(">Asked Ltd</a> as its owner");
  });
});

describe("whoever signs in with a proved address", () => {
  it("and no company is offered the invitation before one is made", async () => {
    const person = await signUpPerson(backend, {});
    const invitation = await invite(person.email, "viewer");
    const visitor = await signIn(person);
    const html = await visitor.read("/client-dashboard");
    expect(html.indexOf("You are invited")).toBeGreaterThan(0);
    expect(html.indexOf("You are invited")).toBeLessThan(html.indexOf("Complete your company profile"));
    expect(html).toContain('href="/invitation"');
    expect((await visitor.post("/invitation", { intent: "join", invitation })).status).toBe(303);
    expect(await visitor.read("/client-dashboard")).toContain("as its viewer");
  });

  it("accepts nobody else's, and nothing that is none", async () => {
    const invitation = await invite(freshEmail("invited"));
    const visitor = await signIn(await signUpPerson(backend, {}));
    const refused = await expectPage(visitor.post("/invitation", { intent: "join", invitation }), 404);
    expect(refused).not.toContain(name);
    expect((await visitor.post("/invitation", { intent: "join", invitation: "x" })).status).toBe(400);
    expect(await visitor.read("/invitation")).toContain("There is no open invitation to your address");
  });

  it("is invited by two, and chooses", async () => {
    const person = await signUpPerson(backend, {});
    const other = await signUpClient(backend, "Second Ltd");
    await other.api.rpc("invite_member", { address: person.email, new_access: "member" });
    const invitation = await invite(person.email);
    const visitor = await signIn(person);
    const page = await visitor.read("/invitation");
    expectWords(page, `the invitation to ${name}`, "the invitation to Second Ltd");
    expect((await visitor.post("/invitation", { intent: "join", invitation })).status).toBe(303);
    expect(await visitor.read("/invitation")).toContain("Leave That Company and Accept");
  });
});

describe("whoever is invited and has no account", () => {
  const account = { intent: "sign-up", full_name: "Nia New", password: PASSWORD };
  const mails = async (email: string) => (await mailTo(backend.url, email)).map(({ subject }) => subject);

  it("joins by one post, signed in and confirmed, with no second mail; the same post again leads there as well", async () => {
    const email = freshEmail("invited");
    const link = await linkOf(await invite(email));
    const visitor = new Visitor(site.url);
    const page = await pageOf(await visitor.ask(link));
    // The page of a link that was passed on tells no address.
    expect(page.html).not.toContain(email);
    expect(page.html).toContain('name="password"');
    await expectRedirect(visitor.post(link, account), 303, "/client-dashboard");
    expectWords(await visitor.read("/client-dashboard/company"), `>${name}</a> as its member`, "Nia New");
    expect(await mails(email)).not.toContain("Confirm your e-mail address");
    const api = connect(backend.url, backend.keys.publishable_key);
    const { data } = await api.auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user!.user_metadata).toMatchObject({ full_name: "Nia New" });
    expect(data.user!.user_metadata).not.toHaveProperty("invitation_token");
    await expectRedirect(new Visitor(site.url).post(link, account), 303, "/client-dashboard");
    const other = await expectPage(new Visitor(site.url).post(link, { ...account, password: "another one" }), 400);
    expect(other).toContain("There is an account with this address already");
  });

  it("takes the place of somebody who has signed up with the address and not confirmed it", async () => {
    const email = freshEmail("invited");
    await signUp(email);
    const link = await linkOf(await invite(email));
    const visitor = new Visitor(site.url);
    const theirs = { ...account, password: "chosen by its owner" };
    expect((await visitor.post(link, theirs)).headers.get("location")).toBe("/client-dashboard");
    const stranger = { email, password: PASSWORD };
    expect((await new Visitor(site.url).post("/client-auth", stranger)).status).toBe(400);
  });

  it("and holds no link, or one that is over, is confirmed by nothing", async () => {
    const email = freshEmail("invited");
    const invitation = await invite(email);
    const link = await linkOf(invitation);
    const token = new URLSearchParams(link.slice(link.indexOf("?"))).get("token")!;
    const api = connect(backend.url, backend.keys.publishable_key);
    const signUpWith = async (address: string, invitation_token: string) =>
      (await api.auth.signUp({ email: address, password: PASSWORD, options: { data: { invitation_token } } })).data
        .session;
    // Another's address, and a token that is none.
    expect(await signUpWith(freshEmail("other"), token)).toBeNull();
    expect(await signUpWith(email, "0".repeat(64))).toBeNull();
    await vega.owner.api.rpc("revoke_invitation", { invitation });
    await expectPage(new Visitor(site.url).post(link, account), 410, "revoked");
  });
});

describe("whoever has accepted long ago, and signed up by the invitation", () => {
  it("is led on to the dashboard after a recovery", async () => {
    const email = freshEmail("invited");
    const link = await linkOf(await invite(email));
    const visitor = new Visitor(site.url);
    const account = { intent: "sign-up", full_name: "Nia New", password: PASSWORD };
    await expectRedirect(visitor.post(link, account), 303, "/client-dashboard");
    const later = new Visitor(site.url);
    await later.post("/client-auth?view=forgot", { intent: "reset", email });
    await expect.poll(() => confirmationOf(email)).toContain("type=recovery");
    const entries = { intent: "new-password", password: "another password" };
    let answer = await later.post(await confirmationOf(email), entries);
    for (let steps = 0; answer.headers.has("location") && steps < 3; steps += 1) {
      answer = await later.ask(answer.headers.get("location")!);
    }
    const { html } = await pageOf(answer);
    expectWords(html, `>${name}</a>`, "Password changed");
    await expectRedirect(later.ask("/invitation"), 302, "/client-dashboard");
  });
});

describe("whoever belongs elsewhere", () => {
  it("may leave that for it, and is told what it takes", async () => {
    const other = await signUpCompany(backend, "Elsewhere Ltd");
    const invitation = await invite(other.member.email);
    const visitor = await signIn(other.member);
    const link = await linkOf(invitation);
    expect(await visitor.read(link)).toContain("Leave That Company and Accept");
    // Without that word nothing is left.
    await expectPage(visitor.post(link, { intent: "accept" }), 409, "look below how you can join this one");
    const joined = await visitor.post(link, { intent: "join", invitation, leaving: "on" });
    expect(joined.status).toBe(303);
    expect(await visitor.read("/client-dashboard/company")).toContain(`>${name}</a> as its member`);
    expect((await other.owner.api.from("client_members").select("access")).data).toHaveLength(2);
  });

  it("and is its last owner is led to handing over, unless nothing was ever filed there", async () => {
    const alone = await signUpClient(backend, "Alone Ltd");
    const invitation = await invite(alone.email);
    const visitor = await signIn(alone);
    expect(await visitor.read("/invitation")).toContain("Leave That Company and Accept");
    await visitor.post("/submit-requirement", requirementEntries);
    const page = await visitor.read(await linkOf(invitation));
    expect(page).toContain("You are the only owner of <strong>Alone Ltd</strong>");
    expect(page).toContain('href="/client-dashboard/company/hand-over"');
    expect(page).not.toContain('value="join"');
    const refused = await expectPage(visitor.post("/invitation", { intent: "join", invitation, leaving: "on" }), 409);
    expect(refused).toContain("Hand it over first");
  });

  it("and is of the team is told so", async () => {
    const colleague = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
    const link = await linkOf(await invite(colleague.email));
    const html = await (await signIn(colleague)).read(link);
    expect(html).toContain("ask to be invited with another address of yours");
    expect(html).not.toContain('value="accept"');
  });
});
