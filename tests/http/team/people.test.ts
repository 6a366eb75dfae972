import { describe, expect, it } from "vitest";
import { mailedUrl, mailTo } from "../../support/services/mailbox.ts";
import { freshEmail, signUpClient, signUpPerson } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn, site } = await openSharedSite();

const PEOPLE = "/team/people";
const PASSWORD = "correct horse battery";

const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const visitor = await signIn(admin);

/** A day, counted from today's by the agency's clock. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });
}

/** The path of the newest invitation's link to an address. */
async function invitationTo(email: string): Promise<string> {
  const { pathname, search } = await mailedUrl(backend.url, email);
  return pathname + search;
}

/** Invites an address as a recruiter. @returns the path of its link */
async function invite(email: string): Promise<string> {
  const sent = await visitor.post(PEOPLE, { intent: "invite", email, role: "recruiter", full_name: "Nia New" });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, PEOPLE]);
  return invitationTo(email);
}

/** The id of the open invitation of an address. */
async function openInvitation(email: string): Promise<string> {
  const { data } = await service.from("invitations").select("id").eq("email", email).single();
  return data!.id;
}

describe("the team's people", () => {
  it("are the admin's to see, and nobody else's of the team", async () => {
    expectWords(await visitor.read(PEOPLE), "Ada Admin", "Rea Recruiter");
    const other = await signIn(recruiter);
    for (const path of [PEOPLE, "/team/activity", `${PEOPLE}/${admin.userId}/remove`]) {
      const response = await other.ask(path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).not.toContain("Ada Admin");
    }
    const posts: Record<string, string>[] = [
      { intent: "invite", email: freshEmail(), role: "admin", full_name: "" },
      { intent: "role", person: recruiter.userId, new_role: "admin" },
    ];
    for (const entries of posts) expect((await other.post(PEOPLE, entries)).status).toBe(404);
    expect((await other.post(`${PEOPLE}/${admin.userId}/remove`, { intent: "remove" })).status).toBe(404);
  });

  it("says what is wrong with an invitation beside its field, and keeps the entries", async () => {
    await expectPage(
      visitor.post(PEOPLE, { intent: "invite", email: "nobody", role: "", full_name: "Kept" }),
      400,
      "Choose the role",
      'value="Kept"',
    );
  });

  it("says why an address can't be invited", async () => {
    const client = await signUpClient(backend, "Invited Ltd");
    for (const [email, words] of [
      [recruiter.email, "belongs to a member of the team already"],
      [client.email, "belongs to a company"],
    ] as const) {
      await expectPage(visitor.post(PEOPLE, { intent: "invite", email, role: "recruiter", full_name: "" }), 409, words);
    }
  });

  it("says what each may do, asks before somebody becomes an admin, and offers nobody to remove themselves", async () => {
    const person = await signUpTeamMember(backend, "recruiter", "Ola Other");
    const page = await visitor.read(PEOPLE);
    expect(page).toContain("downloads the lists");
    expect(page).not.toContain(`${PEOPLE}/${admin.userId}/remove`);
    const entries = { intent: "role", person: person.userId, new_role: "admin" };
    const asked = await visitor.post(PEOPLE, entries);
    expect(asked.status).toBe(200);
    expect(await asked.text()).toMatch(/Make <bdi>Ola Other<\/bdi> an admin\?/);
    const roleOf = async () =>
      (await service.from("user_roles").select("role").eq("user_id", person.userId).single()).data?.role;
    expect(await roleOf()).toBe("recruiter");
    expect((await visitor.post(PEOPLE, { ...entries, is_sure: "yes" })).status).toBe(303);
    expect(await roleOf()).toBe("admin");
  });

  it("changes a role, and asks before somebody is removed", async () => {
    const person = await signUpTeamMember(backend, "recruiter", "Gus Goer");
    const changed = await visitor.post(PEOPLE, { intent: "role", person: person.userId, new_role: "hr_manager" });
    expect(changed.status).toBe(303);
    const asking = await visitor.ask(`${PEOPLE}/${person.userId}/remove`);
    expect(await asking.text()).toContain("Remove Gus Goer");
    const removed = await visitor.post(`${PEOPLE}/${person.userId}/remove`, { intent: "remove" });
    expect(removed.status).toBe(303);
    expect(await visitor.read(PEOPLE)).toContain("Gus Goer is no longer in the team.");
    expect((await visitor.ask(`${PEOPLE}/${person.userId}/remove`)).status).toBe(404);
    expectWords(await visitor.read("/team/activity"), "HR manager", "from the team");
  });
});

