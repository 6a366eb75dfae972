import { describe, expect, it } from "vitest";
import { fileFull } from "../../support/browser/client-pages.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { signUpClient } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// What a company changes of its requirement: its form again, and its withdrawal.

type Entries = [name: string, value: string][];

const { backend, service, signIn } = await openSharedSite();
const owner = await signUpClient(backend, "Vega Castings");
const stranger = await signUpClient(backend, "Others Ltd");
const member = await signUpColleague(backend, owner, "member");
const viewer = await signUpColleague(backend, owner, "viewer");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const as = {
  owner: await signIn(owner),
  member: await signIn(member),
  viewer: await signIn(viewer),
  stranger: await signIn(stranger),
  recruiter: await signIn(recruiter),
};

const pathOf = (id: string) => `/client-dashboard/requirements/${id}`;

function unescape(text: string): string {
  return text
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}

/** What the form of a page would send, as it stands there. */
function formIn(html: string): Entries {
  const form = /<form[^>]*noValidate[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  const controls = form.matchAll(
    /<input[^>]*>|<select[^>]*name="([^"]+)"[\s\S]*?<\/select>|<textarea[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/textarea>/g,
  );
  return [...controls].flatMap(([control, select, area, text]): Entries => {
    if (select) return [[select, /<option value="([^"]*)" selected/.exec(control)?.[1] ?? ""]];
    if (area) return [[area, unescape(text ?? "").replace(/^\n/, "")]];
    const [, name = ""] = /name="([^"]*)"/.exec(control) ?? [];
    const [, value = ""] = /value="([^"]*)"/.exec(control) ?? [];
    if (/type="checkbox"/.test(control)) return /checked/.test(control) ? [[name, "on"]] : [];
    // Whose it is, whoever sends it says: here it is sent by others as well.
    return name && name !== "owner" ? [[name, unescape(value)]] : [];
  });
}

async function formOf(path: string, who: keyof typeof as = "owner"): Promise<Entries> {
  const response = await as[who].ask(path);
  expect(response.status).toBe(200);
  return formIn(await response.text());
}

/** The same form, with some entries changed. */
function changed(form: Entries, entries: Record<string, string>): Entries {
  return [...form.filter(([name]) => !(name in entries)), ...Object.entries(entries)];
}

function send(path: string, form: Entries, who: keyof typeof as = "owner"): Promise<Response> {
  return as[who].ask(path, { method: "POST", body: new URLSearchParams([...form, ["intent", "submit"]]) });
}

async function rowOf(id: string) {
  return (await owner.api.from("job_requirements").select("*").eq("id", id).single()).data!;
}

async function eventsOf(id: string) {
  const { data } = await owner.api.rpc("requirement_history", { requirement: id });
  const { rows } = data as { rows: { type: string; changes: Record<string, unknown> }[] };
  const edits = rows.filter(({ type }) => type !== "created").reverse();
  return edits.map(({ type, changes }) => ({ type, changes }));
}

/** What the CRM is sent of a requirement. */
async function toldOf(id: string): Promise<string[]> {
  const { data } = await service.from("crm_events").select("type").eq("requirement_id", id).order("created_at");
  return data!.map(({ type }) => type);
}

