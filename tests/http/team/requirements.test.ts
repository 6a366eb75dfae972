import { describe, expect, it } from "vitest";
import { requirementEntries } from "../../support/people/entries.ts";
import { mailTo } from "../../support/services/mailbox.ts";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { fileRequirement, type RequirementRow } from "../../support/people/requirements.ts";
import { sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

const { backend, service, signIn } = await openSharedSite();
const admin = await signUpTeamMember(backend, "admin", "Ada Admin");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const client = await signUpClient(backend, "Orion Foundry");
const team = await signIn(admin);
const company = await signIn(client);

/** Files a requirement as the company. @returns its id */
const file = (job_title: string, more: Partial<RequirementRow> = {}) => fileRequirement(client, { job_title, ...more });

/** What the forms of a requirement's page carry. */
async function seenOn(path: string): Promise<{ version: string; since: string }> {
  const page = await team.read(path);
  return { version: fieldOn(page, "version"), since: fieldOn(page, "since") };
}

/** Sends a posting as a visitor. @returns the path of its item, and the address it came from */
async function post(more: Parameters<typeof sendPosting>[1] = {}): Promise<{ path: string; email: string }> {
  const { id, email } = await sendPosting(backend, more);
  return { path: `/team/inbox/${id}`, email };
}

describe("a requirement", () => {
  it("tells on its first page how many candidates are where, who was heard last, and leads to people", async () => {
    const path = `/team/requirements/${await file("Turner of lathes")}`;
    expectWords(await team.read(path), "Find People", `${path}/find`, "Last contact", "waiting for us", "Interview");
  });

  it("gets a recruiter and a status, and its company sees both", async () => {
    const id = await file("Fitter of pumps");
    const path = `/team/requirements/${id}`;
    const named = await team.post(path, { intent: "recruiter", recruiter: recruiter.userId, ...(await seenOn(path)) });
    expect([named.status, named.headers.get("location")]).toEqual([303, path]);
    expect(await team.read(path)).toContain("Everyone with an account at the company sees who is in charge.");
    const begun = await team.post(path, { intent: "status", status: "in_progress", ...(await seenOn(path)) });
    expect(begun.status).toBe(303);
    expectWords(await team.read(path), "Rea Recruiter is in charge", "Status from new to in progress");
    const dashboard = await company.read("/client-dashboard");
    expectWords(dashboard, "in progress");
    expect(dashboard.split('id="recruiters"')[1]).toMatch(new RegExp(`Rea Recruiter[^]*mailto:${recruiter.email}`));
    // What the company changes then, the team reads where it works.
    const seen = Number((await seenOn(path)).version);
    await client.api.rpc("edit_requirement", { requirement: id, seen, entries: { max_salary: 1_700_000 } });
    expect((await team.read(path)).split("What happened lately")[1]).toContain("Max salary");
    const item = await service.from("inbox_items").select("id").eq("requirement_id", id).single();
    expect(await team.read(`/team/inbox/${item.data!.id}`)).toContain("Open again: the company changed it");
  });

  it("is begun by whoever sets it to in progress, unless the form names nobody", async () => {
    for (const [chosen, told] of [
      [{}, "Ada Admin is looking for the right people."],
      [{ recruiter: "" }, "No recruiter yet: our whole team looks after it."],
    ] as const) {
      const id = await file("Begun by one");
      const path = `/team/requirements/${id}`;
      const begun = { intent: "status", status: "in_progress", ...chosen, ...(await seenOn(path)) };
      expect((await team.post(path, begun)).status).toBe(303);
      expect(await company.read(`/client-dashboard/requirements/${id}`)).toContain(told);
    }
  });

  it("is filled with how many and from when on, which both sides read", async () => {
    const id = await file("Filled in part");
    const path = `/team/requirements/${id}`;
    const fill = async (entries: Record<string, string>) =>
      team.post(path, { intent: "status", status: "filled", ...entries, ...(await seenOn(path)) });
    const html = await expectPage(fill({ filled: "none", joining: "soon" }), 400);
    expectWords(html, "Enter how many were filled, 1 or more", 'value="none"');
    expect(html).toMatch(/<details class="fold" open="">\s*<summary>Filled/);
    expect((await fill({ filled: "3", joining: "2031-02-03" })).status).toBe(303);
    const closed = await team.read(path);
    expect(closed).toContain("3 of 1 filled");
    expect(closed).not.toContain(`${path}/edit`);
    expect(await company.read(`/client-dashboard/requirements/${id}`)).toContain("3 of 1 filled");
    const row = (await company.read("/client-dashboard")).split(id)[1]!.split("</tr>")[0]!;
    expect(row).toMatch(/3 of 1 <[^]*Begins [^]*3 Feb 2031/);
    // What is closed is in no group.
    expect(await team.read("/team/requirements?status=filled")).toContain("3 of 1");
    expect(await team.read("/team/requirements?priority=medium")).not.toContain(id);
    expect(await team.read("/team/export/requirements.csv?status=filled")).toMatch(
      /"Positions Filled"[^]*"Filled in part"[^\n]*"3"/,
    );
    await expectRedirect(team.ask(`${path}/edit`), 302, path);
    const history = await company.read(`/client-dashboard/requirements/${id}/history`);
    expect(history).toContain("Status from new to filled, 3 of the positions filled, beginning on 3 Feb 2031");
  });

  it("is edited by the team on the version that was read, as by its company, who reads it in the history", async () => {
    const id = await file("Filed in dollars", { currency: "USD" });
    const path = `/team/requirements/${id}`;
    expect(await team.read(path)).toContain(`href="${path}/edit"`);
    const form = await team.read(`${path}/edit`);
    expect(form).toContain(`data-keep="${admin.email}"`);
    const valueOf = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? "";
    const seen = { version: valueOf("version"), since: valueOf("since"), marks: valueOf("marks") };
    const entries = { ...requirementEntries, job_title: "Filed in dollars", ...seen };
    await expectPage(team.post(`${path}/edit`, { ...entries, min_salary: "3.5 lakh" }), 400, 'value="pay:INR"');
    const edited = await team.post(`${path}/edit`, { ...entries, min_salary: "3.5 lakh", intent: "pay:INR" });
    expect([edited.status, edited.headers.get("location")]).toEqual([303, path]);
    const history = await company.read(`/client-dashboard/requirements/${id}/history`);
    expectWords(history, "Currency from USD to INR", "Min salary: ₹3,50,000", "Kaushal Global Hiring");
    expect(history).not.toContain("Ada Admin");
    const late = await team.post(`${path}/edit`, { ...entries, currency: "EUR", location: "Goa" });
    expect(late.status).toBe(409);
    const both = (await late.text()).replace(/<[^>]+>/g, " ");
    expect(both).toContain("Changed by both of you");
    expect(both).toMatch(/Now: +INR +Yours: +EUR/);
  });

  it("is not changed on a stale version: the page has the entries and what the other did", async () => {
    const path = `/team/requirements/${await file("Stale one")}`;
    const seen = await seenOn(path);
    await team.post(path, { intent: "recruiter", recruiter: admin.userId, ...seen });
    const late = await team.post(path, { intent: "status", status: "filled", reason: "All hired", ...seen });
    expect(late.status).toBe(409);
    const page = await late.text();
    expectWords(page, "What changed since you opened this page", "All hired");
    for (const version of ["99999999999", "x"]) {
      const none = { intent: "status", status: "filled", reason: "", since: seen.since, version };
      expect((await team.post(path, none)).status, version).toBe(409);
    }
    const again = await team.post(path, { intent: "status", status: "filled", ...(await seenOn(path)) });
    expect(again.status).toBe(303);
  });

  it("is cancelled with a reason, and gets no status that it can't", async () => {
    const path = `/team/requirements/${await file("Cancelled one")}`;
    const bare = team.post(path, { intent: "status", status: "cancelled", ...(await seenOn(path)) });
    await expectPage(bare, 400, "Say why it is cancelled");
    const same = await team.post(path, { intent: "status", status: "new", ...(await seenOn(path)) });
    expect(same.status).toBe(422);
    const entries = { intent: "status", status: "cancelled", reason: "On hold", ...(await seenOn(path)) };
    expect((await team.post(path, entries)).status).toBe(303);
    expect(await team.read(path)).toContain("On hold");
  });

  it("is found by its filters and words, and with its company", async () => {
    const id = await file("Quixotic turner");
    const list = async (search: string) => (await team.ask(`/team/requirements?${search}`)).text();
    expect(await list("words=quixotic")).toContain(id);
    expect(await list("status=filled&whose=nobody&sort=age&order=desc&priority=nonsense")).not.toContain(id);
    const clients = await team.read("/team/clients?words=orion");
    const own = /\/team\/clients\/[0-9a-f-]{36}/.exec(clients)![0];
    const page = await team.read(own);
    expectWords(page, "Orion Foundry", "Client Person", id);
    expect(page).not.toContain("Invite an owner");
    const refused = await team.post(own, { intent: "invite", email: freshEmail(), full_name: "" });
    expect(refused.status).toBe(409);
  });

  it.each(["nonsense", "3b241101-e2bb-4255-8caf-4136c566a962"])("that is not there takes no post: %s", async (id) => {
    const posts: Record<string, Record<string, string>> = {
      requirements: { intent: "status", status: "filled", version: "1", since: "" },
      clients: { intent: "invite", email: freshEmail(), full_name: "" },
      inbox: { intent: "note", kind: "note", body: "x" },
    };
    for (const [room, entries] of Object.entries(posts)) {
      expect((await team.post(`/team/${room}/${id}`, entries)).status, room).toBe(404);
    }
  });
});

describe("a file", () => {
  it("has what the list has, formulas defused, for admins and HR managers, and the log knows", async () => {
    await file('=HYPERLINK("http://evil.example")');
    await file('+1 in "two" lines, Ünïcode');
    const response = await team.ask("/team/export/requirements.csv?status=new");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expectWords(text, `"'=HYPERLINK(""http://evil.example"")"`, `"'+1 in ""two"" lines, Ünïcode"`);
    expect(text).not.toContain("Cancelled one");
    // What the list shows: of what is open, or of one of its groups.
    const unassigned = await team.read("/team/export/requirements.csv?group=nobodys");
    expectWords(unassigned, "Ünïcode");
    expectNoWords(unassigned, "Cancelled one", "Fitter of pumps");
    const inbox = await team.ask("/team/export/inbox.csv?kind=requirement");
    expect(await inbox.text()).toContain(`"'=HYPERLINK`);
    expectWords(await team.read("/team/activity"), "exported the inbox", "exported the list of requirements");
    expect((await team.post("/team/export/inbox.csv", {})).status).toBe(405);
  });

  it("is no recruiter's", async () => {
    const as = await signIn(recruiter);
    for (const name of ["inbox", "requirements"]) expect((await as.ask(`/team/export/${name}.csv`)).status).toBe(404);
    expect(await as.read("/team/requirements")).not.toContain("Download as CSV");
  });
});

describe("a posting", () => {
  const entries = {
    ...requirementEntries,
    job_title: "Welder, wanted",
    positions_count: "8",
    priority: "urgent",
    intent: "submit",
  };

  it("fills in what fits, and shows beside its field what does not", async () => {
    const { path } = await post();
    expect(await team.read(path)).toContain(`${path}/requirement`);
    const page = await team.read(`${path}/requirement`);
    for (const said of ["6-10", "75k-100k", "Immediate (within 1 week)"]) {
      expect(page).toContain(`The posting says: ${said}`);
    }
    const valueOf = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0] ?? "";
    expect(valueOf("job_title")).toContain('value="Welder"');
    expect(valueOf("min_experience")).toContain('value="2"');
    expect(valueOf("positions_count")).toContain('value=""');
    expectWords(page, '<option value="full_time" selected="">', 'name="required_skills" value="TIG"');
  });

  it("of a company whose name is no words has its page", async () => {
    const company = `"${"- ".repeat(90)}(`;
    const line = await sendPosting(backend, { company });
    await team.read(`/team/inbox/${line.id}/requirement`);
    await team.read(`/team/clients?words=${encodeURIComponent(company)}`);
  });

  it("becomes a requirement of a company that is here, once", async () => {
    const { path } = await post({ company: "Orion Foundry" });
    const form = await team.read(`${path}/requirement`);
    const own = /name="client"[^>]*value="([0-9a-f-]{36})"/.exec(form)![1]!;
    await expectPage(team.post(`${path}/requirement`, entries), 400, "Choose the company", "Welder, wanted");
    const made = await team.post(`${path}/requirement`, { ...entries, client: own });
    expect(made.status).toBe(303);
    const target = made.headers.get("location")!;
    expect(await team.read(target)).toContain("Orion Foundry");
    const again = await team.post(`${path}/requirement`, { ...entries, client: own });
    expect(again.headers.get("location")).toBe(target);
    expect((await team.ask(`${path}/requirement`)).headers.get("location")).toBe(target);
    expect(await company.read("/client-dashboard")).toContain("Welder, wanted");
  });

  it("brings its sender's company along, who is invited to own it", async () => {
    const { path, email } = await post({ company: "Nova Works" });
    const made = await team.post(`${path}/requirement`, { ...entries, client: "invite" });
    expect(made.status).toBe(303);
    expect(await team.read(made.headers.get("location")!)).toContain("Nova Works");
    await expect.poll(async () => (await mailTo(backend.url, email)).length).toBe(1);
  });

  it("adds a skill without a script, and keeps the company that was chosen", async () => {
    const { path } = await post();
    const change = { ...entries, client: "invite", required_skills_entry: "Arc", intent: "add:required_skills" };
    const page = await (await team.post(`${path}/requirement`, change)).text();
    expect(page).toContain('name="required_skills" value="Arc"');
    expect(page).toMatch(/<input[^>]*(value="invite"[^>]*checked|checked[^>]*value="invite")/);
  });
});
