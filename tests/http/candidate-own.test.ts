import { afterAll, describe, expect, it } from "vitest";
import { applicantActs } from "../support/people/applicants.ts";
import { agreementOn } from "../support/people/candidate-pages.ts";
import {
  addCandidate,
  askToShow,
  CandidateMails,
  rpc,
  shortlist,
  show,
  type TestEntry,
} from "../support/people/candidate-people.ts";
import { freshEmail, signUpClient } from "../support/people/people.ts";
import { fileRequirement } from "../support/people/requirements.ts";
import { signUpTeamMember } from "../support/people/team.ts";
import { fieldOn, seenOn, textOf } from "../support/http/page.ts";
import { Visitor } from "../support/http/visitor.ts";
import { openSharedSite } from "../support/services/processes.ts";
import { expectNoWords, expectRedirect, expectWords } from "../support/http/expectations.ts";

// Candidates have no account: what they hold is the link of a mail, and a code to the same address.
const { backend, signIn, site } = await openSharedSite();

const COMPANY = "Vega Castings";

const mails = new CandidateMails(backend);
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
const client = await signUpClient(backend, COMPANY);
const requirement = await fileRequirement(client, { job_title: "Hull welder", location: "Kochi" });
afterAll(() => mails.close());

const TITLES =
  /^<title>(Error: )?(This page was opened by another account|Look at who is signed in|A question for you|You said no|Enter the code|Is this not you\?|Is this you after all\?|Everything we keep about you|Your page|What we keep about you|Candidates: Hull welder) \W/;

type Page = { status: number; html: string; headers: Headers };

async function read(response: Response): Promise<Page> {
  const html = await textOf(response);
  // One title, which tells nothing of what the page is about: it stands in tabs and in a browser's history.
  if (html) expect(html.match(/<title>[^<]*/g)).toEqual([expect.stringMatching(TITLES)]);
  return { status: response.status, html, headers: response.headers };
}

const stranger = () => new Visitor(site.url);

/** Somebody who has been asked about the requirement. */
const asked = (more: Record<string, string> = {}) => mails.ask(recruiter, requirement, more);

type Seen = { entries: { id: string; state: string }[] };

/** How far it is with somebody, by what the team sees. */
async function stateOf({ entry }: TestEntry): Promise<string | undefined> {
  const { entries } = await rpc<Seen>(recruiter.api, "read_shortlist", { requirement });
  return entries.find(({ id }) => id === entry)?.state;
}

/** Does the company see somebody's card? */
async function isSeen({ entry }: TestEntry): Promise<boolean> {
  const { entries } = await rpc<Seen>(client.api, "company_candidates", { requirement });
  return entries.some(({ id }) => id === entry);
}

const ownPage = (candidate: TestEntry) => mails.openOwnPage(site.url, candidate);

/** Lets somebody agree on their page. */
async function agree(visitor: Visitor, entry: TestEntry): Promise<void> {
  const { html } = await read(await visitor.ask("/candidate"));
  expect((await visitor.post("/candidate", agreementOn(html, entry))).status).toBe(303);
}

