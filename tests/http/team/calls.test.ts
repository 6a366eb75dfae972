import { randomInt, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OwnerSession } from "../../support/api/database.ts";
import { makeKnown } from "../../support/people/cast.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { connect, freshEmail, signUpClient } from "../../support/people/people.ts";
import { sendMessage, signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, textOf } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// What comes by telephone, and one box that finds whatever the team knows.

const { backend, signIn } = await openSharedSite();

/** Words that nobody else here has written. */
const COMPANY = "Quillfeather Works";
const NUMBER = `9${randomInt(1e8, 1e9 - 1)}`;
const owner = OwnerSession.of(backend.database);
const service = connect(backend.url, backend.keys.secret_key) as SupabaseClient;
const ann = await signUpTeamMember(backend, "recruiter", "Ann Archer");
const visitor = await signIn(ann);
const client = await signUpClient(backend, COMPANY);
const { data } = await client.api.from("current_account").select("client_id").single();
const clientId = data!.client_id!;
await service
  .from("clients")
  .update({ phone: `+91 ${NUMBER.slice(0, 5)} ${NUMBER.slice(5)}` })
  .eq("id", clientId);
afterAll(() => owner.close());

type Line = { id: string; kind: string; assignee: string | null };

const CALL = {
  source: "phone",
  name: "Ravi Kulkarni",
  phone: `0${NUMBER}`,
  email: "",
  company: "",
  requirement: "Four Java developers, by January",
};

describe("a new enquiry", () => {
  const PATH = "/team/inbox/new";

  it("looks the caller up, and nothing typed is lost; whose member's address it is, if the team knows it, is chosen", async () => {
    const html = await expectPage(visitor.post(PATH, { ...CALL, source: "whatsapp", intent: "look" }), 200);
    for (const [name, value] of Object.entries({ name: CALL.name, phone: CALL.phone })) {
      expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`));
    }
    expect(html).toContain(CALL.requirement);
    expect(html).toMatch(/<option value="whatsapp" selected=""/);
    const chosen = new RegExp(`<input[^>]*name="client"[^>]*checked=""[^>]*value="${clientId}"`);
    // A number is what anybody says is theirs.
    expect(html).not.toMatch(chosen);
    expect(html).toMatch(/same number(, <bdi>[^<]+<\/bdi>)?, not known to the team yet/);
    expect(html).not.toContain("data-error-summary");
    const addressed = async () =>
      textOf(await visitor.post(PATH, { ...CALL, phone: "", email: client.email, intent: "look" }));
    expect(await addressed()).not.toMatch(chosen);
    await makeKnown(service, clientId);
    expect(await addressed()).toMatch(chosen);
    // Who has said otherwise is asked no more.
    const again = await textOf(
      await visitor.post(PATH, { ...CALL, email: client.email, looked: "yes", client: "", intent: "look" }),
    );
    expect(again).not.toMatch(new RegExp(`checked=""[^>]*value="${clientId}"`));
  });

  it("says what is missing, and keeps the rest", async () => {
    const html = await expectPage(visitor.post(PATH, { ...CALL, phone: "", requirement: "", intent: "take" }), 400);
    expectWords(
      html,
      "Enter a phone number or an email address",
      "Enter what they want",
      "Error: New enquiry",
      CALL.name,
    );
    const wrong = visitor.post(PATH, { ...CALL, email: "nobody", intent: "save" });
    await expectPage(wrong, 400, "Enter an email address, like name@example.com");
  });

  it("is saved once by each press, and leads to its page", async () => {
    const served = fieldOn(await visitor.read(PATH), "served");
    for (const [intent, suffix, whose] of [
      ["take", "", "ann"],
      ["requirement", "/requirement", "ann"],
      ["save", "", null],
    ] as const) {
      const entries = { ...CALL, requirement: `Cooks, ${intent}`, client: clientId, looked: "yes", served, intent };
      const first = await visitor.post(PATH, entries);
      const location = first.headers.get("location")!;
      expect([first.status, location]).toEqual([
        303,
        expect.stringMatching(new RegExp(`^/team/inbox/[\\da-f-]{36}${suffix}$`)),
      ]);
      const found = await service.from("inbox_items").select("*").eq("id", location.split("/")[3]).single<Line>();
      expect(found.data, intent).toMatchObject({ kind: "contact", assignee: whose && ann.userId });
      if (intent !== "save") continue;
      expect((await visitor.post(PATH, entries)).headers.get("location")).toBe(location);
      const page = await visitor.read(location);
      expectWords(page, "By telephone", "Ann Archer", CALL.name, `/team/clients/${clientId}"`, `tel:${CALL.phone}`);
    }
  });

  it("knows a candidate, too: one press fills in what is empty, and keeps what was typed", async () => {
    const phone = `8${randomInt(1e8, 1e9 - 1)}`;
    const entries = {
      full_name: "Sunil Welder",
      phone: `+91 ${phone}`,
      email: `w${phone}@test.example`,
      is_adult: true,
    };
    const { data: kept } = await ann.api.rpc("save_candidate", { entries, form: randomUUID() });
    const { id } = kept as { id: string };
    const typed = { ...CALL, phone: `0${phone}`, name: "", requirement: "Wants work in Pune" };
    const looked = await expectPage(visitor.post(PATH, { ...typed, intent: "look" }), 200);
    expectWords(looked, `href="/team/candidates/${id}"`, "Sunil Welder", "same number", `value="them candidate ${id}"`);
    const filled = await expectPage(visitor.post(PATH, { ...typed, intent: `them candidate ${id}` }), 200);
    for (const value of ["Sunil Welder", `w${phone}@test.example`, `0${phone}`])
      expect(filled).toMatch(new RegExp(`<input[^>]*value="${value}"`));
    expect(filled).toContain("Wants work in Pune");
    // Of somebody of a company, the company is ticked.
    const from = { ...CALL, phone: "", name: "", email: client.email };
    const ticked = await expectPage(visitor.post(PATH, { ...from, intent: `them client ${clientId}` }), 200);
    expect(ticked).toMatch(new RegExp(`<input[^>]*name="client"[^>]*checked=""[^>]*value="${clientId}"`));
    expect(ticked).toMatch(new RegExp(`<input[^>]*value="${COMPANY}"`));
  });

  it("begins with what an address says of the caller", async () => {
    expectWords(await visitor.read(`${PATH}?phone=%2B91+${NUMBER}`), `value="+91 ${NUMBER}"`, COMPANY);
  });
});

