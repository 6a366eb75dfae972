import { randomUUID, type JsonWebKey } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { loadKeys } from "../../supabase/embedded/keys.ts";
import { forgeries, now } from "../support/api/forgeries.ts";
import { connect, signUpClient, type Person } from "../support/people/people.ts";
import type { SharedBackend, TestSite } from "../support/services/processes.ts";
import { claimsOf, signedBySecret, writeSessionCookie } from "../support/http/session.ts";
import { sendMessage, signUpTeamMember } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";
import { expectPage } from "../support/http/expectations.ts";

// Many people behind one address: each is counted by who they are, and nobody gains by saying that they are somebody.
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

/**
 * @param running a site whose visitors are whoever `X-Forwarded-For` names. Strangers of one address have six posts a minute, a
 * person twelve, of which six reach the backend
 */
export function describePeople(running: () => { site: TestSite; backend: SharedBackend }): void {
  beforeAll(async () => {
    ({ backend, site } = running());
    key = loadKeys(backend.database).signing_key!;
    claims = claimsOf(await tokenOf(await signUpClient(backend, "Guest Ltd")));
  });

  it("one person's flood is stopped, first with the words kept; it holds up no colleague and no visitor", async () => {
    const { id } = await sendMessage(backend, "Flooded");
    const [busy, calm] = [
      await browserOf(await signUpTeamMember(backend, "recruiter", "Busy")),
      await browserOf(await signUpTeamMember(backend, "recruiter", "Calm")),
    ];
    const note = { intent: "note", kind: "note", body: "Kept words" };
    const send = (visitor: Visitor) => sendAs(visitor, "203.0.9.21", `/team/inbox/${id}`, note);
    expect(await statusesOf(6, () => send(busy))).toEqual(Array<number>(6).fill(303));
    const kept = await send(busy);
    expect(kept.status).toBe(429);
    expect(Number(kept.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await kept.text()).toContain("Kept words</textarea>");
    await statusesOf(5, () => send(busy));
    // What comes now is not looked at, at any address.
    for (const address of ["203.0.9.21", "203.0.10.22"]) {
      await expectPage(sendAs(busy, address, `/team/inbox/${id}`, note), 429, "That was too often");
    }
    expect((await send(calm)).status).toBe(303);
    const visitor = new Visitor(site.url);
    expect(await statusesOf(7, () => sendAs(visitor, "203.0.9.21", "/contact"))).toEqual([
      ...Array<number>(6).fill(400),
      429,
    ]);
    // Nor does the visitor hold up the team.
    expect((await send(calm)).status).toBe(303);
  });

  it("a draft that saves itself too often says so where it is, and no page says it later", async () => {
    const person = await browserOf(await signUpClient(backend, "Saving Ltd"));
    const path = "/submit-requirement/draft";
    const save = () =>
      sendAs(person, "203.0.11.26", path, { draft: randomUUID(), draft_version: "", job_title: "Fitter" });
    expect(await statusesOf(6, save)).toEqual(Array<number>(6).fill(200));
    const refused = await save();
    expect([refused.status, await refused.json()]).toEqual([429, { refused: "Too much was sent within a minute." }]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const next = await person.ask("/client-dashboard", { headers: from("203.0.11.26") });
    expect(await next.text()).not.toContain("Too many attempts");
  });

  it("a visitor's form counts for the address, whoever sends it", async () => {
    const person = await browserOf(await signUpClient(backend, "Visiting Ltd"));
    const statuses = await statusesOf(7, () => sendAs(person, "203.0.12.23", "/contact"));
    expect(statuses).toEqual([...Array<number>(6).fill(400), 429]);
  });

  // A token that the service has signed is its person's until it runs out, whatever has become of the session.
  it("no forged token buys a post more, and one of the service's does, also where it signs with a secret", async () => {
    const spent = "203.0.13.25";
    const visitor = new Visitor(site.url);
    expect(await statusesOf(7, () => sendAs(visitor, spent, "/nowhere"))).toEqual([...Array<number>(6).fill(404), 429]);
    const statusOf = async (token: string) =>
      (await sendAs(await known(browserWith(token)), spent, "/team", { intent: "next" })).status;
    for (const [name, forge] of forgeries.filter(([what]) => what !== "of no session")) {
      expect([name, await statusOf(forge({ key, kid: key.kid, claims }))]).toEqual([name, 429]);
    }
    const token = await tokenOf(await signUpClient(backend, "Older Ltd"));
    for (const own of [token, signedBySecret(loadKeys(backend.database).jwt_secret, token)]) {
      expect(await statusOf(own)).not.toBe(429);
    }
  });
}
