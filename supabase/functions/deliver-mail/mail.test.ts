import { STANDARD_WORDS } from "../../../app/features/applications/team/standard-words.ts";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { company } from "../../../app/content/company.ts";
import { ZONE } from "../../../app/lib/config/agency.ts";
import { FinalError } from "../_shared/outbox.ts";
import { SITE_EMAIL, SITE_NAME } from "./names.ts";
import { writeMail } from "./mail.ts";
import { ZONE as MAILS_ZONE } from "./outlook.ts";
import { anySign } from "../../../tests/support/text/signs.ts";

const SITE = "https://www.example.com";
const invitation = {
  to: "ann@example.com",
  invited_by: "Dev Mehta",
  expires_at: "2026-12-06T23:30:00.123+00:00",
  token: "a+b/c",
};
const teamInvitation = { template: "team_invitation", ...invitation, role: "hr_manager" };
const clientInvitation = { template: "client_invitation", ...invitation, access: "viewer", company: "Acme" };

const converted = {
  template: "requirement_converted",
  to: "ann@example.com",
  id: "0d3c5f0e-6c39-4a8b-9a55-0c1f2a3b4c5d",
  title: "Cook",
  company: "Acme",
  is_named: true,
};

/** One of each, and what it says and leads to. */
const MAILS: [string, Record<string, unknown>, string, string, string][] = [
  [
    "an invitation to the team",
    teamInvitation,
    "You are invited to the team of Kaushal Global Hiring",
    "Dev Mehta invites you to work with us as an HR manager.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "one by nobody who is still there",
    { ...teamInvitation, invited_by: null, role: "recruiter" },
    "You are invited to the team of Kaushal Global Hiring",
    "A member of the team invites you to work with us as a recruiter.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "an invitation to a company",
    clientInvitation,
    "An invitation to the client portal of Kaushal Global Hiring",
    "Dev Mehta invites you to the client portal, for the company Acme.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "another role",
    { template: "team_access_changed", to: "ann@example.com", role: "admin" },
    "Your role at Kaushal Global Hiring has changed",
    "In the team you are now an administrator.",
    "/team",
  ],
  [
    "no role any more",
    { template: "team_access_changed", to: "ann@example.com", role: null },
    "You are no longer in the team of Kaushal Global Hiring",
    "Your role has ended. Your account no longer opens the team's pages.",
    "/",
  ],
  [
    "an absence to come",
    { template: "stand_in", to: "ann@example.com", name: "Dev Mehta", until: "2026-12-24", begins_on: "2026-12-20" },
    "You stand in for a colleague",
    "Dev Mehta is away from 20 Dec 2026 to 24 Dec 2026.",
    "/team/my-day",
  ],
  [
    "an absence to stand in for",
    { template: "stand_in", to: "ann@example.com", name: "Dev Mehta", until: "2026-12-24" },
    "You stand in for a colleague",
    "Dev Mehta is away. Their last day away is 24 Dec 2026.",
    "/team/my-day",
  ],
  [
    "another access",
    { template: "client_access_changed", to: "ann@example.com", company: "Acme", access: "owner" },
    "Your access to a company has changed",
    "In the company Acme you are now owner: you file requirements, and look after the company's profile and people.",
    "/client-dashboard",
  ],
  [
    "no access any more",
    { template: "client_access_changed", to: "ann@example.com", company: "Acme", access: null },
    "You are no longer a member of a company",
    "Your access to the company Acme has ended.",
    "/",
  ],
  [
    "a question to a candidate",
    {
      template: "candidate_ask",
      to: "ann@example.com",
      first_name: "Asha",
      purpose: "show",
      basis: "consent",
      job_title: "Cook",
      location: "Goa",
      company: "Acme",
      recruiter: { name: "Dev Mehta", phone: "12345" },
      reply_to: "dev@example.com",
      token: "abc",
    },
    "May we show you to a company?",
    "I show nothing about you until you agree. The page below shows exactly what the company would read. There you say yes or no. If they then want to meet you, they also get your name and contact details. If you do nothing, that is a no.",
    "/candidate/abc",
  ],
  [
    "a question whether a candidate may be kept",
    {
      template: "candidate_ask",
      to: "ann@example.com",
      first_name: "Asha",
      purpose: "keep",
      basis: "legitimate_interest",
      token: "abc",
    },
    "May we keep your details?",
    "You may object at any time. No company sees anything about you until you agree to that job.",
    "/candidate/abc",
  ],
  [
    "the press that an application waits for",
    {
      template: "application_confirm",
      to: "ann@example.com",
      language: "en",
      title: "Welder",
      place: "Pune",
      recruiter: "Dev Mehta",
      ends_at: "2026-11-28T18:14:00+00:00",
      token: "abc",
    },
    "One press sends your application for Welder, Kaushal Global Hiring",
    "Thank you for applying for “Welder”, Pune. We have it once you press the button on the page below: then Dev Mehta reads it, and you have our answer within two working days.",
    "/jobs/confirm/abc",
  ],
  [
    "a candidate's link",
    { template: "candidate_link", to: "ann@example.com", first_name: "Asha", token: "abc" },
    "Your page at Kaushal Global Hiring",
    "Here is the link to your page. It shows what we keep about you, and who sees it.",
    "/candidate/abc",
  ],
  [
    "the last mail to an address that is somebody else's",
    { template: "candidate_disowned", to: "ann@example.com", token: "abc" },
    "We no longer write to this address",
    "If that is right, you need do nothing. If it was a slip, undo it: we can then write to you again, and your page opens as before.",
    "/candidate/abc/undo",
  ],
  [
    "an address that was left",
    { template: "candidate_moved", to: "ann@example.com", first_name: "Asha" },
    "Your record has another address now",
    "Every question we asked you at this address has ended, and so has every yes. No company sees you because of them any more.",
    "/contact",
  ],
  [
    "news for a candidate",
    {
      template: "candidate_news",
      to: "ann@example.com",
      kind: "words",
      first_name: "Asha",
      job_title: "Cook",
      company: "Acme",
      token: "abc",
    },
    "A company has a message for you",
    "The company has a message for you about “Cook” at Acme. Read it on your page.",
    "/candidate/abc",
  ],
  [
    "a candidate whom a company wants to meet",
    {
      template: "candidate_news",
      to: "ann@example.com",
      kind: "interview",
      first_name: "Asha",
      job_title: "Cook",
      company: "Acme",
      recruiter: { name: "Dev Mehta", phone: "+91 98 1234" },
      token: "abc",
    },
    "A company would like to meet you",
    "I will call you to arrange it, or you can call me: +91 98 1234.",
    "/candidate/abc",
  ],
  [
    "candidates that wait",
    {
      template: "candidates_waiting",
      to: "ann@example.com",
      id: "0d3c5f0e-6c39-4a8b-9a55-0c1f2a3b4c5d",
      title: "Cook",
      waiting: 2,
      waiting_since: "2026-11-20T05:00:00Z",
      asked_by: "2026-11-24T05:00:00Z",
    },
    "2 candidates have waited for your answer since Fri 20 Nov",
    "2 candidates have waited for your company's answer since 20 Nov 2026.",
    "/client-dashboard/requirements/0d3c5f0e-6c39-4a8b-9a55-0c1f2a3b4c5d/candidates",
  ],
  [
    "an invitation that a public form has asked for",
    { ...clientInvitation, is_from_form: true },
    "An invitation to the client portal of Kaushal Global Hiring",
    "Someone asked us for people on our public website and gave this address. If it was not you, ignore this message, and nothing happens.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "a new password",
    { template: "password_changed", to: "ann@example.com", changed_at: "2026-11-23T00:05:09.5+00:00" },
    "Your password was changed",
    "The password of your account at Kaushal Global Hiring was changed on 23 Nov 2026, 05:35 IST.",
    "/client-auth?view=forgot",
  ],
  [
    "what a company has filed",
    { template: "requirement_filed", to: "ann@example.com", id: converted.id, title: "Fitter", reference: "B1C2D3F4" },
    "We have your requirement: B1C2D3F4",
    "“Fitter” is with our team. Give this reference when you call or write.",
    `/client-dashboard/requirements/${converted.id}`,
  ],
  [
    "what the team has filed, to whom a form has named",
    converted,
    "Kaushal Global Hiring has filed a requirement for your company",
    "It comes from a form on our public website that gave your address. We can't check who fills in a public form, so it may not have been you.",
    `/client-dashboard/requirements/${converted.id}`,
  ],
  [
    "what the team has filed, to an owner",
    { ...converted, is_named: false },
    "Kaushal Global Hiring has filed a requirement for your company",
    "It comes from a form on our public website that gave another address. We can't check who fills in a public form, so we do not know who sent it.",
    `/client-dashboard/requirements/${converted.id}`,
  ],
  [
    "what the team has filed after a call",
    { ...converted, is_from_form: false, is_named: false },
    "Kaushal Global Hiring has filed a requirement for your company",
    "Someone asked us to, by telephone, by message or in person.",
    `/client-dashboard/requirements/${converted.id}`,
  ],
];

