import { randomInt } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import {
  addCandidate,
  CandidateMails,
  rpc,
  type TestCandidate,
  versionOf,
} from "../../support/people/candidate-people.ts";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { fieldOn, seenOn, textOf } from "../../support/http/page.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// Candidates as the team keeps, finds, asks and shows them: by the pages alone.

const { backend, signIn } = await openSharedSite();
const mails = new CandidateMails(backend);
const owner = await signUpClient(backend, "Vela Turbines");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const team = await signIn(recruiter);
const manager = await signIn(await signUpTeamMember(backend, "hr_manager", "Max Manager"));
const company = await signIn(owner);
afterAll(() => mails.close());

/** A number that nobody else has. */
const freshNumber = () => `+91 ${randomInt(60_000, 99_999)} ${randomInt(10_000, 99_999)}`;
const listPath = (requirement: string) => `/team/requirements/${requirement}/candidates`;

/** The token of a page with a form, without which two posts of one day are one. */
async function served(path: string): Promise<string> {
  return fieldOn(await team.read(path), "served");
}

/** An entry as the page of its requirement has it. */
async function ticketOf(entry: string): Promise<string> {
  const [row] = await mails.query<{ version: number }>("select version from public.shortlist_entries where id = $1", [
    entry,
  ]);
  return `${entry}.${row!.version}`;
}

/** Puts somebody known on the list of a requirement. @returns the entry */
const addKnown = (requirement: string, { id }: TestCandidate) =>
  rpc<string>(recruiter.api, "add_to_shortlist", { requirement, candidate: id });

/** Somebody who has agreed to be shown for a requirement. */
const agreed = (requirement: string, more: Record<string, string> = {}) =>
  mails.agreed(recruiter, requirement, { phone: freshNumber(), ...more });

