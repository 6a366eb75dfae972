import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signUpClient, signUpPerson, type Person } from "../../support/people/people.ts";
import { makeShown, teamPages } from "../../support/browser/team-pages.ts";
import { sendMessage, signUpTeamMember } from "../../support/people/team.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { describeBidi, words } from "./bidi.ts";

const shared = await openSharedSite();
const { backend, signIn, site } = shared;
const SECRET = `canary ${randomUUID()}`;
const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
/** Those to whom there is no such page. */
const others: Record<string, Person> = {
  "a client": await signUpClient(backend, "Others Ltd"),
  "a stranger": await signUpPerson(backend, {}),
};
const item = await sendMessage(backend, SECRET);
const made = await makeShown(backend, admin, words);
const { invitation: _, unsubscribe: __, ...shown } = teamPages(made);
/** Every page of the team, whatever its query would show of it, and its files. */
const pages = [
  ...new Map(
    Object.values(shown)
      .toReversed()
      .map((path) => [path.split("?")[0], path]),
  ).values(),
  ...["inbox", "requirements", "candidates"].map((list) => `/team/export/${list}.csv`),
];

describe("to anybody else", () => {
  it.each(["a client", "a stranger"])("to %s there is nothing under /team, by any way", async (who) => {
    const visitor = await signIn(others[who]!);
    // Every page has one loader, however it is asked for, and one answer to both of them: the client goes to each, by turns as
    // a page and as its data, and the stranger to some, the other way. The database refuses by itself (support/api/matrix).
    const isClient = who === "a client";
    const isAsked = (index: number) => isClient || index % 7 === 0;
    for (const [index, path] of pages.entries()) {
      if (!isAsked(index) && !path.startsWith("/team/export/")) continue;
      const isPage = (index % 2 === 0) === isClient;
      const way = isPage ? path : path.replace(/(?=\?|$)/, ".data");
      const response = await visitor.ask(way);
      const body = await response.text();
      expect(response.status, way).toBe(404);
      expect(body, way).not.toMatch(/canary|Take the next|Ada Admin/);
      if (isPage) expect(body.replace(/<title>.*<\/title>/s, "")).toContain("Oops! Page not found");
    }
    const [record, shortlist] = ["/team/candidates/", "/team/requirements/"].map((room) =>
      pages.find((path) => new RegExp(`^${room}[\\da-f-]{36}$`).test(path))!,
    );
    const posts = [
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
      [`/team/inbox/${item.id}/requirement`, { intent: "add:required_skills" }],
      ["/team/inbox/new", { intent: "save", source: "phone", name: "Ravi", phone: "1", requirement: "x" }],
      ["/team/notifications", { version: "0", inbox: "never", requirements: "never", messages: "never" }],
      ["/team/notifications", { messages: "nonsense" }],
      ["/team/answers", { title: "" }],
      ["/team/candidates/new", { full_name: "x", is_adult: "on" }],
      [`${shortlist}/candidates`, { intent: "add", full_name: "x", is_adult: "on" }],
      [`${shortlist}/edit`, { job_title: "x" }],
      ...["", "/edit", "/export", "/erase"].map((end) => [record + end, { intent: "note", body: "x" }] as const),
    ] as const;
    for (const [path, entries] of posts.filter((_, index) => isAsked(index))) {
      const response = await visitor.post(path, entries);
      expect(response.status, path).toBe(404);
      expect(await response.text(), path).not.toMatch(/canary|Ada Admin|There is a problem/);
    }
    const { data } = await admin.api.from("inbox_items").select("version, state, assignee").eq("id", item.id).single();
    expect(data).toEqual({ version: item.version, state: "new", assignee: null });
  });

  it("signed out, a list leads back to how it was shown, and what was looked for stands in no other address", async () => {
    const list = "/team/requirements?group=waiting&sort=deadline";
    const { headers } = await new Visitor(site.url).ask(`${list}&words=Asha+Rao&client=${randomUUID()}&status=a%40b.c`);
    expect(headers.get("location")).toBe(`/client-auth?${new URLSearchParams({ redirectTo: list }).toString()}`);
    const { email, password } = recruiter;
    const back = await new Visitor(site.url).post(headers.get("location")!, { intent: "sign-in", email, password });
    expect(back.headers.get("location")).toBe(list);
  });

  it("signed out, every page leads to the sign-in and back", async () => {
    for (const path of pages) {
      const { status, headers } = await new Visitor(site.url).ask(path);
      // Back without the query, of which only what was begun and how a list is shown is gone on with.
      const signIn = `/client-auth?redirectTo=${encodeURIComponent(path.split("?")[0]!)}`;
      expect([status, headers.get("location")], path).toEqual([302, signIn]);
      if (path !== "/team" && path !== "/team/my-day") continue;
      const visitor = new Visitor(site.url);
      expect(await visitor.read(signIn)).not.toContain("Client Portal</h1>");
      const { email, password } = recruiter;
      const back = await visitor.post(signIn, { intent: "sign-in", email, password });
      expect(back.headers.get("location")).toBe(path);
    }
  });
});

describe("the way in", () => {
  it("the portal's pages lead the team to its own, with what they were told", async () => {
    const visitor = await Visitor.signedInAs(site.url, recruiter);
    for (const path of [
      ...["/client-dashboard", "/client-auth", "/submit-requirement", "/login"],
      ...["/client-dashboard/company", `/client-dashboard/requirements/${randomUUID()}`],
    ]) {
      expect((await visitor.ask(path)).headers.get("location"), path).toBe("/team/my-day");
    }
    expect((await (await signIn(admin)).ask("/client-dashboard")).headers.get("location")).toBe("/team");
    expect(await visitor.read("/team")).toContain("Successfully signed in!");
    expect(await visitor.read("/team")).not.toContain("Successfully signed in!");
  });

  it("the welcome after /login keeps its words, and has a link", async () => {
    const visitor = new Visitor(site.url);
    const { email, password } = recruiter;
    const response = await visitor.post("/login", { email, password });
    expect(response.headers.get("location")).toBe("/");
    const home = await visitor.read("/");
    expect(home).toMatch(/<p class="label">Welcome back team member<\/p>\s*<p><a href="\/team\/my-day">/);
  });

  it("the footer has a quiet link, and nothing about it is fetched ahead", async () => {
    const home = await (await new Visitor(site.url).ask("/")).text();
    expect(home).toContain('<a href="/team">For our team</a>');
    expect(home).toMatch(/"not":\{"href_matches":\[[^\]]*"\/team\*"/);
  });

  it("the frame names who it is, and shows people and activity to the admin alone", async () => {
    const pages = await Promise.all(
      [admin, recruiter].map(async (person) => (await signIn(person)).ask("/team").then((page) => page.text())),
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

describe("what a stranger has typed", () => describeBidi(shared, { admin, shown: made }));
