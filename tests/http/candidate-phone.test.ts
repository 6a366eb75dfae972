import { afterAll, describe, expect, it } from "vitest";
import {
  addCandidate,
  CandidateMails,
  shortlist,
  type TestEntry,
  versionOf,
} from "../support/people/candidate-people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpClient } from "../support/people/people.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { expectNoWords, expectWords } from "../support/http/expectations.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSharedSite } from "../support/services/processes.ts";

// A candidate with a telephone number and no address: what the recruiter sends them, and what the link does.

const { backend, signIn, site } = await openSharedSite();
const mails = new CandidateMails(backend);
const owner = await signUpClient(backend, "Lyra Forgings");
const recruiter = await signUpTeamMember(backend, "recruiter", "Ravi Ringer");
const [team, colleague] = [
  await signIn(recruiter),
  await signIn(await signUpTeamMember(backend, "recruiter", "Cora Colleague")),
];
afterAll(() => mails.close());

const stranger = () => new Visitor(site.url);
let last = 9_820_000_000;

/** Somebody without an address, on a list. */
async function listed(more: Record<string, string> = {}): Promise<TestEntry & { phone: string; path: string }> {
  const requirement = await fileRequirement(owner, { job_title: "Pipe welder", location: "Surat" });
  const phone = String((last += 1));
  const person = await addCandidate(recruiter, { full_name: "Rajesh Fitter", email: null, phone, ...more });
  const entry = await shortlist(recruiter, requirement, person);
  return { ...entry, phone, path: `/team/requirements/${requirement}/candidates/${entry.entry}/phone` };
}

type Listed = Awaited<ReturnType<typeof listed>>;

/** What the form sends. */
async function formOf({ requirement, entry, phone }: Listed, more: Record<string, string> = {}) {
  const form = { intent: "ask-by-phone", entry: `${entry}.${await versionOf(recruiter, requirement, entry)}` };
  return { ...form, number: `91${phone}`, words: "Ravi here, we spoke on Monday.", ...more };
}

/** The address of the candidate's page, as the recruiter sends it. */
async function askFor(person: Listed): Promise<string> {
  const posted = await team.post(person.path, await formOf(person, { rung: "on" }));
  expect(posted.status).toBe(303);
  const [, token] = /candidate\/([0-9a-f]{64})/.exec(await team.read(person.path))!;
  return `/candidate/${token}`;
}

const digestOn = (html: string) => /name="digest" value="([0-9a-f]{64})"/.exec(html)![1]!;

describe("the recruiter's page", () => {
  it("asks once the number was rung, and shows what to send to whoever has asked, and to nobody else", async () => {
    const person = await listed();
    const list = `/team/requirements/${person.requirement}/candidates?open=${person.entry}`;
    expect(await team.read(list)).toContain(`href="${person.path}"`);
    const record = await team.read(`/team/candidates/${person.id}`);
    expectWords(record, "You can ask them about a job by phone");
    expectNoWords(record, "You can&#x27;t ask them", "You can't ask them");
    const refused = await team.post(person.path, await formOf(person));
    expect(refused.status).toBe(422);
    expectWords(await refused.text(), "tick that you have spoken to them", "Ravi here, we spoke on Monday.");
    const path = await askFor(person);
    const response = await team.ask(person.path);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const html = await response.text();
    const [, href] = /href="https:\/\/wa\.me\/(91\d{10}\?text=[^"]*)"/.exec(html)!;
    const message = new URL(`https://wa.me/${href!}`).searchParams.get("text")!;
    expect(href).toContain(`91${person.phone}`);
    expect(message).toContain("Hello Rajesh, this is Ravi Ringer of");
    expect(message).toContain(`Pipe welder”, Surat`);
    expect(message).toMatch(new RegExp(`\\n\\S+${path}\\n`));
    expect(message).not.toContain("Lyra");
    expect(html).toContain(`href="sms:+91${person.phone}?body=`);
    expect(html).toMatch(/<textarea[^>]*readOnly=""/i);
    expect(html).not.toMatch(new RegExp(`<title>[^<]*${path.slice(-64)}`));
    for (const read of [await colleague.read(person.path), await team.read(list), await colleague.read(list)]) {
      expect(read).not.toContain(path.slice(-64));
    }
    expectWords(await colleague.read(person.path), "Ravi Ringer", "has the link");
  });
});

