import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OwnerSession } from "../support/api/database.ts";
import { fileFull } from "../support/browser/client-pages.ts";
import { addCandidate, shortlist } from "../support/people/candidate-people.ts";
import { signUpCompany } from "../support/people/company.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { freshEmail, signUpClient, signUpPerson } from "../support/people/people.ts";
import { sendMessage, sendPosting, signUpTeamMember, type TeamPerson } from "../support/people/team.ts";
import { fieldOn, textOf } from "../support/http/page.ts";
import { expectPage } from "../support/http/expectations.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSiteBehindProxy } from "../support/http/waves.ts";

// What somebody has entered stays on the page: while the backend is away, and when their session has ended meanwhile.

type Entries = Record<string, string>;

/** What is sent, the words that say that it was not taken, and what of the page keeps what was entered. */
type Post = { path: string; entries: Entries | [string, string][]; words: string; kept: string[] };

const AWAY = "The service is not available";

/** The control of an entry, as a page writes it. */
const option = (value: string, label: string) => `<option value="${value}" selected="">${label}</option>`;
const hidden = (name: string, value: string | number) => `<input type="hidden" name="${name}" value="${value}"/>`;
const area = (text: string) => `>${text}</textarea>`;
const radio = (name: string, value: string) => `name="${name}" checked="" value="${value}"`;
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let running: Awaited<ReturnType<typeof openSiteBehindProxy>>;
let visitors: Record<"team" | "company" | "founder" | "candidate" | "nobody", Visitor>;
let ada: TeamPerson;
let ben: TeamPerson;
/** The accounts of those who are signed in to the team's pages and a company's. */
let members: string[];
/** Posts by what they do, of each visitor. */
const teams = new Map<string, Post>();
const companies = new Map<string, Post>();
const others = new Map<string, Post & { as: "founder" | "candidate" | "nobody" }>();
/** Pages that can't be shown while the backend is away. */
const pages: [who: keyof typeof visitors, path: string, words: RegExp][] = [];
/** A post, with the words of its answer where they are none of those that most have. */
type UsualPost = Omit<Post, "words"> & Partial<Pick<Post, "words">>;
const addTeamPost = (name: string, post: UsualPost) => teams.set(name, { words: "Not saved", ...post });
const addCompanyPost = (name: string, post: UsualPost) => companies.set(name, { words: AWAY, ...post });

/** What each post was answered while the backend was away. */
const answers = new Map<string, { status: number; html: string; id: string }>();

/** A posting. @returns the path of the page that makes a requirement of it, and a company it offers */
async function addPosting(): Promise<{ path: string; client: string; label: string }> {
  const { id } = await sendPosting(running.backend, { company: "Vega Castings" });
  const path = `/team/inbox/${id}/requirement`;
  const [, client = "", label = ""] =
    /name="offered" value="([\da-f-]{36}) \w+ ([^"]+)"/.exec(await visitors.team.read(path)) ?? [];
  return { path, client, label };
}

async function addRequirement(): Promise<{ path: string; version: string; since: string }> {
  const client = await signUpClient(running.backend, "Vega Castings");
  const path = `/team/requirements/${await fileFull(client)}`;
  const html = await visitors.team.read(path);
  return { path, version: fieldOn(html, "version"), since: fieldOn(html, "since") };
}

