import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OwnerSession } from "../../support/api/database.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";
import { expectOneRoundTrip } from "../../support/browser/cold-visit.ts";
import { fieldOn, textOf } from "../../support/http/page.ts";
import { applicantActs, type Applicant } from "../../support/people/applicants.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// Who has applied, as the team answers them: by the pages alone.

const { site, backend, signIn } = await openSharedSite();
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const team = await signIn(recruiter);
const client = await signUpClient(backend, "Applied Shipyards");
const company = await signIn(client);
const sql = OwnerSession.of(backend.database);
const query = async (statement: string) => (await sql.query<Record<string, unknown>>(statement)).rows;
const { advertise, apply } = applicantActs(() => ({ query }));
afterAll(() => sql.close());

/** What a page says, without its markup. */
const said = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
/** The moment by which a form of the page undoes what was done at once. */
const toldOf = (html: string, intent: string) =>
  new RegExp(`name="told" value="([^"]+)"(?:(?!</form>)[^])*value="${intent}"`).exec(html)?.[1] ?? "";
const post = (at: string, entries: Record<string, string>) => team.post(at, entries);

let requirement: string;
let path: string;
beforeAll(async () => {
  await recruiter.api.rpc("save_reply_template", {
    template: "6f1b0a52-8a3c-4d0e-9d2a-5a7a3a9f1c11",
    seen: 0,
    title: "Thank you, not this time",
    body: "Dear {name}, we chose others for {title}.",
  });
});

/** A job with an advert, and so many who have applied. */
async function job(count: number): Promise<Applicant[]> {
  requirement = await fileRequirement(client);
  path = `/team/requirements/${requirement}/candidates`;
  await advertise(requirement);
  const all: Applicant[] = [];
  for (let place = 0; place < count; place++) {
    const words = `I weld ships, for ${place} years. ${randomUUID()}`;
    all.push(await apply(requirement, { name: `Applicant ${place}`, said: words }));
  }
  return all;
}

/** What the page's form sends of those that stand there. */
const boxesOn = (html: string) =>
  [...html.matchAll(/name="applicant"[^>]*value="([\da-f-]{36}\.\d+)"/g)].map(([, each]) => each!);
const stateOf = async (entry: string) =>
  (await query(`select state, turned_down_words from public.shortlist_entries where id = '${entry}'`))[0];

