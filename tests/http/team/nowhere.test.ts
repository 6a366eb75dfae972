import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { connect, signUpClient, type Person } from "../../support/people/people.ts";
import { readSessionCookie } from "../../support/http/session.ts";
import { expectNoWords, expectPage } from "../../support/http/expectations.ts";
import { openSiteBehindProxy } from "../../support/http/waves.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../../support/people/team.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { openSharedSite, PASSES_TIME } from "../../support/services/processes.ts";

// Pages that are not there, to whomever, and a backend that says nothing, or fails.

const FAILURE = { code: "XX000", message: "boom" };

const { backend, signIn, site } = await openSharedSite();
let running: Awaited<ReturnType<typeof openSiteBehindProxy>>;
let admin: TeamPerson;
let recruiter: TeamPerson;
let client: Person;

beforeAll(async () => {
  running = await openSiteBehindProxy({ LOG_LEVEL: "info", POSTS_PER_MINUTE: "1", ...PASSES_TIME });
  admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  client = await signUpClient(backend, "Nowhere Ltd");
  // There is something to take along.
  await fileRequirement(client);
});
afterAll(() => running.stop());

/** A browser of somebody's own, without a post that the site would count: by the backend under the name that the site knows. */
async function signedInAs({ email, password }: Person): Promise<Visitor> {
  const { auth } = connect(running.proxy.url, running.backend.keys.publishable_key);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return Visitor.of(running.site.url, { email, password, session: data.session });
}

const NOWHERE = [
  "/team/nowhere",
  "/team/a/b/c",
  `/team/inbox/${randomUUID()}`,
  "/team/inbox/nonsense",
  `/team/inbox/${randomUUID()}/requirement`,
  `/team/requirements/${randomUUID()}`,
  `/team/requirements/${randomUUID()}/find`,
  "/team/requirements/nonsense",
  `/team/clients/${randomUUID()}`,
  `/team/clients/${randomUUID()}/requirement`,
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
    const [team, company] = [await signIn(recruiter), await signIn(client)];
    // A notice is rendered anywhere.
    await team.ask("/team");
    for (const path of [...NOWHERE, ...OTHERS]) {
      // To a client nothing of the team's is there (rights.test.ts): one that is none, and one of another's.
      for (const visitor of path === NOWHERE[0] || path === OTHERS[0] ? [team, company] : [team]) {
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
    const anybody = new Visitor(site.url);
    expect((await anybody.ask("/team/nowhere")).status).toBe(404);
    for (const path of ["/team/activity", "/team/search"]) {
      for (const [visitor, status] of [
        [anybody, 405],
        [await signIn(client), 404],
      ] as const) {
        const response = await visitor.post(path, { x: "y" });
        const html = await response.text();
        expect(response.status).toBe(status);
        expect(html).not.toMatch(/href="\/team\/(requirements|people|activity)"|work-header/);
      }
    }
  });

  it("is no line of error that somebody would look into", async () => {
    const other = await signedInAs(recruiter);
    const own = `/team/people/${recruiter.userId}`;
    for (const path of ["/team/people", `${own}/remove`]) {
      expect((await other.ask(path)).status, path).toBe(404);
    }
    // Lines come after their answers: this page's is the last.
    await other.ask("/team");
    const { log } = running.site;
    await expect.poll(() => log.some((line) => line.includes('"route":"/team"'))).toBe(true);
    expect(log.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
  });

  it("to a client the footer has no way to the team", async () => {
    const html = await (await (await signIn(client)).ask("/client-dashboard")).text();
    expect(html).not.toContain('href="/team"');
  });
});