async function prepareTeam(): Promise<void> {
  const item = await sendMessage(running.backend, "Away");
  const due = await sendMessage(running.backend, "Due, and away");
  const taken = await sendMessage(running.backend, "Taken, and away");
  const heap = await sendMessage(running.backend, "One of several");
  const note = { intent: "note", kind: "call", body: "Half an hour of typing" };
  const { path, ...seen } = await addRequirement();
  const { path: other, ...otherSeen } = await addRequirement();
  const thread = `${path}/messages`;
  const posting = await addPosting();
  const email = freshEmail("invited");
  const ticket = `${heap.id}.${heap.version}`;
  addTeamPost("notes a call", {
    path: `/team/inbox/${item.id}`,
    entries: note,
    kept: [area("Half an hour of typing"), 'name="kind" checked="" value="call"'],
  });
  addTeamPost("takes a line", {
    path: `/team/inbox/${taken.id}`,
    entries: { intent: "take", seen: String(taken.version) },
    kept: [">Take It</button>", hidden("seen", taken.version)],
  });
  addTeamPost("sets a due time", {
    path: `/team/inbox/${due.id}`,
    entries: { intent: "due", due: "2027-03-31T14:30", seen: String(due.version) },
    kept: ['value="2027-03-31T14:30"', hidden("seen", due.version)],
  });
  addTeamPost("changes a status, with a reason", {
    path,
    entries: { intent: "status", status: "cancelled", reason: "The budget was cut", ...seen },
    kept: [area("The budget was cut"), option("cancelled", "Cancelled"), hidden("version", seen.version)],
  });
  addTeamPost("puts a colleague in charge", {
    path: other,
    entries: { intent: "recruiter", recruiter: ben.userId, ...otherSeen },
    kept: [option(ben.userId, "The colleague you chose"), hidden("version", otherSeen.version)],
  });
  addTeamPost("invites a colleague", {
    path: "/team/people",
    entries: { intent: "invite", email, role: "hr_manager", full_name: "Nia New" },
    words: "Not done",
    kept: [`value="${email}"`, option("hr_manager", "HR manager"), 'value="Nia New"'],
  });
  addTeamPost("writes what is seen of a colleague", {
    path: `/team/people/${ben.userId}`,
    entries: { display_name: "Ben B.", contact_email: email, contact_phone: "+91 120", version: "1" },
    words: "Not done",
    kept: ['value="Ben B."', `value="${email}"`, 'value="+91 120"', hidden("version", 1)],
  });
  addTeamPost("makes a requirement of a posting", {
    path: posting.path,
    entries: [
      ...Object.entries({ ...requirementEntries, job_title: "Welder, wanted" }),
      ["client", posting.client],
      ["recruiter", ben.userId],
      ["offered", `${posting.client} address ${posting.label}`],
      ["offered", "invite new A new company"],
    ],
    kept: [
      'value="Welder, wanted"',
      hidden("required_skills", "Lathe"),
      `checked="" value="${posting.client}"/><span><bdi>${posting.label}</bdi>`,
      'value="invite"/><span><bdi>A new company</bdi>',
      `<option value="${ben.userId}" selected="">The colleague you chose</option>`,
    ],
  });
  const candidate = await addCandidate(ben, { full_name: "Cara Known" });
  const { entry } = await shortlist(ben, other.slice(-36), candidate);
  const record = { full_name: "Cara New", email: "cara@seeker.example", skills: "C++, Go", is_adult: "on" };
  const typed = ['value="Cara New"', 'value="cara@seeker.example"', 'value="C++, Go"', 'checked="" value="on"'];
  addTeamPost("writes down a candidate", {
    path: "/team/candidates/new",
    entries: { ...record, is_other: "yes" },
    kept: typed,
  });
  addTeamPost("changes a candidate's record", {
    path: `/team/candidates/${candidate.id}/edit`,
    entries: { ...record, summary: "Half an hour of typing", version: "1" },
    kept: [...typed.slice(0, 3), area("Half an hour of typing"), hidden("version", 1)],
  });
  const talk = { intent: "talk", candidate: candidate.id, channel: "meeting", said: "Prefers nights", seen_next: "" };
  const next = { next_words: "Ring again", next_on: dayIn(9) };
  addTeamPost("notes a talk with a candidate", {
    path: `/team/candidates/${candidate.id}`,
    entries: { ...talk, ...next, entry: "" },
    kept: [area("Prefers nights"), radio("channel", "meeting"), 'value="Ring again"', `value="${next.next_on}"`],
  });
  addTeamPost("notes a talk for a job", {
    path: `${other}/candidates?open=${entry}`,
    entries: { ...talk, ...next, entry },
    kept: [
      area("Prefers nights"),
      ...Object.entries(next).map((each) => hidden(...each)),
      hidden("channel", "meeting"),
    ],
  });
  addTeamPost("adds somebody to a requirement", {
    path: `${other}/candidates`,
    entries: { intent: "add", ...record, is_other: "yes" },
    kept: typed,
  });
  addTeamPost("says what is on a card", {
    path: `${other}/candidates?open=${entry}`,
    entries: { intent: "card", entry: `${entry}.2`, pitch: "Calm, and typed for long", chosen: "city" },
    kept: [area("Calm, and typed for long"), hidden("chosen", "city"), hidden("entry", `${entry}.2`)],
  });
  addTeamPost("takes a candidate back", {
    path: `${other}/candidates`,
    entries: { intent: "take-back", entry: `${entry}.2` },
    kept: ["It is not done yet.", hidden("entry", `${entry}.2`), 'value="take-back"', "Withdraw</button>"],
  });
  addTeamPost("asks several candidates", {
    path: `${other}/candidates`,
    entries: [
      ["intent", "ask"],
      ["entry", `${entry}.2`],
      ["entry", `${entry}.3`],
    ],
    kept: [hidden("entry", `${entry}.2`), hidden("entry", `${entry}.3`), "Ask for Their Yes</button>"],
  });
  addTeamPost("gives several to a colleague", {
    path: "/team/inbox/several",
    entries: { item: ticket, act: ben.userId },
    kept: [hidden("item", ticket), hidden("act", ben.userId), "Give to the colleague you chose</button>"],
  });
  addTeamPost("writes to a company", {
    path: thread,
    entries: { body: "Of the team", served: fieldOn(await visitors.team.read(thread), "served") },
    words: "Message not sent",
    kept: [area("Of the team")],
  });
  addTeamPost("chooses which mails to get", {
    path: "/team/notifications",
    entries: { version: "0", inbox: "never", requirements: "daily", messages: "never" },
    words: AWAY,
    kept: [radio("inbox", "never"), radio("requirements", "daily"), radio("messages", "never"), hidden("version", 0)],
  });
}