describe("who has applied", () => {
  it("keeps the record of it: another one of the address is merged into that, and the page says so", async () => {
    const [person] = await job(1);
    const [twin] = await query(`with twin as (
        insert into public.candidates (full_name, email, is_adult) values ('Applicant 0', '${person!.email}', true) returning id)
      insert into public.shortlist_entries (requirement_id, candidate_id, code_word)
        select '${requirement}', twin.id, 'Twin 1' from twin returning candidate_id as id`);
    const pathOf = (kept: unknown, merged: unknown) => `/team/candidates/${String(kept)}/merge?with=${String(merged)}`;
    const versions = { seen: "1", merged_seen: "1" };
    const refused = pathOf(twin!["id"], person!.candidate);
    expectNoWords(await team.read(refused), "was asked about or shown for a job");
    await expectPage(post(refused, versions), 422, "the one that goes has applied for it", "Keep that one instead");
    const allowed = pathOf(person!.candidate, twin!["id"]);
    const kept = `/team/candidates/${person!.candidate}`;
    await expectRedirect(post(allowed, versions), 303, kept);
    // Sent once more, after Back, it changes nothing, and says so.
    await expectRedirect(post(allowed, versions), 303, kept);
    expectWords(said(await team.read(kept)), "One record already");
  });

  it("keeps an address to be answered at: beside it stands why, and every entry stays in the form", async () => {
    const [person] = await job(1);
    const edit = `/team/candidates/${person!.candidate}/edit`;
    const version = fieldOn(await team.read(edit), "version");
    const html = await expectPage(
      post(edit, { version, full_name: "Typed Anew", email: "", skills: "Pipes", is_adult: "on" }),
      422,
      "their answer goes to this address",
      'value="Typed Anew"',
    );
    expect(html).toContain('id="field-email-error"');
    expect(await query(`select email from public.candidates where id = '${person!.candidate}'`)).toEqual([
      { email: person!.email },
    ]);
  });

  it("stands in the first group with what decides, and fifty of them are within one round trip", async () => {
    const all = await job(51);
    await query(`update public.candidate_consents set card_digest = (
      select private.card_digest(entry) from public.shortlist_entries as entry where entry.id = '${all[0]!.entry}')
      where applied_entry_id = '${all[0]!.entry}'`);
    const html = await team.read(path);
    expect(html.indexOf('id="applied"')).toBeGreaterThan(0);
    expectWords(
      said(html),
      "Applied 51",
      "Applicant 0 Agreed: May show",
      "Kochi",
      "Pipe fitting",
      "I weld ship",
      "the first to be answered by",
    );
    expectNoWords(html, "Applicant 50");
    const next = `${path}?applicants=${all[49]!.entry}`;
    expectWords(html, `href="${next}"`);
    const second = await team.read(next);
    expectWords(said(second), "Applicant 50");
    // An answer leads back to its page of them, and its undo as well.
    const [box] = boxesOn(second);
    await expectRedirect(post(next, { intent: "take-on", applicant: box! }), 303, next);
    const answered = await team.read(next);
    expectWords(said(answered), "Applied 50", "Nothing further. First fifty");
    const told = toldOf(answered, "undo-taken-on");
    await expectRedirect(post(next, { intent: "undo-taken-on", told }), 303, next);
    // However different they are, as people are.
    await query(`update public.candidates as person set city = word.city, notice_period = word.days || ' days', skills = word.skills,
        full_name = word.name, phone = '+91 9' || lpad((word.place * 20000003)::text, 9, '5'), employer = word.name || ' Works'
      from public.shortlist_entries as entry
      cross join lateral (select split_part(entry.said, ' ', 5)::integer as place) as seed
      cross join lateral (
        select initcap(translate(left(md5(seed.place || ' 1'), 7), '0123456789', 'aeiourstln')) || ' '
                 || initcap(translate(left(md5(seed.place || ' 2'), 7), '0123456789', 'aeiourstln')) as name,
               initcap(translate(left(md5(seed.place || ' 3'), 6), '0123456789', 'aeiourstln')) as city,
               (seed.place * 37) % 90 as days, seed.place,
               array[translate(left(md5(seed.place || ' 4'), 8), '0123456789', 'aeiourstln'), 'Welding', 'Pipes'] as skills) as word
      where entry.candidate_id = person.id and entry.requirement_id = '${requirement}'`);
    await query(`update public.shortlist_entries as entry set said = (
        select string_agg((string_to_array('I have worked as welder on ships and in yards for years with good results would like to stay near home can start next month my own tools certificates ASME present contract ends soon read that you build heat exchangers liked best trained four apprentices night shifts are fine', ' '))[
          1 + (('x' || left(md5(split_part(entry.said, ' ', 5) || ' ' || n), 6))::bit(24)::integer % 50)], ' ') from generate_series(1, 60) as n)
      where entry.requirement_id = '${requirement}'`);
    await expectOneRoundTrip(site.url, [path], team);
    // All of what they have said, where they are opened.
    const long = "word ".repeat(60).trim();
    await query(`update public.shortlist_entries set said = '${long}' where id = '${all[1]!.entry}'`);
    expectWords(said(await team.read(`${path}?open=${all[1]!.entry}`)), long);
    // Nor is it more where nearly all of them are turned down, in words that stand beside each.
    const turnedDown = all.slice(2, 50).map(({ entry }) => `'${entry}'`);
    await query(`update public.shortlist_entries set state = 'closed', turned_down_at = now(),
        turned_down_words = 'Dear Applicant, we chose others for Pipe fitter.' where id in (${turnedDown.join(", ")})`);
    const beside = `${path}?turned-down=yes`;
    expectWords(said(await team.read(beside)), "Applied 3", "Turned down 48");
    await expectOneRoundTrip(site.url, [beside], team);
    // No company reads of them.
    expectNoWords(
      await company.read(`/client-dashboard/requirements/${requirement}/candidates`),
      "Applicant",
      "applied",
    );
  });

  it("stands on the requirement's line of the inbox and on its page, which says what has happened, and is not done before them", async () => {
    await job(2);
    const [line] = await query(`select id, version from public.inbox_items where requirement_id = '${requirement}'`);
    const item = `/team/inbox/${String(line!["id"])}`;
    expect(said(await team.read("/team?words=Applied+Shipyards"))).toContain("2 people applied");
    const html = await team.read(item);
    expectWords(html, `href="${path}#applied"`, "2 people applied");
    expect(html).not.toContain("Edited: candidates");
    await query(`insert into public.requirement_events (requirement_id, client_id, side, type, changes)
      select id, client_id, 'company', 'advert_named', '{"named": [false, true]}' from public.job_requirements where id = '${requirement}'`);
    expectWords(await team.read(item), "The company's name put on the advert");
    await expectPage(
      team.post(item, { intent: "done", kind: "note", body: "", seen: fieldOn(html, "seen") }),
      422,
      "Answer everyone first",
    );
    const several = { act: "done", item: `${String(line!["id"])}.${fieldOn(html, "seen")}` };
    expect((await team.post("/team/inbox/several", several)).status).toBe(303);
    expectWords(
      await team.read("/team"),
      "0 changed, 1 not",
      "People who applied still wait for an answer there. Answer everyone first.",
    );
  });

  it("is taken on by a tick, and the others are turned down in one post, in a template's words, until it is undone", async () => {
    const all = await job(5);
    const boxes = boxesOn(await team.read(path));
    expect(boxes).toHaveLength(5);
    const [first, ...others] = all;
    const ticked = boxes.find((each) => each.startsWith(first!.entry))!;
    await expectRedirect(post(path, { intent: "take-on", applicant: ticked }), 303, path);
    const takenOn = await team.read(path);
    expectWords(
      said(takenOn),
      "1 person taken on",
      "You can undo it below before anyone is told.",
      "Applied 4",
      "Not asked yet 1",
    );
    expect(said(takenOn)).toMatch(
      /Applicant 0 taken on\. Until (\d\d:\d\d) you can undo it; a mail tells them (at \1|(tomorrow )?at 08:00)\./,
    );
    const undoTakenOn = { intent: "undo-taken-on", told: toldOf(takenOn, "undo-taken-on") };
    await expectRedirect(post(path, undoTakenOn), 303, path);
    const putBack = await team.read(path);
    expectWords(said(putBack), "1 person put back", "Applied 5");
    const template = "6f1b0a52-8a3c-4d0e-9d2a-5a7a3a9f1c11";
    const listed = fieldOn(putBack, "listed");
    // Who has applied since the page was read is not among the others.
    const late = await apply(requirement, { name: "Late Comer" });
    const turnDownOthers = { intent: "turn-down-others", template, words: "", listed };
    // Where nobody is ticked it is asked about first, with how many it would be; what was chosen stays.
    const asked = await post(path, turnDownOthers);
    expect(asked.status).toBe(400);
    const question = await textOf(asked);
    expectWords(said(question), "You have ticked no one to keep");
    expect(question).toMatch(new RegExp(`value="${template}"[^>]*selected|selected[^>]*value="${template}"`));
    expect(question).toMatch(/value="turn-down-all"[^>]*>(?:<[^>]*>)*Yes, Turn Down All 6/);
    expect(await stateOf(others[0]!.entry)).toMatchObject({ state: "applied" });
    const kept = boxesOn(question).find((each) => each.startsWith(others.at(-1)!.entry))!;
    await expectRedirect(post(path, { ...turnDownOthers, applicant: kept }), 303, path);
    expect(await stateOf(late.entry)).toMatchObject({ state: "applied" });
    const html = await team.read(path);
    expectWords(said(html), "4 people turned down", "Applied 2", "Turned down: 4");
    expect(await stateOf(others[0]!.entry)).toEqual({
      state: "closed",
      turned_down_words: "Dear Applicant, we chose others for Pipe fitter.",
    });
    // Beside who waits: on which day, and in which words.
    const both = said(await team.read(`${path}?turned-down=yes`));
    expectWords(
      both,
      "Applied 2",
      "Late Comer",
      "Turned down 4",
      "told: “ Dear Applicant, we chose others",
      "Applicant 3",
    );
    await expectRedirect(post(path, { intent: "undo-turned-down", told: toldOf(html, "undo-turned-down") }), 303, path);
    expectWords(said(await team.read(path)), "4 people put back", "Applied 6");
    // What happened is told as it was, with the undo.
    expectWords(
      said(await team.read(`/team/requirements/${requirement}/history`)),
      "1 more who applied put back: nobody was told Rea Recruiter",
      "1 more who applied turned down Rea Recruiter",
    );
    const gone = await post(path, { intent: "undo-turned-down", told: "2026-01-01T00:00:00Z" });
    // All of the page, once that was asked.
    const page = await team.read(path);
    const everyone = { intent: "turn-down-all", template: "", words: "", listed: fieldOn(page, "listed") };
    await expectRedirect(post(path, everyone), 303, path);
    expectWords(said(await team.read(path)), "6 people turned down", "Applied 0");
    expect(gone.status).toBe(409);
  });

  it("is answered by nobody who ticks none, in no words that are too long, and as they are now", async () => {
    const [one] = await job(1);
    await expectPage(post(path, { intent: "turn-down", template: "", words: "" }), 400, "No candidate was chosen");
    const applicant = boxesOn(await team.read(path))[0]!;
    const long = await post(path, { intent: "turn-down", applicant, template: "", words: "w".repeat(3001) });
    const html = await textOf(long);
    expect(long.status).toBe(400);
    expectWords(html, "w".repeat(3001));
    const unknown = { intent: "turn-down", applicant, template: "", words: "Dear {name}, for {years} years." };
    await expectPage(
      post(path, unknown),
      400,
      "{years} is not one of the places we fill in: {name}, {title}, {my name}",
    );
    expect(html).toMatch(new RegExp(`value="${applicant}"[^>]*checked|checked[^>]*value="${applicant}"`));
    // Of several, it says who it is.
    await expectPage(post(path, { intent: "take-on", applicant: `${one!.entry}.9` }), 409, "Applicant 0");
    const gone = await post(path, { intent: "turn-down", applicant, template: randomUUID(), words: "" });
    expect(gone.status).toBe(409);
    expectWords(await textOf(gone), "This answer no longer exists");
    expect(await stateOf(one!.entry)).toMatchObject({ state: "applied" });
  });
});