describe("a company edits", () => {
  it("in a form that has everything, and saves what was changed, field by field", async () => {
    const id = await fileFull(owner, { notes: 'A "quoted" <note> & more\nof it' });
    const before = await rowOf(id);
    const path = `${pathOf(id)}/edit`;
    const form = await formOf(path);
    // As it stands it is what is filed already.
    await expectRedirect(send(path, form), 303, pathOf(id));
    expect(await rowOf(id)).toEqual(before);
    const edited = await send(path, changed(form, { max_salary: "₹18,00,000", location: " Nashik " }));
    expect([edited.status, edited.headers.get("location")]).toEqual([303, pathOf(id)]);
    const { version, max_salary, location, updated_at, ...rest } = await rowOf(id);
    expect({ version, max_salary, location }).toEqual({ version: 2, max_salary: 1_800_000, location: "Nashik" });
    expect(before).toMatchObject(rest);
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await eventsOf(id)).toEqual([
      {
        type: "edited",
        changes: { max_salary: [1_600_000.5, 1_800_000], location: ["Production Engineer", "Nashik"] },
      },
    ]);
    expectWords(await as.owner.read(pathOf(id)), "Saved", "We see what you have changed.");
    expect(await toldOf(id)).toEqual(["created", "changed"]);
  });

  it("is told what is wrong beside its field, with everything kept", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/edit`;
    const form = changed(await formOf(path), {
      location: "",
      max_salary: "much",
      job_description: "Kept <b>",
    });
    const html = await expectPage(send(path, form), 400);
    expect(html).toMatch(/<title>Error: /);
    expect(html).toContain('href="#field-location"');
    // The list of parts goes by what was sent, and not by what is filed.
    expect(html).toContain('More about the work<span class="sr-only">, complete');
    expect(html).toContain('The role<span class="error">, needs attention, 1</span>');
    expectWords(html, 'Experience and pay<span class="error">, needs attention, 1</span>', 'href="#field-max_salary"');
    const again = new Map(formIn(html));
    expect(again.get("job_description")).toBe("Kept <b>");
    expect(again.get("max_salary")).toBe("much");
    expect(again.get("marks")).toBe(new Map(form).get("marks"));
    const mended = await send(path, changed(formIn(html), { location: "Goa", max_salary: "" }));
    expect(mended.status).toBe(303);
    expect(await rowOf(id)).toMatchObject({
      location: "Goa",
      max_salary: null,
      job_description: "Kept <b>",
    });
  });

  it("adds and removes skills without a script, and saves them", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/edit`;
    const form = changed(await formOf(path), { required_skills_entry: "Robots" });
    const body = new URLSearchParams([...form, ["intent", "add:required_skills"]]);
    const added = await as.owner.ask(path, { method: "POST", body });
    expect(added.status).toBe(200);
    const removed = await as.owner.ask(path, {
      method: "POST",
      body: new URLSearchParams([...formIn(await added.text()), ["intent", "remove:required_skills:0"]]),
    });
    expect((await send(path, formIn(await removed.text()))).status).toBe(303);
    expect((await rowOf(id)).required_skills).toEqual(["PLC", "Robots"]);
  });

  it("keeps a deadline that has passed, and takes no new one that has", async () => {
    const id = await fileFull(owner, { deadline: "2020-01-31" });
    const path = `${pathOf(id)}/edit`;
    const form = await formOf(path);
    const past = send(path, changed(form, { deadline: "2020-02-01" }));
    await expectPage(past, 400, "The application deadline must be today or later");
    expect((await send(path, changed(form, { location: "Goa" }))).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({ deadline: "2020-01-31", location: "Goa" });
  });

  it("at once with a colleague: the second sees both sides by field, and saves on top of them", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/edit`;
    const form = await formOf(path);
    const theirs = { max_salary: "1700000", location: "Goa", notes: "canary of theirs" };
    expect((await send(path, changed(form, theirs), "member")).status).toBe(303);
    const mine = changed(form, { max_salary: "2000000", benefits: "A canteen", notes: "Mine" });
    const html = await expectPage(send(path, mine), 409);
    expectWords(html, "Not saved", "What changed since you opened this page", "Ravi Iyer");
    const sides = (field: string) =>
      new RegExp(`<a href="#field-${field}">[^<]*</a></dt>(.*?)</div>`, "s").exec(html)?.[1]?.replace(/<[^>]+>/g, "");
    expect(sides("max_salary")).toBe("Now: ₹17,00,000Yours: ₹20,00,000");
    expect(sides("notes")).toBe("Now: canary of theirsYours: Mine");
    expect(sides("location")).toBe("Now: Goa");
    expect(sides("benefits")).toBeUndefined();
    expect((await rowOf(id)).version).toBe(2);
    // The form has what the person wants, and what only the other has changed.
    const again = formIn(html);
    expect(Object.fromEntries(again)).toMatchObject({
      max_salary: "2000000",
      benefits: "A canteen",
      notes: "Mine",
      location: "Goa",
      version: "2",
    });
    expect((await send(path, again)).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({
      version: 3,
      max_salary: 2_000_000,
      benefits: "A canteen",
      notes: "Mine",
      location: "Goa",
    });
  });

  it("while the team changes the status: it is told, and saves in a second try", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/edit`;
    const form = changed(await formOf(path), { location: "Goa" });
    await recruiter.api.rpc("change_requirement_status", { requirement: id, seen: 1, status: "in_progress" });
    const html = await expectPage(send(path, form), 409, "Status from new to in progress");
    expect(html).not.toContain("Changed by");
    expect((await send(path, formIn(html))).status).toBe(303);
    expect(await rowOf(id)).toMatchObject({ location: "Goa", status: "in_progress", version: 3 });
  });

  it("twice by the same form: it is saved once, and the CRM hears once", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/edit`;
    const form = changed(await formOf(path), { location: "Goa" });
    const answers = await Promise.all([send(path, form), send(path, form), send(path, form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect((await rowOf(id)).version).toBe(2);
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await toldOf(id)).toEqual(["created", "changed"]);
  });

  it("nothing that is closed: its page leads back, its form keeps what was typed", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/edit`;
    const form = changed(await formOf(path), { benefits: "A canteen" });
    await recruiter.api.rpc("change_requirement_status", { requirement: id, seen: 1, status: "filled" });
    const html = await expectPage(send(path, form), 422, "It has been closed meanwhile");
    expect(new Map(formIn(html)).get("benefits")).toBe("A canteen");
    expect(html).not.toContain("Save Changes");
    expect(html).toContain(`href="${pathOf(id)}/duplicate"`);
    for (const page of ["/edit", "/withdraw"]) {
      await expectRedirect(as.owner.ask(pathOf(id) + page), 302, pathOf(id));
    }
    expect(await as.owner.read(pathOf(id))).toContain("can no longer be changed");
  });
});

