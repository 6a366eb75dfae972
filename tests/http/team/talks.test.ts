import { afterAll, describe, expect, it } from "vitest";
import {
  addCandidate,
  askToShow,
  CandidateMails,
  rpc,
  shortlist,
  versionOf,
} from "../../support/people/candidate-people.ts";
import { expectPage, expectWords } from "../../support/http/expectations.ts";
import { fieldOn } from "../../support/http/page.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// A recruiter's talks with candidates, what comes next, and who begins when: by the pages alone.

const { site, backend, signIn } = await openSharedSite();
const mails = new CandidateMails(backend);
afterAll(() => mails.close());
const owner = await signUpClient(backend, "Orbit Bearings");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const team = await signIn(recruiter);

const listPath = (requirement: string) => `/team/requirements/${requirement}/candidates`;
/** A day of the agency, so many after today. */
const day = async (days: number) => {
  const [row] = await mails.query<{ day: string }>("select (private.today() + $1::integer)::text as day", [days]);
  return row!.day;
};

/** Somebody who is asked for a new requirement, and the page with their entry opened. */
async function asked(more: Record<string, string> = {}) {
  const requirement = await fileRequirement(owner, { job_title: "Java developer" });
  const one = await shortlist(recruiter, requirement, await addCandidate(recruiter, more));
  await askToShow(recruiter, one);
  return { ...one, path: `${listPath(requirement)}?open=${one.entry}` };
}

describe("an opened entry", () => {
  it("has the number first, by call and WhatsApp, then the last talk, and takes talk and next step in one post", async () => {
    const { id, entry, path } = await asked({ phone: "98450 12345", full_name: "Tara Talker" });
    const friday = await day(3);
    const html = await team.read(path);
    expectWords(html, 'href="tel:9845012345"', 'href="https://wa.me/919845012345"');
    // Of which company it is, the title and the head say on each page of the requirement.
    for (const page of [html, await team.read(path.replace(/\/candidates.*/, "/history"))]) {
      expect(page).toMatch(/<title>[^<]*Java developer, Orbit Bearings/);
      expect(page).toMatch(/<h1[^>]*>Java developer<\/h1><p class="lead"[^>]*><a[^>]*><bdi>Orbit Bearings<\/bdi><\/a>/);
    }
    const about = Object.fromEntries(["candidate", "entry", "seen_next"].map((name) => [name, fieldOn(html, name)]));
    const talk = {
      intent: "talk",
      candidate: id,
      entry,
      channel: "whatsapp",
      said: "Has two offers",
      served: fieldOn(html, "served"),
    };
    expect(about).toMatchObject({ candidate: id });
    const bad = { ...talk, next_words: "Ring before noon", next_on: await day(-1) };
    expectWords(
      await expectPage(team.post(path, bad), 400),
      "Enter today or a later day, within a year",
      "Has two offers</textarea>",
      'value="Ring before noon"',
    );
    await expectPage(team.post(path, { ...bad, next_on: "" }), 400, "Enter the day of the next step");
    await expectPage(team.post(path, { ...talk, said: "" }), 400, "Enter what was said");
    expect((await team.post(path, { ...bad, next_on: friday })).status).toBe(303);
    const noted = await team.read(path);
    expect(noted).toMatch(/Has two offers<\/p>[^]*WhatsApp, <bdi>Rea Recruiter<\/bdi>/);
    expect(noted).toMatch(/Next <time[^>]*>[^<]*<\/time>: <bdi>Ring before noon/);
    // The record has it as well, and one press settles it.
    const record = await team.read(`/team/candidates/${id}`);
    expect(record).toMatch(/Has two offers[^]*, for <bdi>Java developer/);
    expect(record).toMatch(/In process for[^]*Ring before noon/);
    const done = { intent: "step-done", candidate: id, entry, seen_next: friday, served: fieldOn(noted, "served") };
    expect((await team.post(path, done)).status).toBe(303);
    expect(await team.read(path)).not.toContain("Ring before noon");
  });

  it("asks before a colleague's new step gives way, with what was typed", async () => {
    const { id, entry, path } = await asked();
    const other = await signUpTeamMember(backend, "recruiter", "Ola Other");
    await rpc(other.api, "note_talk", {
      ...{ candidate: id, entry, form: crypto.randomUUID(), words: "Rang", next_words: "Send the map" },
      next_on: await day(1),
    });
    const mine = {
      intent: "talk",
      candidate: id,
      entry,
      channel: "call",
      said: "No bus there",
      next_on: await day(2),
      seen_next: "",
    };
    const html = await expectPage(team.post(path, mine), 409, "A colleague has set another next step");
    expectWords(html, "No bus there</textarea>", "Send the map", `name="seen_next" value="${await day(1)}"`);
    expect((await team.post(path, { ...mine, seen_next: fieldOn(html, "seen_next") })).status).toBe(303);
    expect(await team.read(path)).not.toContain("Send the map");
  });

  it("of who is silent says since when, and reminds them by one press, once a day", async () => {
    const { entry, path } = await asked();
    expect(await team.read(path)).not.toContain("Remind Them");
    const age = "set asked_at = asked_at - interval '3 days', reminded_at = reminded_at - interval '3 days'";
    await mails.query(`update public.candidate_consents ${age} where entry_id = $1`, [entry]);
    expectWords(await team.read(path), "3 days ago", "Remind Them by Mail");
    const remind = { intent: "remind", entry };
    for (const _ of [1, 2]) expect((await team.post(path, remind)).status).toBe(303);
    const reminded = await team.read(path);
    expect(reminded).toMatch(/; reminded <time/);
    expectWords(reminded, "Reminded of the question", "They were asked or reminded within the last day.");
    expect(reminded).not.toContain("Remind Them by Mail");
  });
});

