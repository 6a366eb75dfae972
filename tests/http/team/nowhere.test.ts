import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signUpClient, type Person } from "../../support/people/people.ts";
import { readSessionCookie } from "../../support/http/session.ts";
import { expectNoWords, expectPage } from "../../support/http/expectations.ts";
import { openSiteBehindProxy } from "../../support/http/waves.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { Visitor } from "../../support/http/visitor.ts";

// Pages that are not there, to whomever, and a backend that says nothing.

let running: Awaited<ReturnType<typeof openSiteBehindProxy>>;
let admin: TeamPerson;
let recruiter: TeamPerson;
let client: Person;

beforeAll(async () => {
  running = await openSiteBehindProxy();
  admin = await signUpTeamMember(running.backend, "admin", "Ada Admin");
  recruiter = await signUpTeamMember(running.backend, "recruiter", "Rea Recruiter");
  client = await signUpClient(running.backend, "Nowhere Ltd");
});
afterAll(() => running.stop());

function signedInAs(person: Person): Promise<Visitor> {
  return Visitor.signedInAs(running.site.url, person);
}

const NOWHERE = [
  "/team/nowhere",
  "/team/a/b/c",
  `/team/inbox/${randomUUID()}`,
  "/team/inbox/nonsense",
  `/team/inbox/${randomUUID()}/requirement`,
  `/team/requirements/${randomUUID()}`,
  "/team/requirements/nonsense",
  `/team/clients/${randomUUID()}`,
];
/** The admins' own, and those of who may take a list along. */
const OTHERS = [
  "/team/people",
  "/team/activity",
  `/team/people/${randomUUID()}`,
  "/team/export/inbox.csv",
  "/team/export/requirements.csv",
];

describe("what is not there", () => {
  it("is said in the team's own frame to the team, and to a client as any other", async () => {
    const [team, company] = [await signedInAs(recruiter), await signedInAs(client)];
    // A notice is rendered anywhere.
    await team.ask("/team");
    for (const path of [...NOWHERE, ...OTHERS]) {
      for (const visitor of [team, company]) {
        const response = await visitor.ask(path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(response.headers.get("content-type")).toContain("text/html");
        const html = await response.text();
        expect(html, path).toContain("Oops! Page not found");
        expect(html.includes("<strong>Rea Recruiter</strong>"), path).toBe(visitor === team);
        expect(html.includes('<a href="/team" class="btn">To the inbox</a>'), path).toBe(visitor === team);
        expect(html, path).not.toMatch(visitor === team ? /href="\/login"|Reset Your Password/ : /team-header/);
      }
    }
  });

  it("a path that is none needs no sign-in, and a post to what takes none is no page of the team", async () => {
    const anybody = new Visitor(running.site.url);
    expect((await anybody.ask("/team/nowhere")).status).toBe(404);
    for (const path of ["/team/activity", "/team/search"]) {
      for (const [visitor, status] of [
        [anybody, 405],
        [await signedInAs(client), 404],
      ] as const) {
        const response = await visitor.post(path, { x: "y" });
        const html = await response.text();
        expect(response.status).toBe(status);
        expect(html).not.toMatch(/href="\/team\/(requirements|people|activity)"|work-header/);
      }
    }
  });

  it("to a client the footer has no way to the team", async () => {
    const html = await (await (await signedInAs(client)).ask("/client-dashboard")).text();
    expect(html).not.toContain('href="/team"');
  });
});

// Each waits for as long as the site does; all at once.
describe("a backend that says nothing", () => {
  const open = Promise.withResolvers<void>();
  const asked: { line: string; authorization: string | undefined }[] = [];
  let item: string;
  type Name =
    | "admin"
    | "recruiter"
    | "writer"
    | "leader"
    | "client"
    | "atInbox"
    | "atPeople"
    | "atHome"
    | "atCompany"
    | "lost";
  let visitors: Record<Name, Visitor>;

  beforeAll(async () => {
    item = (await sendMessage(running.backend, "Silence")).id;
    visitors = {
      admin: await signedInAs(admin),
      recruiter: await signedInAs(recruiter),
      writer: await signedInAs(recruiter),
      leader: await signedInAs(admin),
      client: await signedInAs(client),
      atInbox: await signedInAs(admin),
      atPeople: await signedInAs(admin),
      atHome: await signedInAs(client),
      atCompany: await signedInAs(client),
      lost: await signedInAs(client),
    };
    // From then on the site has the keys, by which it knows a session without asking.
    await visitors.atHome.ask("/client-dashboard");
    running.proxy.gate = (line, authorization) => {
      asked.push({ line, authorization });
      return open.promise;
    };
  });
  afterAll(() => {
    open.resolve();
    running.proxy.gate = () => undefined;
  });

  it.concurrent.each([
    ["atInbox", "/team", "The public site", "Executive Search"],
    ["atPeople", "/team/people", "The public site", "Executive Search"],
    ["atHome", "/client-dashboard", "Change password", "For our team"],
    ["atCompany", "/client-dashboard/company", "Change password", "For our team"],
  ] as const)("leaves whoever is %s in the frame of %s, with the way out", async (name, path, shown, missing) => {
    const { email } = path.startsWith("/team") ? admin : client;
    const html = await expectPage(visitors[name].ask(path), 503, `<strong>${email}</strong>`, "Sign Out", `>${shown}<`);
    expectNoWords(html, `>${missing}<`);
    // Which the team's pages are laid out by.
    expect(html.includes('class="header work-header team-header"')).toBe(path.startsWith("/team"));
  });

  it.concurrent("puts a page that is none in nobody's frame", async () => {
    const html = await expectPage(visitors.lost.ask("/team/nowhere"), 404, "Page not found");
    expectNoWords(html, "My day", "Sign Out", "The public site");
  });

  it.concurrent.each([
    ["the inbox", "admin", "/team"],
    ["an item", "recruiter", "/team/inbox/:item"],
    ["the requirements", "leader", "/team/requirements"],
    ["a client's dashboard", "client", "/client-dashboard"],
  ] as const)("is asked once for each thing of %s, and the page says so", async (_, name, path) => {
    const token = readSessionCookie(visitors[name]).access_token;
    const response = await visitors[name].ask(path.replace(":item", item));
    expect(response.status).toBe(503);
    const own = asked.filter(({ authorization }) => authorization === `Bearer ${token}`).map(({ line }) => line);
    expect(own.length).toBeGreaterThan(0);
    expect(own).toEqual([...new Set(own)]);
  });

  it.concurrent("sends nobody to the sign-in whose session goes on", async () => {
    const note = { intent: "note", kind: "note", body: "Kept words" };
    const response = await visitors.writer.post(`/team/inbox/${item}`, note);
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain(">Kept words</textarea>");
    expect(html).not.toContain("Sign in in a new tab");
  });
});