describe("a job that is closed while somebody waits", () => {
  it("asks the team what they are told, and tells it", async () => {
    const [one] = await job(1);
    const work = `/team/requirements/${requirement}`;
    const html = await team.read(work);
    expectWords(html, "1 person has applied, and will be told");
    // By the hours that the database knows.
    expect(html).toMatch(/told by one mail (?:<!-- -->)?(?:tomorrow )?at \d\d:\d\d/);
    const version = /name="version" value="(\d+)"/.exec(html)![1]!;
    const cancelled = {
      intent: "status",
      status: "cancelled",
      reason: "Over",
      version,
      since: "",
      template: "",
      words: "No, {name}.",
    };
    await expectRedirect(team.post(work, cancelled), 303, work);
    // It says how many are told, and when; what can't be undone is not offered.
    expect(said(await team.read(work))).toMatch(
      /Status changed 1 person who applied is told by mail (?:tomorrow )?at \d\d:\d\d/,
    );
    expectNoWords(await team.read(path), "undo-turned-down");
    expect(await stateOf(one!.entry)).toEqual({ state: "closed", turned_down_words: "No, Applicant." });
  });

  it("by its company: they are told in the standard words", async () => {
    const [one] = await job(1);
    const at = `/client-dashboard/requirements/${requirement}/withdraw`;
    const version = /name="version" value="(\d+)"/.exec(await company.read(at))![1]!;
    expect((await company.post(at, { version, since: "", reason: "No budget" })).status).toBe(303);
    expect(await stateOf(one!.entry)).toEqual({ state: "closed", turned_down_words: null });
  });
});

