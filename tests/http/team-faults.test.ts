import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requirementEntries } from "../support/people/entries.ts";
import { addCandidate, shortlist } from "../support/people/candidate-people.ts";
import { connect, freshEmail, signUpClient } from "../support/people/people.ts";
import { openSiteBehindProxy } from "../support/http/waves.ts";
import { sendMessage, signUpTeamMember, type TeamPerson } from "../support/people/team.ts";
import { textOf } from "../support/http/page.ts";
import { Visitor } from "../support/http/visitor.ts";

type Entries = Record<string, string>;

/** What is sent while the backend is away, the words that say so, and what of the page keeps what was entered. */
type Post = { path: string; entries: Entries | [string, string][]; words: string; kept: string[] };

/** The control of an entry, as a page writes it. */
const option = (value: string, label: string) => `<option value="${value}" selected="">${label}</option>`;
const hidden = (name: string, value: string | number) => `<input type="hidden" name="${name}" value="${value}"/>`;
const area = (text: string) => `>${text}</textarea>`;

describe("when the backend goes away while somebody of the team", () => {
  let running: Awaited<ReturnType<typeof openSiteBehindProxy>>;
  let visitor: Visitor;
  let ben: TeamPerson;
  const posts = new Map<string, Post>();
  const answers = new Map<string, { status: number; html: string; id: string }>();

  /** A posting with its line. @returns the path of the page that makes a requirement of it, and a company it offers */
  async function addPosting(): Promise<{ path: string; client: string; label: string }> {
    const service = connect(running.backend.url, running.backend.keys.secret_key);
    const row = { job_title: "Welder", location: "Pune", contact_name: "Vik", company: "Vega Castings" };
    const contact_email = freshEmail("poster");
    const sent = await service
      .from("public_job_submissions")
      .insert({ ...row, contact_email })
      .select("id")
      .single();
    const line = await service.from("inbox_items").select("id").eq("posting_id", sent.data!.id).single();
    const path = `/team/inbox/${line.data!.id}/requirement`;
    const [, client = "", label = ""] =
      /name="offered" value="([\da-f-]{36}) \w+ ([^"]+)"/.exec(await visitor.read(path)) ?? [];
    return { path, client, label };
  }

  async function addRequirement(): Promise<{ path: string; version: string; since: string }> {
    const client = await signUpClient(running.backend, "Vega Castings");
    const company = await Visitor.signedInAs(running.site.url, client);
    await company.post("/submit-requirement", requirementEntries);
    const { data } = await client.api.from("job_requirements").select("id").single();
    const path = `/team/requirements/${data!.id}`;
    const [, version = "", since = ""] =
      /name="version" value="(\d+)"\/><input type="hidden" name="since" value="([^"]+)"/.exec(
        await visitor.read(path),
      ) ?? [];
    return { path, version, since };
  }

  async function prepare(): Promise<void> {
    const item = await sendMessage(running.backend, "Away");
    const due = await sendMessage(running.backend, "Due, and away");
    const taken = await sendMessage(running.backend, "Taken, and away");
    const heap = await sendMessage(running.backend, "One of several");
    const note = { intent: "note", kind: "call", body: "Half an hour of typing" };
    const { path, ...seen } = await addRequirement();
    const { path: other, ...otherSeen } = await addRequirement();
    const posting = await addPosting();
    const email = freshEmail("invited");
    const ticket = `${heap.id}.${heap.version}`;
    const saved = "Not saved";
    posts.set("notes a call", {
      path: `/team/inbox/${item.id}`,
      entries: note,
      words: saved,
      kept: [area("Half an hour of typing"), 'name="kind" checked="" value="call"'],
    });
    posts.set("takes a line", {
      path: `/team/inbox/${taken.id}`,
      entries: { intent: "take", seen: String(taken.version) },
      words: saved,
      kept: [">Take it</button>", hidden("seen", taken.version)],
    });
    posts.set("sets a due time", {
      path: `/team/inbox/${due.id}`,
      entries: { intent: "due", due: "2027-03-31T14:30", seen: String(due.version) },
      words: saved,
      kept: ['value="2027-03-31T14:30"', hidden("seen", due.version)],
    });
    posts.set("changes a status, with a reason", {
      path,
      entries: { intent: "status", status: "cancelled", reason: "The budget was cut", ...seen },
      words: saved,
      kept: [area("The budget was cut"), option("cancelled", "Cancelled"), hidden("version", seen.version)],
    });
    posts.set("puts a colleague in charge", {
      path: other,
      entries: { intent: "recruiter", recruiter: ben.userId, ...otherSeen },
      words: saved,
      kept: [option(ben.userId, "The colleague you chose"), hidden("version", otherSeen.version)],
    });
    posts.set("invites a colleague", {
      path: "/team/people",
      entries: { intent: "invite", email, role: "hr_manager", full_name: "Nia New" },
      words: "Not done",
      kept: [`value="${email}"`, option("hr_manager", "HR manager"), 'value="Nia New"'],
    });
    posts.set("writes what is seen of a colleague", {
      path: `/team/people/${ben.userId}`,
      entries: { display_name: "Ben B.", contact_email: email, contact_phone: "+91 120", version: "2" },
      words: "Not done",
      kept: ['value="Ben B."', `value="${email}"`, 'value="+91 120"', hidden("version", 2)],
    });
    posts.set("makes a requirement of a posting", {
      path: posting.path,
      entries: [
        ...Object.entries({
          ...requirementEntries,
          job_title: "Welder, wanted",
          client: posting.client,
          recruiter: ben.userId,
        }),
        ["offered", `${posting.client} address ${posting.label}`],
        ["offered", "invite new A new company"],
      ],
      words: saved,
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
    posts.set("writes down a candidate", {
      path: "/team/candidates/new",
      entries: { ...record, is_other: "yes" },
      words: saved,
      kept: typed,
    });
    posts.set("changes a candidate's record", {
      path: `/team/candidates/${candidate.id}/edit`,
      entries: { ...record, summary: "Half an hour of typing", version: "1" },
      words: saved,
      kept: [...typed.slice(0, 3), area("Half an hour of typing"), hidden("version", 1)],
    });
    posts.set("notes something about a candidate", {
      path: `/team/candidates/${candidate.id}`,
      entries: { intent: "note", body: "Prefers nights" },
      words: saved,
      kept: [area("Prefers nights")],
    });
    posts.set("adds somebody to a requirement", {
      path: `${other}/candidates`,
      entries: { intent: "add", ...record, is_other: "yes" },
      words: saved,
      kept: typed,
    });
    posts.set("says what is on a card", {
      path: `${other}/candidates?open=${entry}`,
      entries: { intent: "card", entry: `${entry}.2`, pitch: "Calm, and typed for long", chosen: "city" },
      words: saved,
      kept: [area("Calm, and typed for long"), hidden("chosen", "city"), hidden("entry", `${entry}.2`)],
    });
    posts.set("takes a candidate back", {
      path: `${other}/candidates`,
      entries: { intent: "take-back", entry: `${entry}.2` },
      words: saved,
      kept: ["It is not done yet.", hidden("entry", `${entry}.2`), 'value="take-back"', "Take back</button>"],
    });
    posts.set("asks several candidates", {
      path: `${other}/candidates`,
      entries: [
        ["intent", "ask"],
        ["entry", `${entry}.2`],
        ["entry", `${entry}.3`],
      ],
      words: saved,
      kept: [hidden("entry", `${entry}.2`), hidden("entry", `${entry}.3`), "Ask for their yes</button>"],
    });
    posts.set("gives several to a colleague", {
      path: "/team/inbox/several",
      entries: { item: ticket, act: ben.userId },
      words: saved,
      kept: [hidden("item", ticket), hidden("act", ben.userId), "Give to the colleague you chose</button>"],
    });
  }

  async function send({ path, entries }: Post): Promise<Response> {
    return visitor.ask(path, { method: "POST", body: new URLSearchParams(entries) });
  }

  beforeAll(async () => {
    running = await openSiteBehindProxy("info");
    const admin = await signUpTeamMember(running.backend, "admin", "Ada Admin");
    ben = await signUpTeamMember(running.backend, "recruiter", "Ben Baker");
    visitor = await Visitor.signedInAs(running.site.url, admin);
    await prepare();
    running.proxy.stop();
    const sent = [...posts].map(async ([name, post]) => {
      const response = await send(post);
      const id = response.headers.get("x-request-id") ?? "";
      const html = await textOf(response);
      answers.set(name, { status: response.status, html, id });
    });
    await Promise.all(sent);
    await running.proxy.listen();
  }, 240_000);
  afterAll(() => running.stop());

  it.each([
    "notes a call",
    "takes a line",
    "sets a due time",
    "changes a status, with a reason",
    "puts a colleague in charge",
    "invites a colleague",
    "writes what is seen of a colleague",
    "makes a requirement of a posting",
    "writes down a candidate",
    "changes a candidate's record",
    "notes something about a candidate",
    "adds somebody to a requirement",
    "says what is on a card",
    "gives several to a colleague",
  ])("%s: 503 that says so, every entry kept, one line in the log, and the same post is taken later", async (name) => {
    const post = posts.get(name)!;
    const { status, html, id } = answers.get(name)!;
    expect(status).toBe(503);
    expect(html).toContain(post.words);
    expect(html).toContain("The service is not available");
    for (const kept of post.kept) expect(html).toContain(kept);
    const isTyped = ["notes a call", "sets a due time"].includes(name);
    expect(html.includes("Your words are still here")).toBe(isTyped);
    const lines = running.site.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = lines.filter(({ request_id }) => request_id === id);
    expect(own.filter(({ level }) => level === "error")).toMatchObject([{ reason: "The service is not available" }]);
    expect(own.filter(({ msg }) => msg === "request")).toMatchObject([{ method: "POST", status: 503 }]);
    const again = await send(post);
    expect([302, 303]).toContain(again.status);
  });
});