describe("the record of a candidate", () => {
  const typed = () => ({
    full_name: "Devi Krishnan",
    email: freshEmail("devi"),
    phone: freshNumber(),
    headline: "Turbine fitter",
    city: "Hosur",
    skills: "C++, React.js, Welding",
    expected_pay_amount: "12 LPA",
    source: "Referral",
    is_adult: "on",
  });

  it("is kept once, as it was typed, and changed on the version that was read", async () => {
    const entries = { ...typed(), served: await served("/team/candidates/new") };
    const first = await team.post("/team/candidates/new", entries);
    const path = first.headers.get("location")!;
    expect([first.status, path]).toEqual([303, expect.stringMatching(/^\/team\/candidates\/[\da-f-]{36}$/)]);
    const html = await team.read(path);
    expectWords(html, "Devi Krishnan", "Turbine fitter", "Hosur", "C++, React.js, Welding", "₹12,00,000 a year");
    // The same form again is the same person, once it is said that it is.
    const again = await team.post("/team/candidates/new", { ...entries, is_other: "yes" });
    expect(again.headers.get("location")).toBe(path);

    const changed = {
      ...entries,
      city: "Salem",
      version: "1",
      expected_pay_currency: "INR",
      expected_pay_unit: "year",
    };
    expect((await team.post(`${path}/edit`, changed)).status).toBe(303);
    expect(await team.read(path)).toContain("Salem");
  });

  it("is edited by two at once, field by field: neither loses what the other has not touched", async () => {
    const entries = { ...typed(), served: await served("/team/candidates/new"), is_other: "yes", city: "Salem" };
    const path = (await team.post("/team/candidates/new", entries)).headers.get("location")!;
    const pay = { expected_pay_amount: "1200000", expected_pay_currency: "INR", expected_pay_unit: "year" };
    const opened = { ...entries, ...pay, links: "", summary: "", ...seenOn(await team.read(`${path}/edit`)) };
    const phone = freshNumber();
    const first = await manager.post(`${path}/edit`, { ...opened, phone, notice_period: "15 days" });
    expect(first.status).toBe(303);
    // The second has changed the city alone, and their form still has the number of before.
    await expectRedirect(team.post(`${path}/edit`, { ...opened, city: "Erode" }), 303, path);
    const both = await team.read(path);
    expectWords(both, phone, "15 days", "Erode", "kept: Phone, Notice period.");
    // What both have changed is nobody's until the second has seen it; what only the first has, the form has already.
    const html = await textOf(await team.post(`${path}/edit`, { ...opened, city: "Karur", summary: "Typed for long" }));
    expect(html).toMatch(/>City<\/a><\/dt><dd><strong>Now:<\/strong> Erode<\/dd><dd><strong>Yours:<\/strong> Karur</);
    expectWords(html, 'value="Karur"', ">Typed for long</textarea>", `value="${phone}"`, 'value="15 days"');
    const again = { ...opened, phone, notice_period: "15 days", city: "Karur", ...seenOn(html) };
    expect((await team.post(`${path}/edit`, again)).status).toBe(303);
    // A pay is one thing: half of one and half of another is nobody's.
    const now = await team.read(`${path}/edit`);
    expectWords(now, 'value="Karur"', `value="${phone}"`);
    const paid = { ...again, ...seenOn(now) };
    expect((await manager.post(`${path}/edit`, { ...paid, expected_pay_amount: "90000" })).status).toBe(303);
    const half = team.post(`${path}/edit`, { ...paid, expected_pay_unit: "month" });
    await expectPage(half, 409, "Changed by both of you");
  });

  it("is not kept of whoever is younger, or with half a pay, and every entry stays in the form", async () => {
    const { is_adult: _, ...entries } = typed();
    const html = await expectPage(team.post("/team/candidates/new", { ...entries, expected_pay_amount: "500" }), 400);
    expectWords(
      html,
      "Tick that they are 18 or older",
      "Choose the currency of the expected pay",
      "Choose for how long the expected pay is",
    );
    for (const value of [entries.full_name, entries.email, entries.phone, entries.skills, "500"]) {
      expect(html).toContain(`value="${value}"`);
    }
  });

  it("may be that of somebody we know: that is asked once, with every entry kept", async () => {
    const known = await addCandidate(recruiter, { full_name: "Known Person", phone: freshNumber() });
    const { phone } = (await recruiter.api.rpc("read_candidate", { candidate: known.id })).data!["candidate" as never];
    const entries = { ...typed(), phone: String(phone) };
    const html = await expectPage(team.post("/team/candidates/new", entries), 409, "This may be the same person as");
    expect(html).toMatch(
      new RegExp(`<a href="/team/candidates/${known.id}"><bdi>Known Person</bdi></a>[^]*the same number`),
    );
    expect(html).toContain(`value="${entries.email}"`);
    expect((await team.post("/team/candidates/new", { ...entries, is_other: "yes" })).status).toBe(303);
  });

  it("has talks, each once, and those who must not learn of them", async () => {
    const { id } = await addCandidate(recruiter, { phone: freshNumber() });
    const path = `/team/candidates/${id}`;
    const talk = {
      intent: "talk",
      candidate: id,
      channel: "note",
      said: "Prefers nights",
      served: await served(path),
    };
    for (const _ of [1, 2]) expect((await team.post(path, talk)).status).toBe(303);
    await team.post(path, { intent: "never", named: "Harsh & Sons" });
    const html = await team.read(path);
    expect(html.match(/Prefers nights/g)).toHaveLength(1);
    expect(html).toContain("<bdi>Harsh & Sons</bdi>");
    const never = fieldOn(html, "id");
    await team.post(path, { intent: "remove-never", id: never });
    expect(await team.read(path)).not.toContain("Harsh & Sons");
  });

  it("becomes one of two that have one address, once it is proved", async () => {
    const email = freshEmail("twice");
    const one = await addCandidate(recruiter, { email, full_name: "Uma Twice", city: "Pune", skills: ["Rust"] });
    const two = await addCandidate(recruiter, { email, full_name: "Uma B. Twice", city: "Goa", skills: ["Go"] });
    const path = `/team/candidates/${one.id}`;
    expect(await team.read(path)).not.toContain("Make one record of both");
    await mails.query("update public.candidates set email_confirmed_at = now() where id = $1", [one.id]);
    // Wherever one comes from, the one stays whose address is proved.
    expect(await team.read(`/team/candidates/${two.id}`)).toContain(`href="${path}/merge?with=${two.id}"`);
    const other = await team.read(`/team/candidates/${two.id}/merge?with=${one.id}`);
    expect(other).toMatch(/<input(?=[^>]*name="city")(?=[^>]*value="merged")[^>]*checked/);
    const merge = `${path}/merge?with=${two.id}`;
    const html = await team.read(merge);
    expect(html).toMatch(/Pune<\/bdi>[^]*Goa<\/bdi>/);
    expect(html).toMatch(/<input(?=[^>]*name="city")(?=[^>]*value="kept")[^>]*checked/);
    expect(html).toMatch(/address proved on .*<strong>stays<\/strong>.*address not proved, <strong>goes<\/strong>/s);
    expect(html).toContain(`The address, <bdi>${email}</bdi>, is the same on both.`);
    const stale = await team.post(merge, { seen: "1", merged_seen: "7", city: "merged" });
    expect(stale.status).toBe(409);
    await expectRedirect(team.post(merge, { seen: "1", merged_seen: "1", city: "merged" }), 303, path);
    expectWords(await team.read(path), "Uma Twice", "Goa", "Rust, Go");
  });

  it("is not offered to become one with another where that is refused, and the page says why", async () => {
    const email = freshEmail("twice").replace(/@.*/, "@seeker.example");
    const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
    const pages = (name: string, count: number) => many(`https://${name}.example/`, count);
    const one = await addCandidate(recruiter, { email, skills: many("Rust", 30), links: pages("one", 6) });
    const two = await addCandidate(recruiter, { email, skills: many("Go", 30), links: pages("two", 6) });
    const none = await addCandidate(recruiter, { email: null });
    const path = `/team/candidates/${one.id}/merge?with=`;
    for (const [id, words] of [
      [one.id, "They are one record already"],
      [none.id, "Only records with the same e-mail address can be merged"],
      [two.id, "The address is not confirmed yet"],
    ] as const) {
      const html = await team.read(path + id);
      expect(html).toContain(words);
      expect(html).not.toMatch(/Make One Record<|counts as proved/);
    }
    await mails.query("update public.candidates set email_confirmed_at = now() where id = $1", [one.id]);
    const html = await team.read(path + two.id);
    expectWords(html, "Together they have 60 skills", "Together they have 12 links");
    const sent = team.post(path + two.id, { seen: "1", merged_seen: "1" });
    await expectPage(sent, 422, "Together they have 60 skills");
    const asked = await agreed(await fileRequirement(owner), { email });
    expect(await team.read(path + asked.id)).toContain("The record that goes was asked about or shown for a job");
  });
});