describe("what has been written down", () => {
  it("is called by how it came wherever it stands, and has the reference of its receipt", async () => {
    const served = fieldOn(await visitor.read("/team/inbox/new"), "served");
    const company = `Wordy ${randomInt(1e8)}`;
    const entries = { ...CALL, phone: `8${randomInt(1e8, 1e9 - 1)}`, company, served, intent: "save" };
    const path = (await visitor.post("/team/inbox/new", entries)).headers.get("location")!;
    const id = path.split("/")[3]!;
    const page = await visitor.read(path);
    expect(page).toMatch(/Kind: <\/span><span class="[^"]*">Call</);
    const made = "select reference from public.inbox_items where id = $1";
    const { rows } = await owner.query(made, [id]);
    expect(page).toContain(`<dt>Reference</dt><dd>${(rows[0] as { reference: string }).reference}<`);
    expect(await visitor.read(`/team/inbox/several?item=${id}.1&act=done`)).toContain("Call from <bdi>");
    const other = await sendMessage(backend, "From the same", { company });
    expect(await visitor.read(`/team/inbox/${other.id}`)).toMatch(/<span class="hint">Call, /);
    expect(await visitor.read(`/team/inbox/new?phone=${entries.phone}`)).toContain("Call, ");
    const boss = await signIn(await signUpTeamMember(backend, "admin", "Ada"));
    expect(await boss.read(`/team/export/inbox.csv?words=${company.split(" ")[1]}`)).toMatch(/,"?Call"?,/);
  });
});

describe("a slip of the pen", () => {
  it("is corrected by who made it, from the item, and nothing typed is lost", async () => {
    const served = fieldOn(await visitor.read("/team/inbox/new"), "served");
    const entries = { ...CALL, phone: `7${randomInt(1e8, 1e9 - 1)}`, served, intent: "save" };
    const path = (await visitor.post("/team/inbox/new", entries)).headers.get("location")!;
    expect(await visitor.read(path)).toContain(`href="${path}/mend"`);
    const form = await visitor.read(`${path}/mend`);
    const typed = { ...entries, phone: "+91 70000 00007", seen: fieldOn(form, "seen") };
    const missing = await expectPage(visitor.post(`${path}/mend`, { ...typed, name: "" }), 400);
    expectWords(missing, "Enter who it is", "+91 70000 00007");
    await expectRedirect(visitor.post(`${path}/mend`, typed), 303, path);
    expectWords(await visitor.read(path), "Corrected what was written down", "+91 70000 00007");
    const late = await expectPage(visitor.post(`${path}/mend`, { ...typed, name: "Late" }), 409);
    expect(late).toMatch(/<input[^>]*value="Late"/);
    const other = await signIn(await signUpTeamMember(backend, "recruiter", "Ben Baker"));
    expect(await other.read(path)).not.toContain(`href="${path}/mend"`);
    await expectPage(other.post(`${path}/mend`, { ...typed, seen: "2" }), 422);
  });
});

