import { afterAll, afterEach, beforeAll, describe, expect, it, vi, type TestContext } from "vitest";
import { FaultyProxy } from "../support/http/faulty-proxy.ts";
import { mailTo } from "../support/services/mailbox.ts";
import {
  connect,
  freshEmail,
  mailedPath,
  mailedToken,
  signUpByMail,
  signUpClient,
  type Person,
} from "../support/people/people.ts";
import { freePort, openBackend, TestSite, type SharedBackend } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";
import { expectNoWords, expectPage, expectWords } from "../support/http/expectations.ts";
import { describeCatalogue } from "./catalogue.ts";
import { CLOCK_BY_SIGNALS, describeWrongClock } from "./wrong-clock.ts";

/** Has a site wait out a burst in a tenth of its time: of what it waits for, that alone can be broken off. */
const HURRYING = `data:text/javascript,${encodeURIComponent(`
  import timers from "node:timers/promises";
  import { syncBuiltinESMExports } from "node:module";
  const { setTimeout } = timers;
  timers.setTimeout = (time, value, options) => setTimeout(options?.signal ? time / 10 : time, value, options);
  syncBuiltinESMExports();
  ${CLOCK_BY_SIGNALS}
`)}`;

let backend: SharedBackend;
let proxy: FaultyProxy;
let site: TestSite;
let ann: Person;

beforeAll(async () => {
  const port = await freePort();
  backend = await openBackend(`http://localhost:${port}`);
  proxy = await FaultyProxy.start(await freePort(), () => backend.url);
  site = await TestSite.start(port, {
    SUPABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable_key,
    NODE_OPTIONS: `--import=${HURRYING}`,
  });
  ann = await signUpClient(backend, "Ann Works");
});
afterEach(() => {
  proxy.mend();
});
afterAll(async () => {
  await site.stop();
  proxy.stop();
  await backend.remove();
});

function anybody(): Visitor {
  return new Visitor(site.url);
}

/** What a page says, without its markup. */
async function wordsOf(response: Response): Promise<string> {
  const html = (await response.text()).replace(/<(style|script)[\s\S]*?<\/\1>/g, "");
  return html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}

const NEW_PASSWORD = "/client-auth?view=new-password";

/** The page a response leads to, in words. */
async function landing(visitor: Visitor, response: Response): Promise<string> {
  const path = response.headers.get("location");
  expect(path, `a redirect, not ${response.status}`).not.toBeNull();
  const next = await visitor.ask(path!);
  return next.headers.has("location") ? landing(visitor, next) : wordsOf(next);
}

// What disturbs nobody else's is asked side by side: much of it waits, as long as the site does with an answer about a mail.

describe.concurrent("after a form that sends a mail", () => {
  const NEWCOMER = { company_name: "Sent Ltd", full_name: "Ann", password: "long enough" };
  const CONFIRM = ["A mail is on its way to ", " , unless its account is confirmed already"] as const;

  // Nothing is sent to an address without an account, and none is said to have one.
  it.each([
    ["sign-up", NEWCOMER, CONFIRM, "to confirm your address and sign in"],
    ["resend", {}, CONFIRM, "to confirm your address and sign in"],
    ["reset", {}, ["If ", " has an account, a mail is on its way."], "choose a new password"],
  ] as const)("%s: the page says where it goes and how long its link works, and sends it again", async (...row) => {
    const [intent, more, [before, after], what] = row;
    const [visitor, email] = [anybody(), freshEmail("sent")];
    const sent = await visitor.post("/client-auth?redirectTo=%2Fsubmit-requirement", { intent, email, ...more });
    const path = sent.headers.get("location")!;
    expect(path).toContain("redirectTo=%2Fsubmit-requirement");
    expectWords(await wordsOf(await visitor.ask(path)), before + email + after, what, "one hour");
    const again = { intent: intent === "reset" ? "reset" : "resend", email };
    expect((await visitor.post(path, again)).headers.get("location")).toBe(path);
    // The address is this browser's alone.
    expect(await wordsOf(await anybody().ask(path))).toContain("the address you gave");
  });
});

async function signUp(entries: { email: string; password: string; company_name: string }): Promise<void> {
  const response = await anybody().post("/client-auth", { intent: "sign-up", full_name: "Somebody", ...entries });
  expect(response.status).toBe(302);
}

/** Signs up without confirming. @returns the address, and the link of its mail */
async function signUpWaiting(company_name: string, password = "long enough"): Promise<{ email: string; link: string }> {
  const email = freshEmail("waiting");
  await signUp({ email, password, company_name });
  return { email, link: await linkTo(email) };
}

/** The address of the newest mail's link, on the site. */
const linkTo = (email: string) => mailedPath(backend.url, email);

async function recoveryLinkTo(email: string): Promise<string> {
  await anybody().post("/client-auth?view=forgot", { intent: "reset", email });
  return mailedPath(backend.url, email, "recovery");
}

/**
 * Asks for another address, for somebody who has signed up by mail. @returns it, and the links that came: to the old mailbox
 * only where both are asked
 */
async function askForChange(
  person: Person,
): Promise<{ changed: string; oldLink: string | undefined; newLink: string }> {
  const changed = freshEmail("moved");
  expect((await person.api.auth.updateUser({ email: changed })).error).toBeNull();
  const newLink = await linkTo(changed);
  const { type } = await mailedToken(backend.url, person.email);
  const isAsked = (type as string) === "email_change";
  return { changed, oldLink: isAsked ? await linkTo(person.email) : undefined, newLink };
}