/** Forms of somebody at the telephone, and of whole lists of candidates. */
async function prepareCalls(requirement: string): Promise<void> {
  const { team } = visitors;
  const candidate = await addCandidate(ben, { full_name: "Tara Ticked" });
  const rung = await addCandidate(ben, { full_name: "Rung Up", email: null, phone: "+91 98101 12345" });
  const { entry } = await shortlist(ben, requirement, rung);
  const own = `/team/requirements/${requirement}`;
  const { data: client } = await ada.api.from("clients").select("id").limit(1).single<{ id: string }>();
  const caller = { name: "Kit Caller", phone: "+91 98101 54321", requirement: "Half an hour of typing" };
  const kept = ['value="Kit Caller"', 'value="+91 98101 54321"', area("Half an hour of typing")];
  addTeamPost("writes down an enquiry", {
    path: "/team/inbox/new",
    entries: { intent: "save", source: "walk_in", ...caller },
    kept: [...kept, option("walk_in", "In person")],
  });
  const taken = await team.post("/team/inbox/new", { intent: "take", source: "phone", ...caller });
  const item = taken.headers.get("location")!;
  addTeamPost("corrects an enquiry", {
    path: `${item}/mend`,
    words: "Not corrected",
    entries: { ...caller, seen: fieldOn(await team.read(`${item}/mend`), "seen") },
    kept,
  });
  addTeamPost("makes a candidate of an enquiry", {
    path: `${item}/candidate`,
    entries: { full_name: "Kit Caller", phone: "+91 98101 54321", skills: "C++, Go", is_adult: "on", is_other: "yes" },
    kept: ['value="Kit Caller"', 'value="C++, Go"', 'checked="" value="on"'],
  });
  addTeamPost("asks somebody by phone", {
    path: `${own}/candidates/${entry}/phone`,
    entries: { entry: `${entry}.2`, number: "919810112345", rung: "on", words: "Half an hour of typing" },
    kept: [area("Half an hour of typing"), hidden("number", "919810112345"), hidden("entry", `${entry}.2`), "rung"],
  });
  for (const [name, path, more] of [
    ["finds people for a requirement", `${own}/find`, {}],
    ["adds to a requirement from the list", "/team/candidates", { requirement }],
    ["adds to a requirement from the record", `/team/candidates/${candidate.id}`, { requirement, intent: "add-to" }],
  ] as [string, string, Entries][]) {
    const entries = { intent: "add-ticked", candidate: candidate.id, ...more };
    const { intent: _, candidate: ticked, ...chosen } = entries;
    const isTicked = entries.intent === "add-ticked" ? [hidden("candidate", ticked)] : [];
    const named = Object.entries(chosen).map((each) => hidden(...(each as [string, string])));
    addTeamPost(name, { path, entries, kept: [...isTicked, ...named] });
  }
  addTeamPost("notes the terms of a company", {
    path: `/team/clients/${client!.id}/edit`,
    words: "Not done",
    entries: {
      intent: "terms",
      fee: "8.33 %",
      replacement_days: "90",
      payment_days: "30",
      remarks: "Typed",
      version: "0",
    },
    kept: ['value="8.33 %"', 'value="90"', 'value="30"', area("Typed"), hidden("version", 0)],
  });
  addTeamPost("notes a talk with a company", {
    path: `/team/clients/${client!.id}`,
    words: "Not done",
    entries: { channel: "call", body: "Half an hour of typing" },
    kept: [area("Half an hour of typing")],
  });
  addTeamPost("writes an answer for the team", {
    path: "/team/answers",
    entries: { title: "By phone", body: "Half an hour of typing", version: "0" },
    kept: ['value="By phone"', area("Half an hour of typing")],
  });
  const table = "Name,Phone,City\nHalf An Hour,+91 98101 67890,Pune";
  const staged = await team.post("/team/candidates/import", { table, served: "" });
  const imported = staged.headers.get("location")!;
  addTeamPost("reads the columns of a table otherwise", {
    path: imported,
    words: "Nothing was imported",
    entries: { intent: "columns", has_head: "on", "column-0": "full_name", "column-1": "phone", "column-2": "skills" },
    kept: [hidden("has_head", "on"), hidden("column-2", "skills"), ">Read It Again</button>"],
  });
  addTeamPost("imports a table", {
    path: imported,
    words: "Nothing was imported",
    entries: { intent: "run", known: "fill", label: "Job fair, typed", is_adult: "on" },
    kept: [
      hidden("known", "fill"),
      hidden("label", "Job fair, typed"),
      hidden("is_adult", "on"),
      ">Import Them</button>",
    ],
  });
  addTeamPost("brings another table", {
    path: "/team/candidates/import",
    words: "Nothing was imported",
    entries: { table },
    kept: [`>${table}</textarea>`],
  });
  addTeamPost("says when a colleague is away", {
    path: `/team/people/${ben.userId}/absence`,
    entries: { intent: "save", begins_on: dayIn(20), until: dayIn(30), stand_in: members[0]!, hands_over: "on" },
    words: "Not done",
    kept: [
      `value="${dayIn(20)}"`,
      `value="${dayIn(30)}"`,
      option(members[0]!, "The colleague you chose"),
      'checked="" value="on"',
    ],
  });
}