describe("the list of candidates", () => {
  it("finds by words and city as they are typed, and names what nobody has", async () => {
    const { id } = await addCandidate(recruiter, { full_name: "Zubin Quillfeather", city: "Ratnagiri" });
    const path = `/team/candidates/${id}`;
    const search = new URLSearchParams({ words: "C++ quillfeather \u200b \\:*", city: "ratnagiri" });
    expect(await team.read(`/team/candidates?${search}`)).toContain(path);
    expect(await team.read("/team/search?words=quillfeather")).toContain(`href="${path}"`);
    expect(await team.read("/team/candidates?words=quillfeather&city=Goa")).toContain(
      "No match for “<bdi>quillfeather, Goa</bdi>”",
    );
  });

  it("is a file for those who may export, and all of one person as well", async () => {
    const { id, email } = await addCandidate(recruiter, { full_name: "=Formula", phone: freshNumber() });
    expect((await team.ask("/team/export/candidates.csv")).status).toBe(404);
    expect(await manager.read("/team/export/candidates.csv")).toContain(`"'=Formula","${email}"`);
    const path = `/team/candidates/${id}`;
    expect(await team.read(path)).not.toContain(`${path}/erase`);
    for (const act of ["export", "erase"]) {
      expect((await team.ask(`${path}/${act}`)).status).toBe(404);
      expect((await team.post(`${path}/${act}`, {})).status).toBe(404);
      expect(await manager.read(`${path}/${act}`)).toContain("=Formula");
    }
    const file = await manager.post(`${path}/export`, {});
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect(await file.json()).toMatchObject({ candidate: { email } });
    await expectRedirect(manager.post(`${path}/erase`, {}), 303, "/team/candidates");
    expect((await manager.ask(path)).status).toBe(404);
  });
});