/** What the service says to the first link of a change of address. */
const FIRST_OF_TWO = {
  code: "200",
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
};

/** A session that is over already. */
const DEAD_SESSION = {
  access_token: `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")}.${Buffer.from(
    JSON.stringify({ sub: "00000000-0000-4000-8000-000000000000", exp: 9_999_999_999 }),
  ).toString("base64url")}.c2lnbmF0dXJl`,
  refresh_token: "over",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: 9_999_999_999,
  user: { id: "00000000-0000-4000-8000-000000000000", email: "over@test.example", user_metadata: {} },
};

async function isPassword(email: string, password: string): Promise<boolean> {
  const { error } = await connect(backend.url, backend.keys.publishable_key).auth.signInWithPassword({
    email,
    password,
  });
  return error === null;
}

async function companyOf(email: string): Promise<unknown> {
  const service = connect(backend.url, backend.keys.secret_key);
  const answer = await service.rpc("export_person", { address: email });
  const { accounts } = answer.data as { accounts: { client: { company_name: string } | null }[] };
  return accounts[0]?.client?.company_name ?? null;
}

function isSignedIn(visitor: Visitor): boolean {
  return visitor.cookies.has("session");
}

describe.concurrent("an account belongs to who owns the mailbox", () => {
  it("by the password of the sign-up, which shows whose it was", async () => {
    const { email, link } = await signUpWaiting("Own & Sons", "the owner's own");
    const visitor = anybody();
    expectWords(await wordsOf(await visitor.ask(link)), email, "Own &amp; Sons");
    const confirmed = await visitor.post(link, { intent: "confirm", password: "the owner's own" });
    expect(confirmed.headers.get("location")).toBe("/client-dashboard");
    const dashboard = await landing(visitor, confirmed);
    expect(dashboard).toContain("Your account is confirmed and you are signed in.");
    expect(dashboard).not.toContain("Complete your company profile");
    expect(await isPassword(email, "the owner's own")).toBe(true);
    expect(await companyOf(email)).toBe("Own & Sons");
  });

  it("by a new password and the company again, when an attacker signed up first", async () => {
    const email = freshEmail("victim");
    await signUp({ email, password: "the attacker's", company_name: "Evil Corp" });
    await signUp({ email, password: "the victim's own", company_name: "Victim Ltd" });
    const [visitor, link] = [anybody(), await linkTo(email)];
    expect(await wordsOf(await visitor.ask(link))).toContain("Evil Corp");
    const refused = await visitor.post(link, { intent: "confirm", password: "the victim's own" });
    expect(refused.headers.get("location")).toBe(`${link}&view=choose`);
    expect(isSignedIn(visitor)).toBe(false);
    const page = await landing(visitor, refused);
    expect(page).toContain("This is not the password of the sign-up");
    expect(page).not.toContain("Evil Corp");

    // What is wrong is said before the link is used, and what is right is kept.
    const choose = { intent: "choose", company_name: "Victim <Ltd>", full_name: "Vic", phone: "" };
    const html = await expectPage(visitor.post(`${link}&view=choose`, { ...choose, password: "12345" }), 400);
    expectWords(html, "Use 6 characters or more", 'value="Victim &lt;Ltd&gt;"');
    expect(html).not.toContain("12345");

    const chosen = await visitor.post(`${link}&view=choose`, { ...choose, password: "the victim's own" });
    expect(await landing(visitor, chosen)).toContain("Your account is confirmed and you are signed in.");
    expect(await isPassword(email, "the victim's own")).toBe(true);
    expect(await isPassword(email, "the attacker's")).toBe(false);
    expect(await companyOf(email)).toBe("Victim <Ltd>");
  });

  it("even when the attacker knows of the link's page: it is not used by a wrong password, however often", async () => {
    const { link } = await signUpWaiting("Guessed", "the owner's own");
    for (let index = 0; index < 3; index += 1)
      await anybody().post(link, { intent: "confirm", password: `no ${index}` });
    const confirmed = await anybody().post(link, { intent: "confirm", password: "the owner's own" });
    expect(confirmed.headers.get("location")).toBe("/client-dashboard");
  });
});

