import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { LONGEST_MESSAGE } from "~/features/messages/schema";
import { signUpColleague } from "../../support/people/company.ts";
import { actInTurn, type Act } from "../../support/people/acts-in-turn.ts";
import { signUpClient, signUpPerson, type Person } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { type Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn } = await openSharedSite();
const owner = await signUpClient(backend, "Vega & Söhne");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const company = await signIn(owner);
const viewer = await signIn(await signUpColleague(backend, owner, "viewer", "Vic Viewer"));
const team = await signIn(recruiter);

const own = (id: string) => `/client-dashboard/requirements/${id}/messages`;
const forTeam = (id: string) => `/team/requirements/${id}/messages`;

/** What a page's form carries besides its words. */
async function formOn(visitor: Visitor, path: string): Promise<{ served: string; seen: string }> {
  const html = await visitor.read(path);
  return { served: fieldOn(html, "served"), seen: fieldOn(html, "seen") };
}

/** Sends a message as a person does, from a page opened anew. */
async function say(visitor: Visitor, path: string, body: string): Promise<Response> {
  return visitor.post(path, { ...(await formOn(visitor, path)), body });
}

/** Sends a message from no page that was opened for it: it answers nothing that was read. */
const write = (visitor: Visitor, path: string, body: string) => visitor.post(path, { body });

/** The same within the database, for many. */
const posting = (by: Person, requirement: string, body: string): Act => ({
  by,
  run: `select public.post_message('${requirement}', '${body}')`,
});

/** The words of a page's messages, in the order in which they stand there. */
function saidOn(html: string): string[] {
  return [...html.matchAll(/<p class="words" dir="auto">(.*?)<\/p>/gs)].map(([, words]) => words!);
}

