import { afterAll, describe, expect, it } from "vitest";
import { entriesOf } from "../../support/people/candidate-pages.ts";
import {
  addCandidate,
  askToShow,
  CandidateMails,
  candidateEntries,
  rpc,
  shortlist,
  show,
  type TestEntry,
} from "../../support/people/candidate-people.ts";
import { signUpColleague } from "../../support/people/company.ts";
import { connect, signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectWords } from "../../support/http/expectations.ts";

// What a company sees of candidates, and how it answers: by the pages alone.

const { backend, signIn } = await openSharedSite();
const mails = new CandidateMails(backend);
const owner = await signUpClient(backend, "Lyra Foundry");
const other = await signUpClient(backend, "Cygnus Yards");
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const company = await signIn(owner);
const member = await signUpColleague(backend, owner, "member");
const viewer = await signIn(await signUpColleague(backend, owner, "viewer"));
afterAll(() => mails.close());

const pathOf = (requirement: string) => `/client-dashboard/requirements/${requirement}/candidates`;

/** How the paths of a requirement's pages end. */
const ENDS = ["", "/messages", "/history", "/candidates"];

/** Somebody who was shown for a requirement. */
const shown = (requirement: string, more = {}) => mails.show(recruiter, requirement, more);

describe("the candidates of a requirement", () => {
  it("are nobody until somebody was shown, and then exactly their cards", async () => {
    const requirement = await fileRequirement(owner, { positions_count: 3 });
    expect(await company.read(pathOf(requirement))).toContain("No candidates yet");
    const entry = await shortlist(recruiter, requirement, await addCandidate(recruiter), {
      chosen: ["headline", "skills"],
      pitch: "Calm where others rush.",
    });
    await askToShow(recruiter, entry);
    const session = await mails.openSession(entry);
    await mails.agree(entry, session);
    expect(await company.read(pathOf(requirement))).toContain("No candidates yet");
    await show(recruiter, entry);
    const html = await company.read(pathOf(requirement));
    // What a browser for text chooses by itself is no answer.
    const [first] = /<input type="radio"[^>]*>/.exec(html)!;
    expectWords(first, 'value=""', "checked");
    expectWords(html, "Asha Rao", "Pipe welder", "TIG, C++", "Calm where others rush.");
    // A field that was not chosen is in no byte, and how to reach somebody is on no card.
    const { summary, notice_period, employer, phone } = candidateEntries;
    expectNoWords(html, summary, notice_period, employer, phone, entry.email, "90,000", entry.id);
    expect(html).toMatch(
      /Agreed to this very card, <time[^>]*>[^<]*<\/time>\. <span class="mark">Seal [\da-f]{4} [\da-f]{4}/,
    );
    expect(await company.read(pathOf(requirement).replace(/\/candidates$/, ""))).toContain(
      "1 candidate waits for your answer",
    );
    expectWords(
      await company.read("/client-dashboard"),
      "1 candidate waits for your answer",
      `${pathOf(requirement)}">1 shown</a>`,
      `${pathOf(requirement)}"><strong>You answer 1, by <time`,
    );
  });

  it("are counted in the tab of each of the requirement's pages until they are answered, in one post; changed later, once", async () => {
    const requirement = await fileRequirement(owner);
    const [one, two] = [await shown(requirement), await shown(requirement, { full_name: "Bo Lind" })];
    const waiting = 'Candidates<strong class="count">2<span class="sr-only"> to answer</span></strong>';
    for (const end of ENDS.slice(0, -1)) {
      await expectPage(company.ask(pathOf(requirement).replace("/candidates", end)), 200, waiting);
    }
    const answers = {
      ...entriesOf(await expectPage(company.ask(pathOf(requirement)), 200, waiting)),
      [`verdict.${one.entry}`]: "interview",
      [`verdict.${two.entry}`]: "known",
      [`reason.${two.entry}`]: "Since 2020, from a fair",
      [`words_for_candidate.${two.entry}`]: "We liked you then",
    };
    const sent = await company.post(pathOf(requirement), answers);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, pathOf(requirement)]);
    const undoable = await company.read(pathOf(requirement));
    expect(undoable).toContain("2 answers sent");
    expectNoWords(undoable, `mailto:${one.email}`, " to answer</span>");
    await mails.tellAnswers(requirement);
    const html = await company.read(pathOf(requirement));
    // Whom it wants to meet it may reach; the other one not.
    expect(html).toContain(`mailto:${one.email}`);
    expect(html).not.toContain(two.email);
    expect(html).toContain("Since 2020, from a fair");
    await company.post(pathOf(requirement), { ...entriesOf(html), [`verdict.${one.entry}`]: "interview" });
    expect(await company.read(pathOf(requirement))).toContain("Nothing to send");
    await company.post(pathOf(requirement), { ...entriesOf(html), [`verdict.${one.entry}`]: "no" });
    const changed = await company.read(pathOf(requirement));
    expect(changed).toContain("Answer sent");
    expect(changed).not.toContain(one.email);
  });

  it("stand first while they wait, and are a line once they are answered, which says who, what and until when it can be undone", async () => {
    const requirement = await fileRequirement(owner);
    const [one, two] = [await shown(requirement), await shown(requirement, { full_name: "Bo Lind" })];
    const html = await company.read(pathOf(requirement));
    expectWords(
      html,
      "To answer (2)",
      "You get their mail and number, and they are told. Both happen after ten minutes",
    );
    await company.post(pathOf(requirement), { ...entriesOf(html), [`verdict.${one.entry}`]: "interview" });
    const after = await company.read(pathOf(requirement));
    expect(after).toMatch(/To answer \(1\).*Bo Lind.*Send Answer.*Answered \(1\).*Asha Rao.*You, <time.*Change.*Undo/s);
    expect(after).not.toContain(two.email);
    const answer = /name="answer" value="([^"]+)"/.exec(after)![1]!;
    const undone = await company.post(pathOf(requirement), { intent: "undo", answer });
    expect(undone.status).toBe(303);
    expectWords(
      await company.read(pathOf(requirement)),
      "Answer undone",
      "The candidate was told nothing.",
      "To answer (2)",
    );
    await company.post(pathOf(requirement), { intent: "undo", answer });
    expect(await company.read(pathOf(requirement))).toContain("Nothing undone");
    expect((await company.post(pathOf(requirement), { intent: "undo", answer: "x" })).status).toBe(400);
    const mailed = await mails.query("select id from public.mail_outbox where address = $1 and ids ? 'interview'", [
      one.email,
    ]);
    expect(mailed).toEqual([]);
  });

  it("are answered by two at once: the second is shown both answers, with what they chose for the others kept", async () => {
    const requirement = await fileRequirement(owner);
    const [one, two] = [await shown(requirement), await shown(requirement, { full_name: "Bo Lind" })];
    const colleague = await signIn(member);
    const form = entriesOf(await company.read(pathOf(requirement)));
    const others = entriesOf(await colleague.read(pathOf(requirement)));
    const no = { ...others, [`verdict.${one.entry}`]: "no", [`reason.${one.entry}`]: "Wants castings" };
    expect((await colleague.post(pathOf(requirement), no)).status).toBe(303);
    const both = { ...form, [`verdict.${one.entry}`]: "interview", [`verdict.${two.entry}`]: "maybe" };
    const html = await expectPage(company.post(pathOf(requirement), both), 409, "A colleague has answered meanwhile");
    expectWords(html, "Wants castings", "Both answers are below");
    for (const [entry, verdict] of [
      [one.entry, "interview"],
      [two.entry, "maybe"],
    ]) {
      expect(html).toMatch(new RegExp(`name="verdict.${entry}" (checked="" value|value)="${verdict}"( checked="")?`));
    }
    const again = { ...entriesOf(html), [`verdict.${one.entry}`]: "interview" };
    expect((await company.post(pathOf(requirement), again)).status).toBe(303);
    expect(await company.read(pathOf(requirement))).toMatch(/Asha Rao.*Interview.*You, <time/s);
  });

  it("are asked about on their card, a message to the recruiter, once; of a form that is wrong every entry is kept, and said beside the field", async () => {
    const requirement = await fileRequirement(owner);
    const { entry } = await shown(requirement);
    const form = entriesOf(await company.read(pathOf(requirement)));
    await expectPage(company.post(pathOf(requirement), form), 400, "Choose an answer for at least one candidate");
    const typed = { ...form, [`words_for_agency.${entry}`]: "Ask <b>later</b>" };
    const html = await expectPage(company.post(pathOf(requirement), typed), 400);
    expectWords(html, "Choose an answer to go with your message", "Ask &lt;b&gt;later&lt;/b&gt;");
    const known = company.post(pathOf(requirement), { ...typed, [`verdict.${entry}`]: "known" });
    await expectPage(known, 400, "Enter since when you know this person, and from whom");
    const question = { ...form, [`question.${entry}`]: "Which shift did they lead?" };
    for (let time = 0; time < 2; time += 1) {
      expect((await company.post(pathOf(requirement), question)).status).toBe(303);
    }
    expectWords(await company.read(pathOf(requirement)), "Question sent", "To answer (1)");
    const thread = await company.read(pathOf(requirement).replace("/candidates", "/messages"));
    expect(thread.match(/About Asha Rao: Which shift did they lead\?/g)).toHaveLength(1);
  });

  it("are answered one by one: what is wrong with one keeps nobody from the others, and stays", async () => {
    const requirement = await fileRequirement(owner);
    const [meet, known] = [await shown(requirement), await shown(requirement, { full_name: "Kim Known" })];
    const form = entriesOf(await company.read(pathOf(requirement)));
    const typed = {
      ...form,
      [`verdict.${meet.entry}`]: "interview",
      [`verdict.${known.entry}`]: "known",
      [`words_for_agency.${known.entry}`]: "From the fair",
    };
    const html = await expectPage(company.post(pathOf(requirement), typed), 400, "1 sent, not the others");
    expectWords(html, "Enter since when you know this person, and from whom", "From the fair", "To answer (1)");
    // The box for it stands beside the answers, not behind a fold.
    expect(html.indexOf(`name="reason.${known.entry}"`)).toBeLessThan(html.indexOf("Write to us, or ask"));
    const again = { ...entriesOf(html), [`verdict.${known.entry}`]: "known", [`reason.${known.entry}`]: "Since 2019" };
    expect((await company.post(pathOf(requirement), again)).status).toBe(303);
    expectWords(await company.read(pathOf(requirement)), "Answered (2)", "Since 2019");
  });

  it("are gone with the next request once somebody withdraws, also for an answer under way", async () => {
    const requirement = await fileRequirement(owner);
    const [stays, leaves] = [await shown(requirement), await shown(requirement, { full_name: "Lena Leaver" })];
    const answers = entriesOf(await company.read(pathOf(requirement)));
    const anon = connect(backend.url, backend.keys.publishable_key);
    await rpc(anon, "withdraw_from", { session_token: leaves.session, entry: leaves.entry });
    const sent = company.post(pathOf(requirement), {
      ...answers,
      [`verdict.${stays.entry}`]: "maybe",
      [`reason.${stays.entry}`]: "After the holidays",
      [`verdict.${leaves.entry}`]: "interview",
    });
    const html = await expectPage(sent, 409, "1 sent, not the others", "they may have withdrawn", "After the holidays");
    expectNoWords(html, "Lena Leaver", leaves.entry);
  });

  it("are read by a viewer, who answers nothing, and are nobody else's", async () => {
    const requirement = await fileRequirement(owner);
    const { entry } = await shown(requirement);
    const html = await viewer.read(pathOf(requirement));
    expect(html).toContain("Asha Rao");
    expect(html).not.toContain("Send Answer");
    const refused = await viewer.post(pathOf(requirement), { [`seen.${entry}`]: "1", [`verdict.${entry}`]: "no" });
    expect(refused.status).toBe(403);
    const stranger = await signIn(other);
    expect((await stranger.ask(pathOf(requirement))).status).toBe(404);
    const posted = await stranger.post(pathOf(requirement), { [`seen.${entry}`]: "1", [`verdict.${entry}`]: "no" });
    expect(posted.status).toBe(404);
    expect(await posted.text()).not.toContain("Asha");
  });

  it("tell two companies nothing of each other, in any byte of theirs", async () => {
    const candidate = await addCandidate(recruiter, { full_name: "Zeno Quist" });
    const both: { requirement: string; entry: TestEntry }[] = [];
    for (const [person, pitch] of [
      [owner, "Suits a foundry"],
      [other, "Suits a yard"],
    ] as const) {
      const requirement = await fileRequirement(person, { job_title: "Turner" });
      const entry = await shortlist(recruiter, requirement, candidate, { pitch });
      await askToShow(recruiter, entry);
      await mails.agree(entry, await mails.openSession(entry));
      await show(recruiter, entry);
      both.push({ requirement, entry });
    }
    const stranger = await signIn(other);
    for (const [as, own, foreign, words] of [
      [company, both[0]!, both[1]!, "Suits a yard"],
      [stranger, both[1]!, both[0]!, "Suits a foundry"],
    ] as const) {
      const pages = ENDS.map((end) => `/client-dashboard/requirements/${own.requirement}${end}`);
      for (const path of [...pages, "/client-dashboard", `${pathOf(own.requirement)}.data`]) {
        const response = await as.ask(path);
        const bytes = (await response.text()) + [...response.headers].join();
        for (const secret of [foreign.requirement, foreign.entry.entry, candidate.id, words]) {
          expect(bytes, path).not.toContain(secret);
        }
      }
      expect(await as.read(pathOf(own.requirement))).toContain("Zeno Quist");
    }
  });
});
