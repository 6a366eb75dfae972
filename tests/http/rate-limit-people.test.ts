import { randomUUID, type JsonWebKey } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadKeys } from "../../supabase/embedded/keys.ts";
import { forgeries, now } from "../support/api/forgeries.ts";
import { connect, signUpClient, type Person } from "../support/people/people.ts";
import { openSite, type SharedBackend, type TestSite } from "../support/services/processes.ts";
import { claimsOf, signedBy, signedBySecret, writeSessionCookie } from "../support/http/session.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";
import { expectPage } from "../support/http/expectations.ts";

// Many people behind one address: each is counted by who they are, and nobody gains by saying that they are somebody.
let running: Awaited<ReturnType<typeof openSite>>;
let backend: SharedBackend;
let site: TestSite;
/** What the token of a guest says. */
let claims: Record<string, unknown>;
/** What the service signs with. */
let key: JsonWebKey & { kid: string };

/** A browser with this token, whoever made it. */
function browserWith(access_token: string): Visitor {
  const visitor = new Visitor(site.url);
  writeSessionCookie(visitor, { access_token, refresh_token: "unknown", expires_at: now() + 3600 });
  return visitor;
}

async function tokenOf({ email, password }: Person): Promise<string> {
  const { auth } = connect(backend.url, backend.keys.publishable_key);
  return (await auth.signInWithPassword({ email, password })).data.session!.access_token;
}

const from = (address: string) => ({ "X-Forwarded-For": address });

/** A browser whose session this site has seen and verified, as it has after any page. */
async function known(visitor: Visitor): Promise<Visitor> {
  await visitor.ask("/client-auth", { headers: from("192.0.2.1") });
  return visitor;
}

/** A browser in which somebody is signed in. */
const browserOf = async (person: Person) => known(browserWith(await tokenOf(person)));

/** What so many posts of the same come to, one after the other. */
async function statusesOf(times: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < times; index += 1) statuses.push((await send()).status);
  return statuses;
}

function sendAs(visitor: Visitor, address: string, path: string, entries: Record<string, string> = {}) {
  return visitor.ask(path, { method: "POST", headers: from(address), body: new URLSearchParams(entries) });
}

beforeAll(async () => {
  // Visitors are whoever `X-Forwarded-For` names. Strangers of one address have six posts and sixty pages, a person twelve
  // posts, all of an office sixty.
  running = await openSite({ LOG_LEVEL: "silent", TRUST_PROXY: "1", POSTS_PER_MINUTE: "1" });
  ({ backend, site } = running);
  key = loadKeys(backend.database).signing_key!;
  claims = claimsOf(await tokenOf(await signUpClient(backend, "Guest Ltd")));
});
afterAll(() => running.stop());

it("four of the team note six things each, more than a visitor may send, and nobody is held up", async () => {
  const { id } = await sendMessage(backend, "Everybody's");
  const team = [];
  for (const name of ["Ann", "Ben", "Cat", "Dev"]) {
    team.push(await browserOf(await signUpTeamMember(backend, "recruiter", name)));
  }
  const note = { intent: "note", kind: "call", body: "Rang." };
  const statuses = await Promise.all(
    team.map((clerk) => statusesOf(6, () => sendAs(clerk, "203.0.113.20", `/team/inbox/${id}`, note))),
  );
  expect(statuses.flat()).toEqual(Array<number>(24).fill(303));
  // Visitors of that address have lost nothing by it.
  const contact = await sendAs(new Visitor(site.url), "203.0.113.20", "/contact", { name: "" });
  expect(contact.status).toBe(400);
});