async function prepareCompany({ owner, member, viewer }: Awaited<ReturnType<typeof signUpCompany>>): Promise<void> {
  const { company } = visitors;
  const room = "/client-dashboard/company";
  const version = fieldOn(await company.read(`${room}/edit`), "version");
  const email = freshEmail("invited");
  const own = `/client-dashboard/requirements/${await fileFull(owner)}`;
  const other = `/client-dashboard/requirements/${await fileFull(owner)}`;
  const form = await company.read("/submit-requirement");
  const draft = ["draft", "draft_version", "draft_marks", "served"].map((name) => [name, fieldOn(form, name)]);
  const seen = Object.fromEntries(draft) as Entries;
  const half = { job_title: "Half a fitter", positions_count: "many", required_skills: "Pumps", location: "Pune" };
  addCompanyPost("invites somebody", {
    path: room,
    entries: { intent: "invite", email, access: "viewer", full_name: "Nia New" },
    kept: [`value="${email}"`, option("viewer", "Viewer"), 'value="Nia New"'],
  });
  addCompanyPost("writes the profile", {
    path: `${room}/edit`,
    entries: { company_name: "Vega & Co", full_name: "Reception", phone: "+91 120", version },
    kept: ['value="Vega & Co"', 'value="Reception"', 'value="+91 120"', hidden("version", version)],
  });
  addCompanyPost("changes an access", {
    path: room,
    entries: { intent: "access", person: viewer.userId, new_access: "member", version: "1" },
    kept: [],
  });
  addCompanyPost("writes an own name", {
    path: "/client-dashboard/you",
    entries: { own_name: "Nia Namesake", version: "1" },
    kept: ['value="Nia Namesake"'],
  });
  addCompanyPost("hands over", {
    path: `${room}/hand-over`,
    entries: { person: member.userId, [member.userId]: "Nia", [viewer.userId]: "Ravi" },
    kept: [],
  });
  addCompanyPost("edits a requirement", {
    path: `${own}/edit`,
    entries: { ...requirementEntries, notes: "Half an hour of typing", version: "1", marks: "", since: "" },
    words: "Not saved",
    kept: [area("Half an hour of typing"), hidden("version", 1), 'value="Turner"', hidden("required_skills", "Lathe")],
  });
  addCompanyPost("withdraws one", {
    path: `${other}/withdraw`,
    entries: { intent: "submit", reason: "Half an hour of typing", version: "1", since: "" },
    words: "Not saved",
    kept: [area("Half an hour of typing"), hidden("version", 1)],
  });
  addCompanyPost("writes to the team", {
    path: `${own}/messages`,
    entries: { body: "Of the company", served: fieldOn(await company.read(`${own}/messages`), "served") },
    words: "Message not sent",
    kept: [area("Of the company")],
  });
  addCompanyPost("saves a draft", {
    path: "/submit-requirement",
    entries: { ...seen, ...half, intent: "save-draft" },
    kept: ['value="Half a fitter"', 'value="Pune"', `name="draft" value="${seen["draft"]}"`],
  });
  addCompanyPost("chooses its mails", {
    path: "/client-dashboard/notifications",
    entries: { version: "0", requirements: "daily", messages: "never" },
    kept: [radio("requirements", "daily"), radio("messages", "never"), hidden("version", 0)],
  });
  const unshown = /can't be shown just now/;
  for (const page of ["", "/history", "/edit", "/withdraw", "/messages"]) pages.push(["company", own + page, unshown]);
  for (const path of [`/submit-requirement?draft=${randomUUID()}`, `/client-dashboard/drafts/${randomUUID()}/delete`]) {
    pages.push(["company", path, /./]);
  }
  for (const path of ["/team", [...teams.values()][0]!.path])
    pages.push(["team", path, /Open this page again in a moment/]);
  pages.push(["company", "/client-dashboard/notifications", unshown], ["team", "/team/notifications", unshown]);
}