// All ask at once, and are let wait in vain once the backend has heard of each of them.
describe("a backend that says nothing", () => {
  const asked: { line: string; authorization: string | undefined }[] = [];
  const note = { intent: "note", kind: "note", body: "Kept words" };
  /** Whose question is about what; what is not there needs none. */
  const QUESTIONS = {
    admin: (visitor: Visitor) => visitor.ask("/team"),
    recruiter: (visitor: Visitor) => visitor.ask(`/team/inbox/${item}`),
    writer: (visitor: Visitor) => visitor.post(`/team/inbox/${item}`, note),
    leader: (visitor: Visitor) => visitor.ask("/team/requirements"),
    client: (visitor: Visitor) => visitor.ask("/client-dashboard"),
    atInbox: (visitor: Visitor) => visitor.ask("/team"),
    atPeople: (visitor: Visitor) => visitor.ask("/team/people"),
    atHome: (visitor: Visitor) => visitor.ask("/client-dashboard"),
    atCompany: (visitor: Visitor) => visitor.ask("/client-dashboard/company"),
  };
  type Name = keyof typeof QUESTIONS;
  const names = Object.keys(QUESTIONS) as Name[];
  let item: string;
  let lost: Response;
  const tokens = new Map<Name, string>();
  const answers = new Map<Name, Response>();

  /** What was asked for somebody. */
  const linesOf = (name: Name) =>
    asked.filter(({ authorization }) => authorization === `Bearer ${tokens.get(name)}`).map(({ line }) => line);

  beforeAll(async () => {
    item = (await sendMessage(running.backend, "Silence")).id;
    const visitors = new Map<Name, Visitor>();
    for (const name of names) {
      const person =
        { recruiter, writer: recruiter, client, atHome: client, atCompany: client }[name as string] ?? admin;
      const visitor = await signedInAs(person);
      visitors.set(name, visitor);
      tokens.set(name, readSessionCookie(visitor).access_token);
    }
    const stray = await signedInAs(client);
    // From then on the site has the keys, by which it knows a session without asking.
    await visitors.get("atHome")!.ask("/client-dashboard");
    const open = Promise.withResolvers<void>();
    running.proxy.gate = (line, authorization) => {
      asked.push({ line, authorization });
      return open.promise;
    };
    const given = Promise.all([
      stray.ask("/team/nowhere").then((answer) => (lost = answer)),
      ...names.map(async (name) => answers.set(name, await QUESTIONS[name](visitors.get(name)!))),
    ]);
    await vi.waitUntil(() => names.every((name) => linesOf(name).length > 0), 60_000);
    await running.site.passTime(given);
    open.resolve();
    running.proxy.gate = () => undefined;
  });

  it.each([
    ["atInbox", "/team", "The public site", "Executive Search"],
    ["atPeople", "/team/people", "The public site", "Executive Search"],
    ["atHome", "/client-dashboard", "Change password", "For our team"],
    ["atCompany", "/client-dashboard/company", "Change password", "For our team"],
  ] as const)("leaves whoever is %s in the frame of %s, with the way out", async (name, path, shown, missing) => {
    const { email } = path.startsWith("/team") ? admin : client;
    const html = await expectPage(answers.get(name)!, 503, `<strong>${email}</strong>`, "Sign Out", `>${shown}<`);
    expectNoWords(html, `>${missing}<`);
    // Which the team's pages are laid out by.
    expect(html.includes('class="header work-header team-header"')).toBe(path.startsWith("/team"));
  });

  it("puts a page that is none in nobody's frame", async () => {
    const html = await expectPage(lost, 404, "Page not found");
    expectNoWords(html, "My day", "Sign Out", "The public site");
  });

  it.each([
    ["the inbox", "admin"],
    ["an item", "recruiter"],
    ["the requirements", "leader"],
    ["a client's dashboard", "client"],
  ] as const)("is asked once for each thing of %s, and the page says so", (_, name) => {
    expect(answers.get(name)!.status).toBe(503);
    expect(linesOf(name)).toEqual([...new Set(linesOf(name))]);
  });

  it("sends nobody to the sign-in whose session goes on", async () => {
    const html = await expectPage(answers.get("writer")!, 503, ">Kept words</textarea>");
    expectNoWords(html, "Sign in in a new tab");
  });
});

describe("a backend that fails", () => {
  let clerk: Visitor;
  beforeAll(async () => {
    clerk = await signedInAs(await signUpTeamMember(backend, "recruiter", "Ann Archer"));
  });
  afterEach(() => running.proxy.mend());

  it.each([
    ["/team", { intent: "next" }, "take_next_item", "inbox item not taken"],
    ["/team/absence", { intent: "end" }, "end_absence", "absence not ended"],
  ])("leaves a line in the log of an act on %s, %j", async (path, entries, call, words) => {
    running.proxy.fail(`POST /rest/v1/rpc/${call}`, 500, FAILURE);
    expect((await clerk.post(path, entries)).status).toBe(502);
    await expect.poll(() => running.site.log.filter((line) => line.includes(words))).toHaveLength(1);
  });

  it("is not asked about an absence that comes too often, before it is refused", async () => {
    // The page that says so asks once, for itself.
    const statuses: number[] = [];
    while (statuses.length < 10 && statuses.at(-1) !== 429) {
      const left = running.proxy.failTimes(9, "POST /rest/v1/rpc/work_in_hand", 500, FAILURE);
      statuses.push((await clerk.post("/team/absence", { intent: "end" })).status);
      if (statuses.at(-1) === 429) expect(left()).toBe(8);
    }
    expect(statuses).toContain(429);
  });
});
