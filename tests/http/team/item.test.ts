import { describe, expect, it } from "vitest";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { LATER_YEAR, sendMessage, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn } = await openSharedSite();
const ann = await signUpTeamMember(backend, "recruiter", "Ann Archer");
const ben = await signUpTeamMember(backend, "recruiter", "Ben Baker");
const visitor = await signIn(ann);

type Item = Awaited<ReturnType<typeof sendMessage>>;

const pathOf = ({ id }: Item) => `/team/inbox/${id}`;

/** The version that the page's forms name now. */
async function seenOf({ id }: Item): Promise<string> {
  return String((await service.from("inbox_items").select("version").eq("id", id).single()).data!.version);
}

async function act(item: Item, entries: Record<string, string>): Promise<Response> {
  return visitor.post(pathOf(item), { seen: await seenOf(item), ...entries });
}

async function rowOf({ id }: Item) {
  return (await service.from("inbox_items").select("state, assignee, due_at").eq("id", id).single()).data;
}

describe("what was sent", () => {
  it("is there field by field, without the empty ones, in the words of its form", async () => {
    const contact_email = freshEmail("posting");
    const sent = await service
      .from("public_job_submissions")
      .insert({
        job_title: "Welder <1>",
        location: "Pune",
        contact_name: "Vik",
        contact_email,
        company: "Vega",
        employment_type: "fulltime",
        job_description: "Weld.\nSlowly.",
      })
      .select("id")
      .single();
    const line = await service.from("inbox_items").select("id").eq("posting_id", sent.data!.id).single();
    const html = await visitor.read(`/team/inbox/${line.data!.id}`);
    expectWords(html, '<h1 dir="auto"><bdi>Vik</bdi>, <bdi>Vega</bdi></h1>', '<p class="title">Welder &lt;1&gt;</p>');
    expect(html).toMatch(/<dt>Employment<\/dt><dd>Full-time<\/dd>/);
    expect(html).toContain("Weld.\nSlowly.");
    expect(html).not.toMatch(/<dt>(Budget|Urgency|Skills|Phone)<\/dt>/);
  });

  it("has a link to press for each number in its box, and the address in letters that people read", async () => {
    const item = await sendMessage(backend, "Ring me", {
      phone: "+44 (0)20 7946 0958 / 0120-4567890 ext. 12, ९८१११ २२२३३ (9-6)",
      email: "info@xn--mnchen-3ya.example",
    });
    const html = await visitor.read(pathOf(item));
    expect(html.match(/href="(tel:|https:\/\/wa\.me\/)[^"]+/g)).toEqual([
      'href="tel:+442079460958',
      'href="https://wa.me/442079460958',
      'href="tel:01204567890',
      'href="tel:9811122233',
      'href="https://wa.me/919811122233',
    ]);
    expect(html).toContain(">info@münchen.example</a>");
  });

  it("comes with what else the same address and company have sent", async () => {
    const company = `Kin ${freshEmail()}`;
    const first = await sendMessage(backend, "First of three", { company });
    await sendMessage(backend, "Second, same company", { company });
    await sendMessage(backend, "Third, same address", { email: first.email });
    const html = await visitor.read(pathOf(first));
    expect(html).toMatch(/<a href="\/team\/inbox\/[\da-f-]{36}"><bdi>Second, same company<\/bdi><\/a>/);
    expect(html).toMatch(/<a href="\/team\/inbox\/[\da-f-]{36}"><bdi>Third, same address<\/bdi><\/a>/);
    expect(html).not.toMatch(/<a href="[^"]+"><bdi>First of three<\/bdi><\/a>/);
  });

  it("of a requirement leads to its own page, with its history", async () => {
    const client = await signUpClient(backend, "Filing Ltd");
    const id = await fileRequirement(client, { required_skills: ["Pumps", "Pipes"] });
    const line = await service.from("inbox_items").select("id").eq("requirement_id", id).single();
    const html = await visitor.read(`/team/inbox/${line.data!.id}`);
    expectWords(html, `href="/team/requirements/${id}"`, "<dd>Pumps, Pipes</dd>", "Requirement filed");
  });

  it("says who else has it open", async () => {
    const item = await sendMessage(backend, "Looked at by two");
    expect(await visitor.read(pathOf(item))).not.toContain("in the last five minutes");
    await (await signIn(ben)).read(pathOf(item));
    expect(await visitor.read(pathOf(item))).toContain("Opened by Ben Baker in the last five minutes, too.");
  });
});