function prepareOthers(): void {
  const link = `/candidate/${"0".repeat(64)}`;
  const unsubscribe = `/unsubscribe?token=${"0".repeat(64)}`;
  const unshown = /can't be shown just now/;
  for (const path of [link, `${link}/code`, `${link}/not-me`, `${link}/undo`, "/candidate"])
    pages.push(["candidate", path, unshown]);
  pages.push(["nobody", unsubscribe, unshown]);
  const away = (as: "candidate" | "nobody", path: string, entries: Entries, kept: string[] = [], words = "") =>
    others.set(`${path} ${entries["intent"]}`, { as, path, entries, words, kept });
  away("nobody", unsubscribe, { intent: "switch-off" }, [], "can't be shown just now");
  away("candidate", link, { intent: "refuse" }, [], "can't be shown just now");
  away("candidate", link, { intent: "undo" }, [], "can't be shown just now");
  away("candidate", `${link}/code`, { intent: "enter-code", code: "123456" }, ['value="123456"']);
  away("candidate", `${link}/not-me`, { intent: "disown" }, [], "can't be shown just now");
  away("candidate", `${link}/undo`, { intent: "undo", email: "asha@test.example" }, ['value="asha@test.example"']);
  away("candidate", "/candidate", { intent: "ask-link", email: "asha@test.example" }, ['value="asha@test.example"']);
  away("candidate", "/candidate", { intent: "add-never", named: "Lyra Ltd" }, ['value="Lyra Ltd"']);
  away("candidate", "/candidate/details", { full_name: "Asha Kept" }, ['value="Asha Kept"']);
  others.set("a profile", {
    as: "founder",
    path: "/client-dashboard",
    entries: { intent: "profile", company_name: "Bob <Ltd>", full_name: "Bob", phone: "1" },
    words: "Company profile not saved",
    kept: ['value="Bob &lt;Ltd&gt;"'],
  });
}

