import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { signUpClient } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, textOf } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

const { backend, signIn, site } = await openSharedSite();
const owner = await signUpClient(backend, "Drafting Ltd");
const company = await signIn(owner);
const stranger = await signIn(await signUpClient(backend, "Strange Ltd"));
const member = await signIn(await signUpColleague(backend, owner, "member", "Mia Member"));
const viewer = await signIn(await signUpColleague(backend, owner, "viewer", "Vic Viewer"));
const recruiter = await signIn(await signUpTeamMember(backend, "recruiter", "Rea Recruiter"));

const FORM = "/submit-requirement";
/** The page of a requirement that has just been filed. */
const FILED = /^\/client-dashboard\/requirements\/[\da-f-]{36}\?filed$/;
/** Half a requirement, with a mistake in it: a draft is checked for nothing. */
const HALF = {
  job_title: "Half a fitter",
  positions_count: "many",
  required_skills: "Pumps",
  required_skills_entry: "Val",
};

type Entries = Record<string, string>;
type Page = { html: string; draft: string; seen: Entries };

/** What a page's form carries of its draft. */
async function openForm(visitor: Visitor, path = FORM): Promise<Page> {
  const response = await visitor.ask(path);
  const html = await response.text();
  const seen = Object.fromEntries(
    ["draft", "draft_version", "draft_marks", "served"].map((name) => [name, fieldOn(html, name)]),
  );
  return { html, draft: seen["draft"]!, seen };
}

function pathOf(draft: string): string {
  return `${FORM}?draft=${draft}`;
}

/** Saves by the button. */
function save(visitor: Visitor, { seen }: Pick<Page, "seen">, entries: Entries): Promise<Response> {
  return visitor.post(FORM, { ...entries, ...seen, intent: "save-draft" });
}

