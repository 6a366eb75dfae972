import { afterAll, beforeAll, expect, it } from "vitest";
import { requirementEntries } from "../support/people/entries.ts";
import { signUpClient } from "../support/people/people.ts";
import { openSite, startLoneSite, type TestSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";

let running: Awaited<ReturnType<typeof openSite>>;
/** One whose visitors are whoever the proxy names; it has no backend: what is not too much fails with 503. */
let proxied: TestSite;
beforeAll(async () => {
  running = await openSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "5" });
  proxied = await startLoneSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "2", TRUST_PROXY: "1" });
});
afterAll(async () => {
  await proxied.stop();
  await running.stop();
});

/** A right form from whoever the proxy names. */
async function sendFrom(forwarded: string): Promise<number> {
  const body = new URLSearchParams({ name: "Ann", email: "a@example.com", requirement: "x" });
  const headers = { "X-Forwarded-For": forwarded };
  return (await fetch(`${proxied.url}/contact`, { method: "POST", headers, body })).status;
}

function post(path: string, entries: Record<string, string>): Promise<Response> {
  return fetch(running.site.url + path, { method: "POST", body: new URLSearchParams(entries), redirect: "manual" });
}

it("stops a stream of guesses, keeps the entries, and says when to come back", async () => {
  const { email, password } = await signUpClient(running.backend, "Guessed");
  const guess = { intent: "sign-in", email };
  for (let index = 0; index < 5; index += 1) {
    expect((await post("/client-auth", { ...guess, password: `guess ${index}` })).status).toBe(400);
  }
  // Not even the right one gets through now, at either door.
  for (const path of ["/client-auth", "/login"]) {
    const refused = await post(path, { ...guess, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const html = await refused.text();
    expect(html).toContain("Too many attempts");
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain(password);
  }
  const contact = await post("/contact", { name: "Ann", email: "a@example.com", requirement: "kept <entry>" });
  expect(contact.status).toBe(429);
  expect(await contact.text()).toContain("kept &lt;entry&gt;");
  // Reading goes on, and so does a post that is wrong anyway: it costs nobody anything.
  expect((await fetch(`${running.site.url}/contact`)).status).toBe(200);
  expect((await post("/contact", {})).status).toBe(400);
});

it("is not fooled by a header that names another address", async () => {
  const response = await fetch(`${running.site.url}/contact`, {
    method: "POST",
    headers: { "X-Forwarded-For": "203.0.113.7", Forwarded: "for=203.0.113.7" },
    body: new URLSearchParams({ name: "Ann", email: "a@example.com", requirement: "x" }),
  });
  expect(response.status).toBe(429);
});

it("behind a proxy counts by the address that proxy saw, whatever the visitor claims to be", async () => {
  expect(await sendFrom("198.51.100.1, 203.0.113.7")).toBe(503);
  expect(await sendFrom("198.51.100.2, 203.0.113.7")).toBe(503);
  expect(await sendFrom("198.51.100.3, 203.0.113.7")).toBe(429);
  expect(await sendFrom("203.0.113.7, 203.0.113.8")).toBe(503);
});

it.each([
  ["the port that a gateway writes", (index: number) => `203.0.113.9:${1000 + index}`],
  ["an address of one household", (index: number) => `2001:db8:1:2::${index + 1}`],
  ["no address at all", (index: number) => `nobody-${index}`],
])("A15: is not fooled by %s", async (_, forwarded) => {
  const statuses = [];
  for (let index = 0; index < 4; index += 1) statuses.push(await sendFrom(forwarded(index)));
  expect(statuses).toEqual([503, 503, 429, 429]);
});

it("A5, A6: every post counts, and one too many gets a page from memory that says when to come back", async () => {
  const site = await startLoneSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "2" });
  const intent = "remove:preferred_skills:0";
  const posts: [path: string, entries: Record<string, string>, status: number][] = [
    ["/contact", { name: "" }, 400],
    ["/submit-requirement", { intent, required_skills: "a" }, 200],
    ["/client-auth", { intent: "new-password", password: "x" }, 302],
    ["/about", {}, 405],
    ["/nowhere", {}, 404],
    ["/Contact", {}, 308],
  ];
  for (const [path, entries, status] of [...posts, ...posts]) {
    const response = await fetch(site.url + path, {
      method: "POST",
      body: new URLSearchParams(entries),
      redirect: "manual",
    });
    expect(response.status, path).toBe(status);
  }
  for (const path of ["/contact", "/submit-requirement.data", "/nowhere"]) {
    const response = await fetch(site.url + path, { method: "POST", body: new URLSearchParams({ name: "x" }) });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("x-request-id")).toMatch(/./);
    expect(await response.text()).toContain("<title>Error: ");
  }
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  await site.stop();
});