describe("a message", () => {
  it("goes to the other side and back, under its day and its writer's name", async () => {
    const id = await fileRequirement(owner);
    await expectRedirect(say(company, own(id), "When do you begin?\n  Thanks"), 303, `${own(id)}#newest`);
    expectWords(await company.read(own(id)), "Message sent", 'id="newest"');
    const seen = await team.read(forTeam(id));
    expect(saidOn(seen)).toEqual(["When do you begin?\n  Thanks"]);
    expect(seen).toContain("<bdi>Client Person</bdi></strong>, <bdi>Vega & Söhne</bdi>");
    expect(seen).toMatch(/<strong class="count">New<\/strong>/);
    expect(await team.read(forTeam(id))).not.toContain(">New<");
    expect((await write(team, forTeam(id), "On Monday.")).status).toBe(303);
    const answered = await company.read(own(id));
    expect(saidOn(answered)).toEqual(["When do you begin?\n  Thanks", "On Monday."]);
    expect(answered).toContain("<bdi>Rea Recruiter</bdi></strong>, <bdi>Kaushal Global Hiring</bdi>");
    expect(answered).toContain("<strong>You</strong>");
    expectNoWords(answered, recruiter.email, recruiter.userId);
    // Days and times are those of the agency.
    expect(answered).toMatch(/<h3 id="day-\d{4}-\d\d-\d\d"/);
    expect(answered).toMatch(/<time [^>]*>\d\d:\d\d<\/time>/);
  });

  it("of the team waits until somebody of the company answers, or says that none is needed, whoever has opened it", async () => {
    const asked = await signUpClient(backend, "Lacerta Mills");
    const id = await fileRequirement(asked);
    const reader = await signIn(asked);
    const onlooker = await signIn(await signUpColleague(backend, asked, "viewer"));
    const waits = "Your recruiter waits for your answer";
    await write(team, forTeam(id), "Pune, or by video first?");
    const opened = await reader.read(own(id));
    expect(opened).toContain("No Answer Needed");
    expect(await reader.read("/client-dashboard")).toContain(waits);
    for (const path of [own(id), "/client-dashboard"]) {
      expectNoWords(await onlooker.read(path), "No Answer Needed", waits);
    }
    const none = { intent: "no-answer", seen: fieldOn(opened, "seen") };
    expect((await onlooker.post(own(id), none)).status).toBe(403);
    await write(team, forTeam(id), "Or on Monday?");
    // What was written since the page was opened waits on.
    expect((await reader.post(own(id), none)).status).toBe(303);
    const html = await reader.read(own(id));
    expect(await reader.read("/client-dashboard")).toContain(waits);
    expect((await reader.post(own(id), { ...none, seen: fieldOn(html, "seen") })).status).toBe(303);
    expectWords(await reader.read("/client-dashboard"), "No answer needed");
    expectNoWords(await reader.read("/client-dashboard"), waits);
    await write(team, forTeam(id), "Did you see our card?");
    const form = await formOn(reader, own(id));
    await write(team, forTeam(id), "And the second one?");
    await reader.post(own(id), { ...form, body: "The first, yes." });
    await reader.read(own(id));
    expect(await reader.read("/client-dashboard")).toContain(waits);
    await say(reader, own(id), "By video.");
    expectNoWords(await reader.read("/client-dashboard"), waits);
    expect((await reader.post(own(id), { intent: "no-answer", seen: "yesterday" })).status).toBe(400);
  });

  it("is one, however often its form comes; the same words from a page opened anew are another", async () => {
    const id = await fileRequirement(owner);
    const entries = { ...(await formOn(company, own(id))), body: "Thanks!" };
    const answers = await Promise.all([1, 2, 3].map(() => company.post(own(id), entries)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await company.post(own(id), { ...entries, seen: "" })).status).toBe(303);
    expect(saidOn(await company.read(own(id)))).toEqual(["Thanks!"]);
    await say(company, own(id), "Thanks!");
    expect(saidOn(await company.read(own(id)))).toEqual(["Thanks!", "Thanks!"]);
  });

  it("is shown as it is: markup, texts of another direction, every plane of Unicode, no half a letter", async () => {
    const id = await fileRequirement(owner);
    const told = [
      [
        `<script>alert(1)</script><img src=x onerror=alert(1)>`,
        "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;",
      ],
      ["שלום \u202Eabc", "שלום \u202Eabc"],
      ["नमस्ते \u{1f469}\u200d\u{1f4bb} \u{10ffff}", "नमस्ते \u{1f469}\u200d\u{1f4bb} \u{10ffff}"],
      ["a\u0007b\u009fc \ud800", "abc \ufffd"],
    ] as const;
    for (const [body] of told) expect((await write(company, own(id), body)).status).toBe(303);
    expect(saidOn(await team.read(forTeam(id)))).toEqual(told.map(([, shown]) => shown));
  });

  it("as long as it may be is taken, longer comes back whole", async () => {
    const id = await fileRequirement(owner);
    const longest = "\u{1f600}".repeat(LONGEST_MESSAGE);
    expect((await write(company, own(id), longest)).status).toBe(303);
    const html = await expectPage(write(company, own(id), `${longest}x`), 400);
    expectWords(html, "<title>Error: ", "Use 4,000 characters or fewer for your message", `>${longest}x</textarea>`);
    await expectPage(write(company, own(id), " \u200b\n"), 400, "Enter your message");
    expect(saidOn(await company.read(own(id)))).toEqual([longest]);
  });

  it("marked by the page: what came while an answer was typed stays new for the whole company", async () => {
    const id = await fileRequirement(owner);
    await write(team, forTeam(id), "First");
    const form = await formOn(company, own(id));
    await write(team, forTeam(id), "Second");
    await company.post(own(id), { ...form, body: "To the first" });
    expect(await viewer.read("/client-dashboard")).toContain(`<a href="${own(id)}" class="count">1 new message</a>`);
    expect(await company.read(own(id))).toContain(">New<");
  });
});