it("who has accepted begins on a day, joins by one press on that day, and is ended elsewhere by another", async () => {
  const requirement = await fileRequirement(owner, { job_title: "Java developer" });
  const shown = await mails.show(recruiter, requirement, { full_name: "Bela Beginner" });
  const elsewhere = await fileRequirement(owner, { job_title: "Night porter" });
  const other = await shortlist(recruiter, elsewhere, shown);
  await askToShow(recruiter, other);
  const path = `${listPath(requirement)}?open=${shown.entry}`;
  const seen = async () => `${shown.entry}.${await versionOf(recruiter, requirement, shown.entry)}`;
  const begins = await day(0);
  expect((await team.post(path, { intent: "mark", entry: await seen(), state: "accepted", day: begins })).status).toBe(
    303,
  );
  const accepted = await team.read(path);
  expect(accepted).toMatch(/Accepted[^]*Begins on <time[^]*Also in process[^]*Asked since[^]*Night porter/);
  const company = await signIn(owner);
  expect(await company.read(`/client-dashboard/requirements/${requirement}/candidates`)).toMatch(/, begins on <time/);
  const own = await mails.openOwnPage(site.url, shown);
  expect(await own.read("/candidate")).toMatch(/You begin on <time/);
  expect(accepted).toMatch(/name="state" value="joined"[^]*Joined on /);
  const joined = { intent: "mark", entry: await seen(), state: "joined", day: begins };
  expect((await team.post(path, joined)).status).toBe(303);
  const html = await team.read(path);
  expect(html).toMatch(/They have joined, and are still in process for 1 other job/);
  const there = `${other.entry}.${await versionOf(recruiter, elsewhere, other.entry)}`;
  expect(html).toContain(there);
  const end = { intent: "end-elsewhere", entry: shown.entry, elsewhere: there };
  expect((await team.post(path, end)).status).toBe(303);
  const ended = await team.read(path);
  expectWords(ended, "Withdrawn from 1 job");
  expect(ended).not.toContain("Night porter");
});

it("names the company on the button that shows somebody to it", async () => {
  const requirement = await fileRequirement(owner, { job_title: "Java developer" });
  const one = await mails.agreed(recruiter, requirement);
  const html = await team.read(`${listPath(requirement)}?open=${one.entry}`);
  expect(html).toMatch(/Show <span class="ticked"><\/span> to <bdi>Orbit Bearings/);
  expect(html).toContain("Show to <bdi>Orbit Bearings</bdi>");
});
