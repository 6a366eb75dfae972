import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { mailedUnsubscribePath, writeToClient } from "../support/people/news.ts";
import { spareFetch } from "../support/http/spare-fetch.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { openSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";
import { describePeople } from "./rate-limit-people.ts";

/** Its visitors are whoever the proxy names. Each may send a right form a minute, six posts in all, and sixty pages. */
let running: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  running = await openSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "1", TRUST_PROXY: "1" });
});
afterAll(() => running.stop());

const RIGHT = { name: "Ann", email: "a@example.com", requirement: "x" };

type Entries = Record<string, string> | URLSearchParams;

/** Asks for something, or posts to it, as whoever the proxy names; each test of a /24 of its own, which has a bound. */
function askFrom(forwarded: string, path: string, entries?: Entries): Promise<Response> {
  const headers = { "X-Forwarded-For": forwarded };
  const post = entries && { method: "POST", body: new URLSearchParams(entries) };
  return spareFetch(new URL(path, running.site.url), { headers, redirect: "manual", ...post });
}

/** A right form from whoever the proxy names. */
const sendFrom = async (forwarded: string) => (await askFrom(forwarded, "/contact", RIGHT)).status;

/** Nobody gets through, and is told when to. */
function expectTooMany(response: Response): void {
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
}

it("stops a stream of guesses, keeps the entries, and says when to come back", async () => {
  const { email, password } = await signUpClient(running.backend, "Guessed");
  const post = (path: string, entries: Entries) => askFrom("203.0.1.1", path, entries);
  const guess = { intent: "sign-in", email };
  expect((await post("/client-auth", { ...guess, password: "a guess" })).status).toBe(400);
  // Not even the right one gets through now, at either door.
  for (const path of ["/client-auth", "/login"]) {
    const refused = await post(path, { ...guess, password });
    expectTooMany(refused);
    // No more than that the page is kept for going back.
    expect(refused.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["kept"]);
    const html = await refused.text();
    expect(html).toContain("Too many attempts");
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain(password);
  }
  const contact = await post("/contact", { ...RIGHT, requirement: "kept <entry>" });
  expect(contact.status).toBe(429);
  expect(await contact.text()).toContain("kept &lt;entry&gt;");
  // Reading goes on, and so does a post that is wrong anyway: it costs nobody anything.
  expect((await askFrom("203.0.1.1", "/contact")).status).toBe(200);
  expect((await post("/contact", {})).status).toBe(400);
});

// Ports, households, what is no address, and a header where no proxy is: server/client-address.test.
it("behind a proxy counts by the address that proxy saw, whatever the visitor claims to be", async () => {
  expect(await sendFrom("198.51.100.1, 203.0.2.7")).toBe(302);
  expect(await sendFrom("198.51.100.2, 203.0.2.7:1002")).toBe(429);
  expect(await sendFrom("203.0.2.7, 203.0.2.8")).toBe(302);
});

// From a customer's many networks: lib/limits/guesses.server.test, as for forms and posts beside it and server/request-limits.test.
it("a password is guessed at so often in a day from everywhere, and its owner signs in where they have before", async () => {
  const { email, password } = await signUpClient(running.backend, "Guessed from everywhere");
  const signIn = async (from: string, tried: string) =>
    (await askFrom(from, "/client-auth", { intent: "sign-in", email, password: tried })).status;
  expect(await signIn("2001:db8:20:1::1", password)).toBe(302);
  for (let network = 0; network < 10; network += 1) {
    expect(await signIn(`2001:db8:${30 + network}::1`, "wrong")).toBe(400);
  }
  expect(await signIn("2001:db8:50::1", password)).toBe(429);
  expect(await signIn("2001:db8:20:2::1", password)).toBe(302);
});

it("every post counts, and one too many gets a page from memory that says when to come back", async () => {
  const ask = (path: string, entries?: Entries) => askFrom("203.0.3.10", path, entries);
  const intent = "remove:preferred_skills:0";
  const posts: [path: string, entries: Record<string, string>, status: number][] = [
    ["/contact", { name: "" }, 400],
    ["/submit-requirement", { intent, required_skills: "a" }, 200],
    ["/client-auth", { intent: "new-password", password: "x" }, 302],
    ["/about", {}, 405],
    ["/nowhere", {}, 404],
    ["/Contact", {}, 308],
  ];
  for (const [path, entries, status] of posts) expect((await ask(path, entries)).status, path).toBe(status);
  for (const path of ["/contact", "/submit-requirement.data", "/nowhere"]) {
    const response = await ask(path, { name: "x" });
    expectTooMany(response);
    expect(response.headers.get("x-request-id")).toMatch(/./);
    expect(await response.text()).toContain("<title>Error: ");
  }
  expect((await ask("/contact")).status).toBe(200);
});