/** The cards of a page down to the seal, byte for byte but for the level of their headings. */
const cards = (html: string) =>
  html.match(/<div class="person-card">.*?(?=<p class="seal)/gs)?.map((card) => card.replaceAll(/(?<=<\/?h)\d/g, ""));

/** The seals of a page's cards. */
const seals = (html: string) => html.match(/Seal [\da-f]{4} [\da-f]{4}/g);

describe("the link of a question", () => {
  it("says who asks what, and decides nothing, however often it is opened", async () => {
    const person = await asked();
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, html, headers } = await read(await stranger().ask(person.path, { method }));
      expect([status, headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
        200,
        "private, no-store",
        "strict-origin",
      ]);
      expect(headers.getSetCookie()).toEqual([]);
      if (method === "HEAD") continue;
      expectWords(html, "Asha", "Rea Recruiter", COMPANY, "Hull welder", "Kochi", 'content="noindex"');
      // Who passes a mail on passes on the card, and neither how they are reached nor the way to a yes.
      expectWords(html, "Asha Rao", "calm where", "We mail a code to this address first.");
      expectNoWords(html, person.email, "98450", "Harbour Yards", 'value="agree"', "canonical", "og:url");
    }
    expect(await stateOf(person)).toBe("asked");
  });

  it("takes a no by one post, without a code, once or twice, also of whoever has agreed", async () => {
    const person = await asked();
    for (let time = 0; time < 2; time += 1) {
      await expectRedirect(stranger().post(person.path, { intent: "refuse" }), 303, person.path);
      expect(await stateOf(person)).toBe("withdrawn");
    }
    const refused = (await read(await stranger().ask(person.path))).html;
    expect(refused).toMatch(/<h1[^>]*>You said no</);
    // Nobody was told of it: it can be undone.
    expect(refused).toMatch(/<button[^>]*value="undo"[^>]*>Undo My No/);
    await expectRedirect(stranger().post(person.path, { intent: "undo" }), 303, person.path);
    expect(await stateOf(person)).toBe("asked");
    expect((await stranger().post(person.path, { intent: "undo" })).status).toBe(409);
    const other = await asked();
    await agree(await ownPage(other), other);
    await show(recruiter, other);
    expect(await isSeen(other)).toBe(true);
    expect((await stranger().post(other.path, { intent: "refuse" })).status).toBe(303);
    expect(await isSeen(other)).toBe(false);
  });

  it("asks whether somebody may be kept: what, how long, and by what right, where they live", async () => {
    for (const [country, basis] of [
      ["India", "the law calls it consent"],
      ["Germany", "the law calls it a legitimate interest"],
    ] as const) {
      const person = await addCandidate(recruiter, { country });
      await rpc(recruiter.api, "ask_to_keep", { candidate: person.id, seen: 1 });
      const path = `/candidate/${await mails.questionToken(person)}`;
      const { html } = await read(await stranger().ask(path));
      expectWords(html, "may we keep your details?", "as a rule a year", basis, "Rea Recruiter");
      expect((await stranger().post(path, { intent: "refuse" })).status).toBe(303);
      expect((await read(await stranger().ask(path))).html).toMatch(/<h1[^>]*>You said no</);
    }
  });

  it("stops all mail to an address that is somebody else's, once that was asked, and undoes it by the last mail", async () => {
    const person = await asked();
    const { html } = await read(await stranger().ask(person.path));
    expect(html).toContain(`href="${person.path}/not-me"`);
    // Nothing of the question's page does it in one press.
    expect(html).not.toContain('value="disown"');
    expect((await stranger().post(person.path, { intent: "disown" })).status).toBe(400);
    const asking = await read(await stranger().ask(`${person.path}/not-me`));
    expectWords(asking.html, 'value="disown"', "One last mail goes there");
    await expectRedirect(stranger().post(`${person.path}/not-me`, { intent: "disown" }), 303, "/candidate?said=not-me");
    expect((await read(await stranger().ask("/candidate?said=not-me"))).html).toContain("No more mails");
    expect((await stranger().ask(person.path)).status).toBe(404);
    const again = await shortlist(recruiter, requirement, await addCandidate(recruiter, { email: person.email }));
    await expect(askToShow(recruiter, again)).rejects.toThrow("address_disowned");
    const [last] = await mails.query<{ token: string }>(
      // Not from the mail: nothing is kept of that once it has gone.
      "select private.undo_token(id) as token from private.disowned_mailboxes where address_digest = private.subject_of($1)",
      [person.email],
    );
    const path = `/candidate/${last!.token}/undo`;
    const undo = await read(await stranger().ask(path));
    // It says whose address it is to nobody.
    expectNoWords(undo.html, person.email, "Asha", COMPANY);
    const wrong = await read(await stranger().post(path, { intent: "undo", email: "other@seeker.example" }));
    expect([wrong.status, wrong.html.includes('value="other@seeker.example"')]).toEqual([422, true]);
    await expectRedirect(
      stranger().post(path, { intent: "undo", email: person.email }),
      303,
      "/candidate?said=me-again",
    );
    expect((await stranger().ask(path)).status).toBe(404);
    await askToShow(recruiter, again);
  });

  it("asks in a few lines what, where, for what pay and who asks, and folds all else", async () => {
    const person = await asked();
    const { html } = await read(await stranger().ask(person.path));
    expect(html).toMatch(/<h1[^>]*>Asha, may we show you to \u2068?Vega Castings\u2069?\?</);
    const [before = ""] = html.split("<details>");
    expectWords(before, "Hull welder", "Kochi", "Pay: not stated", "If you do nothing, that is a no.");
    // Under each button what it does, in nine words at most.
    const does = [...before.matchAll(/<p class="hint">([^<]*)<\/p><\/div>/g)].map(([, words]) => words!);
    expect(does).toEqual([
      "We mail a code to this address first.",
      "They learn nothing about you. You can undo it.",
      "We tell your recruiter. You answer after the call.",
    ]);
    for (const words of does) expect(words.split(" ").length).toBeLessThanOrEqual(9);
    expectNoWords(before, "the law calls it", "not-me");
  });

  it("answers alike when it is unknown, has ended or can be none, with the way to a new one", async () => {
    const ended = await asked();
    await mails.query("update public.candidates set link_issue = link_issue + 1 where id = $1", [ended.id]);
    const pages = await Promise.all(
      [ended.path, `/candidate/${"0".repeat(64)}`, "/candidate/x", "/candidate/%E2%98%83"].map(async (path) => {
        const { status, html } = await read(await stranger().ask(path));
        return [status, html.replaceAll(/nonce-[^"']+|action="\/candidate\/[^"]*"/g, "")];
      }),
    );
    expect(pages[0]![0]).toBe(404);
    expect(pages[0]![1]).toContain("Ask for a new link");
    for (const page of pages) expect(page).toEqual(pages[0]);
    let asking: string | undefined;
    for (const [under, intent] of [
      ["", "refuse"],
      ["", "undo"],
      ["", "reconsider"],
      ["", "send-code"],
      ["/code", "send-code"],
      ["/code", "enter-code"],
      ["/not-me", "disown"],
      ["/undo", "undo"],
    ] as const) {
      if (asking !== under) expect((await stranger().ask(ended.path + under)).status).toBe(404);
      asking = under;
      const posted = await stranger().post(ended.path + under, { intent, code: "123456", email: ended.email });
      expect([under, intent, posted.status]).toEqual([under, intent, 404]);
    }
  });

  it("is posted to from nowhere else", async () => {
    const person = await asked();
    const foreign: Record<string, string>[] = [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "cross-site" }];
    for (const headers of foreign) {
      const body = new URLSearchParams({ intent: "refuse" });
      expect((await stranger().ask(person.path, { method: "POST", body, headers })).status).toBe(403);
    }
    expect((await stranger().post(person.path, { intent: "x" })).status).toBe(400);
    expect(await stateOf(person)).toBe("asked");
  });
});

describe("the code", () => {
  it("opens the page for half an hour by a cookie of this host, and works once", async () => {
    const person = await asked();
    const visitor = stranger();
    const codePath = `${person.path}/code`;
    expect((await visitor.post(person.path, { intent: "send-code" })).headers.get("location")).toBe(codePath);
    const { html } = await read(await visitor.ask(codePath));
    const [box = "", ...boxes] = html.match(/<input(?![^>]*type="hidden")[^>]*>/g) ?? [];
    expect(boxes).toEqual([]);
    for (const attribute of [/autofocus/i, /inputmode="numeric"/i, /autocomplete="one-time-code"/i])
      expect(box).toMatch(attribute);
    // The box comes first, and the question's page leads to it while the code works.
    expect(html.indexOf(box)).toBeLessThan(html.indexOf("<button", html.indexOf("<main")));
    expect((await read(await visitor.ask(person.path))).html).toContain(`href="${codePath}"`);
    const code = await mails.code(person);
    const opened = await visitor.post(codePath, {
      intent: "enter-code",
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/candidate"]);
    const [cookie = "", ...others] = opened.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(
      cookie
        .split("; ")
        .slice(1)
        .map((each) => each.replace(/^Expires=.*/, "Expires"))
        .sort(),
    ).toEqual(["HttpOnly", "Max-Age=1800", "Path=/", "SameSite=Lax"].sort());
    expect((await visitor.ask("/candidate")).status).toBe(200);
    expect((await visitor.post(codePath, { intent: "enter-code", code })).status).toBe(422);
  });

  it("comes back with what was typed when it is none or wrong, and works no more after five", async () => {
    const person = await asked();
    await stranger().post(person.path, { intent: "send-code" });
    const code = await mails.code(person);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    const codePath = `${person.path}/code`;
    const none = await read(await stranger().post(codePath, { intent: "enter-code", code: "12 34" }));
    expect(none.status).toBe(400);
    expect(none.html).toContain('value="12 34"');
    for (let tries = 1; tries <= 5; tries += 1) {
      const { status, html } = await read(await stranger().post(codePath, { intent: "enter-code", code: wrong }));
      expect(status).toBe(422);
      expect(html).toContain(tries < 5 ? "This is not the code in the newest mail" : "This code no longer works");
    }
    // What is left to do is called so, and the mistake leads there.
    const spent = (await read(await stranger().ask(codePath))).html;
    expect(spent).toMatch(/<button[^>]*value="send-code"[^>]*>Send a New Code/);
    expect(spent).toContain("The code in our last mail no longer works.");
    const shown = (await read(await stranger().post(codePath, { intent: "enter-code", code: wrong }))).html;
    const [, target = ""] = /<a href="#([^"]+)">This code no longer works/.exec(shown)!;
    expect(shown).toMatch(new RegExp(`<button[^>]*id="${target}"[^>]*value="send-code"`));
    const right = await stranger().post(codePath, { intent: "enter-code", code });
    expect([right.status, right.headers.getSetCookie()]).toEqual([422, []]);
  });
});

describe("the own page", () => {
  it("shows the very card that is agreed to and that the company sees", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    const before = await read(await visitor.ask("/candidate"));
    expect([before.headers.get("cache-control"), cards(before.html)?.length]).toEqual(["private, no-store", 1]);
    expectWords(
      before.html,
      "Asha Rao",
      "Pipe welder",
      "calm where others rush",
      "90,000",
      COMPANY,
      'content="noindex"',
    );
    await agree(visitor, person);
    await show(recruiter, person);
    const company = await signIn(client);
    const theirs = await read(await company.ask(`/client-dashboard/requirements/${requirement}/candidates`));
    expect(cards(theirs.html)).toContain(cards(before.html)![0]);
    expect(seals(theirs.html)).toContain(seals(before.html)![0]);
    const after = await read(await visitor.ask("/candidate"));
    expect([cards(after.html), seals(after.html)]).toEqual([cards(before.html), seals(before.html)]);
    for (const { html } of [theirs, after]) expect(html).toContain("Agreed to this very card, <time");
    expect(after.html).toMatch(/Shown on .*opened on .*They have had your card since/s);
  });

  it("says what a blind card is headed with, and what their company has said for them once that is released", async () => {
    const filed = await fileRequirement(client, { job_title: "Hull welder" });
    await rpc(recruiter.api, "set_shortlist", { requirement: filed, seen: 0, is_blind: true, is_abroad: false });
    const pitch = "Calm where others rush.";
    const entry = await shortlist(recruiter, filed, await addCandidate(recruiter), {
      chosen: ["city", "skills"],
      pitch,
    });
    await askToShow(recruiter, entry);
    const visitor = await ownPage(entry);
    const { html } = await read(await visitor.ask("/candidate"));
    expect(html).toMatch(/without your name:.*<bdi>[A-Z][a-z]+ \d+<\/bdi>/s);
    expect(cards(html)![0]).not.toContain("Asha");
    await agree(visitor, entry);
    await show(recruiter, entry);
    type Shown = { entries: { id: string; version: number }[] };
    const { entries } = await rpc<Shown>(client.api, "company_candidates", { requirement: filed });
    const answer = {
      entry: entry.entry,
      seen: entries[0]!.version,
      verdict: "interview",
      words_for_candidate: "Come!",
    };
    await rpc(client.api, "answer_candidates", { requirement: filed, answers: [answer] });
    await mails.tellAnswers(filed);
    const kept = await read(await visitor.ask("/candidate"));
    expect(kept.html).toContain("They have your name and contact details");
    expect(kept.html).not.toContain("Come!");
    const said = await mails.query<{ id: string }>("select id from public.shortlist_answers where entry_id = $1", [
      entry.entry,
    ]);
    await rpc(recruiter.api, "release_answer", { answer: said[0]!.id });
    expect(await visitor.read("/candidate")).toContain("Come!");
  });

  it("shows no yes to another card than was read", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    const { html } = await read(await visitor.ask("/candidate"));
    const elsewhere = await ownPage(person);
    const entries = { person: person.id, version: "1", full_name: "Asha Rao", headline: "Diver" };
    expect((await elsewhere.post("/candidate/details", entries)).status).toBe(303);
    const refused = await read(await visitor.post("/candidate", agreementOn(html, person)));
    expect(refused.status).toBe(409);
    expectWords(refused.html, "The card has changed", "Diver");
    expect(await stateOf(person)).toBe("asked");
  });

  it("takes a yes back by one post, in force at once", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    await agree(visitor, person);
    await show(recruiter, person);
    expect(await isSeen(person)).toBe(true);
    expect((await visitor.post("/candidate", { intent: "withdraw", entry: person.entry })).status).toBe(303);
    expect(await isSeen(person)).toBe(false);
    const other = await asked();
    const foreign = await visitor.post("/candidate", { intent: "withdraw", entry: other.entry });
    expect([foreign.status, await stateOf(other)]).toEqual([404, "asked"]);
  });

  it("undoes a no while nobody was told of it, and tells the recruiter of another mind after that", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    const post = (intent: string) => visitor.post("/candidate", { intent, entry: person.entry });
    expect((await post("withdraw")).status).toBe(303);
    expect(await visitor.read("/candidate")).toMatch(
      /You said no on .*They see nothing about you now\. We tell your recruiter after/s,
    );
    expect((await post("undo")).status).toBe(303);
    expect(await stateOf(person)).toBe("asked");
    expect((await post("withdraw")).status).toBe(303);
    await mails.query("update public.candidate_consents set tell_at = now() where candidate_id = $1", [person.id]);
    expect((await post("undo")).status).toBe(409);
    expect(await visitor.read("/candidate")).toMatch(/<button[^>]*value="reconsider"[^>]*>Ask Me After All/);
    expect((await post("reconsider")).status).toBe(303);
    expect(await visitor.read("/candidate")).toContain("You want to be asked after all");
    expect(await stateOf(person)).toBe("draft");
  });

  it("takes the yes to be kept, and names of those who must not see them", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    const named = { intent: "add-never", person: person.id, named: "VEGA castings pvt ltd" };
    expect((await visitor.post("/candidate", { intent: "keep" })).status).toBe(303);
    expect(await visitor.read("/candidate")).toContain("You agreed that we keep");
    const blank = await read(await visitor.post("/candidate", { ...named, named: " ", employer: "on" }));
    expect(blank.status).toBe(400);
    expect(blank.html).toMatch(/<input[^>]*name="employer"[^>]*checked/);
    expect((await visitor.post("/candidate", named)).status).toBe(303);
    expect(await stateOf(person)).toBe("withdrawn");
    const { html } = await read(await visitor.ask("/candidate"));
    // One sentence by state: a company that they have blocked is no no of theirs.
    expectWords(html, "You have blocked this company");
    expectNoWords(html, "You said no", 'value="undo"', 'value="reconsider"');
    const [, never = ""] = /name="never" value="([^"]+)"/.exec(html)!;
    expect((await visitor.post("/candidate", { intent: "remove-never", never })).status).toBe(303);
    expect(await visitor.read("/candidate")).not.toContain("VEGA castings pvt ltd");
  });

  it("corrects what we have on the version that was read, and keeps what was typed", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    const { html } = await read(await visitor.ask("/candidate/details"));
    const version = fieldOn(html, "version");
    const entries = {
      person: person.id,
      version,
      full_name: "Asha Iyer",
      skills: "TIG, C#",
      city: "Goa",
      expected_pay_amount: "95000",
      expected_pay_currency: "INR",
      expected_pay_unit: "month",
    };
    const wrong = await read(await visitor.post("/candidate/details", { ...entries, full_name: "" }));
    expect([wrong.status, wrong.html.includes('value="Goa"')]).toEqual([400, true]);
    expect((await visitor.post("/candidate/details", entries)).status).toBe(303);
    expect(await visitor.read("/candidate")).toContain("Asha Iyer");
    const stale = await read(await visitor.post("/candidate/details", { ...entries, city: "Hampi" }));
    expect([stale.status, stale.html.includes('value="Hampi"')]).toEqual([409, true]);
    expect(stale.html).toMatch(/<strong>Now:<\/strong> Goa<\/dd><dd><strong>Yours:<\/strong> Hampi/);
    // Their recruiter writes down a number while they correct the town: both are kept.
    const seen = seenOn((await read(await visitor.ask("/candidate/details"))).html);
    const change = { phone: "+91 98450 11223", is_adult: true };
    await rpc(recruiter.api, "save_candidate", { candidate: person.id, seen: Number(seen.version), entries: change });
    expect((await visitor.post("/candidate/details", { ...entries, city: "Hampi", ...seen })).status).toBe(303);
    expectWords((await read(await visitor.ask("/candidate/details"))).html, 'value="Hampi"', 'value="+91 98450 11223"');
  });

  it("gives everything as a file, and deletes everything once that is meant", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    const file = await visitor.ask("/candidate/export");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="my-record.json"');
    expect([file.headers.get("cache-control"), file.headers.get("content-type")]).toEqual([
      "private, no-store",
      "application/json; charset=utf-8",
    ]);
    expect(await file.json()).toMatchObject({ candidate: { email: person.email }, entries: [{ id: person.entry }] });
    const sheet = await read(await visitor.ask("/candidate/print"));
    expect(sheet.headers.get("cache-control")).toBe("private, no-store");
    expectWords(sheet.html, person.email, "Pipe welder", COMPANY, "Hull welder", "Harbour Yards Ltd");
    const unmeant = await read(await visitor.post("/candidate", { intent: "erase" }));
    expect([unmeant.status, await stateOf(person)]).toEqual([400, "asked"]);
    expect(unmeant.html).toContain("Tick the box");
    const erased = await visitor.post("/candidate", { intent: "erase", sure: "on" });
    expect([erased.status, erased.headers.get("location")]).toEqual([303, "/candidate?said=erased"]);
    expect(visitor.cookies.has("candidate")).toBe(false);
    expect(await mails.query("select from public.candidates where id = $1", [person.id])).toEqual([]);
    expect(await visitor.read("/candidate?said=erased")).toContain("Everything is deleted");
  });

  it("takes no form of another person's, whose page was open in the same browser", async () => {
    const [one, two] = [await asked(), await asked()];
    const visitor = await ownPage(one);
    const { html } = await read(await visitor.ask("/candidate/details"));
    const owner = fieldOn(html, "owner");
    const other = await ownPage(two);
    const forms: [string, Record<string, string>][] = [
      ["/candidate/details", { version: "1", full_name: "Not Mine" }],
      ["/candidate", { intent: "keep" }],
      ["/candidate", { intent: "add-never", named: "Not Mine" }],
      ["/candidate", { intent: "withdraw", entry: two.entry }],
      ["/candidate", { intent: "erase", sure: "on" }],
    ];
    for (const [path, entries] of forms) {
      const refused = await read(await other.post(path, { ...entries, owner }));
      expect([path, refused.status]).toEqual([path, 409]);
      expectWords(refused.html, "This page was opened by another account", `name="owner" value="${owner}"`);
      for (const entry of Object.values(entries)) expect(refused.html).toContain(`value="${entry}"`);
      // One that does not say whose it is is sent once somebody has looked.
      const unsaid = await read(await other.post(path, { ...entries, owner: "" }));
      expect([path, unsaid.status]).toEqual([path, 409]);
      expectWords(unsaid.html, "Look at who is signed in", `name="owner" value="${other.owner}"`);
    }
    const { id } = two;
    expect(await mails.query("select full_name, version from public.candidates where id = $1", [id])).toEqual([
      { full_name: "Asha Rao", version: 1 },
    ]);
    expect(await stateOf(two)).toBe("asked");
  });

  it("is closed by its button: nothing of it stays in the browser, and a copied cookie opens nothing", async () => {
    const visitor = await ownPage(await asked());
    const copied = Visitor.ofCandidate(site.url, "");
    copied.cookies.set("candidate", visitor.cookies.get("candidate")!);
    expect((await copied.ask("/candidate")).status).toBe(200);
    const closed = await visitor.post("/candidate", { intent: "close" });
    // No page was kept for going back: tests/http/kept-pages.
    expect([closed.status, closed.headers.get("clear-site-data")]).toEqual([303, null]);
    expect(visitor.cookies.has("candidate")).toBe(false);
    expect(await visitor.read("/candidate")).toContain("Ask for a new link");
    expect((await copied.ask("/candidate")).status).toBe(401);
    for (const path of ["/candidate/details", "/candidate/export", "/candidate/print"]) {
      expect((await visitor.ask(path)).headers.get("location")).toBe("/candidate");
    }
  });

  it("has ended after half an hour: nothing is done, what was typed stays, and the way back stands above", async () => {
    const person = await asked();
    const visitor = await ownPage(person);
    await mails.endSessions(person);
    const forms: [string, Record<string, string>, string][] = [
      ["/candidate", { intent: "add-never", named: "Lyra Ltd" }, 'value="Lyra Ltd"'],
      ["/candidate", { intent: "withdraw", entry: person.entry }, "Ask for a new link"],
      ["/candidate/details", { full_name: "Asha Kept", city: "Goa" }, 'value="Asha Kept"'],
    ];
    // With the dead cookie, and as a browser that has forgotten it.
    for (const browser of [visitor, stranger()]) {
      for (const [path, entries, kept] of forms) {
        const { status, html } = await read(await browser.post(path, entries));
        expect([path, status]).toEqual([path, 401]);
        expectWords(html, kept, "Ask for a new link", "Your half hour on this page is over");
      }
    }
    expect((await visitor.ask("/candidate")).status).toBe(401);
    expect((await stranger().ask("/candidate")).status).toBe(200);
    expect(await stateOf(person)).toBe("asked");
  });
});