describe("a candidate that is made of an item", () => {
  it("has its words, is linked with it, and is made once; whom we know is one press", async () => {
    const { id } = await sendMessage(backend, "Six years of ICU, my company must not know", { name: "Uma Nurse" });
    const path = `/team/inbox/${id}/candidate`;
    expect(await visitor.read(`/team/inbox/${id}`)).toContain(`href="${path}"`);
    const form = await visitor.read(path);
    expect(form).toMatch(/<textarea[^>]*name="summary"[^>]*>\s*Six years of ICU, my company must not know</);
    const { data: sent } = await service.from("inbox_items").select("email").eq("id", id).single<{ email: string }>();
    const entries = { full_name: "Uma Nurse", email: sent!.email, served: fieldOn(form, "served"), summary: "ICU" };
    expectWords(await expectPage(visitor.post(path, entries), 400), "18 or older", "ICU");
    const made = await visitor.post(path, { ...entries, is_adult: "on" });
    expect(made.status).toBe(303);
    const candidate = made.headers.get("location")!;
    expect((await visitor.post(path, { ...entries, is_adult: "on", is_other: "yes" })).headers.get("location")).toBe(
      candidate,
    );
    expect((await visitor.ask(path)).headers.get("location")).toBe(candidate);
    expectWords(await visitor.read(`/team/inbox/${id}`), `href="${candidate}"`, "Made a candidate of it", ">Done<");
    const again = await sendMessage(backend, "Any news?", { name: "Uma Nurse", email: sent!.email });
    const known = await visitor.read(`/team/inbox/${again.id}/candidate`);
    expectWords(known, "We may know them", `value="known ${candidate.slice(-36)}"`);
    await expectRedirect(
      visitor.post(`/team/inbox/${again.id}/candidate`, { intent: `known ${candidate.slice(-36)}` }),
      303,
      candidate,
    );
    expectWords(await visitor.read(`/team/inbox/${again.id}`), `href="${candidate}"`, "We may know them");
  });
});

describe("somebody who wrote in", () => {
  it("is erased from an item by whoever may: what goes is told before, and how long things are kept", async () => {
    const { id } = await sendMessage(backend, "Forget me", { name: "Gone Soon" });
    const path = `/team/inbox/${id}/erase`;
    const hana = await signIn(await signUpTeamMember(backend, "hr_manager", "Hana Hart"));
    expect((await visitor.ask(path)).status).toBe(404);
    expect((await visitor.post(path, { intent: "erase" })).status).toBe(404);
    expect(await hana.read(`/team/inbox/${id}`)).toContain(`href="${path}"`);
    expectWords(
      await hana.read(path),
      "Gone Soon",
      "1 item",
      "0 candidate records",
      "How long things are kept",
      "days",
    );
    await expectRedirect(hana.post(path, { intent: "erase" }), 303, "/team");
    expect((await hana.ask(`/team/inbox/${id}`)).status).toBe(404);
    const { id: own } = await sendMessage(backend, "From a client", { email: client.email });
    const asked = await hana.read(`/team/inbox/${own}/erase`);
    expect(asked).not.toContain('value="erase"');
    expect((await hana.post(`/team/inbox/${own}/erase`, { intent: "erase" })).status).toBe(422);
  });

  it("and sends spam, comes as spam from then on, with why, until it is taken back", async () => {
    const email = `spam${randomInt(1e9)}@test.example`;
    const { id } = await sendMessage(backend, "Cheap links", { email });
    const page = await visitor.read(`/team/inbox/${id}`);
    await visitor.post(`/team/inbox/${id}`, {
      intent: "spam-sender",
      kind: "note",
      body: "",
      seen: fieldOn(page, "seen"),
      served: fieldOn(page, "served"),
    });
    const next = await sendMessage(backend, "More cheap links", { email });
    expectWords(await visitor.read("/team?state=spam"), "More cheap links", "Its sender was marked as spam");
    const marked = await visitor.read(`/team/inbox/${next.id}`);
    expectWords(marked, "Came as spam: its sender was marked so", ">Not Spam</button>");
    await visitor.post(`/team/inbox/${next.id}`, { intent: "not-spam", seen: "1" });
    expectWords(await visitor.read(`/team/inbox/${next.id}`), "Not spam: what they send is to do again", ">New<");
  });
});