it("what is rendered for who asks is counted, too; what is kept goes on, and so does whoever is signed in", async () => {
  const from = "203.0.4.11";
  const ask = (path: string) => askFrom(from, path);
  const statuses = [];
  // With a query it is rendered for whoever asks.
  for (let count = 0; count < 61; count += 1) statuses.push((await ask("/client-auth?view=sign-up")).status);
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
  const refused = await ask("/login?redirectTo=%2Fteam");
  expectTooMany(refused);
  expect(await refused.text()).toContain("That was too often");
  for (const kept of ["/contact", "/login", "/client-auth"]) expect((await ask(kept)).status, kept).toBe(200);
  expect((await ask("/nowhere")).status).toBe(404);
  const clerk = await Visitor.of(running.site.url, await signUpTeamMember(running.backend, "recruiter", "Calm"));
  // Whom the site has not seen before is a stranger yet.
  await clerk.ask("/team", { headers: { "X-Forwarded-For": "192.0.2.1" } });
  expect((await clerk.ask("/team", { headers: { "X-Forwarded-For": from } })).status).toBe(200);
});

it("counts a signed-in person's forms, keeps what is one too many, and holds up nobody else", async () => {
  const { site, backend } = running;
  const people = [await signUpClient(backend, "Busy Ltd"), await signUpClient(backend, "Calm Ltd")];
  const [busy, calm] = await Promise.all(people.map((person) => Visitor.of(site.url, person)));
  const send = (visitor: Visitor | undefined, job_title: string) =>
    visitor!.post("/submit-requirement", { ...requirementEntries, job_title });
  expect((await send(busy, "one")).status).toBe(302);
  const refused = await send(busy, "one too many");
  expectTooMany(refused);
  expect(await refused.text()).toContain('value="one too many"');
  expect((await send(calm, "another")).status).toBe(302);
});

it("guesses at the link that switches off a mail are refused after some; right links are not", async () => {
  const { backend } = running;
  const person = await signUpClient(backend, "Vega Castings");
  await writeToClient(backend, person, await signUpTeamMember(backend, "recruiter", "Rea Recruiter"));
  const right = await mailedUnsubscribePath(backend, person);
  const ask = (path: string, entries?: Entries) => askFrom("203.0.5.12", path, entries);
  const off = { intent: "switch-off" };
  for (let time = 0; time < 3; time += 1) expect((await ask(right)).status).toBe(200);
  expect((await ask(`/unsubscribe?token=${"0".repeat(64)}`, off)).status).toBe(404);
  const guess = `/unsubscribe?token=${"9".repeat(64)}`;
  for (const refused of [await ask(guess), await ask(guess, off)]) expectTooMany(refused);
  // A mail provider posts for many people from one address.
  expect((await ask(right)).status).toBe(200);
  expect((await ask(right, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
  expect((await person.api.from("notification_settings").select("messages")).data).toEqual([{ messages: "never" }]);
});

it("guesses at a candidate's link and code, and mails with a new link, are bounded; right links are not", async () => {
  const { backend } = running;
  const mails = new CandidateMails(backend);
  const person = await addCandidate(await signUpTeamMember(backend, "recruiter", "Rea Recruiter"));
  const right = `/candidate/${await mails.pageToken(person)}`;
  await mails.close();
  const ask = (path: string, entries?: Entries, from = "203.0.6.13") => askFrom(from, path, entries);
  expect((await ask(`/candidate/${"0".repeat(64)}/undo`)).status).toBe(404);
  for (const under of ["", "/code", "/not-me", "/undo"]) {
    expectTooMany(await ask(`/candidate/${"9".repeat(64)}${under}`));
  }
  expect((await ask(right)).status).toBe(200);
  expect((await ask(right, { intent: "send-code" })).status).toBe(303);
  const code = { intent: "enter-code", code: "000000" };
  const tried = [await ask(`${right}/code`, code, "203.0.7.13"), await ask(`${right}/code`, code, "203.0.7.13")];
  expect(tried.map(({ status }) => status)).toEqual([422, 429]);
  const entries = { intent: "ask-link", email: freshEmail("many") };
  expect((await ask("/candidate", entries, "203.0.8.13")).status).toBe(303);
  const over = await ask("/candidate", entries, "203.0.8.13");
  expect([over.status, (await over.text()).includes(entries.email)]).toEqual([429, true]);
});

describe("people who are signed in", () => describePeople(() => running));
