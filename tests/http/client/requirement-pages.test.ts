import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { footer } from "~/content/navigation";
import { fileFull } from "../../support/browser/client-pages.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { signUpClient, signUpPerson } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { sendPosting, signUpTeamMember } from "../../support/people/team.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectWords } from "../../support/http/expectations.ts";

// A requirement's page and history, as its company reads them.

const { backend, service, signIn, site } = await openSharedSite();
const owner = await signUpClient(backend, "Vega Castings");
const viewer = await signUpColleague(backend, owner, "viewer");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const former = await signUpTeamMember(backend, "recruiter", "Fay Former");
const company = await signIn(owner);

const pathOf = (id: string) => `/client-dashboard/requirements/${id}`;
/** What a page says, without its markup. */
const said = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<\/?bdi>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const read = (path: string, as = company, language = "en-IN") =>
  as.read(path, { headers: { "Accept-Language": language } });

/** What stands under a label of the details. */
function detail(html: string, label: string): string | undefined {
  return new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`, "s").exec(html)?.[1]?.replace(/<[^>]+>/g, "");
}

describe("the details", () => {
  it("are every field that is filled in, as the reader writes numbers and amounts", async () => {
    const path = pathOf(await fileFull(owner));
    const html = await read(path);
    const wanted: Record<string, string> = {
      "Job type": "Full time",
      Department: "Production Engineer",
      Location: "Production Engineer; remote allowed",
      Experience: "3 to 8 years",
      Salary: "₹9,00,000 to ₹16,00,000.50 a year",
      Positions: "1,250",
      "Required skills": "Production Engineer, PLC",
      "Preferred skills": "Six Sigma",
      Education: "Production Engineer of education",
      "Job description": "Production Engineer of the description",
      Responsibilities: "Production Engineer of responsibilities",
      Benefits: "Production Engineer of benefits",
      "Expected start": "1 Mar 2998",
      "Application deadline": "31 Jan 2998",
      Notes: "Production Engineer of notes",
    };
    for (const [label, words] of Object.entries(wanted)) expect(detail(html, label), label).toBe(words);
    const german = await read(path, company, "de-DE,de;q=0.9");
    expect(detail(german, "Salary")?.replaceAll("\u00a0", " ")).toBe("900.000 ₹ to 1.600.000,50 ₹ a year");
    expect(detail(german, "Application deadline")).toBe("31 Jan 2998");
    expect(detail(german, "Positions")).toBe("1.250");
  });

  it("leave out what was left out", async () => {
    const bare = { department: null, min_experience: null, max_experience: null, min_salary: null, notes: null };
    const html = await read(pathOf(await fileFull(owner, { ...bare, preferred_skills: [], deadline: null })));
    for (const label of ["Department", "Experience", "Preferred skills", "Application deadline", "Notes"]) {
      expect(detail(html, label), label).toBeUndefined();
    }
    expect(detail(html, "Salary")).toBe("up to ₹16,00,000.50 a year");
    const one = { min_experience: 1, max_experience: 1, max_salary: null, currency: "USD" } as const;
    const other = await read(pathOf(await fileFull(owner, one)));
    expect(detail(other, "Experience")).toBe("1 year");
    expect(detail(other, "Salary")).toBe("from $9,00,000 a year");
  });

  it("stand among tabs that are links, each page naming its own", async () => {
    const path = pathOf(await fileFull(owner));
    for (const [page, current] of [
      [path, path],
      [`${path}/history`, `${path}/history`],
    ] as const) {
      const html = await read(page);
      for (const tab of [path, `${path}/messages`, `${path}/history`]) expect(html).toContain(`<a href="${tab}"`);
      expect([...html.matchAll(/<a href="([^"]+)" aria-current="page"/g)].map(([, href]) => href)).toEqual([current]);
    }
  });
});

describe("who it is and what happens next", () => {
  it("is a promise while nobody has answered, and says so when it is late", async () => {
    const id = await fileFull(owner);
    const { data } = await owner.api.from("job_requirements").select("created_at").eq("id", id).single();
    const due = new Date(Date.parse(data!.created_at) + 48 * 3_600_000);
    const html = await read(pathOf(id));
    expect(said(html)).toContain("We answer by");
    const stamp = /We answer by <time dateTime="([^"]+)"/.exec(html)?.[1];
    expect(Date.parse(stamp ?? "")).toBe(due.getTime());
    expect(html).toMatch(/We answer by <time [^>]*>\d{1,2} \w{3,4} \d{4}, \d\d:\d\d</);
    expect(html).toContain(footer.zone);
    expect(said(html)).toContain("No recruiter yet: our whole team looks after it.");
    const late = await fileFull(owner, {});
    await setCreated(late, new Date(Date.now() - 50 * 3_600_000));
    expect(said(await read(pathOf(late)))).toMatch(/We promised an answer by .* , and are late\. .*hello@/);
  });

  it("names the recruiter with mail and phone, to be pressed", async () => {
    const id = await fileFull(owner, { job_title: "Turner & fitter" });
    const { data: seen } = await recruiter.api.rpc("set_recruiter", {
      requirement: id,
      seen: 1,
      person: recruiter.userId,
    });
    await phone("+91 120 555-0177");
    const html = await read(pathOf(id));
    expectWords(html, `href="mailto:${recruiter.email}?subject=Turner%20%26%20fitter"`, 'href="tel:+911205550177"');
    expect(said(html)).toContain("Rea Recruiter looks after it.");
    await recruiter.api.rpc("change_requirement_status", { requirement: id, seen: seen!, status: "in_progress" });
    const working = said(await read(pathOf(id)));
    expect(working).toContain("Rea Recruiter is looking for the right people. We tell you as soon as there is news.");
    expect(working).not.toContain("We answer by");
    await owner.api.rpc("edit_requirement", { requirement: id, seen: seen! + 1, entries: { location: "Goa" } });
    expect(said(await read(pathOf(id)))).toContain("We still have to answer what you sent last. We answer by");
    await phone("by mail, please");
    const unpressed = await read(pathOf(id));
    expect(unpressed).toContain("by mail, please");
    expect(unpressed).not.toContain("tel:");
  });

  it("says honestly that it was answered, filled, cancelled or withdrawn", async () => {
    const answered = await fileFull(owner);
    const item = await service
      .from("inbox_items")
      .select("item:id, seen:version")
      .eq("requirement_id", answered)
      .single();
    await recruiter.api.rpc("set_item_state", { ...item.data!, state: "waiting" });
    expect(said(await read(pathOf(answered)))).toContain("We have answered.");

    const filled = await fileFull(owner);
    await recruiter.api.rpc("change_requirement_status", { requirement: filled, seen: 1, status: "filled" });
    const html = await read(pathOf(filled));
    expect(said(html)).toContain("It is filled, and nothing more is needed.");
    const hired = await fileFull(owner);
    await recruiter.api.rpc("change_requirement_status", {
      requirement: hired,
      seen: 1,
      status: "filled",
      reason: "Ana begins.",
    });
    expect(said(await read(pathOf(hired)))).toContain("nothing more is needed: Ana begins. To hire");
    expect(html).toContain(`href="${pathOf(filled)}/duplicate"`);
    expect(html).not.toMatch(/\/edit"|\/withdraw"/);

    const cancelled = await fileFull(owner);
    const by = { requirement: cancelled, seen: 1, status: "cancelled", reason: "On <hold>" } as const;
    await recruiter.api.rpc("change_requirement_status", by);
    expect(said(await read(pathOf(cancelled)))).toContain(
      "We have cancelled it: On &lt;hold&gt; . We have stopped working on it.",
    );

    const withdrawn = await fileFull(owner);
    await owner.api.rpc("change_requirement_status", { ...by, requirement: withdrawn });
    expect(said(await read(pathOf(withdrawn)))).toContain(
      "Your company has withdrawn it: On &lt;hold&gt; . We have stopped",
    );
  });

  it("shows a title in its own direction, on both sides", async () => {
    const job_title = "מפתח תוכנה (C++)";
    const id = await fileRequirement(owner, { job_title });
    expect(await read(pathOf(id))).toContain(`<h1 dir="auto">${job_title}</h1>`);
    expect(await read("/client-dashboard")).toContain(`<bdi>${job_title}</bdi></a>`);
    const team = await signIn(recruiter);
    for (const [path, title] of [
      [`/team/requirements/${id}`, `<h1 dir="auto">${job_title}</h1>`],
      [`/team/requirements?words=${encodeURIComponent("מפתח")}`, `<bdi>${job_title}</bdi></a>`],
    ] as const) {
      expect(await team.read(path), path).toContain(title);
    }
  });

  it("counts the promise of a posting from when it came", async () => {
    const posting = await sendPosting(backend, { created_at: new Date(Date.now() - 3_600_000).toISOString() });
    const { data: line } = await service.from("inbox_items").select("created_at").eq("id", posting.id).single();
    const { data: client } = await owner.api.from("current_account").select("client_id").single();
    const { data: id } = await recruiter.api.rpc("convert_item", {
      item: posting.id,
      client: client!.client_id!,
      entries: { job_title: "T", job_type: "contract", location: "L", required_skills: ["x"], job_description: "x" },
    });
    const stamp = /We answer by <time dateTime="([^"]+)"/.exec(await read(pathOf(id!)))?.[1];
    expect(Date.parse(stamp!)).toBe(Date.parse(line!.created_at) + 48 * 3_600_000);
  });
});

describe("the history", () => {
  it("tells each change by its field, and names nobody of the team but the recruiter", async () => {
    const id = await fileFull(owner);
    const named = async (seen: number, person: string) =>
      (await recruiter.api.rpc("set_recruiter", { requirement: id, seen, person })).data!;
    const item = await service.from("inbox_items").select("id").eq("requirement_id", id).single();
    await recruiter.api.rpc("note_once", {
      item: item.data!.id,
      kind: "note",
      body: "canary note",
      form: randomUUID(),
    });
    let seen = await named(1, former.userId);
    seen = await named(seen, recruiter.userId);
    const edits = {
      min_salary: 1_000,
      max_salary: null,
      currency: "USD",
      department: null,
      deadline: "2998-02-28",
      remote_allowed: false,
      job_description: "canary description",
      min_experience: 1,
    };
    seen = (await owner.api.rpc("edit_requirement", { requirement: id, seen, entries: edits })).data!;
    await former.api.rpc("change_requirement_status", {
      requirement: id,
      seen,
      status: "cancelled",
      reason: "On hold",
    });
    const html = await read(`${pathOf(id)}/history`);
    const words = said(html);
    for (const line of [
      "Min salary from ₹9,00,000 to $1,000",
      "Max salary taken out: it was ₹16,00,000.50",
      "Currency from INR to USD",
      "Department taken out: it was Production Engineer",
      "Application deadline from 31 Jan 2998 to 28 Feb 2998",
      "Remote not allowed any more",
      "Job description changed",
      "Min experience from 3 years to 1 year",
      "Rea Recruiter looks after it",
      "A recruiter looks after it",
      "Status from new to cancelled: On hold",
      "Client Person,",
    ]) {
      expect(words).toContain(line);
    }
    expect(words.indexOf("cancelled: On hold")).toBeLessThan(words.indexOf("Filed"));
    for (const suffix of ["", "/history", ".data", "/history.data"]) {
      const body = await company.read(pathOf(id) + suffix);
      expect(body, suffix).not.toMatch(new RegExp(`canary note|Fay Former|${former.userId}|${former.email}`));
      expect(body, suffix).not.toMatch(/client_id|user_id|recruiter_id|form_id|submitted_by|source_posting_id|actor/);
      expect(body, suffix).not.toContain(recruiter.userId);
    }
    expect(html).not.toContain("canary description");
  });

  it("names the colleague who did it, and who has left as nobody", async () => {
    const colleague = await signUpColleague(backend, owner, "member");
    const id = await fileFull(owner);
    await colleague.api.rpc("edit_requirement", { requirement: id, seen: 1, entries: { location: "Goa" } });
    expect(said(await read(`${pathOf(id)}/history`))).toContain("Ravi Iyer,");
    await owner.api.rpc("remove_member", { person: colleague.userId });
    expect(said(await read(`${pathOf(id)}/history`))).toContain("Someone at your company,");
  });

  it("goes on on older pages, with the amounts in the currency that they were in", async () => {
    const id = await fileFull(owner, { min_salary: 1, currency: "INR" });
    let seen = 1;
    const edit = async (entries: Record<string, string | number>) => {
      seen = (await owner.api.rpc("edit_requirement", { requirement: id, seen, entries })).data!;
    };
    await edit({ min_salary: 2 });
    const events = service.from("requirement_events");
    const edited = events.select("requirement_id, client_id, actor, side, type").eq("requirement_id", id);
    const { data: event } = await edited.eq("type", "edited").single().throwOnError();
    const moves = Array.from({ length: 50 }, (_, each) => ({ ...event, changes: { location: ["L", `L${each}`] } }));
    await events.insert(moves).throwOnError();
    await edit({ currency: "EUR" });
    const first = await read(`${pathOf(id)}/history`);
    expect(first).not.toContain("Filed");
    const older = /href="([^"]+before=[^"]+)"/.exec(first)![1]!;
    const words = said(await read(older));
    expectWords(words, "Filed", "Min salary from ₹1 to ₹2", "Newest");
    expect((await company.ask(`${pathOf(id)}/history?before=nonsense`)).status).toBe(200);
  });
});

describe("to others", () => {
  it("a viewer reads, and is offered nothing that they may not do", async () => {
    const id = await fileFull(owner);
    const as = await signIn(viewer);
    expect(await read(pathOf(id), as)).not.toMatch(/\/edit"|\/withdraw"|\/duplicate"/);
    await read(`${pathOf(id)}/history`, as);
  });

  it("another company, the team and a stranger find nothing, or their own", async () => {
    const id = await fileFull(owner, { job_title: "canary title" });
    // A page has one loader: by turns each is asked for itself and for its data.
    for (const [person, turn, other] of [
      [await signUpClient(backend, "Others Ltd"), "", ".data"],
      [await signUpPerson(backend, {}), ".data", ""],
    ] as const) {
      const as = await signIn(person);
      for (const [page, suffix] of [
        ["", turn],
        ["/history", other],
        ["/edit", turn],
        ["/withdraw", other],
      ] as const) {
        const response = await as.ask(pathOf(id) + page + suffix);
        expect([response.status, page]).toEqual([404, page]);
        const html = await response.text();
        expect(html).not.toContain("canary");
        if (suffix === "") expect(html).toContain("To the dashboard</a>");
      }
    }
    const team = await signIn(recruiter);
    expect((await team.ask(pathOf(id))).headers.get("location")).toBe("/team/my-day");
    const outside = await new Visitor(site.url).ask(`${pathOf(id)}/edit`);
    expect(outside.headers.get("location")).toBe(`/client-auth?redirectTo=${encodeURIComponent(`${pathOf(id)}/edit`)}`);
  });

  it("what is none is not found", async () => {
    // A page has one loader: by turns it is asked for an id that is none, and for one that nothing has.
    for (const [index, page] of ["", "/history", "/edit", "/withdraw"].entries()) {
      const [path, other] = ["nonsense", randomUUID()].map((id) => pathOf(id) + page).sort(() => (index % 2 ? 1 : -1));
      const posts = page === "/edit" || page === "/withdraw" ? [await company.post(other!, {})] : [];
      for (const response of [await company.ask(path!), ...posts]) {
        expect(response.status).toBe(404);
        expect(await response.text()).toContain("To the dashboard</a>");
      }
    }
  });
});

describe("the dashboard", () => {
  it("leads to each, and shows those of one status", async () => {
    const [fresh, filled] = [await fileFull(owner), await fileFull(owner)];
    await recruiter.api.rpc("change_requirement_status", { requirement: filled, seen: 1, status: "filled" });
    expect(await read("/client-dashboard")).toContain(`<a href="${pathOf(fresh)}"><bdi>Production Engineer</bdi></a>`);
    const of = (status: string) => read(`/client-dashboard?status=${status}`);
    expect(await of("new")).toContain(fresh);
    const shown = await of("filled");
    expect(shown).toContain(filled);
    expect(shown).not.toContain(fresh);
    expect(shown).toContain('<a href="/client-dashboard?status=filled#requirements" aria-current="page">Filled</a>');
    expect(await of("nonsense")).toContain(fresh);
    const other = await signUpClient(backend, "Empty Ltd");
    const empty = await signIn(other);
    expect(await read("/client-dashboard", empty)).not.toContain("Filter by status");
    await fileFull(other);
    expect(said(await read("/client-dashboard?status=filled", empty))).toContain(
      "None of your requirements is filled.",
    );
  });
});

it("many come twenty a page, each once, though they came at one moment, and the cards count all", async () => {
  const person = await signUpClient(backend, "Many Ltd");
  const { data: record } = await person.api.from("clients").select("id").single();
  const rows = Array.from({ length: 45 }, (_, index) => ({
    client_id: record!.id,
    job_title: `Job ${index}.`,
    job_type: "contract" as const,
    location: "Linz",
    job_description: "x",
    required_skills: ["x"],
    positions_count: 2,
    status: index % 2 ? ("filled" as const) : ("new" as const),
    created_at: `2026-01-0${1 + (index % 3)}T00:00:00Z`,
  }));
  expect((await service.from("job_requirements").insert(rows)).error).toBeNull();
  const many = await signIn(person);
  let html = await read("/client-dashboard", many);
  expect([...html.matchAll(/<dd[^>]*>(\d+)<\/dd>/g)].map(([, count]) => count).slice(0, 3)).toEqual(["45", "23", "90"]);
  const titles: string[] = [];
  for (const count of [20, 20, 5]) {
    const own = [...html.matchAll(/<bdi>(Job \d+\.)<\/bdi>/g)].map(([, title]) => title!);
    expect(own).toHaveLength(count);
    titles.push(...own);
    const older = /<a href="([^"]+before=[^"]+)"[^>]*>Older/.exec(html)?.[1];
    expect(older !== undefined, `a way on after ${titles.length}`).toBe(titles.length < 45);
    if (older) html = await read(older, many);
  }
  expect(new Set(titles).size).toBe(45);
  for (const nonsense of ["x", "~", "2026-01-01T00:00:00Z~00000000-0000-4000-8000-000000000000,id.gt.0"]) {
    expect((await many.ask(`/client-dashboard?before=${encodeURIComponent(nonsense)}`)).status).toBe(200);
  }
});

/** Dates a requirement back, and that it was filed. */
async function setCreated(id: string, at: Date): Promise<void> {
  const { error } = await service
    .from("requirement_events")
    .update({ created_at: at.toISOString() })
    .eq("requirement_id", id);
  if (error) throw error;
}

async function phone(contact_phone: string): Promise<void> {
  await service.from("team_members").update({ contact_phone }).eq("user_id", recruiter.userId);
}