describe("what somebody has applied for", () => {
  const { advertise, apply, turnDown } = applicantActs(() => mails);

  it("stands on their page with its clock, then its answer; it is withdrawn by one post, and names no confidential company", async () => {
    const confidential = await fileRequirement(client, { job_title: "Pipe fitter for Vega Castings" });
    const slug = await advertise(confidential);
    const person = await apply(confidential);
    const visitor = await mails.openOwnPage(site.url, { id: person.candidate, email: person.email });
    const page = async () => (await visitor.read("/candidate")).replaceAll(/<[^>]*>/g, "");
    const html = await visitor.read("/candidate");
    expectWords(html, "Your application", "Pipe fitter", "Kochi", `href="/jobs/${slug}"`);
    // A day, as people say it: no minute.
    expect(await page()).toMatch(/You have our answer by \w+day, \d{1,2} \w+\./);
    expectWords(html, "I have welded pipes on ships for six years.", "At a company that has not told its name yet");
    for (const path of ["/candidate/export", "/candidate/print"]) {
      const told = await textOf(await visitor.ask(path));
      expectWords(told, "Pipe fitter", "I have welded pipes");
      expectNoWords(html + told, "Vega");
    }

    // A yes to a card is taken back alone.
    const filed = await fileRequirement(client);
    await advertise(filed, { is_named: "true" });
    const named = await apply(filed);
    await mails.query(
      `update public.candidate_consents set card_digest = (
         select private.card_digest(entry) from public.shortlist_entries as entry where entry.id = applied_entry_id)
         where applied_entry_id = '${named.entry}'`,
    );
    const other = await mails.openOwnPage(site.url, { id: named.candidate, email: named.email });
    expectWords(await other.read("/candidate"), "Ask Me First", "You can apply again while the job is open");
    // What we have about them makes another card by now; and the job is gone.
    const live = (city: string) =>
      mails.query(`update public.candidates set city = '${city}' where id = '${named.candidate}'`);
    await live("Goa");
    expectWords(await other.read("/candidate"), "so we ask you once more before anyone sees it");
    expectNoWords(await other.read("/candidate"), "Ask Me First");
    await live("Kochi");
    await mails.query(`update public.adverts set closes_on = private.today() - 1 where requirement_id = '${filed}'`);
    expectWords(await other.read("/candidate"), "Ask Me First", "The job takes no more applications");
    expectNoWords(await other.read("/candidate"), "You can apply again", "Read the job");
    expect((await other.post("/candidate", { intent: "take-card-back", entry: named.entry })).status).toBe(303);
    expectNoWords(await other.read("/candidate"), "Ask Me First");

    const form = { intent: "withdraw-application", entry: person.entry };
    for (let time = 0; time < 2; time += 1) expect((await visitor.post("/candidate", form)).status).toBe(303);
    expect(await page()).toMatch(/You withdrew it on .* Apply again/s);
    // The team reads that it was withdrawn, who was never asked and so has said no to nothing.
    const team = await signIn(recruiter);
    const teamPath = `/team/requirements/${confidential}`;
    const closed = (await team.read(`${teamPath}/candidates`)).replaceAll(/<[^>]*>/g, "");
    expectWords(closed, "Withdrew the application", "and withdrew it before they were asked");
    expectNoWords(closed, "Said no", "They said no");
    const history = (await team.read(`${teamPath}/history`)).replaceAll(/<[^>]*>/g, "");
    expect(history.match(/withdrew the application/g)).toHaveLength(1);
    expectWords(history, "The candidate");
    expectWords(await team.read(`/team/candidates/${person.candidate}`), "Withdrew the application");
    // Applying again begins with all that they wrote and that we know of them, under no address that tells who they are.
    expectWords(await visitor.read("/candidate"), `href="/candidate/again/${person.entry}"`);
    const again = await visitor.read(`/candidate/again/${person.entry}`);
    expectWords(
      again,
      `action="/jobs/${slug}/apply"`,
      `value="${person.email}"`,
      "I have welded pipes on ships for six years.",
    );
    expectNoWords(again, "Vega");
    await expectRedirect(stranger().ask(`/candidate/again/${person.entry}`), 302, "/candidate");
    await expectRedirect(visitor.ask(`/candidate/again/${named.entry}`), 302, "/candidate");
    await turnDown(person, "11 minutes", "Somebody else was nearer.");
    expect(await page()).toMatch(
      /Not this time.*Somebody else was nearer\..*Unless you agree, we delete everything about you on/s,
    );
    await turnDown(person, "11 minutes");
    expect(await page()).toContain("Thank you for applying.");
    // Where the job was over, nobody is judged.
    await mails.query(`update public.shortlist_entries set turned_down_reason = 'filled' where id = '${person.entry}'`);
    expect(await page()).toMatch(/Closed.*We are sorry: the job is filled now\./s);
    expect(await page()).not.toMatch(/Not this time|only a few people/);
  });
});

describe("asking for a link", () => {
  it("says the same to the known and the unknown, and keeps what is no address", async () => {
    const { email } = await asked();
    const answers = await Promise.all(
      [email, freshEmail("nobody")].map(async (address) => {
        const response = await stranger().post("/candidate", { intent: "ask-link", email: address });
        return [response.status, response.headers.get("location"), await response.text()];
      }),
    );
    expect(answers[0]).toEqual([303, "/candidate?said=asked", ""]);
    expect(answers[1]).toEqual(answers[0]);
    const { status, html } = await read(await stranger().post("/candidate", { intent: "ask-link", email: "asha@" }));
    expect([status, html.includes('value="asha@"')]).toEqual([400, true]);
  });
});