/** A text of somebody's that a stranger ought not to be sent. */
const EVIL = "URGENT: ring +1 900 555 0199, evil。example/kyc";
const ID = converted.id;
const about = { id: ID, title: "Cook", company: "Acme", messages: 0, authors: [] };
const news = { template: "news", to: "ann@example.com", is_daily: false, inbox: null, unsubscribe: "ab" };
/** Each mail that says something of anybody's, in all its kinds. */
const FREE: Record<string, (text: string) => object> = {
  "invitation to a company": (text) => ({ ...clientInvitation, company: text, invited_by: text }),
  "invitation to the team": (text) => ({ ...teamInvitation, invited_by: text }),
  access: (company) => ({ template: "client_access_changed", to: "ann@example.com", company, access: "owner" }),
  "no access": (company) => ({ template: "client_access_changed", to: "ann@example.com", company, access: null }),
  filing: (title) => ({ template: "requirement_filed", to: "ann@example.com", id: ID, title, reference: "B1C2D3F4" }),
  conversion: (text) => ({ ...converted, title: text, company: text }),
  messages: (text) => ({ ...news, side: "team", about: [{ ...about, title: text, company: text, messages: 1 }] }),
  edits: (text) => ({ ...news, side: "team", about: [{ ...about, title: text, company: text, edited: ["notes"] }] }),
  "a new one": (text) => ({ ...news, side: "team", about: [{ ...about, title: text, company: text, is_new: true }] }),
  withdrawal: (text) => ({
    ...news,
    side: "team",
    about: [{ ...about, title: text, company: text, is_withdrawn: true }],
  }),
  status: (title) => ({ ...news, side: "company", about: [{ ...about, title, status: "filled" }] }),
  "own withdrawal": (text) => ({
    ...news,
    side: "company",
    about: [{ ...about, title: text, status: "cancelled", withdrawal: { by: text } }],
  }),
  recruiter: (text) => ({ ...news, side: "company", about: [{ ...about, title: text, recruiter: text }] }),
  "a day": (title) => ({ ...news, side: "company", is_daily: true, about: [{ ...about, title, status: "filled" }] }),
};

