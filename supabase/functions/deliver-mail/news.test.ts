import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeMail } from "./mail.ts";

const SITE = "https://www.example.com";
const ID = "0d3c5f0e-6c39-4a8b-9a55-0c1f2a3b4c5d";
const OTHER = "1d3c5f0e-6c39-4a8b-9a55-0c1f2a3b4c5d";
const nothing = { messages: 0, authors: [] };
const news = {
  template: "news",
  to: "ann@example.com",
  side: "company",
  is_daily: false,
  about: [],
  inbox: null,
  unsubscribe: "ab12",
};
const welder = { id: ID, title: "Welder", ...nothing };
const ofAcme = { ...welder, company: "Acme", is_new: false, is_withdrawn: false };
const PORTAL = `/client-dashboard/requirements/${ID}`;
const TEAM = `/team/requirements/${ID}`;

/** A mail about one requirement: to which side, what it says, and where it leads. */
const MAILS: [string, object, string, string[], string][] = [
  ["company", { ...welder, status: "in_progress" }, "In progress: Welder", ["We are working on it now."], PORTAL],
  ["company", { ...welder, status: "filled" }, "Filled: Welder", ["It is filled, and closed."], PORTAL],
  ["company", { ...welder, status: "cancelled" }, "Cancelled: Welder", ["It is cancelled, and closed."], PORTAL],
  [
    "company",
    { ...welder, status: "cancelled", withdrawal: { by: "Sue\nMember.com" } },
    "Withdrawn: Welder",
    ["Sue Member.\u200bcom at your company withdrew it."],
    PORTAL,
  ],
  [
    "company",
    { ...welder, status: "cancelled", withdrawal: {} },
    "Withdrawn: Welder",
    ["Somebody at your company withdrew it."],
    PORTAL,
  ],
  [
    "company",
    { ...welder, status: "new", recruiter: "Ira Sen" },
    "New again: Welder",
    ["It is open again, and nobody works on it yet.", "Ira Sen looks after it now."],
    PORTAL,
  ],
  [
    "company",
    { ...welder, recruiter: "Ira Sen" },
    "Your recruiter for Welder",
    ["Ira Sen looks after it now."],
    PORTAL,
  ],
  [
    "company",
    { ...welder, messages: 1, authors: ["Ira Sen"] },
    "A message about Welder",
    ["Ira Sen has written to you."],
    `${PORTAL}/messages`,
  ],
  [
    "company",
    { ...welder, messages: 3 },
    "3 messages about Welder",
    ["Your recruiter has written to you: 3 messages."],
    `${PORTAL}/messages`,
  ],
  [
    "company",
    { ...welder, edited: ["currency", "notes"] },
    "Changed: Welder",
    ["We have changed currency and notes."],
    PORTAL,
  ],
  ["team", { ...ofAcme, is_new: true }, "Yours: Welder, Acme", ["You are in charge of it now."], TEAM],
  [
    "team",
    { ...ofAcme, edited: ["min_salary", "max_salary", "notes"] },
    "Changed: Welder, Acme",
    ["Acme has changed min salary, max salary and notes."],
    TEAM,
  ],
  ["team", { ...ofAcme, is_withdrawn: true }, "Withdrawn: Welder, Acme", ["Acme has withdrawn it."], TEAM],
  [
    "team",
    { ...ofAcme, messages: 2, authors: ["Ann", "Ben"] },
    "2 messages about Welder",
    ["Ann and Ben of Acme have written to you: 2 messages."],
    `${TEAM}/messages`,
  ],
  ["team", { ...ofAcme, messages: 1 }, "A message about Welder", ["Acme has written to you."], `${TEAM}/messages`],
];

/** What the subject says where the page has a name as well. */
const SUBJECTS: Record<string, string> = {
  "company: Changed": "Changed: a requirement of your company",
  "company: In progress": "In progress: a requirement of your company",
  "company: Filled": "Filled: a requirement of your company",
  "company: Cancelled": "Cancelled: a requirement of your company",
  "company: Withdrawn": "Withdrawn: a requirement of your company",
  "company: New again": "New again: a requirement of your company",
  "company: Your recruiter for": "Your recruiter for a requirement",
  "company: A message about": "A message about a requirement",
  "company: 3 messages about": "3 messages about a requirement",
  "team: A message about": "A message about a requirement",
  "team: 2 messages about": "2 messages about a requirement",
  "team: Yours": "A requirement is yours now",
  "team: Changed": "Changed: a requirement of yours",
  "team: Withdrawn": "Withdrawn: a requirement of yours",
};

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
}

