import { describe, expect, it } from "vitest";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { signUpClient, signUpPerson, type Person } from "../../support/people/people.ts";
import { postedForms, type PageForm } from "../../support/http/forms.ts";
import { fieldOn } from "../../support/http/page.ts";
import type { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectWords } from "../../support/http/expectations.ts";

// A page is opened, its person comes to a company, or to another one, in another tab, and the page's form is sent then.
const { backend, signIn } = await openSharedSite();

const FORM = "/submit-requirement";
const FILED = /^\/client-dashboard\/requirements\/[\da-f-]{36}\?filed$/;
const ALPHA = { company_name: "Alpha Ltd", full_name: "Ida Nilsen", phone: "" };

/** Whoever is invited to a company accepts, and leaves their own for it. */
async function join(visitor: Visitor, person: Person, owner: Person, access: "owner" | "member") {
  const { data: invitation } = await owner.api.rpc("invite_member", { address: person.email, new_access: access });
  const joined = await visitor.post("/invitation", { intent: "join", invitation: invitation!, leaving: "on" });
  expect(joined.status).toBe(303);
}

/** What a page's form carries that nobody types. */
async function openForm(visitor: Visitor): Promise<Record<string, string>> {
  const html = await visitor.read(FORM);
  const names = ["owner", "of_company", "draft", "draft_version", "draft_marks", "served"];
  return Object.fromEntries(
    names.filter((name) => html.includes(`name="${name}"`)).map((name) => [name, fieldOn(html, name)]),
  );
}

/** Sends again what a page has given back. */
function sendAgain(visitor: Visitor, html: string): Promise<Response> {
  const again = postedForms(html, FORM).find(({ entries }) => entries.some(([name]) => name === "job_title"))!;
  return visitor.ask(again.action, { method: "POST", body: new URLSearchParams(again.entries) });
}

const titlesOf = async (person: Person) =>
  (await person.api.from("job_requirements").select("job_title")).data!.map(({ job_title }) => job_title);
const draftsOf = async (person: Person) => (await person.api.from("requirement_drafts").select("id")).data!;

describe("the form of a requirement, opened without a company", () => {
  it("is not filed for one that was joined since: 409 says which, and sent again it is", async () => {
    const lyra = await signUpClient(backend, "Lyra Ltd");
    const person = await signUpPerson(backend, {});
    const visitor = await signIn(person);
    const page = await openForm(visitor);
    expect(page["of_company"]).toBe("");
    await join(visitor, person, lyra, "member");
    const entries = { ...requirementEntries, ...page, ...ALPHA, job_title: "For Alpha", intent: "submit" };
    const html = await expectPage(visitor.post(FORM, entries), 409);
    expectWords(html, "You belong to Lyra Ltd by now.", "Send it again if it is for Lyra Ltd.", "Alpha Ltd");
    expect(html).toContain('name="job_title" value="For Alpha"');
    expect(await titlesOf(lyra)).toEqual([]);
    // A mistake in it is not told first: the page would come back as one of the other company.
    await expectPage(visitor.post(FORM, { ...entries, location: "" }), 409);
    expect((await sendAgain(visitor, html)).headers.get("location")).toMatch(FILED);
    expect(await titlesOf(lyra)).toEqual(["For Alpha"]);
  });

  it("nor for one that was made since on the dashboard, unless the form names that one", async () => {
    const person = await signUpPerson(backend, {});
    const visitor = await signIn(person);
    const page = await openForm(visitor);
    const made = await visitor.post("/client-dashboard", { ...ALPHA, company_name: "Beta Ltd", intent: "profile" });
    expect(made.status).toBeLessThan(400);
    const entries = { ...requirementEntries, ...page, ...ALPHA, intent: "submit" };
    const html = await expectPage(visitor.post(FORM, entries), 409);
    expect(html).toContain("Send it again if it is for Beta Ltd.");
    expect(await titlesOf(person)).toEqual([]);
    const named = await visitor.post(FORM, { ...entries, company_name: " Beta Ltd " });
    expect(named.headers.get("location")).toMatch(FILED);
  });

  it("is filed once, though it comes twice: the first one makes the company", async () => {
    const person = await signUpPerson(backend, {});
    const visitor = await signIn(person);
    const entries = { ...requirementEntries, ...(await openForm(visitor)), ...ALPHA, intent: "submit" };
    const [first, second] = [await visitor.post(FORM, entries), await visitor.post(FORM, entries)];
    expect(first.headers.get("location")).toMatch(FILED);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });

  it("stays without one while it comes back with mistakes", async () => {
    const visitor = await signIn(await signUpPerson(backend, {}));
    const entries = { ...requirementEntries, ...(await openForm(visitor)), ...ALPHA, location: "" };
    expect(fieldOn(await expectPage(visitor.post(FORM, entries), 400), "of_company")).toBe("");
  });
});

describe("whoever has moved to another company", () => {
  const move = async (access: "owner" | "member", open: (visitor: Visitor) => Promise<void>) => {
    const [one, other] = [await signUpClient(backend, "First Ltd"), await signUpClient(backend, "Second Ltd")];
    const person = await signUpColleague(backend, one, access, "Mia Mover");
    const visitor = await signIn(person);
    await open(visitor);
    await join(visitor, person, other, access);
    return { visitor, other };
  };

  it("files and saves nothing there by a page of the one before, also not by its script", async () => {
    let page: Record<string, string> = {};
    const { visitor, other } = await move("member", async (before) => {
      page = await openForm(before);
    });
    const entries = { ...requirementEntries, ...page, job_title: "Secret of the first" };
    const script = await visitor.post(`${FORM}/draft`, entries);
    expect([script.status, await script.json()]).toEqual([
      409,
      { refused: expect.stringContaining("Send it again if it is for Second Ltd.") as string },
    ]);
    for (const intent of ["save-draft", "submit"]) {
      const html = await expectPage(visitor.post(FORM, { ...entries, intent }), 409);
      expectWords(html, "You belong to Second Ltd by now.", "Secret of the first");
    }
    expect([await titlesOf(other), await draftsOf(other)]).toEqual([[], []]);
    const html = await expectPage(visitor.post(FORM, { ...entries, intent: "submit" }), 409);
    expect((await sendAgain(visitor, html)).headers.get("location")).toMatch(FILED);
    expect(await titlesOf(other)).toEqual(["Secret of the first"]);
  });

  it("changes nothing there by any form of the pages of the one before", async () => {
    const forms: PageForm[] = [];
    const { visitor, other } = await move("owner", async (before) => {
      for (const path of ["company", "company/edit", "company/hand-over", "company/leave", "you"]) {
        forms.push(...postedForms(await before.read(`/client-dashboard/${path}`), `/client-dashboard/${path}`));
      }
    });
    const read = async () => (await other.api.rpc("own_company")).data;
    const before = await read();
    const sent = forms.flatMap(({ action, entries, buttons }) =>
      (buttons.length > 0 ? buttons : [["intent", ""] as const]).map((button) => ({
        action,
        entries: [...entries, [...button]],
      })),
    );
    const told = sent.filter(({ entries }) => !entries.some(([, value]) => value === "sign-out"));
    for (const { action, entries } of told) {
      const body = new URLSearchParams(entries);
      if (body.get("intent") === "invite") body.set("email", "colleague@test.example");
      await expectPage(visitor.ask(action, { method: "POST", body }), 409, "Send it again if it is for Second Ltd.");
    }
    expect(new Set(told.map(({ action }) => action)).size).toBe(5);
    expect(await read()).toEqual(before);
  });
});