describe("the candidate's page", () => {
  it("has the card, the recruiter's line and three answers, and a yes takes one press and no code", async () => {
    const person = await listed();
    const path = await askFor(person);
    const html = await stranger().read(path);
    expectWords(html, "person-card", "Ravi here, we spoke on Monday.", "Yes, Show This Card", "Ring Me First");
    expectNoWords(html, "send-code", "send a code");
    expect(html).toMatch(/<title>A question for you/);
    const visitor = stranger();
    expect((await visitor.post(path, { intent: "call-first" })).status).toBe(303);
    expectWords(await visitor.read(path), "you want a call first", "Yes, Show This Card");
    const list = `/team/requirements/${person.requirement}/candidates?open=${person.entry}`;
    expect(await team.read(list)).toContain("They want to be rung first");
    expect((await visitor.post(path, { intent: "agree", digest: digestOn(html) })).status).toBe(303);
    expectWords(await visitor.read(path), "You said yes", "number rung by", "Ravi Ringer", "Take Back My Yes");
    expectWords(await team.read(list), "by a link to the candidate’s phone", "Ravi Ringer");
    expect((await visitor.post(path, { intent: "refuse" })).status).toBe(303);
    expectWords(await visitor.read(path), "You took your yes back");
  });

  it("lets nobody answer who is signed in, and says so", async () => {
    const path = await askFor(await listed());
    const digest = digestOn(await stranger().read(path));
    for (const person of [team, await signIn(owner)]) {
      const html = await person.read(path);
      expectWords(html, "You are signed in with an account here");
      expect(html).not.toContain('value="agree"');
      expectNoWords(html, "Delete Everything", "Ring Me First");
      expect(await person.read(`${path}/not-me`)).not.toContain('value="disown"');
      expect((await person.post(`${path}/not-me`, { intent: "disown" })).status).toBe(403);
      // What a colleague is refused, a company is.
      const intents = ["agree", "erase", "keep", "refuse", "undo", "reconsider", "call-first"];
      for (const intent of person === team ? intents : ["agree"]) {
        const refused = await person.post(path, { intent, digest });
        expect([refused.status, await refused.text()]).toEqual([
          403,
          expect.stringContaining("for the candidate alone"),
        ]);
      }
    }
    expect(await stranger().read(path)).toContain("Yes, Show This Card");
  });

  it("deletes everything after a week, which the link undoes, and ends a number that is somebody else's", async () => {
    const person = await listed();
    const path = await askFor(person);
    const visitor = stranger();
    expect((await visitor.post(path, { intent: "erase" })).status).toBe(303);
    expectWords(await visitor.read(path), "Everything about you is being deleted", "Don’t Delete Me");
    expectWords(await team.read(`/team/candidates/${person.id}`), "They want everything about them deleted");
    expect((await visitor.post(path, { intent: "keep" })).status).toBe(303);
    expectWords(await visitor.read(path), "You said no");
    const other = await askFor(await listed());
    expectWords(await stranger().read(`${other}/not-me`), "the wrong number");
    const gone = await stranger().post(`${other}/not-me`, { intent: "disown" });
    expect(gone.headers.get("location")).toBe("/candidate?said=not-my-number");
    expect(
      await stranger()
        .ask(other)
        .then(({ status }) => status),
    ).toBe(404);
  });
});

it("a mail's link shows the card as well, and the code says yes to it in the same post", async () => {
  const requirement = await fileRequirement(owner, { job_title: "Hull welder" });
  const entry = await shortlist(recruiter, requirement, await addCandidate(recruiter));
  const seen = await versionOf(recruiter, requirement, entry.entry);
  await recruiter.api.rpc("ask_candidates", { entries: [entry.entry], seen: [seen], words: "Rea here." });
  const path = `/candidate/${await mails.questionToken(entry)}`;
  const visitor = stranger();
  const html = await visitor.read(path);
  expectWords(html, "person-card", "Rea here.", "Yes, Show This Card", "We mail a code", "Ring Me First");
  expect((await visitor.post(path, { intent: "agree", digest: "0".repeat(64) })).status).toBe(409);
  await visitor.post(path, { intent: "send-code" });
  const code = await visitor.read(`${path}/code`);
  expectWords(code, "Only Open My Page", "person-card");
  const digest = digestOn(code);
  const said = { intent: "agree", entry: entry.entry, digest, code: await mails.code(entry) };
  const agreed = await visitor.post(`${path}/code`, said);
  expect(agreed.headers.get("location")).toBe("/candidate");
  expectWords(await visitor.read("/candidate"), "You have agreed", "You agreed");
  // Another card than the one that was read is not agreed to.
  const other = await shortlist(recruiter, await fileRequirement(owner), await addCandidate(recruiter));
  await recruiter.api.rpc("ask_candidates", {
    entries: [other.entry],
    seen: [await versionOf(recruiter, other.requirement, other.entry)],
  });
  const otherPath = `/candidate/${await mails.questionToken(other)}`;
  const reader = stranger();
  await reader.post(otherPath, { intent: "send-code" });
  await reader.post(`${otherPath}/code`, {
    intent: "agree",
    entry: other.entry,
    digest,
    code: await mails.code(other),
  });
  expectWords(await reader.read("/candidate"), "The card has changed", "Yes, Show This Card");
});