describe("a mail of news", () => {
  it.each(MAILS)("to the %s about %j says so, and leads there", (side, about, subject, words, path) => {
    const mail = writeMail("k.1", { ...news, side, about: [about] }, SITE);
    expect(mail.subject).toBe(SUBJECTS[`${side}: ${subject.replace(/: .*| Welder.*/, "")}`]);
    const settings = `${SITE}/${side === "team" ? "team" : "client-dashboard"}/notifications`;
    const stop = `${SITE}/unsubscribe?token=ab12`;
    // In a company somebody may read and not write.
    const messages = side === "team" ? "Read and answer" : "Read it on the site";
    expect(mail.text).toBe(
      [
        subject,
        ...words,
        `${path.endsWith("messages") ? messages : "Open the requirement"}:\n${SITE}${path}`,
        `Choose which mails you get:\n${settings}`,
        `Stop mails like this one:\n${stop}`,
        "-- \nKaushal Global Hiring\n",
      ].join("\n\n"),
    );
    expect(hrefsOf(mail.html)).toEqual([SITE + path, settings, stop]);
    expect(mail.unsubscribeUrl).toBe(stop);
    for (const word of words) expect(mail.html).toContain(word);
  });

  it("of a day lists what happened, for the team under what there is to do", () => {
    const about = [
      { ...ofAcme, messages: 2, authors: ["Ann"], edited: ["notes"] },
      { ...ofAcme, id: OTHER, title: "Fitter", is_withdrawn: true },
    ];
    const inbox = { unclaimed: 3, overdue: 1000, mine: 0 };
    const { subject, text, html } = writeMail("k", { ...news, side: "team", is_daily: true, about, inbox }, SITE);
    expect(subject).toBe("Today: 3 new, 1,000 or more overdue, 0 yours");
    expect(text).toContain(
      [
        "The inbox:\n- New, and nobody's: 3\n- Overdue: 1,000 or more\n- Yours: 0",
        "Requirements since yesterday:\n- Welder (Acme): changed: notes; 2 messages from Ann\n- Fitter (Acme): withdrawn",
        `Open the inbox:\n${SITE}/team`,
      ].join("\n\n"),
    );
    expect(html).toContain("<li>Fitter (Acme): withdrawn</li>");
  });

  it("of a day leads to the requirement when it is one, and to the dashboard when there are several", () => {
    const one = writeMail("k", { ...news, is_daily: true, about: [{ ...welder, status: "filled" }] }, SITE);
    expect([one.subject, hrefsOf(one.html)[0]]).toEqual(["News about a requirement", SITE + PORTAL]);
    expect(one.html).toContain(">News about Welder</h1>");
    expect(one.text).toContain("- Welder: filled");
    const withdrawn = { ...welder, status: "cancelled", withdrawal: { by: "Sue Member" } };
    const { text } = writeMail("k", { ...news, is_daily: true, about: [withdrawn] }, SITE);
    expect(text).toContain("- Welder: withdrawn by Sue Member at your company\n");
    const about = [
      { ...welder, recruiter: "Ira Sen", messages: 1 },
      { ...welder, id: OTHER, title: "Fitter", messages: 1 },
    ];
    const several = writeMail("k", { ...news, is_daily: true, about }, SITE);
    expect([several.subject, hrefsOf(several.html)[0]]).toEqual([
      "News about 2 requirements",
      `${SITE}/client-dashboard`,
    ]);
    expect(several.text).toContain("- Welder: Ira Sen looks after it; a message from your recruiter");
    // As many as these at once, of whatever came beyond twenty mails an hour.
    const held = writeMail("k", { ...news, about }, SITE);
    expect(held.subject).toBe("News about 2 requirements");
    expect(held.text).toContain(
      "Requirements:\n- Welder: Ira Sen looks after it; a message from your recruiter\n- Fitter",
    );
  });

  it("has one button and two small links, whatever anything is called", () => {
    const name = fc.string({ unit: "binary", maxLength: 300 });
    const tagsOf = (html: string) => html.match(/<\/?\w+/g);
    const mailOf = (title: string, company: string, author: string) =>
      writeMail(
        "k",
        { ...news, side: "team", about: [{ ...ofAcme, title, company, messages: 1, authors: [author] }] },
        SITE,
      );
    const { html: plain } = mailOf("a", "b", "c");
    fc.assert(
      fc.property(name, name, name, (title, company, author) => {
        const { subject, html } = mailOf(title, company, author);
        expect(subject).not.toMatch(/[\r\n\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(hrefsOf(html)).toEqual(hrefsOf(plain));
        expect(tagsOf(html)).toEqual(tagsOf(plain));
      }),
    );
  });

  it.each([
    { side: "client" },
    { about: [{ ...welder, id: "x" }] },
    { inbox: { unclaimed: 1 } },
    { unsubscribe: null },
  ])("that is not understood is not written: %j", (wrong) => {
    expect(() => writeMail("k", { ...news, about: [welder], ...wrong }, SITE)).toThrow("the content is not understood");
  });
});