describe.concurrent("a mail's link", () => {
  it("is used by no GET, whoever asks, on whichever page it leads to", async () => {
    const { link } = await signUpWaiting("Scanned");
    for (const path of ["/client-dashboard", "/login", "/submit-requirement"]) {
      const scanned = await anybody().ask(link.replace("/client-auth", path));
      expect(scanned.headers.get("location")).toBe(link);
    }
    for (const method of ["GET", "HEAD", "GET"]) {
      const scanner = anybody();
      expect((await scanner.ask(link, { method })).status).toBe(200);
      expect(isSignedIn(scanner)).toBe(false);
    }
    expect((await anybody().post(link, { intent: "confirm", password: "long enough" })).status).toBe(302);
  });

  it("recovers the password on its own page, in one go, and ends every other session", async () => {
    const person = await signUpClient(backend, "Forgetful");
    const elsewhere = await Visitor.signedInAs(site.url, person);
    const [visitor, link] = [anybody(), await recoveryLinkTo(person.email)];
    expectWords(await wordsOf(await visitor.ask(link)), person.email, "Forgetful", "New Password");
    expect(isSignedIn(visitor)).toBe(false);
    expect((await visitor.post(link, { intent: "new-password", password: "12345" })).status).toBe(400);
    const set = await visitor.post(link, { intent: "new-password", password: "an even newer one" });
    expect(await landing(visitor, set)).toContain("Password changed");
    expect(await isPassword(person.email, "an even newer one")).toBe(true);
    expect((await elsewhere.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
  });

  it("keeps its token from every other page and every cache", async () => {
    const link = await recoveryLinkTo((await signUpClient(backend, "Kept Ltd")).email);
    const page = await anybody().ask(link);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    const html = await page.text();
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    const token = new URLSearchParams(link.split("?")[1]).get("token_hash")!;
    // Nothing but its own form knows it.
    expect(html.replaceAll(/ action="[^"]*"/g, "")).not.toContain(token);
    expect(site.log.join("\n")).not.toContain(token);
  });

  it.each([
    "/client-auth?token_hash=nonsense&type=signup",
    "/client-auth?token_hash=%27%3B--&type=recovery",
    "/client-auth?token_hash=123456&type=email_change",
  ])("%s says that it no longer works, and how to go on", async (path) => {
    const visitor = anybody();
    const page = await landing(visitor, await visitor.ask(path));
    expectWords(page, "This link no longer works", "Forgot password?", "No confirmation email?");
    const posted = await visitor.post(path, { intent: "confirm", password: "x" });
    expect(await landing(visitor, posted)).toContain("This link no longer works");
  });
});

describe.concurrent("somebody signed in who opens the link of another account", () => {
  it("is asked before the account changes", async () => {
    const { email, link } = await signUpWaiting("Evil Corp", "the attacker's");
    const victim = await Visitor.signedInAs(site.url, ann);
    const page = await wordsOf(await victim.ask(link, { headers: { "Sec-Fetch-Site": "cross-site" } }));
    expectWords(page, `You are signed in as ${ann.email} now.`, email);
    // Nothing has changed, and no other site's form can change it.
    expect(await wordsOf(await victim.ask("/client-dashboard"))).toContain("Client Dashboard");
    const forged = await victim.ask(link, {
      method: "POST",
      headers: { "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams({ intent: "confirm", password: "the attacker's" }),
    });
    expect(forged.status).toBe(403);
    expect((await victim.ask("/client-dashboard")).status).toBe(200);
  });

  it("a second click of a link that one has used is no error", async () => {
    const [visitor, { link }] = [anybody(), await signUpWaiting("Twice")];
    await visitor.post(link, { intent: "confirm", password: "long enough" });
    await visitor.ask("/client-dashboard");
    const again = await visitor.ask(link);
    expect(again.headers.get("location")).toBe("/client-dashboard");
    expect(await landing(visitor, again)).not.toContain("This link no longer works");
  });
});

describe.concurrent("a form of a link that is sent twice, as by a double click without scripts", () => {
  /** Two browsers of which only the second ever gets its answer: the same cookies, the same form. */
  async function sendTwice(link: string, entries: Record<string, string>): Promise<Response> {
    const [clicked, clickedAgain] = [anybody(), anybody()];
    await clicked.ask(link);
    await clickedAgain.ask(link);
    const answers = await Promise.all([clicked.post(link, entries), clickedAgain.post(link, entries)]);
    expect(await landing(clickedAgain, answers[1])).toContain("Client Dashboard");
    return answers[1];
  }

  it("signs in all the same, to confirm", async () => {
    const { link } = await signUpWaiting("Double");
    await sendTwice(link, { intent: "confirm", password: "long enough" });
  });

  it("signs in all the same, with a new password", async () => {
    const { email } = await signUpClient(backend, "Double Recovery");
    await sendTwice(await recoveryLinkTo(email), { intent: "new-password", password: "another one" });
  });

  // Addresses as people write them: database/spellings.
  it("is found by its address as a mail program writes it", async () => {
    const { email, password } = await signUpClient(backend, "Spelled Ltd");
    const typed = `Ann <${email.replace("@", "＠").toUpperCase()}>`;
    const answer = await anybody().post("/client-auth", { intent: "sign-in", email: typed, password });
    expect(answer.headers.get("location")).toBe("/client-dashboard");
  });

  it("is no other person's for whoever writes their address in another case", async () => {
    const person = await signUpClient(backend, "Case Ltd");
    const link = await recoveryLinkTo(person.email);
    const visitor = anybody();
    await visitor.ask(link);
    await visitor.post(link, { intent: "new-password", password: "an even newer one" });
    expect(isSignedIn(visitor)).toBe(true);
    // A sign-in that was not the right one leaves the address as it was typed.
    const typed = person.email.toUpperCase();
    await visitor.post("/client-auth", { intent: "sign-in", email: typed, password: "not this one" });
    const again = await visitor.post(link, { intent: "new-password", password: "yet another one" });
    expect(again.headers.get("location")).toBe("/client-dashboard");
  });

  it("signs in the link's owner, as the page has said, though somebody else was signed in", async () => {
    const { link } = await signUpWaiting("Other Ltd");
    const [clicked, clickedAgain] = [await Visitor.signedInAs(site.url, ann), await Visitor.signedInAs(site.url, ann)];
    await clicked.ask(link);
    await clickedAgain.ask(link);
    const entries = { intent: "confirm", password: "long enough" };
    const [, answer] = await Promise.all([clicked.post(link, entries), clickedAgain.post(link, entries)]);
    expect(await landing(clickedAgain, answer)).toMatch(/Signed in as Somebody\s*, Other Ltd/);
  });

  it("says that the address has changed, and how to go on", async () => {
    const person = await signUpByMail(backend, { company_name: "Moving Twice" });
    const { oldLink, newLink } = await askForChange(person);
    if (oldLink) await anybody().post(oldLink, { intent: "change" });
    await anybody().post(newLink, { intent: "change" });
    const clickedAgain = anybody();
    const answer = await clickedAgain.post(newLink, { intent: "change" });
    expectWords(await landing(clickedAgain, answer), "Address changed", "Reset your password");
  });

  it("says that it no longer works to who has another password", async () => {
    const { link } = await signUpWaiting("Other");
    const [owner, other] = [anybody(), anybody()];
    await owner.ask(link);
    await other.ask(link);
    await owner.post(link, { intent: "confirm", password: "long enough" });
    const late = await other.post(link, { intent: "confirm", password: "not that one" });
    expect(await landing(other, late)).toContain("This link no longer works");
  });
});

describe.concurrent("an error in the address", () => {
  const INSULT = "Your account was suspended. Call +1 900 555 0199";

  it.each(["/login", "/client-auth", "/client-dashboard"])(
    "says nothing at %s to who began no sign-in",
    async (path) => {
      const visitor = anybody();
      const query = new URLSearchParams({ error: "access_denied", error_description: INSULT }).toString();
      const cleaned = await visitor.ask(`${path}?${query}`);
      expect(cleaned.headers.get("location")).toBe(path);
      expect(cleaned.headers.getSetCookie()).toEqual([]);
      expectNoWords(await landing(visitor, cleaned), "OAuth Error", "suspended");
    },
  );

  it("is shown in our own words to who did, once, and what the sign-in remembered is gone", async () => {
    for (const [code, words] of [
      ["access_denied", "The sign-in was cancelled, or not allowed."],
      [INSULT, "The sign-in did not work."],
      ["__proto__", "The sign-in did not work."],
    ] as const) {
      const visitor = anybody();
      await visitor.post("/login", { intent: "google" });
      const verifiers = () => [...visitor.cookies.keys()].filter((name) => name.includes("code-verifier"));
      expect(verifiers().length).toBeGreaterThan(0);
      const query = new URLSearchParams({ error: code, error_description: INSULT }).toString();
      const page = await landing(visitor, await visitor.ask(`/login?${query}`));
      expectWords(page, "OAuth Error", words);
      expect(page).not.toContain("suspended");
      expect(verifiers()).toEqual([]);
    }
  });

  it("a code that this browser did not ask for signs nobody in, and says why", async () => {
    const visitor = anybody();
    const page = await landing(visitor, await visitor.ask("/login?code=00000000-0000-0000-0000-000000000000"));
    expect(page).toContain("This sign-in was not begun in this browser.");
    expect(isSignedIn(visitor)).toBe(false);
  });
});
/** Chooses another password, with the old one. */
const changePassword = (visitor: Visitor, { password: current_password }: Person, password: string) =>
  visitor.post(NEW_PASSWORD, { intent: "new-password", current_password, password });

describe.concurrent("a new password", () => {
  it("needs the old one where no link has just proved the mailbox", async () => {
    const person = await signUpClient(backend, "Careful");
    const visitor = await Visitor.signedInAs(site.url, person);
    expect(await wordsOf(await visitor.ask(NEW_PASSWORD))).toContain("Current Password");
    for (const current of [undefined, "not this one"]) {
      const entries = { password: "stolen away", ...(current ? { current_password: current } : {}) };
      const refused = await expectPage(visitor.post(NEW_PASSWORD, { intent: "new-password", ...entries }), 400);
      expect(refused).toMatch(/Enter your current password|This is not your current password/);
    }
    expect(await isPassword(person.email, person.password)).toBe(true);
    const changed = await changePassword(visitor, person, "chosen anew");
    expect(await landing(visitor, changed)).toContain("Your new password is set.");
    expect(await isPassword(person.email, "chosen anew")).toBe(true);
  });
});

describe.concurrent("from one account form to the next", () => {
  const TARGET = "/submit-requirement";
  const query = new URLSearchParams({ redirectTo: TARGET }).toString();

  it("every link keeps the way back", async () => {
    for (const view of ["sign-in", "sign-up", "forgot", "resend"]) {
      const html = await (await anybody().ask(`/client-auth?view=${view}&${query}`)).text();
      const links = [...html.matchAll(/href="(\/client-auth\?[^"]*)"/g)].map(([, href]) => href!);
      expect(links.length, view).toBeGreaterThan(0);
      for (const link of links) expect(link).toContain(query);
    }
  });

  it("the typed address comes along, in no address line, and goes with the sign-in", async () => {
    const typed = `value="${ann.email}"`;
    const visitor = anybody();
    await visitor.post("/login", { intent: "sign-in", email: ann.email, password: "not this one" });
    for (const view of ["sign-in", "sign-up", "forgot", "resend"]) {
      expect(await visitor.read(`/client-auth?view=${view}`), view).toContain(typed);
    }
    const sent = await visitor.post(`/client-auth?view=forgot&${query}`, { intent: "reset", email: ann.email });
    expect(sent.headers.get("location")).toBe(`/client-auth?view=reset-sent&${query}`);
    expect(await visitor.read(`/client-auth?${query}`)).toContain(typed);
    await visitor.post(`/client-auth?${query}`, { intent: "sign-in", email: ann.email, password: ann.password });
    expect(visitor.cookies.has("account")).toBe(false);
  });

  it("the cookie that carries them is for those pages alone, and nobody else's word counts", async () => {
    const entries = { intent: "reset", email: freshEmail() };
    const response = await anybody().post("/client-auth?view=forgot&redirectTo=//evil.example", entries);
    const [line] = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("account="));
    expect(line).toMatch(/Max-Age=3600; Path=\/client-auth; .*HttpOnly; SameSite=Lax/);
    const visitor = anybody();
    visitor.cookies.set("account", Buffer.from(JSON.stringify({ email: "planted@test.example" })).toString("base64"));
    expect(await visitor.read("/client-auth")).not.toContain("planted");
  });

  it("a confirmation ends where the sign-up was on the way to, in the same browser", async () => {
    for (const [target, expected] of [
      [TARGET, TARGET],
      ["//evil.example", "/client-dashboard"],
    ] as const) {
      const [visitor, email] = [anybody(), freshEmail("going")];
      const entries = { intent: "sign-up", company_name: "Going", full_name: "G", email, password: "long enough" };
      await visitor.post(
        `/client-auth?view=sign-up&${new URLSearchParams({ redirectTo: target }).toString()}`,
        entries,
      );
      const confirmed = await visitor.post(await linkTo(email), { intent: "confirm", password: "long enough" });
      expect(confirmed.headers.get("location")).toBe(expected);
    }
  });
});

describe.concurrent("a link through the service's own address, as a hosted project's own templates have it", () => {
  /**
   * Follows it as a browser does, which the service sends back to the site. Left out where the gateway lets nobody to it
   * without a key, as ours does: there all mails lead to the site (supabase/templates).
   *
   * @returns the path there
   */
  async function follow(context: TestContext, token: string, type: string): Promise<string> {
    const query = new URLSearchParams({ token, type, redirect_to: `${site.url}/client-auth` });
    const answer = await fetch(`${backend.url}/auth/v1/verify?${query.toString()}`, { redirect: "manual" });
    context.skip(answer.status === 401);
    return `/client-auth${new URL(answer.headers.get("location")!).search}`;
  }

  it("recovers in the browser that asked for it, by a code that works once", async (context) => {
    const person = await signUpClient(backend, "Default Templates");
    const visitor = anybody();
    await visitor.post("/client-auth?view=forgot", { intent: "reset", email: person.email });
    const { token_hash } = await mailedToken(backend.url, person.email, "recovery");
    // The embedded backend knows no codes in mails.
    if (!token_hash.startsWith("pkce_")) context.skip();
    const back = await follow(context, token_hash, "recovery");
    expect(back).toContain("code=");
    const stranger = anybody();
    expect(await landing(stranger, await stranger.ask(back))).toContain("This sign-in was not begun in this browser");
    const returned = await visitor.ask(back);
    expect(returned.headers.get("location")).toBe(NEW_PASSWORD);
    expect(await landing(visitor, returned)).not.toContain("Current Password");
    const entries = { intent: "new-password", password: "by a code" };
    await visitor.post(NEW_PASSWORD, entries);
    expect(await isPassword(person.email, "by a code")).toBe(true);
    // The service says of a used link that it has expired, and the site how to go on.
    const again = anybody();
    expect(await landing(again, await again.ask(await follow(context, token_hash, "recovery")))).toContain(
      "This link no longer works",
    );
  });

  it("confirms an account in the browser that signed up", async (context) => {
    const [visitor, email] = [anybody(), freshEmail("code")];
    const entries = { company_name: "Code Ltd", full_name: "C", email, password: "long enough" };
    await visitor.post("/client-auth?view=sign-up", { intent: "sign-up", ...entries });
    const { token_hash } = await mailedToken(backend.url, email);
    if (!token_hash.startsWith("pkce_")) context.skip();
    const words = await landing(visitor, await visitor.ask(await follow(context, token_hash, "signup")));
    expect(words).toContain("Complete your company profile");
    expect(isSignedIn(visitor)).toBe(true);
  });
});

describe("where the service fails", () => {
  it("after a confirmation, there is a way on", async () => {
    const { email, link } = await signUpWaiting("Midway", "the owner's own");
    const visitor = anybody();
    proxy.fail("PUT /auth/v1/user", 500, { code: 500, msg: "boom" });
    proxy.fail("POST /rest/v1/rpc/begin_company", 500, { message: "boom" });
    const half = await visitor.post(link, { intent: "confirm", password: "the owner's own" });
    proxy.mend();
    expect(half.headers.get("location")).toBe(NEW_PASSWORD);
    const page = await landing(visitor, half);
    expect(page).toContain("Password not changed");
    expect(page).not.toContain("Current Password");
    const set = await visitor.post(NEW_PASSWORD, { intent: "new-password", password: "a second" });
    expect(await landing(visitor, set)).toContain("Complete your company profile");
    expect(await isPassword(email, "a second")).toBe(true);
  });

  it("at the look at a mail's link, that says so, and is not used", async () => {
    const link = await recoveryLinkTo(ann.email);
    proxy.fail("POST /rest/v1/rpc/mail_link", 500, { message: "boom" });
    const page = await anybody().ask(link);
    expect(page.status).toBe(503);
    expect(page.headers.get("retry-after")).not.toBeNull();
    expect(await wordsOf(page)).toContain("This link can't be opened just now");
    const post = await anybody().post(link, { intent: "new-password", password: "long enough" });
    expect(post.status).toBe(502);
    proxy.mend();
    expect((await anybody().ask(link)).status).toBe(200);
  });

  it("at a new password, that is not opened by somebody else's proof", async () => {
    const other = await signUpClient(backend, "Other");
    const visitor = anybody();
    proxy.fail("PUT /auth/v1/user", 500, { msg: "boom" });
    await visitor.post(await recoveryLinkTo(other.email), { intent: "new-password", password: "long enough" });
    proxy.mend();
    expect(await wordsOf(await visitor.ask(NEW_PASSWORD))).not.toContain("Current Password");
    const person = await signUpClient(backend, "Careful");
    await visitor.post("/client-auth", { intent: "sign-in", email: person.email, password: person.password });
    expect(await wordsOf(await visitor.ask(NEW_PASSWORD))).toContain("Current Password");
    const forged = visitor.cookies.get("account")!;
    visitor.cookies.set("account", forged.replace(/.\./, "x."));
    expect(await wordsOf(await visitor.ask(NEW_PASSWORD))).toContain("Current Password");
  });

  it("at the end of the other sessions, a new password says so", async () => {
    const person = await signUpClient(backend, "Haunted");
    const visitor = await Visitor.signedInAs(site.url, person);
    proxy.fail("POST /auth/v1/logout", 500, { msg: "boom" });
    const changed = await changePassword(visitor, person, "chosen anew");
    expect(await landing(visitor, changed)).toContain("your other sessions could not be ended");
  });
});

const MAIL_LIMIT = {
  code: 429,
  error_code: "over_email_send_rate_limit",
  msg: "For security purposes, you can only request this after 57 seconds.",
};
const REQUEST_LIMIT = { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" };

describe("a mail that can't be sent", () => {
  const forms: [string, string][] = [
    ["reset", "recover"],
    ["resend", "resend"],
  ];

  it("is told to nobody who asks, and stands in the log", async () => {
    const email = freshEmail("unsent");
    const send = async (intent: string) => {
      const visitor = anybody();
      return landing(visitor, await visitor.post("/client-auth", { intent, email }));
    };
    const sendAll = () => Promise.all(forms.map(([intent]) => send(intent)));
    const sent = await sendAll();
    const lines = () => site.log.filter((line) => line.includes("Error sending mail")).length;
    const before = lines();
    const failure = { code: 500, error_code: "unexpected_failure", msg: "Error sending mail" };
    for (const [, endpoint] of forms) proxy.fail(`POST /auth/v1/${endpoint}`, 500, failure);
    expect(await sendAll()).toEqual(sent);
    await vi.waitFor(() => expect(lines()).toBe(before + forms.length), 60_000);
  });

  it("is not waited for", async () => {
    const held = Promise.withResolvers<void>();
    proxy.gate = (line) => (forms.some(([, at]) => line.startsWith(`POST /auth/v1/${at}`)) ? held.promise : undefined);
    const ask = ([intent]: [string, string]) => anybody().post("/client-auth", { intent, email: freshEmail("slow") });
    for (const answer of await Promise.all(forms.map(ask))) expect(answer.status).toBe(302);
    held.resolve();
    proxy.gate = () => undefined;
  });
});

it("no more than twenty passwords are computed at once, and all who sign in together get in", async () => {
  let release: (value?: unknown) => void = () => undefined;
  const held = new Promise((resolve) => (release = resolve));
  let asked = 0;
  proxy.gate = (line) => {
    if (!line.startsWith("POST /auth/v1/token?grant_type=password")) return undefined;
    asked += 1;
    return held;
  };
  const { email, password } = ann;
  const visitors = Array.from({ length: 23 }, anybody);
  const answers = visitors.map((visitor) => visitor.post("/client-auth", { intent: "sign-in", email, password }));
  await expect.poll(() => asked).toBe(20);
  // What could come besides has had its time: somebody else has asked the backend meanwhile.
  await anybody().post("/client-auth", { intent: "reset", email: freshEmail() });
  expect(asked).toBe(20);
  release();
  proxy.gate = () => undefined;
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(23).fill(302));
});

describe("a limit of the authentication service", () => {
  const forms: [string, Record<string, string>, string][] = [
    ["sign-up", { company_name: "X", full_name: "Y", password: "long enough" }, "signup"],
    ["reset", {}, "recover"],
    ["resend", {}, "resend"],
  ];

  /** Does the same with each of the forms, at once. */
  const forEachForm = (work: (...form: (typeof forms)[number]) => Promise<void>) =>
    Promise.all(forms.map((form) => work(...form)));

  it("of mails counts as sent: nobody learns who is known", async () => {
    const email = freshEmail("same");
    const send = async (intent: string, entries: Record<string, string>) => {
      const visitor = anybody();
      return landing(visitor, await visitor.post("/client-auth", { intent, email, ...entries }));
    };
    const sent = new Map<string, string>();
    await forEachForm(async (intent, entries) => void sent.set(intent, await send(intent, entries)));
    for (const [, , endpoint] of forms) proxy.fail(`POST /auth/v1/${endpoint}`, 429, MAIL_LIMIT);
    await forEachForm(async (intent, entries) => expect(await send(intent, entries), intent).toBe(sent.get(intent)));
  });

  it("of mails for everybody is told only where nothing was made, and the log has it", async () => {
    const limit = { ...MAIL_LIMIT, msg: "email rate limit exceeded" };
    for (const [, , endpoint] of forms) proxy.fail(`POST /auth/v1/${endpoint}`, 429, limit);
    await forEachForm(async (intent, entries) => {
      const email = freshEmail("limited");
      const response = await anybody().post("/client-auth?view=sign-up", { intent, email, ...entries });
      expect(response.status, intent).toBe(intent === "sign-up" ? 429 : 302);
      if (intent === "sign-up") expect(await response.text()).toContain(`value="${email}"`);
      const id = response.headers.get("x-request-id")!;
      const isSaid = (line: string) => line.includes(id) && line.includes("mail limit of the authentication");
      await vi.waitFor(() => expect(site.log.some(isSaid), intent).toBe(true), 60_000);
    });
  });

  it.each([...forms, ["sign-in", { password: "long enough" }, "token"] as const])(
    "of requests keeps the entries of %s, and says when to come back in our own words",
    async (intent, entries, endpoint) => {
      proxy.fail(`POST /auth/v1/${endpoint}`, 429, REQUEST_LIMIT);
      const view = { reset: "forgot", resend: "resend", "sign-up": "sign-up" }[intent] ?? "sign-in";
      const response = await anybody().post(`/client-auth?view=${view}`, { intent, email: ann.email, ...entries });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      const html = await response.text();
      expectWords(html, `value="${ann.email}"`, "Too many attempts");
      expect(html).not.toMatch(/rate limit|Sign In Failed|Reset Failed|Sign Up Failed/);
    },
  );

  it("signs nobody out, on whichever call it comes", async () => {
    for (const endpoint of ["GET /auth/v1/user", "POST /auth/v1/token"]) {
      const visitor = await Visitor.signedInAs(site.url, ann);
      if (endpoint.includes("token")) visitor.expire();
      proxy.fail(endpoint, 429, REQUEST_LIMIT);
      const response = await visitor.ask("/client-dashboard");
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).not.toBeNull();
      proxy.mend();
      expect((await visitor.ask("/client-dashboard")).status).toBe(200);
    }
  });
});

describe("a burst at the sign-in service", () => {
  it("is waited out: the same form goes through a moment later, once", async () => {
    const { email, password } = ann;
    for (const times of [1, 2]) {
      const left = proxy.failTimes(times, "POST /auth/v1/token", 429, REQUEST_LIMIT);
      const signedIn = await anybody().post("/client-auth", { intent: "sign-in", email, password });
      expect([signedIn.status, left()]).toEqual([302, 0]);
    }
    const made = freshEmail();
    proxy.failTimes(1, "POST /auth/v1/signup", 429, REQUEST_LIMIT);
    await signUp({ email: made, password: "long enough", company_name: "Burst Ltd" });
    expect((await mailTo(backend.url, made)).map(({ subject }) => subject)).toEqual(["Confirm your e-mail address"]);
  });

  it("that goes on is told, with the entries kept; it has cost no guess", async () => {
    const left = proxy.failTimes(1000, "POST /auth/v1/token", 429, REQUEST_LIMIT);
    const entries = { intent: "sign-in", email: ann.email, password: ann.password };
    const refused = await anybody().post("/client-auth", entries);
    expect([refused.status, 1000 - left()]).toEqual([429, 3]);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await refused.text()).toContain(`value="${ann.email}"`);
  });

  it("is told from a mail that was sent a moment ago: that is not asked for again", async () => {
    const left = proxy.failTimes(1000, "POST /auth/v1/recover", 429, MAIL_LIMIT);
    expect((await anybody().post("/client-auth", { intent: "reset", email: freshEmail() })).status).toBe(302);
    expect(1000 - left()).toBe(1);
  });
});

describe("the end of a session", () => {
  it("is said on the sign-in page, once, and the backend is not asked again about a dead one", async () => {
    const visitor = await Visitor.signedInAs(site.url, ann);
    visitor.expire("no-such-token");
    const before = site.log.length;
    expect(await landing(visitor, await visitor.ask("/client-dashboard"))).toContain("Your session has ended");
    expect(await wordsOf(await visitor.ask("/client-auth"))).not.toContain("Your session has ended");
    // No news for the operator.
    expect(site.log.slice(before).filter((line) => !line.includes('"level":"info"'))).toEqual([]);
    // The refusal is remembered: a backend that would take the token now is not asked.
    proxy.fail("POST /auth/v1/token", 500, { msg: "asked again" });
    expect((await visitor.ask("/client-dashboard")).headers.get("location")).toBe("/client-auth");
  });

  it("is nothing to tell somebody who had none", async () => {
    const visitor = anybody();
    expect(await landing(visitor, await visitor.ask("/client-dashboard"))).not.toContain("session has ended");
  });

  it("by signing out says so", async () => {
    const visitor = await Visitor.signedInAs(site.url, ann);
    const out = await visitor.post("/client-dashboard", { intent: "sign-out" });
    expect(await landing(visitor, out)).toContain("You are signed out");
  });
});

it("a visitor who leaves before the answer is no failure of ours", async () => {
  const line = () => site.log.find((text) => text.includes('"status":499') && text.includes('"msg":"request"'));
  const leaving = new AbortController();
  // They leave while the site waits for its backend.
  proxy.gate = () => {
    leaving.abort();
    return vi.waitFor(() => expect(line()).toBeDefined(), 5_000);
  };
  const body = new URLSearchParams({ intent: "sign-in", email: ann.email, password: "not this one" });
  await expect(fetch(`${site.url}/client-auth`, { method: "POST", body, signal: leaving.signal })).rejects.toThrow(
    "aborted",
  );
  await vi.waitFor(() => expect(line()).toBeDefined(), 60_000);
  proxy.gate = () => undefined;
  expect(JSON.parse(line()!)).toMatchObject({ route: "/client-auth", level: "info" });
});

it("a HEAD is answered as a GET would be", async () => {
  const visitor = await Visitor.signedInAs(site.url, ann);
  for (const path of ["/client-auth", "/login"]) {
    const [get, head] = [await anybody().ask(path), await anybody().ask(path, { method: "HEAD" })];
    for (const name of ["cache-control", "vary"]) expect(head.headers.get(name), name).toBe(get.headers.get(name));
    expect((await visitor.ask(path, { method: "HEAD" })).headers.get("location")).toBe("/client-dashboard");
  }
});

describe("a change of address", () => {
  it("says after the first of two links that the other is still to follow, and leaves the old password behind", async () => {
    const person = await signUpByMail(backend, { company_name: "Moving" });
    const { changed, oldLink, newLink: link } = await askForChange(person);
    const visitor = anybody();
    expectWords(await wordsOf(await visitor.ask(link)), person.email, changed);
    // The embedded backend asks the new mailbox only: there, the answer to the first link is played.
    if (!oldLink) proxy.fail("POST /auth/v1/verify", 200, FIRST_OF_TWO);
    for (let click = 0; click < 2; click += 1) {
      const first = await visitor.post(oldLink ?? link, { intent: "change" });
      expect(isSignedIn(visitor)).toBe(false);
      const words = await landing(visitor, first);
      expect(words).toContain("One more link");
      expect(words).not.toContain("signed in.");
      if (!oldLink) proxy.fail("POST /rest/v1/rpc/mail_link", 200, null);
    }
    proxy.mend();
    expect(await landing(visitor, await visitor.post(link, { intent: "change" }))).toContain("Address changed");
    // Whoever had the old address has neither password nor session any more; the new mailbox chooses another.
    expect(await isPassword(changed, person.password)).toBe(false);
    expect((await person.api.auth.getUser()).data.user).toBeNull();
    const chosen = await visitor.post(NEW_PASSWORD, { intent: "new-password", password: "a new one" });
    expect(chosen.headers.get("location")).toBe("/client-dashboard");
    expect(await isPassword(changed, "a new one")).toBe(true);
  });

  it("signs nobody in when the old mailbox's link is the last: the new one asks for a link", async () => {
    const person = await signUpByMail(backend, { company_name: "Moving Last" });
    const { changed, oldLink, newLink } = await askForChange(person);
    const visitor = anybody();
    if (oldLink) await visitor.post(newLink, { intent: "change" });
    // What the service gives then, for a session that the database has not kept.
    else proxy.fail("POST /auth/v1/verify", 200, DEAD_SESSION);
    const words = await landing(visitor, await visitor.post(oldLink ?? newLink, { intent: "change" }));
    proxy.mend();
    expectWords(words, "Address changed", "Ask for a link here", "Reset your password");
    expect(isSignedIn(visitor)).toBe(false);
    expect(await visitor.read("/client-auth?view=forgot")).toContain(`value="${changed}"`);
    expect(await wordsOf(await visitor.ask(NEW_PASSWORD))).not.toContain("Set New Password");
  });
});

describe("a failure of the backend", () => {
  it.each([
    ["a page", { status: 502, type: "text/html", body: "<html>Bad gateway</html>" }],
    ["no answer", "cut"],
  ] as const)("in the shape of %s is told in words of ours, with a time to come back", async (_, trouble) => {
    const visitor = await Visitor.signedInAs(site.url, ann);
    proxy.disturb(trouble);
    for (const path of ["/client-auth", "/login"]) {
      const response = await anybody().post(path, { intent: "sign-in", email: ann.email, password: ann.password });
      expect([502, 503]).toContain(response.status);
      expect(response.headers.get("retry-after")).toBe("30");
      expect(await wordsOf(response)).toContain("The service is not available");
    }
    const dashboard = await visitor.ask("/client-dashboard");
    expect(dashboard.headers.get("retry-after")).toBe("30");
    expect(await wordsOf(dashboard)).toContain("Error fetching requirements: The service is not available");
  });
});

describe("item 10: the security log", () => {
  it("tells what happened to which account, and neither address nor words", async () => {
    const email = freshEmail("canary.person");
    const password = "canary password";
    await signUp({ email, password, company_name: "Canary Ltd" });
    const visitor = anybody();
    await visitor.post("/client-auth", { intent: "sign-in", email: email.toUpperCase(), password: "not this one" });
    await visitor.post(await linkTo(email), { intent: "confirm", password });
    await visitor.post(NEW_PASSWORD, {
      intent: "new-password",
      current_password: password,
      password: "canary password 2",
    });
    await visitor.post("/client-dashboard", { intent: "sign-out" });
    await visitor.post("/login", { intent: "sign-in", email, password: "canary password 2" });
    type Line = { event?: string; user?: string; request_id?: string };
    const lines = site.log.map((line) => JSON.parse(line) as Line).filter(({ event }) => event);
    const { user } = lines.findLast(({ event }) => event === "sign_out")!;
    expect(user).toMatch(/^[\w-]{12}$/);
    const events = lines.filter((line) => line.user === user).map(({ event }) => event);
    const told = ["sign_in_refused", "account_confirmed", "password_changed", "sign_out", "sign_in"];
    expect(events).toEqual(expect.arrayContaining(told));
    expect(lines.every(({ request_id }) => request_id)).toBe(true);
    expect(site.log.join("\n")).not.toMatch(/canary|Canary/i);
    expect(site.log.join("\n")).not.toContain(email.slice(email.indexOf("@")));
  });
});

describe("the error catalogue", () => describeCatalogue(() => ({ siteUrl: site.url, backend, proxy })));

// Last: the clock stays wrong.
describe("a site whose clock is wrong", () => describeWrongClock(() => ({ site, person: ann })));
