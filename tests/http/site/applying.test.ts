import { afterAll, describe, expect, it } from "vitest";
import { CandidateMails } from "../../support/people/candidate-people.ts";
import { freshEmail, signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { expectNoWords, expectPage, expectRedirect, expectWords } from "../../support/http/expectations.ts";
import { fieldOn } from "../../support/http/page.ts";
import { Visitor } from "../../support/http/visitor.ts";
import { mailedUrl, mailTo } from "../../support/services/mailbox.ts";

const { backend, site } = await openSharedSite();

const COMPANY = "Sandpiper Forge";
const owner = new CandidateMails(backend);
afterAll(() => owner.close());
const client = await signUpClient(backend, COMPANY);

/** Opens an advert of the company, under its name or not. @returns the path of its job */
async function advertise(isNamed = false): Promise<string> {
  const requirement = await fileRequirement(client, { job_title: "Boiler maker", location: "Noida" });
  const slug = `boiler-maker-noida-${requirement.slice(0, 8)}`;
  await owner.query(
    `insert into public.adverts (requirement_id, slug, title, place, country, work, body, is_named, opened_at, closes_on)
       values ($1, $2, 'Boiler maker', 'Noida', 'India', 'permanent', 'Make boilers.', $3, now(), private.today() + 20)`,
    [requirement, slug, isNamed],
  );
  return `/jobs/${slug}`;
}

const stranger = () => new Visitor(site.url);

const entriesFor = (email: string, more: Record<string, string> = {}) => ({
  // As people type it on a phone: the card has its capitals.
  full_name: "noor khan",
  email,
  phone: "98450 12345",
  skills: "Boiler making\nTIG welding",
  city: "Noida",
  notice_period: "At once",
  employer: "Old Works",
  said: "I have made boilers for ten years.",
  is_adult: "on",
  keep: "",
  website: "",
  ...more,
});

/** Opens page one as a browser does, and reads it for as long as a person does. */
async function openForm(job: string, by: Visitor): Promise<Record<string, string>> {
  const html = await by.read(`${job}/apply`);
  return { served: fieldOn(html, "served") };
}

/** Sends page one. @returns the path of page two */
async function send(job: string, email: string, by = stranger(), more: Record<string, string> = {}): Promise<string> {
  const token = await openForm(job, by);
  const answer = await by.post(`${job}/apply`, { ...entriesFor(email, more), ...token });
  expect(answer.status).toBe(303);
  const path = answer.headers.get("location")!;
  expect(path).toMatch(/^\/jobs\/apply\/[0-9a-f]{64}$/);
  return path;
}

/** As a form that a person has filled in: the tests type faster. */
async function mail(page: string): Promise<void> {
  await expectRedirect(stranger().post(page, { intent: "mail" }), 303, page);
}

describe("applying", () => {
  it("is one form and one press in the mail, under no name that the company has not told", async () => {
    const job = await advertise();
    const email = freshEmail("applicant");
    const browser = stranger();
    const form = await browser.ask(`${job}/apply`);
    expect(form.headers.get("cache-control")).toBe("private, no-cache");
    const html = await expectPage(form, 200, "Apply: Boiler maker", 'content="noindex"', "nobody pays us for a job");
    expectWords(html, 'autoComplete="email"', 'type="tel"', 'autoComplete="address-level2"');
    expectNoWords(html, COMPANY);

    const page = await send(job, email, browser);
    const sent = await browser.ask(page);
    expect([sent.headers.get("cache-control"), sent.headers.get("referrer-policy")]).toEqual([
      "private, no-store",
      "strict-origin",
    ]);
    const two = await expectPage(
      sent,
      200,
      email,
      "What the company would see",
      "Noor Khan",
      "Boiler making, TIG welding",
    );
    expectNoWords(two, COMPANY, "Old Works", "ten years", 'value="allow"');
    await mail(page);

    const link = (await mailedUrl(backend.url, email)).pathname;
    const [letter] = await mailTo(backend.url, email);
    expectWords(letter!.text, "“Boiler maker”, Noida", "within two working days");
    expectNoWords(letter!.text + letter!.html, "Noor", COMPANY, "Old Works");

    // Looking decides nothing, however often.
    for (const method of ["GET", "HEAD", "GET"]) await stranger().ask(link, { method });
    const open = await expectPage(
      stranger().ask(link),
      200,
      "Send this application?",
      "Noor Khan",
      "Old Works",
      "ten years",
      "This is not me",
    );
    expectNoWords(open, COMPANY);
    // A wrong number is seen before it is sent, as is the card, also of a company that we do not name.
    expectWords(open, "We reach you at", email, "98450 12345", "you correct it", "Boiler making, TIG welding");
    for (let time = 0; time < 2; time += 1)
      await expectRedirect(stranger().post(link, { intent: "confirm" }), 303, link);
    const done = await expectPage(stranger().ask(link), 200, "We have your application", "You have our answer by");
    expectNoWords(done, COMPANY, "Noor");
    expect(done).toMatch(/href="\/candidate\/[0-9a-f]{64}"/);
    // Page two says the same as before.
    expectWords(await stranger().read(page), email, "One press is left");
    expect(
      await owner.query(
        "select state from public.shortlist_entries join public.candidates as person on person.id = candidate_id where person.email = $1",
        [email],
      ),
    ).toEqual([{ state: "applied" }]);
    // What is over is not said to be with anybody.
    await owner.query(
      "update public.shortlist_entries set state = 'withdrawn' where candidate_id = (select id from public.candidates where email = $1)",
      [email],
    );
    const over = await expectPage(stranger().ask(link), 200, "How it stands, your own page says", "Open My Page");
    expectNoWords(over, "We have your application", "our recruiters");
  });

  it("sent twice is one application, and from a page opened anew another, as of somebody who has withdrawn", async () => {
    const job = await advertise();
    const by = stranger();
    const entries = { ...entriesFor(freshEmail("applicant")), ...(await openForm(job, by)) };
    const post = async (more: Record<string, string>) =>
      (await by.post(`${job}/apply`, { ...entries, ...more })).headers.get("location");
    const first = await post({});
    expect(await post({})).toBe(first);
    // What a page carries tells when it was served.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await post(await openForm(job, by))).not.toBe(first);
  });

  it("asks for the yes to the very card where the company is named, which whoever has the mailbox ticks", async () => {
    const job = await advertise(true);
    const email = freshEmail("applicant");
    const page = await send(job, email, stranger(), { keep: "on" });
    await mail(page);
    const digest = fieldOn(await stranger().read(page), "digest");
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    await expectRedirect(stranger().post(page, { intent: "allow", digest }), 303, page);
    expectWords(await stranger().read(page), "will remind you: if you tick the box there", COMPANY, "Take It Back");
    expectNoWords(await stranger().read(page), "can&#x27;t take back");
    const link = (await mailedUrl(backend.url, email)).pathname;
    // Not ticked by whoever typed the form.
    const open = await expectPage(
      stranger().ask(link),
      200,
      "You ticked it when you applied",
      "You asked us to remind you",
    );
    const boxes = [...open.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
    expect(boxes.map((box) => /name="(\w+)"/.exec(box)![1])).toEqual(["digest", "keep"]);
    expectNoWords(boxes.join(""), "checked");
    // To a company without an account a card goes by mail: that is part of what they agree to.
    await owner.query(
      `insert into public.shortlists (requirement_id, is_by_mail)
         select requirement_id, true from public.adverts where slug = $1`,
      [job.split("/").at(-1)],
    );
    for (const path of [page, link]) expectWords(await stranger().read(path), "by mail or on paper");
    await expectPage(stranger().post(link, { intent: "confirm", digest }), 409, "The card has changed");
    await owner.query(
      "update public.shortlists set is_by_mail = false where requirement_id = (select requirement_id from public.adverts where slug = $1)",
      [job.split("/").at(-1)],
    );
    await expectPage(stranger().post(link, { intent: "confirm", digest: "0".repeat(64) }), 409, "The card has changed");
    await expectRedirect(stranger().post(link, { intent: "confirm", digest }), 303, link);
    expect(
      await owner.query(
        `select consent.card_digest = private.card_digest(entry) as is_to_card
           from public.candidate_consents as consent
           join public.candidates as person on person.id = consent.candidate_id
           join public.shortlist_entries as entry on entry.id = consent.applied_entry_id
           where person.email = $1 and consent.purpose = 'apply'`,
        [email],
      ),
    ).toEqual([{ is_to_card: true }]);
  });

  it("says each mistake beside its field, keeps every word, and of whoever is under 18 keeps nothing", async () => {
    const job = await advertise();
    const email = freshEmail("minor");
    const by = stranger();
    const token = await openForm(job, by);
    const sent = { ...entriesFor("no address", { full_name: " ", skills: "", is_adult: "" }), ...token };
    const html = await expectPage(
      by.post(`${job}/apply`, sent),
      400,
      "There is a problem",
      "Enter your name",
      "Enter an email address",
      "Enter what you can do",
      "tick that you are",
    );
    expectWords(html, "ten years", "Old Works", "At once");
    const numbers = ["12345", "nahi hai", "98765 43210 0120 45678 11"];
    for (const phone of numbers) {
      const unreachable = { ...entriesFor(email, { phone, is_adult: "" }), ...token };
      await expectPage(by.post(`${job}/apply`, unreachable), 400, "Enter a phone number of 7 to 15 digits");
    }
    await expectPage(
      by.post(`${job}/apply`, { ...entriesFor(email, { is_adult: "" }), ...token }),
      400,
      "tick that you are",
      email,
    );
    expect(await owner.query("select from private.applications where email = $1", [email])).toEqual([]);
    await expectPage(
      by.post(`${job}/apply`, { ...entriesFor(email, { website: "x" }), ...token }),
      400,
      "Leave this field empty",
    );
  });

  it("asks of an address that looks like a slip, once, and takes it when it comes again", async () => {
    const job = await advertise();
    const by = stranger();
    const token = await openForm(job, by);
    const email = `${freshEmail("slip").split("@")[0]!}@gmail.con`;
    const asked = await expectPage(
      by.post(`${job}/apply`, { ...entriesFor(email), ...token }),
      400,
      "Did you mean",
      "@gmail.com?",
      "ten years",
      `>Use ${email.replace("gmail.con", "gmail.com")}</button>`,
    );
    expect(fieldOn(asked, "questioned")).toBe(email);
    // Together with the other mistakes, and no more once they are mended one by one.
    const unskilled = { ...entriesFor(email), ...token, skills: "" };
    const both = await expectPage(by.post(`${job}/apply`, unskilled), 400, "Did you mean", "Enter what you can do");
    const again = await by.post(`${job}/apply`, { ...unskilled, questioned: fieldOn(both, "questioned") });
    const mending = await expectPage(again, 400, "Enter what you can do");
    expectNoWords(mending, "Did you mean");
    expect(fieldOn(mending, "questioned")).toBe(email);
    const other = { ...entriesFor(`${freshEmail("slip").split("@")[0]!}@gmial.com`), ...token, questioned: email };
    await expectPage(by.post(`${job}/apply`, other), 400, "Did you mean");
    // One press takes the address that was meant.
    const mended = await by.post(`${job}/apply`, { ...other, meant: other.email.replace("gmial", "gmail") });
    expect(mended.status).toBe(303);
    expectWords(await by.read(mended.headers.get("location")!), other.email.replace("gmial", "gmail"));
    expect((await by.post(`${job}/apply`, { ...entriesFor(email), ...token, questioned: email })).status).toBe(303);
    const tooLong = { ...entriesFor(freshEmail("long")), ...token, said: "x".repeat(2_640) };
    await expectPage(
      by.post(`${job}/apply`, tooLong),
      400,
      "Use 2,000 characters or fewer for your words: there are 2,640",
    );
  });

  it("comes back with all that was typed, for whoever has given a wrong address", async () => {
    const job = await advertise();
    const by = stranger();
    const first = { ...entriesFor(freshEmail("wrong"), { keep: "on" }), ...(await openForm(job, by)) };
    const page = (await by.post(`${job}/apply`, first)).headers.get("location")!;
    expect(await by.read(page)).toContain(`href="${page}/again"`);
    const html = await expectPage(
      by.ask(`${page}/again`),
      200,
      "Apply again: Boiler maker",
      "ten years",
      `action="${job}/apply"`,
    );
    expect(["full_name", "city", "employer", "notice_period"].map((name) => fieldOn(html, name))).toEqual([
      ...["Noor Khan", "Noida", "Old Works", "At once"],
    ]);
    expectWords(html, ">Boiler making, TIG welding</textarea>");
    expect(html.match(/type="checkbox"[^>]*checked=""|checked=""[^>]*type="checkbox"/g)).toHaveLength(2);
    // It says instead of what it is sent, also when it comes back; then that one is over.
    const token = fieldOn(html, "instead_of");
    expect(page).toContain(token);
    const corrected = { ...entriesFor(freshEmail("right")), served: fieldOn(html, "served"), instead_of: token };
    const refused = await expectPage(
      by.post(`${job}/apply`, { ...corrected, skills: "" }),
      400,
      "Enter what you can do",
    );
    expect(fieldOn(refused, "instead_of")).toBe(token);
    expect((await by.post(`${job}/apply`, corrected)).status).toBe(303);
    await expectPage(by.ask(page), 404, "This page is over");
    // The first form, sent again by Back, says what has become of it; pressed once more it is another application.
    const back = await expectPage(
      by.post(`${job}/apply`, first),
      409,
      "then applied with another address: our mail is there",
      "Send it once more",
      first.email,
      "ten years",
    );
    const again = await by.post(`${job}/apply`, { ...first, served: fieldOn(back, "served") });
    expect(again.headers.get("location")).not.toBe(page);
    expectWords(await by.read(again.headers.get("location")!), first.email);
    await expectPage(stranger().ask(`/jobs/apply/${"0".repeat(64)}/again`), 404, "This page is over", 'href="/jobs"');
  });

  it("has its mail sent again, and says from when on it can be asked for once more", async () => {
    const job = await advertise();
    const email = freshEmail("again");
    const page = await send(job, email);
    // Held back as a program's: what is left is said as it is, and nothing of a mail that has not gone.
    const held = await stranger().read(page);
    expectWords(held, "<title>Two presses are left", "No mail has gone yet", "Apply with the right one");
    expectNoWords(held, "One press is left", "No mail after ten minutes");
    await owner.query("update private.applications set is_suspect = false where email = $1", [email]);
    const gone = await stranger().read(page);
    expectWords(gone, "<title>One press is left", "No mail after ten minutes", "Apply with the right one");
    expectNoWords(gone, "No mail has gone yet");
    const by = stranger();
    const press = async () => {
      await expectRedirect(by.post(page, { intent: "mail" }), 303, page);
      return by.read(page);
    };
    expect(await press()).toMatch(/You can ask again from \d\d:\d\d on/);
    expect(await press()).toMatch(/The mail was asked for at \d\d:\d\d. You can ask again from \d\d:\d\d on/);
  });

  it("for a job that closes meanwhile is 410, with the words to copy; the press as well", async () => {
    const job = await advertise();
    const by = stranger();
    const email = freshEmail("late");
    const page = await send(job, email, by);
    await mail(page);
    const link = (await mailedUrl(backend.url, email)).pathname;
    await owner.query("update public.adverts set closed_at = now() where slug = $1", [job.split("/").at(-1)]);
    await expectPage(by.ask(`${job}/apply`), 410, "This job has closed", 'href="/jobs"');
    await expectPage(by.post(`${job}/apply`, entriesFor(email)), 410, "This job has closed", "ten years");
    await expectPage(stranger().ask(link), 410, "It closed before you pressed");
    await expectPage(stranger().post(link, { intent: "confirm" }), 410, "This job has closed. Nothing was sent.");
    await expectPage(by.ask("/jobs/no-such-job-abcd/apply"), 404);
  });

  it("answers alike for an address that is known and one that is not", async () => {
    const job = await advertise();
    const known = freshEmail("known");
    await owner.query("insert into public.candidates (full_name, email, is_adult) values ('Known', $1, true)", [known]);
    const pages: string[] = [];
    for (const email of [known, freshEmail("unknown")]) {
      const page = await send(job, email);
      const html = await stranger().read(page);
      pages.push(
        html
          .replaceAll(email, "…")
          .replaceAll(page, "…")
          .replaceAll(/value="[0-9a-f]{64}"|nonce="[^"]*"|[\w-]{20,}\.[\w-]{20,}/g, "…"),
      );
    }
    expect(pages[1]).toBe(pages[0]);
  });

  it("by 'This is not me' is deleted, after it was asked once", async () => {
    const job = await advertise();
    const email = freshEmail("mistaken");
    const page = await send(job, email);
    await mail(page);
    const textOf = async (html: Promise<string>) => (await html).replaceAll(/<script.*?<\/script>|<[^>]*>/gs, "");
    const before = await textOf(stranger().read(page));
    const link = (await mailedUrl(backend.url, email)).pathname;
    await expectPage(stranger().ask(`${link}/not-me`), 200, "Is this not you?", "We delete this application");
    expect(await owner.query("select from private.applications where email = $1", [email])).toHaveLength(1);
    await expectRedirect(stranger().post(`${link}/not-me`, { intent: "disown" }), 303, "/");
    expect(await mailTo(backend.url, email)).toHaveLength(1);
    await expectPage(stranger().ask(link), 404, "This link is over");
    await expectPage(stranger().post(link, { intent: "confirm" }), 404);
    // Page two tells nothing of it, and has all that was typed for whoever typed it; the next one's says why no mail may come.
    expect(await textOf(stranger().read(page))).toBe(before);
    await expectPage(stranger().ask(`${page}/again`), 200, "ten years");
    // The next one's page two says why no mail may come: none does.
    const later = await send(job, email);
    await mail(later);
    expectWords(await stranger().read(later), "none for a day once someone there has said");
    expect(await mailTo(backend.url, email)).toHaveLength(1);
    // The mailbox's own link leads there.
    const over = await expectPage(stranger().ask(link), 410, "This application is over", "Sent in the name of");
    const [, next] = /href="(\/jobs\/confirm\/[0-9a-f]{64})"/.exec(over) ?? [];
    await expectPage(stranger().ask(next!), 200, "Send this application?");
    await expectPage(stranger().ask(`${link}/not-me`), 200, "It has been used up");
  });
});