describe("the candidates of a requirement", () => {
  it("are entered in one form, and opened to make the card", async () => {
    const requirement = await fileRequirement(owner, { positions_count: 2 });
    const path = listPath(requirement);
    const entries = {
      full_name: "Ila Short",
      email: freshEmail("ila"),
      phone: freshNumber(),
      skills: "Go",
      is_adult: "on",
    };
    await expectPage(team.post(path, { intent: "add", ...entries, email: "ila" }), 400, 'value="Ila Short"');
    const added = await team.post(path, { intent: "add", ...entries });
    const opened = added.headers.get("location")!.split("#")[0]!;
    expect([added.status, opened]).toEqual([303, expect.stringMatching(new RegExp(`^${path}\\?open=`))]);
    expect(await team.read(opened)).toContain("What the company would see");
    // She is on the list once, also when somebody enters her again.
    const again = await team.post(path, { intent: "add", ...entries, headline: "Else" });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toMatch(/This may be the same person as[^]*Ila Short[^]*name="candidate"/);
  });

  it("are found by what the requirement says, ticked, and added with one post; the search stays", async () => {
    const skill = `Tig${randomInt(1e6, 1e7)}`;
    const requirement = await fileRequirement(owner, { required_skills: [skill], location: "Gurgaon, Sector 37" });
    const path = `/team/requirements/${requirement}/find`;
    const add = (full_name: string, more: Record<string, string> = {}) =>
      addCandidate(recruiter, { full_name, skills: [skill], city: "Gurugram", phone: freshNumber(), ...more });
    const [orla, ira, never] = [
      await add("Orla Quenby"),
      await add("Ira Near"),
      await add("Vin Works", { employer: "Vela Turbines" }),
    ];
    await add("Pia Far", { city: "Kochi" });

    const html = await team.read(path);
    expectWords(
      html,
      "3 found.",
      "The newest first",
      `value="${skill}"`,
      'value="Gurgaon, Sector 37"',
      "Vela Turbines",
    );
    expect(html).toMatch(/<title>Find people: [^<]*, Vela Turbines/);
    const box = ({ id }: TestCandidate) => `name="candidate" value="${id}"`;
    expect([orla, ira, never].map((one) => html.includes(box(one)))).toEqual([true, true, false]);
    expect(html).toMatch(/Vin Works[^]*This company must not see them/);
    expect(html).not.toContain("Pia Far");

    await expectPage(team.post(path, {}), 400, "No candidate was chosen");
    const ticked = new URLSearchParams([orla, never].map(({ id }) => ["candidate", id]));
    await expectRedirect(team.post(path, ticked), 303, path);
    const added = await team.read(path);
    expectWords(added, "1 person added", "Vin Works", "This person must not be shown to this company", "2 found.");
    expect(added).not.toContain(box(orla));
    const listed = await team.read(listPath(requirement));
    expect(listed).toMatch(/Orla Quenby[^]{0,200}href="tel:/);
    expectWords(listed, "Client Person", "12345");
    expect(listed.match(/<a [^>]*href="([^"]*\/find)"/)?.[1]).toBe(path);

    const searched = `${path}?skills=${skill}&notice=0`;
    expectWords(await team.read(searched), "No match", "Look without its skills and city", "To its candidates");
    // For one that is closed nobody can be ticked, and a late post says why.
    await mails.query("update public.job_requirements set status = 'cancelled' where id = $1", [requirement]);
    await expectPage(team.post(path, { candidate: ira.id }), 422, "This requirement is closed");
  });

  it("are added from the list and from a record, to one's own open requirements", async () => {
    const requirement = await fileRequirement(owner, { job_title: "Rotor balancer" });
    await mails.query("update public.job_requirements set recruiter_id = $1 where id = $2", [
      recruiter.userId,
      requirement,
    ]);
    const word = `Quill${randomInt(1e6, 1e7)}`;
    const one = await addCandidate(recruiter, { full_name: `${word} One`, phone: freshNumber() });
    const two = await addCandidate(recruiter, { full_name: `${word} Two`, phone: freshNumber() });
    const path = `/team/candidates?words=${word}`;
    expectWords(await team.read(path), "2 found.", "Rotor balancer, Vela Turbines", "Add Those Ticked");
    await expectPage(team.post(path, { candidate: one.id }), 400, "Choose one of your requirements");
    await expectRedirect(team.post(path, { candidate: one.id, requirement }), 303, path);
    expectWords(await team.read(path), "1 person added", "2 found.");
    const record = `/team/candidates/${two.id}`;
    expectWords(await team.read(record), "Add to a Requirement", "Rotor balancer, Vela Turbines");
    await expectPage(team.post(record, { intent: "add-to", requirement: "" }), 400, "Choose one of your requirements");
    await expectRedirect(team.post(record, { intent: "add-to", requirement }), 303, record);
    expect(await team.read(record)).toMatch(/1 person added[^]*In process for[^]*Rotor balancer/);
  });

  it("have a card of what is chosen, changed on the version that was read", async () => {
    const requirement = await fileRequirement(owner);
    const entry = await addKnown(requirement, await addCandidate(recruiter, { phone: freshNumber(), city: "Vapi" }));
    const path = `${listPath(requirement)}?open=${entry}`;
    const card = new URLSearchParams({ intent: "card", entry: await ticketOf(entry), pitch: "Steady" });
    card.append("chosen", "headline");
    expect((await team.post(path, card)).status).toBe(303);
    const html = await team.read(path);
    const shown = /<div class="person-card">([^]*?)<\/form>/.exec(html)![1]!;
    expectWords(shown, "Pipe welder", "Steady");
    expect(shown).not.toContain("Vapi");
    card.set("pitch", "Calm, and typed for long");
    card.append("chosen", "city");
    const kept = await expectPage(team.post(path, card), 409, ">Calm, and typed for long</textarea>");
    expect(kept).toMatch(/<input type="checkbox" name="chosen" checked="" value="city"\/>/);
    expect(kept).toMatch(/<dt>Why this person<\/dt><dd>Steady<\/dd>/);
  });

  it("are asked about the card as it stands in the form, and shown by no other than they have said yes to", async () => {
    const requirement = await fileRequirement(owner);
    const candidate = await addCandidate(recruiter, { phone: freshNumber() });
    const entry = await addKnown(requirement, candidate);
    const path = `${listPath(requirement)}?open=${entry}`;
    expect(await team.read(path)).toMatch(/value="ask" form="card-[\da-f-]{36}"/);
    const card = async (intent: string, pitch: string) => ({
      intent,
      entry: await ticketOf(entry),
      chosen: "headline",
      pitch,
    });
    expect((await team.post(path, await card("ask", "Knows turbines"))).status).toBe(303);
    await mails.agree({ ...candidate, entry, requirement }, await mails.openSession(candidate));
    expect(await team.read(path)).toContain(">Knows turbines</textarea>");
    await expectPage(
      team.post(path, await card("show", "Knows pumps")),
      400,
      "another card",
      ">Knows pumps</textarea>",
    );
    expect((await team.post(path, await card("show", "Knows turbines"))).status).toBe(303);
  });

  it("of a place outside India are asked for by the law's number, as the form says before anybody is asked", async () => {
    const requirement = await fileRequirement(owner, { location: "Utrecht, Netherlands" });
    const path = listPath(requirement);
    const html = await team.read(path);
    expect(html).toMatch(/<input(?=[^>]*name="is_abroad")(?=[^>]*value="yes")[^>]*checked/);
    await addKnown(requirement, await addCandidate(recruiter, { phone: freshNumber() }));
    expect((await team.post(path, { intent: "how", seen: "1", is_abroad: "yes" })).status).toBe(303);
    expect(await team.read(path)).toContain("no registration number under the Emigration Act");
  });

  it("say beside them in words why they can't be asked", async () => {
    const requirement = await fileRequirement(owner);
    const path = listPath(requirement);
    const known = await addCandidate(recruiter, {
      full_name: "Nell Never",
      phone: freshNumber(),
      employer: "Vela Turbines",
    });
    const entry = await addKnown(requirement, known);
    const html = await team.read(path);
    expect(html).toContain("This company must not see them");
    expect(html).not.toContain("for Their Yes");
    expect(html).not.toContain(`value="${await ticketOf(entry)}"`);
    const forced = team.post(path, { intent: "ask", entry: await ticketOf(entry) });
    await expectPage(forced, 422, "Nothing was done: Nell Never");

    const sent = await team.post(path, {
      intent: "add",
      full_name: "Ada Addressless",
      phone: freshNumber(),
      is_adult: "on",
    });
    expect(sent.status).toBe(303);
    const opened = sent.headers.get("location")!.replace(/#.*/, "");
    expect(await team.read(opened)).toContain("Ask by Their Phone");
  });

  it("are in the recruiter's day, and one press there does what is done most", async () => {
    const day = "/team/my-day";
    const word = `w${randomInt(1e9)}`;
    const requirement = await fileRequirement(owner, { job_title: `Turner ${word}` });
    const phone = `98${randomInt(10_000_000, 99_999_999)}`;
    const { entry } = await agreed(requirement, { full_name: `Asha ${word}`, phone });
    const rowOf = (html: string) => html.split("<li>").find((row) => row.includes(`Asha ${word}`)) ?? "";
    const valueOn = (row: string, name: string) => new RegExp(`value="([^"]+)"[^>]*name="${name}"`).exec(row)![1]!;
    const ready = rowOf(await team.read(day));
    expectWords(ready, `Turner ${word}`, "Vela Turbines", `href="tel:${phone}"`, `href="https://wa.me/91${phone}"`);
    expectWords(ready, "Show to Vela Turbines", `${listPath(requirement)}?open=${entry}#e-${entry}`);
    const value = valueOn(ready, "show");
    await expectRedirect(team.post(day, { show: value }), 303, day);
    expectWords(await team.read(day), "1 person shown");
    const say = async (verdict: string, more: Record<string, string> = {}) => {
      const seen = await versionOf(recruiter, requirement, entry);
      await rpc(owner.api, "answer_candidates", { requirement, answers: [{ entry, seen, verdict, ...more }] });
    };
    await say("interview", { words_for_agency: "Friday, 11 am" });
    const answered = rowOf(await team.read(day));
    expectWords(answered, "<strong>Interview</strong>", "Friday, 11 am", "Dealt with");
    // The company has another word meanwhile: nothing is dealt with that was not seen.
    await say("maybe");
    const late = await expectPage(team.post(day, { deal: valueOn(answered, "deal") }), 409, "Nothing was done");
    expectWords(rowOf(late), "<strong>Maybe</strong>");
    expect((await team.post(day, { deal: valueOn(rowOf(late), "deal") })).status).toBe(303);
    const html = await team.read(`${day}?section=answers`);
    expectWords(html, "Dealt with");
    expect(rowOf(html)).toBe("");
    await expectPage(team.post(day, { show: value.slice(1) }), 400, "Nothing was done");
  });

  it("are shown together, answered, marked, and taken back", async () => {
    const word = `w${randomInt(1e9)}`;
    const requirement = await fileRequirement(owner, { positions_count: 3, job_title: `Fitter ${word}` });
    const path = listPath(requirement);
    await expectPage(
      team.post(path, { intent: "show" }),
      400,
      "No candidate was chosen",
      "No recruiter is in charge yet",
    );
    const [one, two] = [await agreed(requirement), await agreed(requirement, { full_name: "Bina Second" })];
    const ticked = new URLSearchParams({ intent: "show" });
    for (const { entry } of [one, two]) ticked.append("entry", await ticketOf(entry));
    expect((await team.post(path, ticked)).status).toBe(303);
    const shown = await team.read(path);
    expectWords(shown, "2 people shown", "<bdi>Rea Recruiter</bdi> is in charge.");
    expect(shown).toMatch(/2 wait for the company's answer, the first since/);
    const dashboard = await company.read("/client-dashboard");
    const shownTo = `/client-dashboard/requirements/${requirement}`;
    expectWords(
      dashboard,
      `<a class="pipeline-link" href="${shownTo}/candidates">2 shown</a>`,
      `<a href="${shownTo}/candidates"><strong>You answer 2`,
    );
    expect(dashboard).toMatch(
      new RegExp(`Waiting for you[^]*2 candidates wait for your answer[^]*href="${shownTo}/candidates"[^>]*>Answer`),
    );

    const own = `/client-dashboard/requirements/${requirement}/candidates`;
    const seen = (entry: string) => versionOf(recruiter, requirement, entry);
    const no = { verdict: "no", reason: "Too far away", words_for_candidate: "Do write again in spring" };
    await rpc(owner.api, "answer_candidates", {
      requirement,
      answers: [
        { entry: one.entry, seen: await seen(one.entry), verdict: "interview" },
        { entry: two.entry, seen: await seen(two.entry), ...no },
      ],
    });
    const undoable = await team.read(`${path}?open=${two.entry}`);
    expect(undoable).toMatch(/They can undo it until \d\d:\d\d: tell no one before/);
    expect(undoable).not.toContain("Pass It On");
    await mails.tellAnswers(requirement);
    const said = await team.read(`${path}?open=${two.entry}`);
    for (const words of ["Too far away", "Do write again in spring", "A message for them waits"])
      expect(said).toContain(words);
    const answer = fieldOn(said, "answer");
    expect((await team.post(path, { intent: "release", answer })).status).toBe(303);

    const undated = { intent: "mark", entry: await ticketOf(one.entry), state: "accepted", day: "" };
    const html = await expectPage(team.post(`${path}?open=${one.entry}`, undated), 400);
    expectWords(html, "Enter the day on which they begin", '<option value="accepted" selected="">');
    expect((await team.post(path, { ...undated, state: "joined" })).status).toBe(303);
    const joined = await team.read(`${path}?open=${two.entry}`);
    expect(joined).not.toContain("Pass It On");
    expect(joined).toContain("<dt>Joined</dt><dd>1 of 3</dd>");
    // Each number is of those who got at least that far, and the same phrase stands in both lists.
    expect(joined).toMatch(/Asked<\/dt><dd>2<\/dd>[^]*Shown<\/dt><dd>2<\/dd>[^]*Offered<\/dt><dd>1<\/dd>/);
    expect(await team.read(`/team/requirements?words=${word}`)).toContain(
      `<a class="pipeline-link" href="${path}">2 shown, 1 joined</a>`,
    );

    // Of whom nothing becomes, the company is told so.
    const declined = { intent: "mark", entry: await ticketOf(two.entry), state: "declined" };
    expect((await team.post(path, declined)).status).toBe(303);
    expect(await company.read(own)).toMatch(/Bina Second[^]*Declined/);

    const stale = await team.post(path, { intent: "take-back", entry: `${two.entry}.1` });
    expect(stale.status).toBe(409);
    const back = await team.post(path, { intent: "take-back", entry: await ticketOf(two.entry) });
    expect(back.status).toBe(303);
    expect(await team.read(path)).toContain("The company no longer sees them.");
    expect(await company.read(own)).not.toContain("Bina Second");
  });

  it("are told as what they were: added once, removed or taken back, and asked where somebody can be", async () => {
    const requirement = await fileRequirement(owner);
    const path = listPath(requirement);
    const known = await addCandidate(recruiter, { phone: freshNumber() });
    const add = () => team.post(path, { intent: "add-known", candidate: known.id });
    const entry = /open=([\da-f-]{36})/.exec((await add()).headers.get("location")!)![1]!;
    expectWords(await team.read(path), "Nobody has been asked yet.", "for Their Yes");
    await add();
    expect(await team.read(path)).toContain("On the list already");
    const back = async (id: string) =>
      (await team.post(path, { intent: "take-back", entry: await ticketOf(id) })).status;
    expect(await back(entry)).toBe(303);
    const removed = await team.read(path);
    expect(removed).toContain("They were never asked.");
    expect(removed).not.toContain("Withdrawn");
    const asked = await agreed(requirement);
    expect(await back(asked.entry)).toBe(303);
    expect(await team.read(path)).toContain("The company has seen nothing about them.");
    // Somebody else's address is no act of the team.
    const other = await addCandidate(recruiter, { phone: freshNumber(), full_name: "Odd Address" });
    const third = await addKnown(requirement, other);
    await team.post(path, { intent: "ask", entry: await ticketOf(third) });
    const token = await mails.questionToken(other);
    await rpc(recruiter.api, "disown_address", { token });
    expect(await team.read(path)).toMatch(/Odd Address[^]*Wrong person[^]*said: this is not me/);
  });

  it("of one that is filled are only marked, and the forms for it know who has joined", async () => {
    const requirement = await fileRequirement(owner, { positions_count: 3 });
    const path = listPath(requirement);
    const shown = await mails.show(recruiter, requirement);
    const ready = await agreed(requirement, { full_name: "Rita Ready" });
    const mark = async () =>
      team.post(path, {
        intent: "mark",
        entry: await ticketOf(shown.entry),
        state: "joined",
      });
    expect((await mark()).status).toBe(303);
    const details = `/team/requirements/${requirement}`;
    const form = await team.read(details);
    expect(form).toContain("1 candidate has accepted or joined. Say so if more positions are filled.");
    expect(form).toMatch(/name="filled"[^>]*value="1"/);
    expect(form).toMatch(/name="joining"[^>]*value="20/);
    const version = fieldOn(form, "version");
    const filled = { intent: "status", status: "filled", filled: "2", version, since: "", reason: "", joining: "" };
    expect((await team.post(details, filled)).status).toBe(303);
    expect(await team.read(details)).toContain("2 positions are filled, and 1 candidate is marked as joined.");

    const page = await team.read(`${path}?open=${ready.entry}`);
    expect(page).toContain("This requirement is filled: you can't add, ask or show anyone.");
    for (const intent of ["add", "how", "card", "ask", "show"]) expect(page).not.toContain(`value="${intent}"`);
    expect(page).toContain('value="take-back"');
    const entries = { full_name: "Tardy Joiner", phone: freshNumber(), skills: "Go", is_adult: "on" };
    const added = await team.post(path, { intent: "add", ...entries });
    expect(added.status).toBe(422);
    const kept = await textOf(added);
    expect(kept).toContain("This requirement is closed. To add, ask or show candidates");
    expect(kept).toContain('value="Tardy Joiner"');
    const late = await team.post(path, { intent: "show", entry: await ticketOf(ready.entry) });
    expect(late.status).toBe(422);

    const own = `/client-dashboard/requirements/${requirement}/candidates`;
    const ours = await company.read(own);
    expect(ours).toContain("This requirement is filled, so no answer is needed.");
    expect(ours).not.toContain("Send Answer");
    const seen = await versionOf(recruiter, requirement, shown.entry);
    const answered = await company.post(own, {
      [`seen.${shown.entry}`]: String(seen),
      [`verdict.${shown.entry}`]: "maybe",
      [`reason.${shown.entry}`]: "Typed for long",
    });
    expect(answered.status).toBe(422);
    const words = await textOf(answered);
    expect(words).toContain("This requirement is closed, so no answer is needed.");
    expect(words).toContain("Typed for long");
  });
});