describe("who leaves, or is away", () => {
  /** Somebody with a requirement and its line in hand. */
  async function busy(name: string) {
    const person = await signUpTeamMember(backend, "recruiter", name);
    const client = await signUpClient(backend, "Held Ltd");
    const requirement = await fileRequirement(client);
    const { error } = await person.api.rpc("set_recruiter", { requirement, seen: 1, person: person.userId });
    expect(error).toBeNull();
    return { person, client, requirement };
  }

  it("stands among the people with what they have in hand, and the day when they were here last", async () => {
    const { person } = await busy("Wes Worker");
    const absent = await signUpTeamMember(backend, "recruiter", "Nora Never");
    await absent.api.auth.signOut();
    const page = await visitor.read(PEOPLE);
    const rowOf = (id: string) => page.split("<li>").find((row) => row.includes(`href="${PEOPLE}/${id}"`))!;
    expect(rowOf(person.userId)).toContain("1 open requirement of 1 company; here on <time");
    expect(rowOf(absent.userId)).toContain("No open work; not here lately");
  });

  it("is named with what they have in hand; the page asks to whom it goes, and one post does all", async () => {
    const { person, client, requirement } = await busy("Lea Leaver");
    const next = await signUpTeamMember(backend, "recruiter", "Nel Next");
    const away = await signUpTeamMember(backend, "recruiter", "Abe Away");
    await away.api.rpc("set_absence", { person: away.userId, until: inDays(2), stand_in: next.userId });
    const path = `${PEOPLE}/${person.userId}/remove`;
    const page = await visitor.read(path);
    expectWords(
      page,
      "<strong>1 inbox item and 1 open requirement of 1 company</strong>",
      "Nobody: leave it unassigned",
    );
    expect(page).toContain(">Nel Next</option>");
    expect(page).not.toContain(">Abe Away");
    await expectPage(visitor.post(path, { intent: "remove" }), 400, "Choose who takes it over, or nobody");
    await expectPage(visitor.post(path, { intent: "remove", successor: away.userId }), 422, "is away as well");
    expect((await visitor.post(path, { intent: "remove", successor: next.userId })).status).toBe(303);
    const theirs = await signIn(client);
    expect(await theirs.read(`/client-dashboard/requirements/${requirement}`)).toContain("Nel Next");
    const log = await visitor.read("/team/activity?deed=work_handed_over");
    expect(log).toContain(
      `gave what Lea Leaver (has left) had in hand to <a href="${PEOPLE}/${next.userId}">Nel Next</a>`,
    );
  });

  it("says it on a page of their own, an admin on theirs; colleagues see it where they choose somebody", async () => {
    const { person, requirement, client } = await busy("Ana Away");
    const next = await signUpTeamMember(backend, "recruiter", "Leo Here");
    const own = await signIn(person);
    expect(await own.read("/team/absence")).toContain("1 open requirement of 1 company");
    const entries = { intent: "save", until: inDays(3), stand_in: next.userId, hands_over: "on" };
    const mistaken = await own.post("/team/absence", { ...entries, until: "soon" });
    expect(mistaken.status).toBe(400);
    const titles = [...(await mistaken.text()).matchAll(/<title>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual(["Error: Absence | Kaushal Global Hiring"]);
    await expectPage(own.post("/team/absence", { ...entries, begins_on: inDays(4) }), 400, "after the last one");
    // Before the first day nothing of theirs changes; from then on both sides of their requirement say who stands in.
    const company = await signIn(client);
    const companysPage = () => company.read(`/client-dashboard/requirements/${requirement}`);
    const planned = { ...entries, hands_over: "", begins_on: inDays(2) };
    expect((await own.post("/team/absence", planned)).status).toBe(303);
    expect(await own.read("/team/absence")).toMatch(/away from .* to .*, stand-in Leo Here/);
    expect(await companysPage()).not.toContain("Leo Here");
    expect((await own.post("/team/absence", { ...planned, begins_on: inDays(-1) })).status).toBe(303);
    expect(await companysPage()).toMatch(/<strong>Ana Away<\/strong>, away until .*<strong>Leo Here<\/strong>/s);
    const other = await signIn(next);
    const theTeams = await other.read(`/team/requirements/${requirement}`);
    expect(theTeams).toMatch(/<bdi>Ana Away \(away until [^)]*, stand-in Leo Here\)<\/bdi>/);
    expect(await other.read("/team/my-day")).toContain("You stand in for <strong>Ana Away</strong>");
    expect((await own.post("/team/absence", entries)).status).toBe(303);
    const page = await other.read(`/team/requirements/${requirement}`);
    expect(page).toMatch(/>Ana Away \(away until \d+ \w+ \d{4}\)</);
    expect(page).toContain("<bdi>Leo Here</bdi>");
    const theirs = `${PEOPLE}/${person.userId}/absence`;
    expect((await other.ask(theirs)).status).toBe(404);
    expect((await other.post(theirs, { intent: "end" })).status).toBe(404);
    expect(await own.read("/team/absence")).toContain('href="/team/absence">away until');
    expect(await visitor.read(theirs)).toContain("Back Now");
    expect((await visitor.post(theirs, { intent: "end" })).status).toBe(303);
    expect(await own.read("/team/absence")).not.toContain('href="/team/absence">away until');
  });
});

describe("the activity log", () => {
  it("leads to what it names, and is narrowed by a form that needs no script", async () => {
    const name = `Narrow ${freshEmail().slice(7, 14)}`;
    const client = await signUpClient(backend, name);
    const requirement = await fileRequirement(client);
    const person = await signUpTeamMember(backend, "recruiter", "Log Ged");
    await person.api.rpc("set_recruiter", { requirement, seen: 1, person: person.userId });
    const read = async (search: Record<string, string>) =>
      await visitor.read(`/team/activity?${new URLSearchParams(search).toString()}`);
    const page = await read({ company: name, deed: "recruiter_named", person: person.userId, from: inDays(-1) });
    expectWords(page, `<a href="/team/requirements/${requirement}">`, `<bdi>${name}</bdi>`);
    expect(page).toContain('<option value="recruiter_named" selected="">');
    expect(await read({ company: name, to: inDays(-1) })).toContain("There is no such entry.");
    expect(await read({ deed: "nothing", from: "x", person: "x" })).toContain("Log Ged");
  });

  it("stands under its days, each with the mark of its kind and its time", async () => {
    const page = await visitor.read("/team/activity?deed=role_changed");
    expect(page).toMatch(/<h3 id="day-\d{4}-\d\d-\d\d">\w+day, \d+ \w+ \d{4}<\/h3><ol>/);
    const entry = /<li><svg class="icon"[^>]*>(.*?)<\/svg><p>.*?<\/p><time class="hint"[^>]*>\d\d:\d\d<\/time>/;
    const markOf = (html: string) => entry.exec(html)?.[1];
    expect(markOf(page)).toBeDefined();
    const handedOver = await visitor.read("/team/activity?deed=work_handed_over");
    expect(markOf(handedOver)).toBeDefined();
    expect(markOf(handedOver)).not.toBe(markOf(page));
  });
});

describe("an invitation", () => {
  it("makes a recruiter of whoever signs up with its address, who can't see the people", async () => {
    const email = freshEmail("invited");
    const link = await invite(email);
    const guest = new Visitor(site.url);
    const page = await guest.read(link);
    expectWords(page, "Ada Admin", "a recruiter");
    expect(page).not.toContain(email);
    const account = { intent: "sign-up", full_name: "Nia New", password: PASSWORD };
    for (const wrong of [{ full_name: "" }, { password: "short" }]) {
      expect((await guest.post(link, { ...account, ...wrong })).status).toBe(400);
    }
    const accepted = await guest.post(link, account);
    expect([accepted.status, accepted.headers.get("location")]).toEqual([303, "/client-dashboard"]);
    expect((await guest.ask("/client-dashboard")).headers.get("location")).toBe("/team/my-day");
    expect((await guest.ask("/team")).status).toBe(200);
    expect((await guest.ask(PEOPLE)).status).toBe(404);
    expect(await guest.read(link)).toContain("has been accepted");
    const clients = await service.from("clients").select("id").eq("full_name", "Nia New");
    expect(clients.data).toEqual([]);
  });

  it("is accepted by its own address only", async () => {
    const email = freshEmail("invited");
    const link = await invite(email);
    const other = await signUpPerson(backend, {});
    const as = await signIn(other);
    const page = await as.read(link);
    expect(page).toContain(other.email);
    expect(page).not.toContain(email);
    await expectPage(as.post(link, { intent: "accept" }), 403, "for another address");
    const left = await as.post(link, { intent: "sign-out" });
    expect(left.headers.get("location")).toBe(link);
    expect(await as.read(link)).toContain('name="password"');
  });

  it("says that it was revoked, that a link is an old one, and that one is none", async () => {
    const email = freshEmail("invited");
    const first = await invite(email);
    const invitation = await openInvitation(email);
    const soon = await visitor.post(PEOPLE, { intent: "resend", invitation });
    expect(soon.status).toBe(429);
    expect((await visitor.post(PEOPLE, { intent: "revoke", invitation })).status).toBe(303);
    const guest = new Visitor(site.url);
    expect(await guest.read(first)).toContain("has been revoked");
    const signUp = { intent: "sign-up", full_name: "N", email, password: PASSWORD };
    expect((await guest.post(first, signUp)).status).toBe(410);
    for (const [path, status] of [
      [`/invitation?token=${"0".repeat(64)}`, 404],
      ["/invitation?token=x", 404],
      ["/invitation", 200],
    ] as const) {
      expect((await guest.ask(path)).status, path).toBe(status);
    }
    expect(await mailTo(backend.url, email)).toHaveLength(1);
  });

  it("that has run out says so, and is good again when it is sent again", async () => {
    const email = freshEmail("invited");
    const link = await invite(email);
    const id = await openInvitation(email);
    const past = new Date(Date.now() - 3_600_000).toISOString();
    await service.from("invitations").update({ expires_at: past, issued_at: past }).eq("id", id);
    const guest = new Visitor(site.url);
    expect(await guest.read(link)).toContain("has expired");
    expect((await visitor.post(PEOPLE, { intent: "resend", invitation: id })).status).toBe(303);
    await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(2);
    expect((await guest.ask(link)).status).toBe(404);
    expect(await guest.read(await invitationTo(email))).toContain('name="password"');
  });
});