it("one person's flood is stopped, first with the words kept; it holds up no colleague and no visitor", async () => {
  const { id } = await sendMessage(backend, "Flooded");
  const [busy, calm] = [
    await browserOf(await signUpTeamMember(backend, "recruiter", "Busy")),
    await browserOf(await signUpTeamMember(backend, "recruiter", "Calm")),
  ];
  const note = { intent: "note", kind: "note", body: "Kept words" };
  const send = (visitor: Visitor) => sendAs(visitor, "203.0.113.21", `/team/inbox/${id}`, note);
  expect(await statusesOf(6, () => send(busy))).toEqual(Array<number>(6).fill(303));
  const kept = await send(busy);
  expect(kept.status).toBe(429);
  expect(Number(kept.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await kept.text()).toContain("Kept words</textarea>");
  await statusesOf(5, () => send(busy));
  // What comes now is not looked at, at any address.
  for (const address of ["203.0.113.21", "203.0.113.22"]) {
    await expectPage(sendAs(busy, address, `/team/inbox/${id}`, note), 429, "That was too often");
  }
  expect((await send(calm)).status).toBe(303);
  const visitor = new Visitor(site.url);
  expect(await statusesOf(7, () => sendAs(visitor, "203.0.113.21", "/contact"))).toEqual([
    ...Array<number>(6).fill(400),
    429,
  ]);
  // Nor does the visitor hold up the team, in posts or pages.
  expect((await send(calm)).status).toBe(303);
  const look = (as: Visitor, path: string) => as.ask(path, { headers: from("203.0.113.21") });
  expect((await statusesOf(61, () => look(visitor, "/client-auth?view=sign-up"))).at(-1)).toBe(429);
  expect((await look(calm, "/team")).status).toBe(200);
});

it("a draft that saves itself too often says so where it is, and no page says it later", async () => {
  const person = await browserOf(await signUpClient(backend, "Saving Ltd"));
  const path = "/submit-requirement/draft";
  const save = () =>
    sendAs(person, "203.0.113.26", path, { draft: randomUUID(), draft_version: "", job_title: "Fitter" });
  expect(await statusesOf(6, save)).toEqual(Array<number>(6).fill(200));
  const refused = await save();
  expect([refused.status, await refused.json()]).toEqual([429, { refused: "Too much was sent within a minute." }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.getSetCookie()).toEqual([]);
  const next = await person.ask("/client-dashboard", { headers: from("203.0.113.26") });
  expect(await next.text()).not.toContain("Too many attempts");
});

it("a visitor's form counts for the address, whoever sends it", async () => {
  const person = await browserOf(await signUpClient(backend, "Visiting Ltd"));
  const statuses = await statusesOf(7, () => sendAs(person, "203.0.113.23", "/contact"));
  expect(statuses).toEqual([...Array<number>(6).fill(400), 429]);
});

// A token that the service has signed is its person's until it runs out, whatever has become of the session.
it.each(forgeries.filter(([name]) => name !== "of no session"))(
  "a token %s buys not one post more",
  async (name, forge) => {
    const address = `198.51.${forgeries.findIndex(([each]) => each === name)}.1`;
    const send = () => sendAs(browserWith(forge({ key, kid: key.kid, claims })), address, "/team", { intent: "next" });
    const statuses = await statusesOf(7, send);
    expect(statuses.slice(0, 6)).not.toContain(429);
    expect(statuses[6]).toBe(429);
  },
);

it("people are told apart where the service signs with a secret, too", async () => {
  const token = await tokenOf(await signUpClient(backend, "Older Ltd"));
  const visitor = await known(browserWith(signedBySecret(loadKeys(backend.database).jwt_secret, token)));
  const statuses = await statusesOf(13, () => sendAs(visitor, "203.0.113.25", "/nowhere"));
  expect(statuses).toEqual([...Array<number>(12).fill(404), 429]);
});

it("many accounts of one address have a bound together", async () => {
  const statuses = [];
  for (let account = 0; account < 6; account += 1) {
    const token = signedBy(key, { alg: "ES256", kid: key.kid }, { ...claims, sub: randomUUID() });
    const visitor = await known(browserWith(token));
    statuses.push(...(await statusesOf(12, () => sendAs(visitor, "203.0.113.24", "/nowhere"))));
  }
  expect(statuses).toEqual([...Array<number>(60).fill(404), ...Array<number>(12).fill(429)]);
});