const reply = {
  template: "item_reply",
  to: "ann@example.com",
  kind: "contact",
  body: "Dear Ann,\n\nwe ring you\ntomorrow.",
  came_at: "2026-11-22T20:00:00+00:00",
  author: "Dev Mehta",
  phone: "+91 120 555 0100",
  reply_to: "dev@example.com",
  quoted: "Forty nurses?\nRing +1 900 555 0199 or https://evil.example\u202e",
};

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
}

describe("a mail", () => {
  it.each(MAILS)("of %s says so, in text and HTML, and leads to one place", (_, content, subject, words, path) => {
    const mail = writeMail("key.1", content, SITE);
    expect(mail).toMatchObject({ to: "ann@example.com", subject, messageId: "<key.1@www.example.com>" });
    expect(mail.text).toContain(`\n\n${words}\n\n`);
    expect(mail.text.split("\n")).toContain(SITE + path);
    expect(mail.html).toContain(words.replaceAll("'", "&#39;"));
    expect(hrefsOf(mail.html)).toEqual([SITE + path]);
    expect(mail.html).not.toMatch(/<(script|img|link)\b|\bon\w+=|@import|url\(/);
    expect(mail.unsubscribeUrl).toBeUndefined();
  });

  it("of candidates' cards says what is on each, line by line, and leads nowhere", () => {
    const card = { headline: "Cook", city: "Goa", country: "India", skills: ["Dosa", "Idli"], language: "hi" };
    const pay = { amount: 30000, currency: "INR", unit: "month" };
    const cards = [
      { name: "Asha", seal: "abc", pitch: "Calm", card: { ...card, expected_pay: pay } },
      { name: "Ravi", seal: "def", card: {} },
    ];
    const content = { template: "candidate_cards", to: "ann@example.com", reply_to: "dev@example.com", cards };
    const recruiter = { name: "Dev Mehta", phone: "12345" };
    const mail = writeMail(
      "key.1",
      { ...content, job_title: "Cook", location: "Goa", company: "Acme", recruiter },
      SITE,
    );
    expect(mail).toMatchObject({ subject: "2 candidates for you", isPersonal: true, replyTo: "dev@example.com" });
    expect(mail.text).toContain("Here are 2 candidates for “Cook”, Goa. Each of them has agreed");
    for (const line of [
      "Where: Goa, India",
      "Skills: Dosa, Idli",
      "Language: Hindi",
      "Why this person: Calm",
      "Seal def",
    ]) {
      expect(mail.text).toContain(`- ${line}`);
    }
    expect(mail.text).toMatch(/Expects: .30,000 a month/);
    expect(hrefsOf(mail.html)).toEqual([]);
  });

  it.each([
    ["Dear Asha,\n\nnot this time.", 1],
    ["Hello Asha, not this time.", 0],
    ["Dearly as we looked, not this time.", 1],
  ])("in a person's own words greets once: %s", (words, dears) => {
    const answer = {
      template: "application_answer",
      to: "ann@example.com",
      outcome: "turned_down",
      first_name: "Asha",
    };
    const { text } = writeMail("k", { ...answer, job_title: "Cook", words, is_kept: false, token: "abc" }, SITE);
    expect(text.match(/^Dear Asha,$/gm) ?? []).toHaveLength(dears);
  });

  it.each([
    ["taken_down", "I am sorry: the company has closed this job."],
    ["filled", "I am sorry: the job is filled now."],
    ["closed", "I am sorry: the job is closed now."],
  ])("about a job that is over (%s) judges nobody", (reason, words) => {
    const answer = {
      template: "application_answer",
      to: "ann@example.com",
      outcome: "turned_down",
      first_name: "Asha",
    };
    const facts = { job_title: "Cook", reason, recruiter: { name: "Ira Sen" }, is_kept: false, token: "abc" };
    const { text } = writeMail("k", { ...answer, ...facts }, SITE);
    expect(text).toContain(words);
    expect(text).not.toContain("only a few people");
  });

  it("with an answer lists jobs that are open and like it, where there are some, and is no list of one", () => {
    const over = { template: "application_answer", to: "ann@example.com", outcome: "turned_down", first_name: "Asha" };
    const facts = { job_title: "Cook", is_kept: false, token: "abc" };
    const jobs = [{ title: "Baker", place: "Pune", slug: "baker-pune-abcd" }];
    const listed = writeMail("k", { ...over, ...facts, jobs }, SITE);
    expect(listed.text).toContain("Jobs like it");
    expect(hrefsOf(listed.html)).toEqual([
      ...[`${SITE}/jobs/baker-pune-abcd`, `${SITE}/jobs`],
      `${SITE}/candidate/abc`,
    ]);
    expect(hrefsOf(writeMail("k", { ...over, ...facts }, SITE).html)).toEqual([`${SITE}/candidate/abc`]);
  });

  it.each([
    ["shown", "Acme can see your card now.", "the company sees nothing about you"],
    ["sent", "your card has gone to Acme by mail or on paper.", "We then ask the company to delete your card"],
  ])("to somebody who is %s by the time it goes says both, and how they withdraw", (next, words, withdraw) => {
    const answer = { template: "application_answer", to: "ann@example.com", outcome: "taken_on", first_name: "Asha" };
    const facts = { job_title: "Cook", company: "Acme", next, is_kept: true, token: "abc" };
    const { text } = writeMail("k", { ...answer, ...facts }, SITE);
    for (const each of ["Good news: you applied", words, withdraw]) expect(text).toContain(each);
  });

  it("with a question says what the job is and pays, a line each", () => {
    const ask = {
      template: "candidate_ask",
      to: "ann@example.com",
      first_name: "Asha",
      purpose: "show",
      basis: "consent",
    };
    const lines = (about: object) => writeMail("k", { ...ask, job_title: "Cook", about, token: "abc" }, SITE).text;
    const work = "full time, 3 years of experience or more";
    expect(lines({ work, skills: ["Baking", "Visit evil.example"] })).toContain(
      `\n\nWork: ${work}\nAsks for: Baking, Visit evil.\u200bexample\nPay: not stated\n\n`,
    );
    const pays = (from: number | null, to: number | null, currency = "INR") =>
      /Pay: (.*)/.exec(lines({ work, skills: [], pay: { from, to, currency } }))?.[1];
    expect(pays(300_000, 420_000)).toBe("₹3,00,000 to ₹4,20,000 a year");
    expect([pays(null, 50_000, "EUR"), pays(40_000, null, "EUR"), pays(4, 4, "EUR")]).toEqual([
      "up to €50,000 a year",
      "from €40,000 a year",
      "€4 a year",
    ]);
  });

  it("with an answer ends with one name, also where its words have ended with it, and with the words that a recruiter has read", () => {
    const answer = (words?: string, reason?: string) => {
      const content = {
        ...{ template: "application_answer", to: "ann@example.com", first_name: "Asha", outcome: "turned_down" },
        ...{ job_title: "Cook", is_kept: true, recruiter: { name: "Ira Sen", phone: "12345" }, token: "abc" },
      };
      return writeMail("k", { ...content, ...(words !== undefined && { words }), ...(reason && { reason }) }, SITE)
        .text;
    };
    expect(answer("Not this time.\n\nBest,\nIra Sen").match(/Ira Sen/g)).toHaveLength(1);
    expect(answer("Not this time.").match(/Ira Sen/g)).toHaveLength(1);
    expect(answer()).toContain(STANDARD_WORDS.turned_down.replace("{title}", "Cook"));
    expect(answer(undefined, "closed")).toContain(STANDARD_WORDS.closed.replace("{title}", "Cook"));
  });

  it("with a question to somebody who has applied says so first, by the advert's words and pay, and whose job it was", () => {
    const ask = (more: object) => {
      const pay = { from: 288_000, to: 384_000, currency: "INR", told_for: "month" };
      const content = {
        ...{ template: "candidate_ask", to: "ann@example.com", first_name: "Asha", purpose: "show", basis: "consent" },
        ...{ job_title: "QI/7", location: "Noida", company: "Acme Castings", token: "abc" },
        about: { work: "full time", skills: [], pay },
        applied: { title: "Quality Inspector", at: "2026-11-26T20:00:00+00:00", was_confidential: true, ...more },
      };
      return writeMail("k", content, SITE);
    };
    const { subject, text } = ask({});
    expect(subject).toBe("Your application for Quality Inspector: may we show you to the company?");
    expect(text).toContain(
      "You applied with us for “Quality Inspector” on 27 Nov 2026, and I would like to put you forward.\n\nOur advert could not name the company. Now I can: it is Acme Castings, Noida.\n\nWork: full time\nPay: ₹24,000 to ₹32,000 a month\n",
    );
    expect(ask({ was_confidential: false }).text).toContain("put you forward. The job is at Acme Castings, Noida.");
  });

  it("after an erasure says that it is the last, and leads nowhere", () => {
    const content = { template: "candidate_erased", to: "ann@example.com", erased_at: "2026-11-25T05:00:00Z" };
    const { subject, text, html } = writeMail("k", content, SITE);
    expect(subject).toBe("Everything is deleted");
    expect(text).toContain("This is our last mail to you.");
    expect(hrefsOf(html)).toEqual([]);
  });

  it("with a candidate's code says until when it works, and leads nowhere", () => {
    const content = {
      to: "ann@example.com",
      first_name: "Ann",
      code: "012345",
      expires_at: "2026-11-23T00:05:00+00:00",
    };
    const { subject, text, html } = writeMail("k", { template: "candidate_code", ...content }, SITE);
    expect(subject).toBe("Your code: 012345");
    expect(text).toContain("Enter 012345 on the page that asks for it. It works once, until 23 Nov 2026, 05:35 IST.");
    expect(hrefsOf(html)).toEqual([]);
  });

  it("says how long an invitation is open, by the same clock as the pages", () => {
    expect(writeMail("k", teamInvitation, SITE).text).toContain("open until 7 Dec 2026.");
  });

  it("comes from the site, in its name and colours, as the mails of accounts do", () => {
    expect(SITE_NAME).toBe(company.name);
    expect(MAILS_ZONE).toBe(ZONE);
    const { html, text } = writeMail("k", teamInvitation, SITE);
    for (const look of ["#073f3a", "#f4a72c", "#201503", SITE_NAME]) expect(html).toContain(look);
    expect(text.endsWith(`-- \n${SITE_NAME}\n`)).toBe(true);
    // It can't be unsubscribed from, or read from afar.
    expect(html).not.toMatch(/unsubscribe|https?:\/\/(?!www\.example\.com)/i);
  });

  it("shows names as names: no markup, no second line, no link, no other direction", () => {
    const evil = '<script src="//x.y">\u202e"</script>\r\nBcc: a@b.co\u2028https://evil.example/x';
    for (const content of [
      { ...clientInvitation, company: evil, invited_by: evil },
      { template: "client_access_changed", to: "ann@example.com", company: evil, access: null },
    ]) {
      const { text, html } = writeMail("k", content, SITE);
      expect(html).not.toContain("<script");
      expect(html).toContain("&lt;script src=&quot;");
      expect(hrefsOf(html)).toHaveLength(1);
      for (const part of [text, html]) expect(part).not.toMatch(/https:\/\/evil|a@b\.co|evil\.example|\u202e/);
      expect(text).not.toMatch(/^Bcc/m);
    }
  });

  it.each(Object.entries(FREE))("says of anybody's text nothing in its subject: %s", (_, content) => {
    const { subject } = writeMail("k", content(EVIL), SITE);
    expect(subject).toBe(writeMail("k", content("Acme"), SITE).subject);
  });

  it("carries nobody's telephone number, and no name of more than sixty characters", () => {
    for (const number of ["+1 900 555 0199", "1-9-0-0-5", "٠١٢٣٤٥", "①②③④⑤", "（080）1234"]) {
      const { text, html } = writeMail("k", { ...clientInvitation, company: `Ring ${number} now` }, SITE);
      for (const part of [text, html]) expect(part).toMatch(/for the company Ring \S?…\)? ?\S* ?now/u);
    }
    const { text } = writeMail(
      "k",
      { ...clientInvitation, company: `${"Acme ".repeat(12)}Ltd`, invited_by: null },
      SITE,
    );
    expect(text).toContain(`for the company ${"Acme ".repeat(12).slice(0, 59)}….`);
    // A year, a house, and a number of a few digits are none.
    expect(writeMail("k", { ...clientInvitation, company: "24/7 Care 2026 Ltd" }, SITE).text).toContain(
      "7 Care 2026 Ltd",
    );
  });

  it("has no dot, at sign, colon or slash that makes an address of a name, in whatever script", () => {
    for (const sign of ["。", "．", "｡", "․", "‥", "…", "۔", "։", "@", "＠", "﹫", ":", "：", "/", "／", "℀"]) {
      const { text } = writeMail("k", { ...clientInvitation, company: `evil${sign}example`, invited_by: null }, SITE);
      const [name] = /(?<=the company ).*(?=\.\n)/.exec(text)!;
      expect(name.normalize("NFKC")).not.toMatch(/evil[.。@:/۔։ac]+example/u);
      expect(name).toMatch(/\u200b.{0,3}example$/u);
    }
  });

  it("has one head and one link, whatever anybody is called", () => {
    const name = fc.string({ unit: anySign, maxLength: 300 });
    const tagsOf = (html: string) => html.match(/<\/?\w+/g);
    const tags = tagsOf(writeMail("k", clientInvitation, SITE).html);
    fc.assert(
      fc.property(name, name, (company, invited_by) => {
        const { html } = writeMail("k", { ...clientInvitation, company, invited_by }, SITE);
        expect(hrefsOf(html)).toEqual([`${SITE}/invitation?token=a%2Bb%2Fc`]);
        expect(tagsOf(html)).toEqual(tags);
      }),
    );
  });

  it.each([
    "ann@example.com, eve@example.com",
    "<ann@example.com>",
    "ann@example.com\r\nBcc: eve@example.com",
    'Ann "x" @example.com',
    "ann;eve@example.com",
    "@example.com",
    "ann",
    "",
  ])("goes to no address that means another mailbox, or none: %j", (to) => {
    expect(() => writeMail("k", { ...teamInvitation, to }, SITE)).toThrow(FinalError);
  });

  it("about a requirement is answered to its recruiter; by whatever else is no one address, to nobody", () => {
    const replyTo = (content: object) => writeMail("k", content, SITE).replyTo;
    const told = { ...news, side: "company", about: [{ ...about, status: "filled" }] };
    expect(replyTo({ ...told, reply_to: "ira@example.com" })).toBe("ira@example.com");
    expect(replyTo({ ...converted, reply_to: "ira@example.com" })).toBe("ira@example.com");
    for (const reply_to of [undefined, null, "a@b.co, c@d.co", "ira@example.com\r\nBcc: a@b.co"]) {
      expect(replyTo({ ...told, reply_to })).toBeUndefined();
    }
  });

  it("that a person has written is theirs: signed, answered to them, and with what it answers under it", () => {
    const mail = writeMail("k", reply, SITE);
    expect(mail).toMatchObject({
      subject: "Your message to Kaushal Global Hiring",
      replyTo: "dev@example.com",
      isPersonal: true,
      text:
        "Dear Ann,\n\nwe ring you\ntomorrow.\n\nDev Mehta\nKaushal Global Hiring\n+91 120 555 0100\n\n" +
        "We received this from your address on 23 Nov 2026:\n> Forty nurses?\n> Ring +… or https:\u200b/\u200b/\u200bevil.\u200bexample\n",
    });
    expect(mail.html).toContain('<p style="white-space: pre-line">we ring you\ntomorrow.</p>');
    expect(hrefsOf(mail.html)).toEqual([]);
    // Whoever has left the team signs and is answered no more; whatever was sent, the subject is ours.
    const { author: _, phone: __, reply_to: ___, ...left } = reply;
    expect(writeMail("k", left, SITE)).toMatchObject({ subject: mail.subject, replyTo: undefined });
    for (const evil of ["Bcc: a@b.co\r\nX: y", "a@b.co, c@d.co"]) {
      const other = writeMail("k", { ...reply, quoted: evil, author: evil, reply_to: evil }, SITE);
      expect(other).toMatchObject({ subject: mail.subject, replyTo: undefined });
    }
    const long = writeMail("k", { ...reply, quoted: "line\n".repeat(500) }, SITE).text;
    expect(long.match(/^> line$/gm)).toHaveLength(40);
  });

  it.each([
    null,
    {},
    { template: "newsletter", to: "ann@example.com" },
    { ...teamInvitation, role: "client" },
    { ...teamInvitation, expires_at: "soon" },
    { ...clientInvitation, access: null },
  ])("of content that is not understood is not written, and may be later: %j", (content) => {
    const write = () => writeMail("k", content, SITE);
    expect(write).toThrow("the content is not understood");
    expect(write).not.toThrow(FinalError);
  });
});