describe("a requirement that the team makes", () => {
  const FILED = { ...requirementEntries, intent: "submit", recruiter: "" };

  it("is made of a message as of a posting, with its words in it, for a company of a name of one's own", async () => {
    const { id } = await sendMessage(backend, "Six\nnurses for Kochi", { name: "Uma Rao" });
    expect(await visitor.read(`/team/inbox/${id}`)).toContain(`href="/team/inbox/${id}/requirement"`);
    const path = `/team/inbox/${id}/requirement`;
    const html = await visitor.read(path);
    expect(html).toContain("Make a requirement of a message");
    expect(html).toMatch(/<textarea[^>]*name="job_description"[^>]*>\s*Six\nnurses for Kochi<\/textarea>/);
    // Nobody else it can be: the choice that stands alone is made.
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="invite"/);
    const made = await visitor.post(path, { ...FILED, client: "invite", new_company: "Rao Clinics" });
    expect(made.status).toBe(303);
    expect(made.headers.get("location")).toMatch(/^\/team\/requirements\//);
    expect(await visitor.read(made.headers.get("location")!)).toContain("Rao Clinics");
    expect((await visitor.ask(path)).headers.get("location")).toBe(made.headers.get("location"));
  });

  it("has the one company ticked that it may be, if the team knows it; a new one is folded with the search", async () => {
    const sent = async (company: string, more: { email?: string } = {}) => {
      const { id } = await sendMessage(backend, "Cooks", { company, ...more });
      return visitor.read(`/team/inbox/${id}/requirement`);
    };
    const chosen = new RegExp(`checked=""[^>]*value="${clientId}"`);
    expect(await sent(COMPANY, { email: client.email })).toMatch(chosen);
    const named = await sent(COMPANY.toUpperCase());
    expect(named).toMatch(chosen);
    expect(named).toMatch(/<summary>Look for another<\/summary>.*value="invite"/s);
    const similar = await sent(`${COMPANY.split(" ")[0]} Limited`);
    expect(similar).toContain(`value="${clientId}"`);
    expect(similar).not.toMatch(/<input[^>]*type="radio"[^>]*checked=""/);
    // What does not have to be filled in is folded, and its summary says what stands there.
    expect(similar).not.toMatch(/<details[^>]* open=""/);
  });

  it("is filed for a company from its page, once, and its people read that the team has", async () => {
    const path = `/team/clients/${clientId}/requirement`;
    expect(await visitor.read(`/team/clients/${clientId}`)).toContain(`href="${path}"`);
    const blank = await visitor.read(path);
    expect(blank).toContain(`File a requirement for ${COMPANY}`);
    const served = fieldOn(blank, "served");
    expect((await visitor.post(path, { ...FILED, served, location: "" })).status).toBe(400);
    // Who gave no skills is asked for some: a requirement without them is none.
    expect((await visitor.post(path, { ...FILED, served, required_skills: "" })).status).toBe(400);
    const filed = await visitor.post(path, { ...FILED, served, recruiter: ann.userId });
    const id = filed.headers.get("location")!.slice(-36);
    expect((await visitor.post(path, { ...FILED, served, recruiter: ann.userId })).headers.get("location")).toContain(
      id,
    );
    const own = await (await signIn(client)).read(`/client-dashboard/requirements/${id}`);
    expectWords(own, "Our team has filed this for your company, as requested.", "Ann Archer");
    const team = await visitor.read(`/team/requirements/${id}`);
    for (const words of ["Whom to ask", "Filed by <bdi>Ann Archer</bdi>"]) expect(team).toContain(words);
    expect((await visitor.ask("/team/clients/00000000-0000-4000-8000-000000000000/requirement")).status).toBe(404);
  });
});