describe("what is unread", () => {
  it("stands beside the titles, for each reader by themselves, and above the list while it waits", async () => {
    const id = await fileRequirement(owner, { job_title: "Turner of lenses" });
    await write(team, forTeam(id), "One");
    await write(team, forTeam(id), "Two");
    for (const visitor of [company, viewer]) {
      const dashboard = await visitor.read("/client-dashboard");
      expect(dashboard).toContain("Waiting for you");
      expect(dashboard.split(`<a href="${own(id)}" class="count">2 new messages</a>`)).toHaveLength(2);
      expect(dashboard).toMatch(
        /<h3>2 new messages<\/h3><p><a [^>]+><bdi>Turner of lenses<\/bdi><\/a>, the last on <time /,
      );
    }
    await company.read(own(id));
    expect(await company.read("/client-dashboard")).not.toContain(`<a href="${own(id)}" class="count">`);
    expect(await viewer.read("/client-dashboard")).toContain(`<a href="${own(id)}" class="count">`);
    await say(company, own(id), "Three");
    expect(await viewer.read("/client-dashboard")).not.toContain(`<a href="${own(id)}" class="count">`);
    const list = await team.read("/team/requirements?words=lenses");
    expect(list).toContain(`<a href="${forTeam(id)}" class="count">1 new message</a>`);
    await team.read(forTeam(id));
    expect(await team.read("/team/requirements?words=lenses")).not.toContain('class="count">1 new message');
  });

  it("of more than five requirements is five, and the others a list of their own, of any status and page by page", async () => {
    const other = await signUpClient(backend, "Unread Ltd");
    const visitor = await signIn(other);
    await fileRequirement(other, { job_title: "Post 0" });
    expect(await visitor.read("/client-dashboard")).not.toContain("Unread messages");
    const client = await other.api.from("clients").select("id").single().throwOnError();
    const rows = Array.from({ length: 22 }, (_, index) => ({
      id: randomUUID(),
      client_id: client.data.id,
      job_title: `Post ${index + 1}`,
      job_type: "contract" as const,
      location: "Pune",
      required_skills: ["TIG"],
      job_description: "Weld.",
      created_at: new Date(Date.now() + index).toISOString(),
    }));
    await service.from("job_requirements").insert(rows).throwOnError();
    const filed = rows.map(({ id }) => id);
    await actInTurn(
      backend.database,
      filed.map((id) => posting(recruiter, id, "Hello")),
    );
    for (const requirement of filed.slice(0, 2)) {
      await recruiter.api.rpc("change_requirement_status", { requirement, seen: 1, status: "filled" });
    }
    const html = await visitor.read("/client-dashboard");
    const waiting = /aria-labelledby="waiting"(.*?)<\/section>/s.exec(html)![1]!;
    expect([
      ...waiting.matchAll(/<h3>1 new message<\/h3><p><a [^>]+><bdi>Post \d+<\/bdi><\/a>, on <time /g),
    ]).toHaveLength(5);
    expect(waiting.indexOf("Post 22")).toBeLessThan(waiting.indexOf("Post 21"));
    expect(waiting).toContain("And on 17 others");
    const [, path] = /others: <a href="([^"]+)#requirements">see all 22 with unread messages/.exec(html)!;
    expect(html).toContain(`<a href="${path}#requirements">Unread messages (22)</a>`);
    const titlesOn = (page: string) =>
      [...page.slice(page.indexOf('id="requirements"')).matchAll(/<bdi>(Post \d+)</g)].map(([, title]) => title);
    const first = await visitor.read(path!);
    const [, older] = /href="([^"]+before=[^"]+)"/.exec(first)!;
    const second = await visitor.read(older!);
    expect([...titlesOn(first), ...titlesOn(second)]).toEqual(Array.from({ length: 22 }, (_, at) => `Post ${22 - at}`));
    expect(second).toContain('aria-current="page">Unread messages (22)</a>');
    const [, filled] = /href="([^"]+)">Filled</.exec(first)!;
    expect(titlesOn(await visitor.read(filled!))).toEqual(["Post 2", "Post 1"]);
    expect(await visitor.read("/client-dashboard?status=cancelled&unread=yes")).toContain(
      "None of your requirements is cancelled and has unread messages.",
    );
    expect(titlesOn(await visitor.read("/client-dashboard?unread=no"))).toHaveLength(20);
  });
});