it("the mails of accounts, and these, name the site alike where they do", () => {
  expect(readFileSync("supabase/config.toml", "utf8")).toContain(`sender_name = "${SITE_NAME}"`);
  expect(company).toMatchObject({ name: SITE_NAME, email: SITE_EMAIL });
});

describe("a receipt", () => {
  const receipt = { template: "receipt", to: "ann@example.com", kind: "posting", reference: "K4T7M2X9" };
  const OFFICE = "+91 120 555 0100";

  it("says what it is called, by when it is answered, and whom to ring", () => {
    const content = { ...receipt, answer_by: "2026-11-24T16:03:00Z" };
    const { subject, text } = writeMail("receipt.1", content, "https://agency.example", OFFICE);
    expect(subject).toBe("We have your job posting: K4T7M2X9");
    expect(text).toContain(
      "Reference: K4T7M2X9\nWe answer by: 24 Nov 2026, 21:33 IST\nWrite to us: hello@kaushal-global-hiring.example\nOur office: +91 120 555 0100\n",
    );
    expect(text).toContain("Give this reference when you call or write");
    expect(text).toContain("Someone gave this address in a form on our website.");
  });

  it("says nothing that is not known, and of a call that it was written down", () => {
    const { subject, text } = writeMail(
      "receipt.1",
      { ...receipt, kind: "contact", source: "phone" },
      "https://a.example",
    );
    expect(subject).toBe("We have what you said when you called: K4T7M2X9");
    expect(text).not.toMatch(/We answer by|Our office|when you call or/);
    expect(text).toContain("Give this reference when you write");
    expect(text).toContain("Write to us: hello@kaushal-global-hiring.example");
    expect(text).toContain("Someone gave us this address.");
  });

  it.each(["98765432", "CALLMENOW", "K4T7M2X", "k4t7m2x9"])(
    "is not sent under %s, which says something",
    (reference) => {
      expect(() => writeMail("receipt.1", { ...receipt, reference }, "https://a.example")).toThrow("not understood");
    },
  );
});