describe("the box in the bar", () => {
  const find = async (words: string) => visitor.read(`/team/search?words=${encodeURIComponent(words)}`);

  beforeAll(async () => {
    await client.api.from("job_requirements").insert({
      client_id: clientId,
      job_title: "Quartzite polisher",
      job_type: "contract",
      location: "Pune",
      required_skills: ["x"],
      job_description: "x",
    });
    await sendMessage(backend, "Quartzite by the ton", { name: "Stone Buyer" });
  });

  it("stands on every page of the team, and has what was looked for", async () => {
    expect(await textOf(await visitor.ask("/team/nowhere"))).toMatch(/<form[^>]* action="\/team\/search"/);
    expect(await find("quartz")).toMatch(/<input[^>]*name="words"[^>]*value="quartz"/);
    const stranger = await signIn(client);
    expect(await stranger.read("/client-dashboard")).not.toContain("/team/search");
  });

  it("finds a title, a company, a person and a number, each in its place", async () => {
    const titles = await find("quartzite");
    expect(titles).not.toContain('href="/team?words=quartzite"');
    expect(titles).toMatch(
      /<h2[^>]*>Requirements<\/h2>.*Quartzite polisher.*<h2[^>]*>Inbox<\/h2>.*Quartzite by the ton/s,
    );
    const company = await find("quillfeather");
    expect(company).toMatch(
      new RegExp(`<h2[^>]*>Clients</h2>.*href="/team/clients/${clientId}".*Quartzite polisher`, "s"),
    );
    expect(await find(client.email)).toMatch(new RegExp(`<h2[^>]*>People</h2>.*href="/team/clients/${clientId}"`, "s"));
    const half = `${NUMBER.slice(0, 5)} ${NUMBER.slice(5)}`;
    expect(await find(`+91 ${half}`)).toContain(`href="/team/clients/${clientId}"`);
  });

  it("leads on to all of what there is more of, and to a new enquiry from nothing", async () => {
    const basalt = { name: "Sender", email: freshEmail("sender"), requirement: "Basalt" };
    await service.from("contact_submissions").insert(Array.from({ length: 6 }, () => basalt));
    expect(await find("basalt")).toContain('href="/team?words=basalt"');
    const nothing = await find("+91 90000 00001");
    expectWords(nothing, "Nothing for “<bdi>+91 90000 00001</bdi>”.", 'href="/team/inbox/new?phone=%2B91+90000+00001"');
  });

  it("forgives one wrong letter, and says so, here and in every list", async () => {
    const said = "Nothing for “<bdi>Quartzlte</bdi>”. Shown: “<bdi>quartzite</bdi>”.";
    expectWords(await find("Quartzlte polisher"), said, "Quartzite polisher");
    expect(await visitor.read("/team/requirements?words=Quartzlte")).toMatch(
      new RegExp(`${said}.*Quartzite polisher`, "s"),
    );
    const clients = await visitor.read("/team/clients?words=Quilfeather");
    expectWords(clients, "Nothing for “<bdi>Quilfeather</bdi>”. Shown: “<bdi>quillfeather</bdi>”.", COMPANY);
  });

  it("offers what a short word may be, or one of another first letter, and shows it to nobody who asked for a name", async () => {
    await sendMessage(backend, "Lqean manufacturing");
    for (const path of ["/team/search", "/team"]) {
      const found = await visitor.read(`${path}?words=Sqean`);
      expect(found, path).not.toContain("Shown:");
      expectWords(found, "Nothing for “<bdi>Sqean</bdi>”.", `Did you mean <a href="${path}?words=lqean">`);
    }
  });
});

describe("a search of the inbox", () => {
  const search = async (query: string) => visitor.read(`/team?${query}`);

  it("says how much it has found and where it has looked, and no counts of what it has not", async () => {
    await sendMessage(backend, "Feldspar and mica");
    const found = await search("words=feldspar");
    expect(found).toContain("1 found, in all states");
    expect(found).not.toMatch(/aria-label="Groups".*<strong>.*<\/nav>.*<table/s);
    expect(await search("words=feldspar&state=new")).toContain("1 found, in new");
    const all = await search("");
    expect(all).toMatch(/aria-label="Groups".*<strong>\d/s);
    expect(all).toContain('href="/team/inbox/new"');
  });

  it("names what nobody has written, and what is shown instead", async () => {
    await sendMessage(backend, "Obsidian blades");
    const mended = await search("words=Obsidain");
    expect(mended).toContain("Nothing for “<bdi>Obsidain</bdi>”. Shown: “<bdi>obsidian</bdi>”. 1 found, in all states");
    // What leads on from there leads on with the words that were found.
    expect(mended).toMatch(/href="\/team\/inbox\/[\da-f-]{36}\?words=obsidian/);
    expect(await search("words=zzyzx&kind=posting")).toContain("Nothing of this kind for “<bdi>zzyzx</bdi>”");
  });
});