describe("a long thread", () => {
  it("is read page by page, each the oldest first", async () => {
    const id = await fileRequirement(owner);
    const said = Array.from({ length: 55 }, (_, index) => `Message ${index} of many`);
    await actInTurn(
      backend.database,
      said.map((body) => posting(owner, id, body)),
    );
    const pages: string[][] = [];
    let path: string | undefined = forTeam(id);
    while (path) {
      const html = await team.read(path);
      pages.unshift(saidOn(html));
      expect(html.includes("<textarea")).toBe(path === forTeam(id));
      path = /href="([^"]*\?before=[^"]*)"/.exec(html)?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([5, 25, 25]);
    expect(pages.flat()).toEqual(said);
    const nonsense = "2026-01-01T00:00:00Z~x";
    expect(saidOn(await team.read(`${forTeam(id)}?before=${nonsense}`))).toEqual(said.slice(30));
  });
});

describe("who may", () => {
  it("a viewer reads, and by no request writes; their words come back", async () => {
    const id = await fileRequirement(owner);
    await write(company, own(id), "Ours");
    const page = await viewer.read(own(id));
    expect(saidOn(page)).toEqual(["Ours"]);
    expect(page).not.toContain("<textarea");
    expect(page).toContain("Our whole team reads what your company writes here.");
    expect(await company.read(own(id))).toContain("Our whole team reads what you write here.");
    const colleague = await signUpTeamMember(backend, "recruiter", "Rhea Reader");
    await service.from("job_requirements").update({ recruiter_id: colleague.userId }).eq("id", id);
    expect(await viewer.read(own(id))).toContain(
      "looks after this requirement and reads what your company writes here.",
    );
    expect(await company.read(own(id))).toContain("looks after this requirement and reads what you write here.");
    const html = await expectPage(viewer.post(own(id), { body: "May I?" }), 403);
    expectWords(html, "You can read here, but not write", ">May I?</textarea>");
    expect(saidOn(await viewer.read(own(id)))).toEqual(["Ours"]);
  });

  it("is nobody of another company, nobody without one, and on the team's page nobody but the team", async () => {
    const id = await fileRequirement(owner);
    await write(company, own(id), "Canary words");
    const stranger = await signIn(await signUpClient(backend, "Strange Ltd"));
    const nobody = await signIn(await signUpPerson(backend, {}));
    // A page has one loader, however it is asked for: by turns as a page, as its data, and as an older part of it.
    const ways = ["", ".data", "?before=x"];
    const bodies = ["x", ""];
    const doors = [
      [stranger, own(id)],
      [nobody, own(id)],
      [stranger, forTeam(id)],
      [company, forTeam(id)],
      [company, own(randomUUID())],
      [company, own("nonsense")],
      [team, forTeam(randomUUID())],
      [team, forTeam("nonsense")],
    ] as const;
    for (const [index, [visitor, path]] of doors.entries()) {
      const asked = index === 0 ? ways : [ways[index % ways.length]!];
      for (const way of asked) {
        const response = await visitor.ask(path + way);
        expect(response.status, path + way).toBe(404);
        expect(await response.text(), path + way).not.toContain("Canary");
      }
      if (visitor === nobody) continue;
      const response = await visitor.post(path, { body: bodies[index % 2]! });
      expect(response.status, path).toBe(404);
      if (!path.startsWith("/team")) expect(await response.text()).toContain("To the dashboard</a>");
    }
    // Whoever has been removed while they wrote keeps their words; from that nobody learns what is there.
    const pages = await Promise.all(
      [own(id), own(randomUUID())].map(async (path) => {
        const response = await nobody.post(path, { body: "Half an hour of typing" });
        expect(response.status, path).toBe(403);
        return (await response.text()).replaceAll(path, "");
      }),
    );
    for (const html of pages) {
      expectWords(html, ">Half an hour of typing</textarea>", "You no longer belong to a company.");
      expect(html).not.toContain("Canary");
    }
    // The team has a page of its own.
    expect((await team.ask(own(id))).headers.get("location")).toBe("/team/my-day");
    expect(saidOn(await company.read(own(id)))).toEqual(["Canary words"]);
  });
});

describe("the inbox", () => {
  it("gets the requirement's line back, with an event and no word of the message", async () => {
    // A word of this run alone.
    const word = `w${randomUUID().slice(0, 8)}`;
    const id = await fileRequirement(owner);
    const line = async () =>
      (await service.from("inbox_items").select("id, version, state").eq("requirement_id", id).single()).data!;
    const { id: item, version } = await line();
    await recruiter.api.rpc("set_item_state", { item, seen: version, state: "done" });
    await write(company, own(id), `${word} of the company`);
    expect((await line()).state).toBe("new");
    await write(team, forTeam(id), `${word} of the team`);
    const page = await team.read(`/team/inbox/${item}`);
    expectWords(page, "Open again: the company wrote a message", "Answered the company");
    expect(page).toContain(`href="${forTeam(id)}"`);
    expect(page).not.toContain(word);
    expect(await team.read("/team?kind=requirement")).not.toContain(word);
    expect(await team.read(`/team?words=${word}`)).not.toContain(item);
    // A note is the team's, and stands nowhere else.
    await team.post(`/team/inbox/${item}`, { intent: "note", kind: "note", body: "Secret note" });
    for (const path of [own(id), forTeam(id), "/client-dashboard"]) {
      // What a page is made of, of which it says no more.
      const visitor = path.startsWith("/team") ? team : company;
      expect(await visitor.read(`${path}.data`), path).not.toContain("Secret note");
    }
  });
});