describe("drafts", () => {
  const draftsOf = async () => (await owner.api.from("requirement_drafts").select("*")).data!;
  const readDraft = async (id: string) =>
    (await owner.api.from("requirement_drafts").select("*").eq("id", id)).data![0];
  const filedOf = async (title: string) =>
    (await owner.api.from("job_requirements").select("id, form_id, required_skills").eq("job_title", title)).data!;

  /** A draft of the company. @returns its id */
  async function begin(entries: Entries = HALF): Promise<string> {
    const page = await openForm(company);
    expect((await save(company, page, entries)).status).toBe(303);
    return page.draft;
  }

  it("the button saves what stands there, right or wrong, and leads to the draft", async () => {
    const page = await openForm(company);
    expect(page.html.match(/value="save-draft"/g)).toHaveLength(2);
    // Enter in a field presses the form's first button, and that does not save a draft.
    expect(/<button[^>]*value="([^"]+)"/.exec(page.html.slice(page.html.indexOf("<form id")))![1]).toBe("enter");
    await expectRedirect(save(company, page, HALF), 303, pathOf(page.draft));
    const { html } = await openForm(member, pathOf(page.draft));
    for (const value of ["Half a fitter", "many", "Pumps", "Val"]) expect(html).toContain(`value="${value}"`);
    expect(await readDraft(page.draft)).toMatchObject({ version: 1, author: owner.userId });
  });

  it("sent twice, it is one draft", async () => {
    const page = await openForm(company);
    const answers = await Promise.all([1, 2].map(() => save(company, page, { job_title: "Twice" })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await draftsOf()).filter(({ id }) => id === page.draft)).toHaveLength(1);
  });

  it("two devices: the later one gets both words by field, keeps its own, and may save them then", async () => {
    const path = pathOf(await begin());
    const here = await openForm(company, path);
    const there = await openForm(member, path);
    expect((await save(member, there, { ...HALF, location: "Goa" })).status).toBe(303);
    const html = await expectPage(save(company, here, { ...HALF, location: "Pune", notes: "Mine" }), 409);
    expect(html).toContain("Saved meanwhile by Mia Member");
    expect(html).toMatch(/<dt>Location<\/dt><dd><p><strong>Saved:<\/strong> Goa<\/p><p><strong>Yours:<\/strong> Pune/);
    expect(html).toMatch(/<dt>Notes<\/dt><dd><p><strong>Saved:<\/strong> nothing<\/p><p><strong>Yours:<\/strong> Mine/);
    expect(html).not.toContain("<dt>Job title</dt>");
    expect(html).toContain('value="Pune"');
    expect((await readDraft(here.draft))!.entries).toMatchObject({ location: "Goa" });
    const again = { seen: { ...here.seen, draft_version: "2" } };
    expect(html).toContain('name="draft_version" value="2"');
    expect((await save(company, again, { ...HALF, location: "Pune" })).status).toBe(303);
    expect((await readDraft(here.draft))!.entries).toMatchObject({ location: "Pune" });
  });

  for (const intent of ["save-draft", "submit"]) {
    it(`two devices: what only the other has changed stays theirs, and nothing is filed, by ${intent}`, async () => {
      const path = pathOf(await begin());
      const [here, there] = [await openForm(company, path), await openForm(member, path)];
      const more = { notes: "Theirs", location: "Goa", preferred_skills: "Welding", remote_allowed: "on" };
      expect((await save(member, there, { ...HALF, ...more })).status).toBe(303);
      const role = { job_title: "Too early", positions_count: "2", location: "Pune", department: "Mine" };
      const mine = { ...requirementEntries, ...HALF, ...role };
      const html = await expectPage(company.post(FORM, { ...mine, ...here.seen, intent }), 409);
      const [both, taken] = html.split("Changed only by them: the form has it already");
      expect(both).toMatch(/<dt>Location<\/dt>/);
      expect(both).not.toMatch(/<dt>Notes<\/dt>/);
      expect(taken).toMatch(/<dt>Notes<\/dt><dd><strong>Saved:<\/strong> Theirs<\/dd>/);
      expect(taken).toMatch(/<textarea[^>]*name="notes"[^>]*>Theirs<\/textarea>/);
      expect(taken).toMatch(/<input[^>]*name="remote_allowed"[^>]*checked/);
      for (const value of ["Welding", "Pune", "Mine"]) expect(taken).toContain(`value="${value}"`);
      expect(taken).toContain('name="draft_version" value="2"');
      expect(taken).toContain(`name="draft_marks" value="${(await openForm(member, path)).seen["draft_marks"]}"`);
      expect(await filedOf("Too early")).toEqual([]);
    });
  }

  it("the list of parts says what the form shows, also after a post", async () => {
    const { seen } = await openForm(company);
    const response = await company.post(FORM, { ...requirementEntries, ...seen, intent: "add:required_skills" });
    const html = await textOf(response);
    expect([response.status, html.match(/, complete</g)?.length]).toEqual([200, 1]);
  });

  it("submitting files it and takes it away, once, though it comes twice", async () => {
    const draft = await begin();
    const page = await openForm(company, pathOf(draft));
    const entries = { ...requirementEntries, ...page.seen, job_title: "From a draft" };
    const answers = await Promise.all([1, 2].map(() => company.post(FORM, entries)));
    for (const answer of answers) expect(answer.headers.get("location")).toMatch(FILED);
    expect(await filedOf("From a draft")).toHaveLength(1);
    expect(await readDraft(draft)).toBeUndefined();
    await expectRedirect(company.ask(pathOf(draft)), 302, FORM);
    const { html } = await openForm(company);
    expect(html).toContain("This draft has been submitted");
    expect(html).toContain(`/client-dashboard/requirements/${(await filedOf("From a draft"))[0]!.id}`);
  });

  it("with mistakes stays a draft, and says them", async () => {
    const draft = await begin();
    const page = await openForm(company, pathOf(draft));
    const html = await expectPage(company.post(FORM, { ...HALF, ...page.seen, intent: "submit" }), 400);
    expectWords(html, "Enter a whole number, 1 or more</p>", `name="draft" value="${draft}"`);
    expect(await readDraft(draft)).toBeDefined();
  });

  it("what is gone can be saved as another, with its entries", async () => {
    const draft = await begin();
    const page = await openForm(company, pathOf(draft));
    await member.post(`/client-dashboard/drafts/${draft}/delete`, { draft_version: "1" });
    const html = await expectPage(save(company, page, { ...HALF, location: "Pune" }), 410);
    expectWords(html, "This draft no longer exists", 'value="Pune"');
    const next = fieldOn(html, "draft");
    expect(next).not.toBe(draft);
    const seen = { ...page.seen, draft: next, draft_version: "" };
    expect((await save(company, { seen }, { ...HALF, location: "Pune" })).status).toBe(303);
  });

  it("is deleted after being asked once; twice is no mistake", async () => {
    const draft = await begin({ job_title: "To be deleted" });
    const path = `/client-dashboard/drafts/${draft}/delete`;
    const page = await company.read(path);
    expect(page).toContain("To be deleted");
    const version = fieldOn(page, "draft_version");
    const answers = await Promise.all([1, 2].map(() => company.post(path, { draft_version: version })));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/client-dashboard"]);
    }
    expect(await readDraft(draft)).toBeUndefined();
    expect((await company.ask(path)).status).toBe(404);
  });

  it("that somebody has changed since is not deleted", async () => {
    const draft = await begin();
    const page = await openForm(member, pathOf(draft));
    await save(member, page, { ...HALF, location: "Goa" });
    const late = company.post(`/client-dashboard/drafts/${draft}/delete`, { draft_version: "1" });
    await expectPage(late, 409, "Mia Member");
    expect(await readDraft(draft)).toBeDefined();
  });

  it("the dashboard lists them, with who and when, and the ways on", async () => {
    const draft = await begin({ job_title: "" });
    const html = await company.read("/client-dashboard");
    expectWords(html, `href="${pathOf(draft)}"`, `href="/client-dashboard/drafts/${draft}/delete"`, "Without a title");
    expect(html).toContain("Saved by Client Person on <time");
    expect(await viewer.read("/client-dashboard")).not.toContain(draft);
  });

  it("is not there for a stranger, a viewer, or the team, in any way", async () => {
    const draft = await begin({ job_title: "Canary" });
    const seen = { ...(await openForm(company, pathOf(draft))).seen };
    const deletion = `/client-dashboard/drafts/${draft}/delete`;
    for (const visitor of [stranger, viewer]) {
      for (const path of [pathOf(draft), deletion]) {
        const response = await visitor.ask(path);
        expect([response.status, (await response.text()).includes("Canary")]).toEqual([404, false]);
      }
    }
    for (const visitor of [stranger, viewer, recruiter]) {
      for (const [path, entries] of [
        [FORM, { ...HALF, intent: "save-draft" }],
        [FORM, requirementEntries],
        [`${FORM}/draft`, HALF],
        [deletion, {}],
      ] as [string, Entries][]) {
        const response = await visitor.post(path, { ...entries, ...seen });
        expect(await response.text(), path).not.toContain("Canary");
        // To somebody else's company it is as if it were gone.
        expect([303, 400, 403, 404, 410], path).toContain(response.status);
        if (response.status === 303) expect(visitor, path).toBe(stranger);
      }
    }
    expect(await readDraft(draft)).toMatchObject({ version: 1, entries: { job_title: "Canary" } });
    const [form, unsaved] = [await openForm(viewer), new Visitor(site.url)];
    expect(form.html).not.toContain("save-draft");
    const left = await unsaved.ask(pathOf(draft));
    expect(left.headers.get("location")).toBe(`/client-auth?redirectTo=${encodeURIComponent(pathOf(draft))}`);
    await expectPage(unsaved.post(FORM, { ...HALF, intent: "save-draft", ...seen }), 401, 'value="Half a fitter"');
    for (const id of ["nonsense", randomUUID()]) {
      for (const path of [pathOf(id), `/client-dashboard/drafts/${id}/delete`]) {
        const html = await expectPage(company.ask(path), 404, "To the dashboard</a>", "<strong>Client Person</strong>");
        expect(html).not.toContain("Hire Talent");
      }
    }
  });

  describe("for a script", () => {
    const post = async (visitor: Visitor, entries: Entries) => {
      const response = await visitor.post(`${FORM}/draft`, entries);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };

    it("answers with the version, with both words, or why not", async () => {
      const path = pathOf(await begin());
      const [here, there] = [await openForm(company, path), await openForm(member, path)];
      expect(await post(company, { ...HALF, ...here.seen, notes: "1" })).toMatchObject({
        status: 200,
        body: { version: 2 },
      });
      // An answer that was lost: the page goes on with what it knows.
      expect(await post(company, { ...HALF, ...here.seen, notes: "2" })).toMatchObject({
        status: 200,
        body: { version: 3 },
      });
      const stale = await post(member, { ...HALF, ...there.seen, notes: "x" });
      expect(stale).toMatchObject({
        status: 409,
        body: { meanwhile: { saved: { version: 3 }, isHarmless: false, theirs: {} } },
      });
      const { html } = stale.body["meanwhile"] as { html: string };
      expectWords(html, "Saved meanwhile by", "<strong>Saved:</strong> 2", "<strong>Yours:</strong> x");
      const long = await post(company, { ...HALF, ...here.seen, notes: "n".repeat(70_000) });
      expect(long).toMatchObject({
        status: 422,
        body: { refused: expect.stringContaining("too long together") as string },
      });
      expect(await post(company, HALF)).toMatchObject({ status: 400 });
      const anybody = await post(new Visitor(site.url), { ...HALF, ...here.seen });
      expect(anybody).toMatchObject({
        status: 401,
        body: { refused: expect.stringContaining("Sign in in another tab") as string },
      });
      const reads = await post(viewer, { ...HALF, ...here.seen });
      expect(reads).toMatchObject({
        status: 403,
        body: { refused: expect.stringContaining("not change any") as string },
      });
      expect((await company.ask(`${FORM}/draft`)).status).toBe(404);
    });

    it("answers with another id when the draft is gone, for the page to begin one with its entries", async () => {
      const draft = await begin();
      const page = await openForm(company, pathOf(draft));
      await member.post(`/client-dashboard/drafts/${draft}/delete`, { draft_version: "1" });
      const gone = await post(company, { ...HALF, ...page.seen, location: "Pune" });
      expect(gone).toMatchObject({ status: 410, body: { next: expect.stringMatching(/^[\da-f-]{36}$/) as string } });
      const next = { ...page.seen, draft: gone.body["next"] as string, draft_version: "", draft_marks: "" };
      expect(await post(company, { ...HALF, ...next, location: "Pune" })).toMatchObject({ status: 200 });
      expect((await readDraft(next.draft))!.entries).toMatchObject({ location: "Pune" });
    });

    it("keeps text as the database takes it", async () => {
      const page = await openForm(company);
      await post(company, { ...page.seen, notes: "one\r\ntwo\0", job_title: "नमस्ते" });
      expect((await readDraft(page.draft))!.entries).toMatchObject({ notes: "one\ntwo", job_title: "नमस्ते" });
    });
  });

  describe("a duplicate", () => {
    const DATES = { expected_start_date: "2031-02-03", deadline: "2031-01-02" };

    async function original(title: string): Promise<string> {
      await company.post(FORM, {
        ...requirementEntries,
        ...DATES,
        job_title: title,
        min_salary: "50,000",
        pay_answered: "currency",
      });
      return `/client-dashboard/requirements/${(await filedOf(title))[0]!.id}/duplicate`;
    }

    async function make(path: string, more: Entries = {}): Promise<Page> {
      const { seen } = await openForm(company, path);
      const answers = await Promise.all([1, 2].map(() => company.post(path, { ...seen, ...more })));
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(answers[0]!.headers.get("location")).toBe(pathOf(seen["draft"]!));
      return openForm(company, pathOf(seen["draft"]!));
    }

    it("is a draft with all its entries, without the dates unless they are to be kept", async () => {
      const path = await original("An original");
      expect(await company.read(path)).toContain("Keep the dates");
      const without = await make(path);
      for (const value of ["An original", "Pune", "Lathe", "50000"]) expect(without.html).toContain(`value="${value}"`);
      for (const value of Object.values(DATES)) expect(without.html).not.toContain(`value="${value}"`);
      const kept = await make(path, { keep_dates: "on" });
      for (const value of Object.values(DATES)) expect(kept.html).toContain(`value="${value}"`);
      const copy = { ...requirementEntries, ...kept.seen, job_title: "A copy" };
      expect((await company.post(FORM, copy)).headers.get("location")).toMatch(FILED);
      expect(await filedOf("A copy")).toMatchObject([{ form_id: kept.draft }]);
    });

    it("is nobody else's to make", async () => {
      const path = await original("Not theirs");
      for (const [visitor, status] of [
        [stranger, 404],
        [viewer, 403],
      ] as const) {
        for (const response of [
          await visitor.ask(path),
          await visitor.post(path, { draft: randomUUID(), draft_version: "" }),
        ]) {
          expect(response.status).toBe(status);
          const html = await response.text();
          expect(html.includes("members file and change them")).toBe(visitor === viewer);
          if (visitor === stranger) expect(html).not.toContain("Not theirs");
          if (visitor === stranger) expect(html).toContain("To the dashboard</a>");
        }
      }
      const again = await expectPage(new Visitor(site.url).post(path, { draft: randomUUID(), keep_dates: "on" }), 401);
      expect(again).toContain("Sign in in a new tab");
      expect(again).toMatch(/<input type="checkbox"[^>]*name="keep_dates"[^>]*checked=""/);
      expect((await recruiter.post(path, {})).status).toBe(404);
      expect((await new Visitor(site.url).ask(path)).headers.get("location")).toContain("/client-auth");
      const unknown = `/client-dashboard/requirements/${randomUUID()}/duplicate`;
      expect((await company.ask(unknown)).status).toBe(404);
      expect((await company.post(unknown, {})).status).toBe(404);
    });
  });
});
