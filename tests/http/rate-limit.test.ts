import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCandidate, CandidateMails } from "../support/people/candidate-people.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { mailedUnsubscribePath, writeToClient } from "../support/people/news.ts";
import { spareFetch } from "../support/http/spare-fetch.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { openSite, startLoneSite, type TestSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";
import { describePeople } from "./rate-limit-people.ts";

/** Has a site use a processor for longer than it may, at a signal, without coming to anything else. */
const WORKING =
  "data:text/javascript,process.on('SIGUSR2',()=>{const%20begun=process.threadCpuUsage();" +
  "while(process.threadCpuUsage(begun).user<65e4)for(let%20i=0;i<1e6;i++);})";

/** Its visitors are whoever the proxy names. Each may send a right form a minute, six posts in all, and sixty pages. */
let running: Awaited<ReturnType<typeof openSite>>;
/** Nothing stands before it, and it has no backend: what is not too much fails with 503. */
let plain: TestSite;
beforeAll(async () => {
  running = await openSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "1", TRUST_PROXY: "1" });
  const variables = { POSTS_PER_MINUTE: "10", NODE_OPTIONS: `--import=${WORKING}` };
  plain = await startLoneSite({ LOG_LEVEL: "silent", ...variables });
});
afterAll(async () => {
  await plain.stop();
  await running.stop();
});

const RIGHT = { name: "Ann", email: "a@example.com", requirement: "x" };

type Entries = Record<string, string> | URLSearchParams;

/** Asks for something, or posts to it, as whoever the proxy names. */
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
  const post = (path: string, entries: Entries) => askFrom("203.0.113.1", path, entries);
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
  expect((await askFrom("203.0.113.1", "/contact")).status).toBe(200);
  expect((await post("/contact", {})).status).toBe(400);
});

it("is not fooled by a header that names another address", async () => {
  const post = async (headers: Record<string, string> = {}) =>
    (await fetch(`${plain.url}/contact`, { method: "POST", headers, body: new URLSearchParams(RIGHT) })).status;
  for (let index = 0; index < 10; index += 1) expect(await post()).toBe(503);
  expect(await post({ "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.7" })).toBe(429);
});

// Ports, households and what is no address: server/client-address.test.
it("behind a proxy counts by the address that proxy saw, whatever the visitor claims to be", async () => {
  expect(await sendFrom("198.51.100.1, 203.0.113.7")).toBe(302);
  expect(await sendFrom("198.51.100.2, 203.0.113.7:1002")).toBe(429);
  expect(await sendFrom("203.0.113.7, 203.0.113.8")).toBe(302);
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
  const ask = (path: string, entries?: Entries) => askFrom("203.0.113.10", path, entries);
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
  const from = "203.0.113.11";
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

it("a form of more entries than any has is not looked at", async () => {
  const many = "required_skills=a&".repeat(14_000);
  const multipart = new FormData();
  for (let index = 0; index < 300; index += 1) multipart.append("preferred_skills", "a");
  for (const body of [new URLSearchParams(`intent=remove:preferred_skills:0&${many}`), multipart]) {
    const response = await fetch(`${plain.url}/submit-requirement`, { method: "POST", body });
    expect(response.status).toBe(413);
    expect((await response.text()).length).toBeLessThan(40_000);
  }
});

it("overload: a process that is behind asks new posts to come back, and goes on with pages", async () => {
  const body = new URLSearchParams({ name: "" });
  const send = () => fetch(`${plain.url}/contact`, { method: "POST", body });
  expect((await send()).status).toBe(400);
  plain.signal("SIGUSR2");
  // What is sent while it works it reads when it is done.
  let refused = await send();
  while (refused.status === 400) refused = await send();
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await fetch(`${plain.url}/contact`)).status).toBe(200);
  await expect.poll(async () => (await send()).status, { interval: 500 }).toBe(400);
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
  const ask = (path: string, entries?: Entries) => askFrom("203.0.113.12", path, entries);
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
  const ask = (path: string, entries?: Entries, from = "203.0.113.13") => askFrom(from, path, entries);
  expect((await ask(`/candidate/${"0".repeat(64)}/undo`)).status).toBe(404);
  for (const under of ["", "/code", "/not-me", "/undo"]) {
    expectTooMany(await ask(`/candidate/${"9".repeat(64)}${under}`));
  }
  expect((await ask(right)).status).toBe(200);
  expect((await ask(right, { intent: "send-code" })).status).toBe(303);
  const code = { intent: "enter-code", code: "000000" };
  const tried = [await ask(`${right}/code`, code, "203.0.114.13"), await ask(`${right}/code`, code, "203.0.114.13")];
  expect(tried.map(({ status }) => status)).toEqual([422, 429]);
  const entries = { intent: "ask-link", email: freshEmail("many") };
  expect((await ask("/candidate", entries, "203.0.115.13")).status).toBe(303);
  const over = await ask("/candidate", entries, "203.0.115.13");
  expect([over.status, (await over.text()).includes(entries.email)]).toEqual([429, true]);
});

describe("people who are signed in", () => describePeople(() => running));