describe("a company withdraws", () => {
  it("once it was asked, with a reason, and the CRM hears once, however often it is sent", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/withdraw`;
    const form = await formOf(path);
    await expectPage(send(path, changed(form, { reason: " \u200b" })), 400, 'href="#field-reason"');
    await expectPage(send(path, changed(form, { reason: "x".repeat(501) })), 400, "x".repeat(501));
    const reason = "The <b>budget</b> is gone";
    const answers = await Promise.all([1, 2].map(() => send(path, changed(form, { reason }))));
    expect(answers.map((each) => [each.status, each.headers.get("location")])).toEqual([
      [303, pathOf(id)],
      [303, pathOf(id)],
    ]);
    expect(await rowOf(id)).toMatchObject({ status: "cancelled", closed_reason: reason, version: 2 });
    const page = await as.owner.read(pathOf(id));
    expectWords(page, "Requirement withdrawn", "The &lt;b&gt;budget&lt;/b&gt; is gone");
    expect(await toldOf(id)).toEqual(["created", "withdrawn"]);
    expect(await as.owner.read(`${pathOf(id)}/history`)).toContain("Status from new to cancelled: The");
  });

  it("not what somebody has changed since: the page says what, and keeps the reason", async () => {
    const id = await fileFull(owner);
    const path = `${pathOf(id)}/withdraw`;
    const form = changed(await formOf(path), { reason: "The budget is gone" });
    await member.api.rpc("edit_requirement", { requirement: id, seen: 1, entries: { location: "Goa" } });
    const html = await expectPage(send(path, form), 409);
    expectWords(html, "What changed since you opened this page", "Location from Production Engineer to Goa");
    expect(new Map(formIn(html)).get("reason")).toBe("The budget is gone");
    expect((await send(path, formIn(html))).status).toBe(303);
    expect((await rowOf(id)).status).toBe("cancelled");
  });
});

it("lets no viewer, no other company and nobody of the team do it, by any request", async () => {
  const id = await fileFull(owner);
  const forms = { edit: await formOf(`${pathOf(id)}/edit`), withdraw: await formOf(`${pathOf(id)}/withdraw`) };
  for (const who of ["viewer", "stranger", "recruiter"] as const) {
    for (const [page, form] of Object.entries(forms)) {
      const path = `${pathOf(id)}/${page}`;
      const looked = await as[who].ask(path);
      expect([who, looked.status]).toEqual([who, { viewer: 403, stranger: 404, recruiter: 302 }[who]]);
      if (who === "viewer") expect(await looked.text()).toContain("members file and change them");
      const sent = await send(path, changed(form, { reason: "x", location: "Goa" }), who);
      expect([who, sent.status]).toEqual([who, who === "viewer" ? 403 : 404]);
      if (who === "stranger") expect(await sent.text()).toContain("To the dashboard</a>");
      // What would be wrong for anybody tells no more: by turns.
      if ((who === "recruiter") === (page === "edit")) {
        const wrong = await send(path, changed(form, { reason: "", location: "" }), who);
        expect([who, wrong.status]).toEqual([who, who === "viewer" ? 400 : 404]);
      }
    }
  }
  expect(await rowOf(id)).toMatchObject({ version: 1, status: "new" });
});

it("keeps what was typed by somebody who has been made a viewer, or removed, meanwhile", async () => {
  const id = await fileFull(owner);
  const forms = { edit: await formOf(`${pathOf(id)}/edit`), withdraw: await formOf(`${pathOf(id)}/withdraw`) };
  for (const [fate, words] of [
    ["viewer", "Ask an owner of your company to make you a member."],
    ["removed", "You no longer belong to a company."],
  ] as const) {
    const person = await signUpColleague(backend, owner, "member");
    const visitor = await signIn(person);
    const rows = service.from("client_members");
    const done =
      fate === "viewer"
        ? await rows.update({ access: "viewer" }).eq("user_id", person.userId)
        : await rows.delete().eq("user_id", person.userId);
    expect(done.error).toBeNull();
    for (const [page, form] of Object.entries(forms)) {
      const key = page === "edit" ? "notes" : "reason";
      const body = new URLSearchParams(changed(form, { [key]: "Half an hour of typing", intent: "submit" }));
      const refused = await visitor.ask(`${pathOf(id)}/${page}`, { method: "POST", body });
      expect([fate, page, refused.status]).toEqual([fate, page, 403]);
      const html = await refused.text();
      expect(html).toContain(words);
      const again = new Map(formIn(html));
      for (const [name] of form) expect(again.get(name), name).toBeDefined();
      expect(again.get(key)).toBe("Half an hour of typing");
    }
  }
  expect(await rowOf(id)).toMatchObject({ version: 1, status: "new" });
});
