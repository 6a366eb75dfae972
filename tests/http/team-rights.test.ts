import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { signUpClient, signUpPerson, type Person } from "../support/people/people.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../support/people/team.ts";
import { Visitor } from "../support/http/visitor.ts";

const running = await openSharedSite();
let admin: TeamPerson;
let recruiter: TeamPerson;
let item: Awaited<ReturnType<typeof sendMessage>>;
/** Those to whom there is no such page. */
let others: Record<string, Person>;

const SECRET = `canary ${randomUUID()}`;

beforeAll(async () => {
  const { backend } = running;
  admin = await signUpTeamMember(backend, "admin", "Ada Admin");
  recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
  others = { "a client": await signUpClient(backend, "Others Ltd"), "a stranger": await signUpPerson(backend, {}) };
  item = await sendMessage(backend, SECRET);
});

function signedInAs(person: Person): Promise<Visitor> {
  return Visitor.signedInAs(running.site.url, person);
}

function paths(): string[] {
  return [
    "/team",
    "/team?state=done",
    "/team/my-day",
    "/team/requirements",
    `/team/inbox/${item.id}`,
    `/team/inbox/several?act=done&item=${item.id}.1`,
    "/team.data",
    `/team/inbox/${item.id}.data`,
  ];
}

describe("to anybody else", () => {
  it.each(["a client", "a stranger"])("to %s there is nothing under /team, by any way", async (who) => {
    const visitor = await signedInAs(others[who]!);
    const nowhere = await (await visitor.ask("/nowhere")).text();
    for (const path of paths()) {
      const response = await visitor.ask(path);
      const body = await response.text();
      expect(response.status, path).toBe(404);
      expect(body).not.toMatch(/canary|Take the next|Ada Admin/);
      if (!path.endsWith(".data")) expect(body.replace(/<title>.*<\/title>/s, "")).toContain("Oops! Page not found");
    }
    expect(nowhere).toContain("Oops! Page not found");
    for (const [path, entries] of [
      ["/team", { intent: "next" }],
      ["/team", { take: `${item.id}.${item.version}` }],
      [`/team/inbox/${item.id}`, { intent: "note", kind: "note", body: "x" }],
      [`/team/inbox/${item.id}`, { intent: "state", state: "spam", seen: String(item.version) }],
      ["/team/inbox/several", { act: "spam", item: `${item.id}.${item.version}` }],
      // What would be wrong for anybody is not there, either.
      ["/team", { take: "nonsense" }],
      [`/team/inbox/${item.id}`, { intent: "note", kind: "note", body: "" }],
      [`/team/inbox/${item.id}.data`, { intent: "no such" }],
      ["/team/inbox/several", { act: "spam" }],
      ["/team/people", { intent: "invite", email: "" }],
      [`/team/people/${admin.userId}`, { display_name: "" }],
      [`/team/requirements/${item.id}`, { intent: "status" }],
      ["/team/requirements", { requirement: `${item.id}.1`, recruiter: "" }],
      [`/team/inbox/${item.id}/requirement`, { intent: "submit" }],
    ] as const) {
      const response = await visitor.post(path, entries);
      expect(response.status, path).toBe(404);
      expect(await response.text(), path).not.toMatch(/canary|Ada Admin|There is a problem/);
    }
    const { data } = await admin.api.from("inbox_items").select("version, state, assignee").eq("id", item.id).single();
    expect(data).toEqual({ version: item.version, state: "new", assignee: null });
  });

  it("signed out, every page leads to the sign-in and back", async () => {
    for (const path of ["/team", `/team/inbox/${item.id}`]) {
      const visitor = new Visitor(running.site.url);
      const response = await visitor.ask(path);
      expect(response.status).toBe(302);
      const signIn = response.headers.get("location") ?? "";
      expect(signIn).toBe(`/client-auth?redirectTo=${encodeURIComponent(path)}`);
      const { email, password } = recruiter;
      const back = await visitor.post(signIn, { intent: "sign-in", email, password });
      expect(back.headers.get("location")).toBe(path);
    }
  });

  it("what is no item is no page for the team either", async () => {
    const visitor = await signedInAs(recruiter);
    for (const id of [randomUUID(), "nonsense"]) {
      expect((await visitor.ask(`/team/inbox/${id}`)).status).toBe(404);
      const entries = { intent: "note", kind: "note", body: "x" };
      expect((await visitor.post(`/team/inbox/${id}`, entries)).status).toBe(404);
    }
  });
});

describe("the way in", () => {
  it("the portal's pages lead the team to its own, with what they were told", async () => {
    const visitor = await signedInAs(recruiter);
    const boss = await signedInAs(admin);
    for (const path of [
      ...["/client-dashboard", "/client-auth", "/submit-requirement", "/login"],
      ...["/client-dashboard/company", `/client-dashboard/requirements/${randomUUID()}`],
    ]) {
      expect((await visitor.ask(path)).headers.get("location"), path).toBe("/team/my-day");
      expect((await boss.ask(path)).headers.get("location"), path).toBe("/team");
    }
    expect(await visitor.read("/team")).toContain("Successfully signed in!");
    expect(await visitor.read("/team")).not.toContain("Successfully signed in!");
  });

  it("the welcome after /login keeps its words, and has a link", async () => {
    const visitor = new Visitor(running.site.url);
    const { email, password } = recruiter;
    const response = await visitor.post("/login", { email, password });
    expect(response.headers.get("location")).toBe("/");
    const home = await visitor.read("/");
    expect(home).toMatch(/<p class="label">Welcome back team member<\/p>\s*<p><a href="\/team\/my-day">/);
  });

  it("the footer has a quiet link, and nothing about it is fetched ahead", async () => {
    const home = await (await new Visitor(running.site.url).ask("/")).text();
    expect(home).toContain('<a href="/team">For our team</a>');
    expect(home).toMatch(/"not":\{"href_matches":\[[^\]]*"\/team\*"/);
  });

  it("the frame names who it is, and shows people and activity to the admin alone", async () => {
    const pages = await Promise.all(
      [admin, recruiter].map(async (person) => (await signedInAs(person)).ask("/team").then((page) => page.text())),
    );
    expect(pages[0]).toMatch(/<strong>Ada Admin<\/strong>, (<!-- -->)?admin/);
    expect(pages[1]).toMatch(/<strong>Rea Recruiter<\/strong>, (<!-- -->)?recruiter/);
    for (const path of ["/team/people", "/team/activity"]) {
      expect(pages[0]).toContain(`href="${path}"`);
      expect(pages[1]).not.toContain(`href="${path}"`);
    }
    for (const page of pages) {
      expect(page).toMatch(/<a href="\/team" aria-current="page">Inbox/);
      expect(page).not.toMatch(/href="\/login"|Hire Talent|href="\/submit-requirement"/);
    }
  });
});