function send(visitor: Visitor, { path, entries }: Pick<Post, "path" | "entries">): Promise<Response> {
  return visitor.ask(path, { method: "POST", body: new URLSearchParams(entries) });
}

/** Each post, with who sends it. */
function all(): [name: string, visitor: Visitor, post: Post][] {
  return [
    ...[...teams].map(([name, post]) => [`the team: ${name}`, visitors.team, post] as [string, Visitor, Post]),
    ...[...companies].map(([name, post]) => [`a company: ${name}`, visitors.company, post] as [string, Visitor, Post]),
    ...[...others].map(([name, post]) => [name, visitors[post.as], post] as [string, Visitor, Post]),
  ];
}

beforeAll(async () => {
  running = await openSiteBehindProxy({});
  const { backend, site } = running;
  ada = await signUpTeamMember(backend, "admin", "Ada Admin");
  ben = await signUpTeamMember(backend, "recruiter", "Ben Baker");
  const people = await signUpCompany(backend, "Vega Castings");
  members = [ada.userId, people.owner.userId];
  visitors = {
    team: await Visitor.signedInAs(site.url, ada),
    company: await Visitor.signedInAs(site.url, people.owner),
    founder: await Visitor.signedInAs(site.url, await signUpPerson(backend, {})),
    candidate: Visitor.ofCandidate(site.url, "a".repeat(64)),
    nobody: new Visitor(site.url),
  };
  await prepareTeam();
  await prepareCalls((await addRequirement()).path.slice(-36));
  await prepareCompany(people);
  prepareOthers();
  running.proxy.stop();
  for (const [name, visitor, post] of all()) {
    const response = await send(visitor, post);
    const id = response.headers.get("x-request-id") ?? "";
    answers.set(name, { status: response.status, html: await textOf(response), id });
  }
});
afterAll(() => running.stop());

it("while the backend is away each form says so, keeps every entry, signs nobody out, and is one line in the log", () => {
  const lines = running.site.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const [name, , post] of all()) {
    const { status, html, id } = answers.get(name)!;
    expect([name, status]).toEqual([name, 503]);
    expect(html, name).toContain(post.words);
    expect(
      post.kept.filter((kept) => !html.includes(kept)),
      name,
    ).toEqual([]);
    if (others.has(name)) continue;
    expect(html, name).toContain(AWAY);
    expect(html, name).not.toContain("Sign in in a new tab");
    const own = lines.filter(({ request_id }) => request_id === id);
    const errors = own.filter(({ level }) => level === "error");
    expect(errors, name).toMatchObject([{ reason: expect.stringContaining("ECONNREFUSED") as string }]);
    const requests = own.filter(({ msg }) => msg === "request");
    expect(requests, name).toMatchObject([{ method: "POST", status: 503 }]);
  }
  for (const [name, , post] of all()) {
    const isTyped = ["notes a call", "sets a due time"].some((each) => name.endsWith(each));
    if (post.path.startsWith("/team/inbox/")) {
      expect(answers.get(name)!.html.includes("Your words are still here"), name).toBe(isTyped);
    }
  }
});

