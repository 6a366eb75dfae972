import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { signUpCompany } from "../support/people/company.ts";
import { OwnerSession } from "../support/api/database.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { given } from "../support/services/given.ts";
import { signUpClient } from "../support/people/people.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { fieldOn } from "../support/http/page.ts";
import type { Visitor } from "../support/http/visitor.ts";
import { expectPage } from "../support/http/expectations.ts";

const { backend, signIn, site } = await openSharedSite();
const COMPANY = "/client-dashboard/company";
const HELD = "Someone else is changing this right now";

type Post = { path: string; entries: Record<string, string>; kept: string[] };

// What is filled in by hand is not lost because of what somebody else does at that moment.
describe.skipIf(given)("while the rows of a company are held", () => {
  let holder: OwnerSession;
  let posts: Record<string, Post>;
  let others: { visitor: Visitor; seen: string };
  let clientId: string;
  const as: Record<string, Visitor> = {};

  beforeAll(async () => {
    holder = OwnerSession.of(backend.database);
    const company = await signUpCompany(backend, "Vega Castings");
    clientId = company.clientId;
    const [edited, withdrawn, discussed] = [
      await fileRequirement(company.owner),
      await fileRequirement(company.owner),
      await fileRequirement(company.owner),
    ];
    const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
    // A site that has never been answered is not ready; one that has been waits half a second for a newer answer, and is.
    await vi.waitUntil(async () => (await fetch(`${site.url}/readyz`)).ok, 60_000);
    as["owner"] = await signIn(company.owner);
    as["team"] = await signIn(recruiter);
    const other = await signIn(await signUpClient(backend, "Others Ltd"));
    const html = async (path: string, who = "owner") => (await as[who]!.ask(path)).text();
    others = { visitor: other, seen: fieldOn(await other.read(`${COMPANY}/edit`), "version") };
    const edit = await html(`/client-dashboard/requirements/${edited}/edit`);
    const typed = { job_title: "Fitter & Turner", location: "Linz", job_description: "Fit what is to be fitted." };
    const requirement = { ...requirementEntries, ...typed };
    const kept = ['value="Fitter & Turner"', 'value="Linz"', "Fit what is to be fitted."];
    const form = await html("/submit-requirement");
    const served = fieldOn(form, "served");
    const names = ["draft", "draft_version", "draft_marks", "served"];
    const page = Object.fromEntries(names.map((name) => [name, fieldOn(form, name)]));
    posts = {
      "the company's profile": {
        path: `${COMPANY}/edit`,
        entries: {
          company_name: "Vega & Co",
          full_name: "Reception",
          phone: "+91 120",
          version: fieldOn(await html(`${COMPANY}/edit`), "version"),
        },
        kept: ['value="Vega & Co"', 'value="Reception"', 'value="+91 120"'],
      },
      "an own name": {
        path: "/client-dashboard/you",
        entries: { own_name: "Olga Owner", version: "1" },
        kept: ["Olga Owner"],
      },
      "an access": {
        path: COMPANY,
        entries: { intent: "access", person: company.viewer.userId, new_access: "member", version: "1" },
        kept: [],
      },
      "an invitation": {
        path: COMPANY,
        entries: { intent: "invite", email: "nia@test.example", access: "viewer", full_name: "Nia New" },
        kept: ['value="nia@test.example"', 'value="Nia New"'],
      },
      "an edit": {
        path: `/client-dashboard/requirements/${edited}/edit`,
        entries: { ...requirement, version: fieldOn(edit, "version"), marks: fieldOn(edit, "marks"), intent: "submit" },
        kept,
      },
      "a withdrawal": {
        path: `/client-dashboard/requirements/${withdrawn}/withdraw`,
        entries: { reason: "Filled it ourselves", version: "1" },
        kept: ["Filled it ourselves"],
      },
      "a message": {
        path: `/client-dashboard/requirements/${discussed}/messages`,
        entries: {
          body: "When can they start?",
          served: fieldOn(await html(`/client-dashboard/requirements/${discussed}/messages`), "served"),
        },
        kept: ["When can they start?"],
      },
      "a new requirement": {
        path: "/submit-requirement",
        entries: { ...requirement, served, intent: "submit" },
        kept,
      },
      "a draft": { path: "/submit-requirement", entries: { ...requirement, ...page, intent: "save-draft" }, kept },
    };
    await holder.exec(`begin; select from public.clients where id = '${clientId}' for update;
      select from public.job_requirements where client_id = '${clientId}' for update`);
  });
  afterAll(() => holder.close());

  it.each([
    "the company's profile",
    "an own name",
    "an access",
    "an invitation",
    "an edit",
    "a withdrawal",
    "a message",
    "a new requirement",
    "a draft",
  ])("%s is refused in words, with every entry kept", async (name) => {
    const { path, entries, kept } = posts[name]!;
    await expectPage(as["owner"]!.post(path, entries), 503, HELD, ...kept);
  });

  it("an autosaved draft is refused in words for its page", async () => {
    const { entries } = posts["a draft"]!;
    const response = await as["owner"]!.post("/submit-requirement/draft", entries);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ refused: expect.stringContaining(HELD) as string });
  });

  it("ten posts at once wait for no one: others' pages and posts are answered meanwhile", async () => {
    const { path, entries } = posts["the company's profile"]!;
    const ten = Array.from({ length: 10 }, () => as["owner"]!.post(path, entries));
    const answers = await Promise.all([
      others.visitor.ask("/client-dashboard"),
      others.visitor.post(`${COMPANY}/edit`, { company_name: "Others & Sons", version: others.seen }),
      as["team"]!.ask("/team"),
      fetch(`${site.url}/readyz`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 303, 200, 200]);
    expect((await Promise.all(ten)).map(({ status }) => status)).toEqual(Array(10).fill(503));
  });

  it.each([
    ["the company's profile", "renames", 100, "a hundred changes of names"],
    ["an own name", "renames", 100, "a hundred changes of names"],
    ["an edit", "edits", 1000, "a thousand changes of requirements"],
    ["a message", "messages", 1000, "a thousand messages"],
  ])(
    "after a day's work of the company %s is refused in words, with every entry kept",
    async (name, kind, most, words) => {
      await holder.exec(`rollback;
      insert into private.company_counts values ('${clientId}', '${kind}', (now() at time zone 'UTC')::date, ${most})`);
      const { path, entries, kept } = posts[name]!;
      const response = await as["owner"]!.post(path, entries);
      await holder.exec(`delete from private.company_counts where client_id = '${clientId}'`);
      await expectPage(response, 429, words, ...kept);
    },
  );

  it("and sent again later each of them is taken", async () => {
    await holder.exec("rollback");
    for (const [name, { path, entries }] of Object.entries(posts)) {
      const response = await as["owner"]!.post(path, entries);
      expect([name, response.headers.has("location")]).toEqual([name, true]);
    }
  });
});
