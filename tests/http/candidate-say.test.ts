import { afterAll, describe, expect, it } from "vitest";
import { agreementOn, entriesOf } from "../support/people/candidate-pages.ts";
import {
  addCandidate,
  askToShow,
  CandidateMails,
  rpc,
  shortlist,
  show,
  type TestEntry,
  versionOf,
} from "../support/people/candidate-people.ts";
import { signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { ownerOf } from "../support/http/form-owner.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { expectWords } from "../support/http/expectations.ts";

// What candidates, recruiters and companies are told of what has changed since: by the pages alone.

const { backend, signIn, site } = await openSharedSite();
const mails = new CandidateMails(backend);
const owner = await signUpClient(backend, "Vela Castings");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const team = await signIn(recruiter);
afterAll(() => mails.close());

const stranger = () => new Visitor(site.url);

const listPath = ({ requirement }: TestEntry, open?: string) =>
  `/team/requirements/${requirement}/candidates${open === undefined ? "" : `?open=${open}`}`;

/** An entry as the page of its requirement has it. */
async function ticketOf({ requirement, entry }: TestEntry): Promise<string> {
  return `${entry}.${await versionOf(recruiter, requirement, entry)}`;
}

/** Somebody who has been asked about a job, with the address of the question. */
const asked = async () => mails.ask(recruiter, await fileRequirement(owner, { job_title: "Hull welder" }));

describe("a card that is saved after its candidate was asked", () => {
  const save = async (entry: TestEntry, pitch: string) =>
    team.post(listPath(entry), { intent: "card", entry: await ticketOf(entry), chosen: "headline", pitch });

  it("tells the recruiter that they have to be asked again, which is one press", async () => {
    const entry = await asked();
    const saved = await save(entry, "Never late.");
    const html = await team.read(saved.headers.get("location")!);
    expect(html).toContain("Ask them again");
    expect(html).toMatch(/<button[^>]*value="ask"[^>]*>Ask Again/);
    const again = await team.post(listPath(entry), { intent: "ask", entry: await ticketOf(entry) });
    expect(again.status).toBe(303);
    const after = await team.read(again.headers.get("location")!);
    expect(after).toContain("1 person asked");
    expect(after).not.toContain("asked again");
    // Whom nobody has asked nobody has to ask again.
    const fresh = await shortlist(recruiter, entry.requirement, await addCandidate(recruiter));
    expect(await team.read((await save(fresh, "On time.")).headers.get("location")!)).not.toContain("asked again");
  });

  it("tells the candidate so, by the old mail and on their page, and the old mail asks about the new card", async () => {
    const entry = await asked();
    const visitor = await mails.openOwnPage(site.url, entry);
    await save(entry, "Never late.");
    for (const html of [await stranger().read(entry.path), await visitor.read("/candidate")]) {
      expect(html).toContain("The card has changed since we asked you");
      expect(html).toMatch(/<button[^>]*value="(refuse|withdraw)"/);
      expect(html).not.toContain('value="agree"');
      // What the recruiter is still at is nobody's card yet.
      expect(html).not.toMatch(/Never late|person-card/);
    }
    await askToShow(recruiter, entry);
    const old = await stranger().read(entry.path);
    expect(old).toMatch(/<p>[a-z ]+.*; with <bdi>/);
    expectWords(old, "this is about the new one", "Yes, Show This Card");
    const own = await visitor.read("/candidate");
    expect(own).toContain("Never late.");
    expect((await visitor.post("/candidate", agreementOn(own, entry))).status).toBe(303);
    expect(await stranger().read(entry.path)).toContain("You said yes");
  });

  it("is still refused by one post of the old mail", async () => {
    const entry = await asked();
    await save(entry, "Never late.");
    expect((await stranger().post(entry.path, { intent: "refuse" })).status).toBe(303);
    expect(await stranger().read(entry.path)).toContain("You said no");
    const { requirement, id: candidate } = entry;
    await expect(rpc(recruiter.api, "add_to_shortlist", { requirement, candidate })).rejects.toThrow("refused_lately");
  });
});

/** What the page of a requirement's candidates shows to its company, and answers there. */
async function answer({ requirement, entry }: TestEntry, more: Record<string, string>): Promise<void> {
  type Shown = { entries: { id: string; version: number }[] };
  const { entries } = await rpc<Shown>(owner.api, "company_candidates", { requirement });
  const seen = entries.find(({ id }) => id === entry)!.version;
  await rpc(owner.api, "answer_candidates", { requirement, answers: [{ entry, seen, ...more }] });
  await mails.tellAnswers(requirement);
}

/** Somebody whom the company sees. */
async function shown(isBlind = false): Promise<TestEntry & { own: Visitor }> {
  const requirement = await fileRequirement(owner, { job_title: "Hull welder" });
  await rpc(recruiter.api, "set_shortlist", { requirement, seen: 0, is_blind: isBlind, is_abroad: false });
  const words = { chosen: ["city"], pitch: "Calm where others rush." };
  const entry = await shortlist(recruiter, requirement, await addCandidate(recruiter), words);
  await askToShow(recruiter, entry);
  const session = await mails.openSession(entry);
  await mails.agree(entry, session);
  await show(recruiter, entry);
  const own = Visitor.ofCandidate(site.url, session);
  own.owner = ownerOf(entry.id);
  return { ...entry, own };
}

describe("a withdrawal after the card was shown", () => {
  it("stands on the company's page without a word of who, and on both others with when it was shown and opened", async () => {
    const company = await signIn(owner);
    const { own, ...entry } = await shown();
    const cards = `/client-dashboard/requirements/${entry.requirement}/candidates`;
    expect(await company.read(cards)).toContain("Asha Rao");
    expect((await own.post("/candidate", { intent: "withdraw", entry: entry.entry })).status).toBe(303);
    const html = await company.read(cards);
    expect(html).toMatch(/Withdrawn so far: 1, last on <time/);
    const told = await company.read(`/client-dashboard/requirements/${entry.requirement}/history`);
    expectWords(told, "A candidate has withdrawn", "The candidate");
    for (const page of [html, told]) expect(page).not.toMatch(new RegExp(`Asha|${entry.email}|${entry.entry}`));
    expect(await own.read("/candidate")).toMatch(
      /Shown on .*opened on .*You took your yes back on .*They see nothing about you/s,
    );
    expect(await team.read(listPath(entry))).toMatch(/Shown <time.*opened <time.*They have taken their yes back/s);
    expect(await team.read(`/team/requirements/${entry.requirement}/history`)).not.toContain("The database");
  });
});

it("who was to be met, and is shown no more, reads since when the company had their name", async () => {
  const company = await signIn(owner);
  const { own, ...entry } = await shown(true);
  const cards = `/client-dashboard/requirements/${entry.requirement}/candidates`;
  const form = entriesOf(await company.read(cards));
  const verdict = `verdict.${entry.entry}`;
  const words = `words_for_candidate.${entry.entry}`;
  expect((await company.post(cards, { ...form, [verdict]: "interview", [words]: "See you soon." })).status).toBe(303);
  await mails.tellAnswers(entry.requirement);
  expect(await own.read("/candidate")).toContain("They have your name and contact details");
  // The form that is opened again has the words in it: with another answer they are not its own.
  const again = entriesOf(await company.read(cards));
  expect((await company.post(cards, { ...again, [verdict]: "no", [words]: "See you soon." })).status).toBe(303);
  await mails.tellAnswers(entry.requirement);
  expect(await own.read("/candidate")).toMatch(/They had your name and contact details, to invite you, from <time/);
  const { data } = await recruiter.api.rpc("read_shortlist", { requirement: entry.requirement });
  const { entries } = data as { entries: { answers: { verdict: string; words_for_candidate: string | null }[] }[] };
  expect(entries[0]!.answers.map((answer) => [answer.verdict, answer.words_for_candidate])).toEqual(
    expect.arrayContaining([
      ["no", null],
      ["interview", "See you soon."],
    ]),
  );
});

it("of a job that is closed nobody is asked, nor is anybody waited for", async () => {
  const { own, ...entry } = await shown();
  const other = await mails.ask(recruiter, entry.requirement);
  const asked = await mails.openOwnPage(site.url, other);
  expect(await own.read("/candidate")).toContain("They have not answered yet");
  await recruiter.api.rpc("change_requirement_status", { requirement: entry.requirement, seen: 3, status: "filled" });
  expect(await own.read("/candidate")).not.toContain("They have not answered yet");
  const page = await asked.read("/candidate");
  expect(page).toContain("The job is closed");
  expect(page).not.toMatch(/Waiting for you|Yes, Show This Card/);
});

it("a request for the head alone opens no card", async () => {
  const company = await signIn(owner);
  const { own, ...entry } = await shown();
  const cards = `/client-dashboard/requirements/${entry.requirement}/candidates`;
  expect((await company.ask(cards, { method: "HEAD" })).status).toBe(200);
  // Nor does a call that says that it opens none: it is answered nothing of them.
  const quiet = await owner.api.rpc("company_candidates", { requirement: entry.requirement, opens: false });
  expect(quiet.data).toMatchObject({ entries: [] });
  expect(await own.read("/candidate")).toContain("not opened yet");
  await company.read(cards);
  expect(await own.read("/candidate")).toContain("opened on");
});

describe("what the company sees now", () => {
  it("of a blind card that Interview has opened is said on the team's page and the candidate's", async () => {
    const { own, ...entry } = await shown(true);
    await answer(entry, { verdict: "maybe" });
    expect(await own.read("/candidate")).toContain("without your name");
    expect(await team.read(listPath(entry, entry.entry))).toContain("Blind: name and contact open only with");
    await answer(entry, { verdict: "interview" });
    const page = await own.read("/candidate");
    expect(page).toContain("under your name and with your contact details");
    expect(page).toContain("<h4><bdi>Asha Rao</bdi></h4>");
    const list = await team.read(listPath(entry, entry.entry));
    expect(list).toContain(`the company sees <bdi>Asha Rao, ${entry.email}, +91 98450 00000</bdi>`);
    expect(list).not.toContain("Blind: name");
    await answer(entry, { verdict: "no" });
    expect(await own.read("/candidate")).toContain("without your name");
  });

  it("words belong to the answer that they came with", async () => {
    const { own, ...entry } = await shown();
    await answer(entry, { verdict: "no", words_for_candidate: "Sorry, Asha" });
    const [first] = await mails.query<{ id: string }>("select id from public.shortlist_answers where entry_id = $1", [
      entry.entry,
    ]);
    expect((await team.post(listPath(entry), { intent: "release", answer: first!.id })).status).toBe(303);
    expect(await own.read("/candidate")).not.toContain("sent with an earlier answer");
    await answer(entry, { verdict: "maybe", words_for_candidate: "Perhaps" });
    expect(await own.read("/candidate")).toContain("sent with an earlier answer");
    expect(await team.read(listPath(entry, entry.entry))).toContain("Pass It On");
    await answer(entry, { verdict: "interview" });
    const after = await team.read(listPath(entry, entry.entry));
    expect(after).toContain("They have changed their answer since");
    expect(after).not.toContain("Pass It On");
    const [second] = await mails.query<{ id: string }>(
      "select id from public.shortlist_answers where entry_id = $1 and words_for_candidate = 'Perhaps'",
      [entry.entry],
    );
    expect((await team.post(listPath(entry), { intent: "release", answer: second!.id })).status).toBe(409);
    expect(await own.read("/candidate")).not.toContain("Perhaps");
  });
});