describe("what is done", () => {
  it("note, state, due and giving away stand in one timeline, the newest first", async () => {
    const item = await sendMessage(backend, "Worked on");
    await act(item, { intent: "take" });
    await act(item, { intent: "note", kind: "call", body: " They want <two> shifts. \r\nFrom May. " });
    await act(item, { intent: "due", due: `${LATER_YEAR}-03-31T14:30` });
    await act(item, { intent: "state", state: "waiting" });
    const given = await act(item, { intent: "give", person: ben.userId });
    expect(given.headers.get("location")).toBe(pathOf(item));
    const row = await rowOf(item);
    expect(row).toMatchObject({ state: "waiting", assignee: ben.userId });
    const html = await visitor.read(pathOf(item));
    expect(html).toContain("They want &lt;two&gt; shifts. \nFrom May.");
    const timeline = html.slice(html.indexOf('<ol class="timeline">'));
    const places = ["Given to Ben Baker", "Set to waiting", `Due 31 Mar ${LATER_YEAR} 14:30`, "Call", "Taken"].map(
      (words) => timeline.indexOf(words),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("a due time is of the clock on the team's wall", async () => {
    const item = await sendMessage(backend, "Due when");
    await act(item, { intent: "due", due: `${LATER_YEAR}-03-31T14:30` });
    expect(new Date((await rowOf(item))!.due_at).toISOString()).toBe(`${LATER_YEAR}-03-31T09:00:00.000Z`);
    expect(await visitor.read(pathOf(item))).toContain(`value="${LATER_YEAR}-03-31T14:30"`);
    // And in the last minute of the years that the form takes.
    for (const due of ["1900-01-01T00:00", "2999-12-31T23:59"]) {
      expect((await act(item, { intent: "due", due })).status).toBe(303);
      expect(await visitor.read(pathOf(item))).toContain(`value="${due}"`);
    }
  });

  it("the page has a mail for the mail program, with subject, name and who writes; it is noted when that is said", async () => {
    const item = await sendMessage(backend, "Ten & more cooks?", { name: "Zoë O'Brien" });
    const html = await visitor.read(pathOf(item));
    const mail = /<a href="(mailto:[^"]+)">write in your mail program<\/a>/.exec(html)?.[1] ?? "";
    const [address, query] = mail.slice("mailto:".length).split("?");
    expect(decodeURIComponent(address ?? "")).toBe(item.email);
    const search = new URLSearchParams(query);
    expect(search.get("subject")).toBe("Re: Ten & more cooks?");
    expect(search.get("body")).toMatch(/^Dear Zoë O'Brien,\r\n/);
    expect(search.get("body")).toContain("Ann Archer\r\n");
    expect(mail).not.toContain("+");
    const notes = async () => (await service.from("notes").select("kind, author, body").eq("item_id", item.id)).data;
    expect(await notes()).toEqual([]);
    const response = await act(item, { intent: "wrote", kind: "reply", body: "" });
    expect(response.headers.get("location")).toBe(pathOf(item));
    expect(await notes()).toEqual([{ kind: "email", author: ann.userId, body: "Replied by e-mail" }]);
  });

  it("on what somebody has changed in between nothing is saved, and the page shows both", async () => {
    const item = await sendMessage(backend, "Changed by two");
    const seen = fieldOn(await visitor.read(pathOf(item)), "seen");
    await ben.api.rpc("set_item_state", { item: item.id, seen: Number(seen), state: "done" });
    const html = await expectPage(
      visitor.post(pathOf(item), { intent: "due", due: `${LATER_YEAR}-01-02T03:04`, seen }),
      409,
    );
    expectWords(html, "A colleague changed this a moment ago", `value="${LATER_YEAR}-01-02T03:04"`, "Set to done");
    expect(await rowOf(item)).toMatchObject({ state: "done" });
    // What is no version is none that anybody has seen.
    for (const none of ["99999999999", "x"]) {
      expect((await visitor.post(pathOf(item), { intent: "take", seen: none })).status, none).toBe(409);
    }
    // Sent again from this page, it is taken.
    const now = fieldOn(html, "seen");
    const again = await visitor.post(pathOf(item), { intent: "due", due: `${LATER_YEAR}-01-02T03:04`, seen: now });
    expect(again.status).toBe(303);
  });

  it("what is wrong stands beside its field, and changes nothing", async () => {
    const item = await sendMessage(backend, "Mistaken");
    const seen = String(item.version);
    for (const [entries, message] of [
      [{ intent: "note", kind: "x", body: "Kept words" }, "Choose what it was"],
      [{ intent: "note", kind: "call", body: "x".repeat(10_001) }, "Use 10,000 characters or fewer"],
      [{ intent: "due", due: "soon" }, "Enter a date and a time"],
      [{ intent: "state", state: "x" }, "Choose a state"],
      [{ intent: "give", person: "x" }, "Choose a colleague"],
    ] as [Record<string, string>, string][]) {
      const html = await expectPage(visitor.post(pathOf(item), { seen, ...entries }), 400, "There is a problem");
      expect(html).toMatch(new RegExp(`class="error">(<span[^>]*>Error: </span>)?${message}`));
      if (entries["body"] === "Kept words") expect(html).toContain(">Kept words</textarea>");
    }
    expect(await rowOf(item)).toMatchObject({ state: "new", assignee: null });
  });

  it("giving to somebody who is not of the team is refused in our words", async () => {
    const item = await sendMessage(backend, "Given to whom");
    const client = await signUpClient(backend, "Not the team");
    await expectPage(act(item, { intent: "give", person: client.userId }), 422, "no longer in the team");
  });
});