it("while the backend is away pages say that they can't be shown", async () => {
  for (const [who, path, words] of pages) {
    const response = await visitors[who].ask(path);
    expect([path, response.status]).toEqual([path, 503]);
    const html = await textOf(response);
    expect(html, path).toMatch(words);
    // Nothing is shown as if it were blank.
    expect(html, path).not.toContain('value="save-draft"');
  }
  const draft = companies.get("saves a draft")!.entries as Entries;
  await expectPage(visitors.company.post("/submit-requirement/draft", draft), 503, AWAY);
});

it("whose session has ended is asked to sign in, shown nothing, and keeps every entry", async () => {
  const missing: string[] = [];
  const isLed = (name: string) => companies.has(name) || /^(notes a call|writes to a company)$/.test(name);
  for (const [name, post] of [...teams, ...companies]) {
    const response = await send(new Visitor(running.site.url), post);
    expect([name, response.status]).toEqual([name, 401]);
    const html = await textOf(response);
    const led = isLed(name) ? ["Sign in in a new tab", 'href="/client-auth" target="_blank"'] : [];
    for (const words of [...post.kept, ...led, "Your session has ended"]) {
      if (!html.includes(words)) missing.push(`${name}: ${words}`);
    }
    expect(html, name).not.toContain("Production Engineer");
  }
  expect(missing).toEqual([]);
});

it("the same forms are taken when the backend is there again", async () => {
  await running.proxy.listen();
  const refused: unknown[] = [];
  for (const [name, visitor, post] of all()) {
    if (visitor === visitors.candidate || visitor === visitors.nobody) continue;
    const response = await send(visitor, post);
    if (![302, 303].includes(response.status)) refused.push([name, response.status]);
  }
  // The card of these was changed by the form before them.
  expect(refused).toEqual([
    ["the team: takes a candidate back", 409],
    ["the team: asks several candidates", 409],
  ]);
});

it("whose session the database has ended, as a new password does, is told so on each page and keeps every entry", async () => {
  const database = OwnerSession.of(running.backend.database);
  await database.query("delete from auth.sessions where user_id = any ($1::uuid[])", [members]);
  await database.close();
  const wrong: unknown[] = [];
  // The refusal is the database's, and one to all: one form of each way in which a page keeps what was sent.
  for (const [name, visitor, post] of [
    ["notes a call", visitors.team, teams],
    ["changes a candidate's record", visitors.team, teams],
    ["writes to a company", visitors.team, teams],
    ["imports a table", visitors.team, teams],
    ["writes the profile", visitors.company, companies],
    ["edits a requirement", visitors.company, companies],
    ["saves a draft", visitors.company, companies],
  ] as const) {
    const { kept, ...sent } = post.get(name)!;
    const response = await send(visitor, sent);
    const html = await textOf(response);
    const isTold = html.includes("Your session has ended") && kept.every((words) => html.includes(words));
    if (response.status !== 401 || !isTold) wrong.push([name, response.status, isTold]);
  }
  expect(wrong).toEqual([]);
});

it("no log has a link's token, a code, an address, or what somebody typed", async () => {
  const link = `/candidate/${"0".repeat(64)}`;
  for (const path of [`${link}/x`, `${link.slice(0, -9)}%0a`, `${link}/details/`]) await visitors.nobody.ask(path);
  const log = () => running.site.log.join("\n");
  // A line comes after its answer.
  for (const path of ["/candidate/:token", "/unsubscribe", "unknown path"]) {
    await expect.poll(log).toContain(`"${path}"`);
  }
  expect(log()).not.toMatch(/0{20}|123456|@|Half an hour|Lyra/);
});