it("what is rendered for who asks is counted, too; what is kept goes on", async () => {
  const site = await startLoneSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "1" });
  try {
    const statuses = [];
    // With a query it is rendered for whoever asks.
    const page = `${site.url}/client-auth?view=sign-up`;
    for (let count = 0; count < 61; count += 1) statuses.push((await fetch(page)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
    const refused = await fetch(`${site.url}/login?redirectTo=%2Fteam`);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("That was too often");
    for (const kept of ["/contact", "/login", "/client-auth"]) {
      expect((await fetch(site.url + kept)).status, kept).toBe(200);
    }
    expect((await fetch(`${site.url}/nowhere`)).status).toBe(404);
  } finally {
    await site.stop();
  }
});

it("A5: a form of more entries than any has is not looked at", async () => {
  const site = await startLoneSite({ LOG_LEVEL: "silent" });
  const many = "required_skills=a&".repeat(14_000);
  const multipart = new FormData();
  for (let index = 0; index < 300; index += 1) multipart.append("preferred_skills", "a");
  for (const body of [new URLSearchParams(`intent=remove:preferred_skills:0&${many}`), multipart]) {
    const response = await fetch(`${site.url}/submit-requirement`, { method: "POST", body });
    expect(response.status).toBe(413);
    expect((await response.text()).length).toBeLessThan(40_000);
  }
  await site.stop();
});

/** Has a site use a processor for a second, at a signal, without coming to anything else. */
const WORKING =
  "data:text/javascript,process.on('SIGUSR2',()=>{const%20begun=process.threadCpuUsage();" +
  "while(process.threadCpuUsage(begun).user<1e6);})";

it("overload: a process that is behind asks new posts to come back, and goes on with pages", async () => {
  const site = await startLoneSite({ LOG_LEVEL: "silent", NODE_OPTIONS: `--import=${WORKING}` });
  const body = new URLSearchParams({ name: "" });
  const send = () => fetch(`${site.url}/contact`, { method: "POST", body });
  expect((await send()).status).toBe(400);
  site.signal("SIGUSR2");
  // It has begun to work when this is sent, and reads it when it is done.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const post = send();
  const refused = await post;
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await fetch(`${site.url}/contact`)).status).toBe(200);
  await expect.poll(async () => (await send()).status).toBe(400);
  await site.stop();
});

it("A5: counts a signed-in person's forms, keeps what is one too many, and holds up nobody else", async () => {
  const { site, backend, stop } = await openSite({ LOG_LEVEL: "silent", POSTS_PER_MINUTE: "3" });
  const people = [await signUpClient(backend, "Busy Ltd"), await signUpClient(backend, "Calm Ltd")];
  const [busy, calm] = await Promise.all(people.map((person) => Visitor.signedInAs(site.url, person)));
  const send = (visitor: Visitor | undefined, job_title: string) =>
    visitor!.post("/submit-requirement", { ...requirementEntries, job_title });
  for (const title of ["one", "two", "three"]) expect((await send(busy, title)).status).toBe(302);
  const refused = await send(busy, "one too many");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('value="one too many"');
  expect((await send(calm, "another")).status).toBe(302);
  await stop();
});