describe("a file", () => {
  it("ends each line with who has applied, when, whether they are answered, and where it stands", async () => {
    const manager = await signIn(await signUpTeamMember(backend, "hr_manager", "Mia Manager"));
    const [one, two] = await job(2);
    await query(`update public.job_requirements set job_title = '=Welder' where id = '${requirement}'`);
    await query(`update public.shortlist_entries set applied_at = '2026-11-20T05:00Z' where id = '${one!.entry}'`);
    const html = await team.read(path);
    const box = boxesOn(html).find((each) => each.startsWith(two!.entry))!;
    await post(path, { intent: "turn-down", applicant: box, template: "", words: "" });
    expect(await stateOf(two!.entry)).toMatchObject({ state: "closed" });
    const lines = async (list: string) => (await manager.read(`/team/export/${list}.csv`)).split("\r\n");
    const time = String.raw`"\d{4}-\d\d-\d\d \d\d:\d\d"`;
    const candidates = await lines("candidates");
    expect(candidates[0]).toMatch(
      /,"Jobs applied for","Last applied for","Applied \(.+\)","Answered \(.+\)","Where it stands"$/,
    );
    const lineOf = (email: string) => candidates.find((line) => line.includes(email))!;
    expect(lineOf(one!.email)).toMatch(/,"1","'=Welder","2026-11-20 10:30","","Applied"$/);
    expect(lineOf(two!.email)).toMatch(new RegExp(`,"1","'=Welder",${time},${time},"Turned down"$`));
    // Of whom a confidential job was told nothing, no list leaves with its company, nor with what they wrote.
    for (const { email } of [one!, two!]) expectNoWords(lineOf(email), "Applied Shipyards", "weld");
    const requirements = await lines("requirements");
    expect(requirements[0]).toMatch(
      /,"Applied","Last applied \(.+\)","Applied, not answered","First answer due \(.+\)"$/,
    );
    expect(requirements.find((line) => line.startsWith(`"'=Welder"`))).toMatch(new RegExp(`,"2",${time},"1",${time}$`));
    for (const list of ["candidates", "requirements"]) {
      expect((await team.ask(`/team/export/${list}.csv`)).status).toBe(404);
      expect((await company.ask(`/team/export/${list}.csv`)).status).toBe(404);
    }
  });
});
