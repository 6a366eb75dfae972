import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeMail } from "./mail.ts";
import { anySign } from "../../../tests/support/text/signs.ts";

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
const welder = { id: ID, title: "Welder", may_answer: true, ...nothing };
const ofAcme = { ...welder, company: "Acme", is_new: false, is_withdrawn: false };
const PORTAL = `/client-dashboard/requirements/${ID}`;
const TEAM = `/team/requirements/${ID}`;

/** A mail about one requirement: to which side, what it says, and where it leads. */
const MAILS: [string, object, string, string[], string][] = [
  ["company", { ...welder, status: "in_progress" }, "In progress: Welder", ["We are working on it now."], PORTAL],
  ["company", { ...welder, status: "filled" }, "Filled: Welder", ["It is filled."], PORTAL],
  [
    "company",
    { ...welder, status: "filled", outcome: { positions: 60, filled: 12, begin_on: "2026-12-15" } },
    "Filled: Welder",
    ["It is closed, with 12 of 60 positions filled. They begin on 15 Dec 2026."],
    PORTAL,
  ],
  ["company", { ...welder, status: "cancelled" }, "Cancelled: Welder", ["It is cancelled."], PORTAL],
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
    ["A colleague at your company withdrew it."],
    PORTAL,
  ],
  [
    "company",
    { ...welder, status: "new", recruiter: "Ira Sen" },
    "New again: Welder",
    ["It is open again. No recruiter works on it yet.", "Ira Sen looks after it now."],
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
    ["We changed the currency and notes."],
    PORTAL,
  ],
  [
    "company",
    { ...welder, withdrawn: 1, withdrawn_opened: 1 },
    "No longer shown: a candidate for Welder",
    ["A candidate is no longer shown. They withdrew, or our team withdrew them. Your company had chosen Interview."],
    `${PORTAL}/candidates`,
  ],
  [
    "company",
    { ...welder, withdrawn: 2, withdrawn_opened: 1 },
    "No longer shown: 2 candidates for Welder",
    [
      "2 candidates are no longer shown. They withdrew, or our team withdrew them. Your company had chosen Interview for 1 of them.",
    ],
    `${PORTAL}/candidates`,
  ],
  [
    "company",
    { ...welder, advert: { closes_on: "2026-12-20" } },
    "Public: Welder",
    [
      "The job is on our site until 20 Dec 2026. It does not name your company, unless you put the name there. Check how it reads. You can take it down at any time.",
    ],
    `${PORTAL}/advert`,
  ],
  [
    "company",
    { ...welder, advert_changed: ["body", "closes_on", "title"] },
    "Changed on our site: Welder",
    [
      "We changed the text, last day and title of the job on our site. Check how it reads. You can take it down at any time.",
    ],
    `${PORTAL}/advert`,
  ],
  [
    "team",
    { ...ofAcme, advert_said: "taken_down" },
    "Taken down: Welder",
    ["Acme took the advert down. Everyone who had applied is told so within ten minutes."],
    `${TEAM}/advert`,
  ],
  ["team", { ...ofAcme, is_new: true }, "Yours: Welder, Acme", ["You are in charge of it now."], TEAM],
  [
    "team",
    { ...ofAcme, edited: ["min_salary", "max_salary", "notes"] },
    "Changed: Welder, Acme",
    ["Acme changed the minimum salary, maximum salary and notes."],
    TEAM,
  ],
  ["team", { ...ofAcme, is_withdrawn: true }, "Withdrawn: Welder, Acme", ["Acme withdrew it."], TEAM],
  [
    "team",
    { ...ofAcme, messages: 2, authors: ["Ann", "Ben"] },
    "2 messages about Welder",
    ["Ann and Ben of Acme have written to you: 2 messages."],
    `${TEAM}/messages`,
  ],
  [
    "team",
    { ...ofAcme, agreed: 2, refused: 1 },
    "Said yes: 2 candidates for Welder",
    [
      "2 candidates said yes. Show them all to the company.",
      "A candidate said no, or told us we have the wrong person.",
    ],
    `${TEAM}/candidates`,
  ],
  [
    "team",
    { ...ofAcme, answers: 3, verdicts: { no: 1, interview: 2 } },
    "Answers about candidates: Welder",
    ["Acme answered about 3 candidates: 2 to interview and 1 no."],
    `${TEAM}/candidates`,
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
  "company: No longer shown": "No longer shown: candidates for a requirement",
  "team: A message about": "A message about a requirement",
  "team: 2 messages about": "2 messages about a requirement",
  "team: Yours": "You are in charge of a requirement",
  "company: Public": "Public: a job of your company",
  "company: Changed on our site": "Changed: a public job of your company",
  "team: Taken down": "Taken down: an advert of yours",
  "team: Changed": "Changed: a requirement of yours",
  "team: Withdrawn": "Withdrawn: a requirement of yours",
  "team: Answers about candidates": "Answers about candidates",
  "team: Said yes": "2 candidates said yes",
};

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
}

describe("a mail of news", () => {
  const outlook = {
    in_charge: { name: "Ira Sen", phone: "+91 98765 43210" },
    answer_by: "2026-11-24T16:03:00Z",
    deadline: "2026-12-05",
  };
  const FACTS =
    "Your recruiter: Ira Sen, +91 98765 43210\nOur office: +91 120 555 0100\n" +
    "We answer by: 24 Nov 2026, 21:33 IST\nDeadline: 5 Dec 2026";

  it.each([
    ["another status", { status: "in_progress" }],
    ["a message", { messages: 1, authors: ["Ira Sen"] }],
  ])("names recruiter, office and next date to a company, of %s", (_, news_) => {
    const about = [{ ...welder, ...outlook, ...news_ }];
    const { text, html } = writeMail("k.1", { ...news, side: "company", about }, SITE, "+91 120 555 0100");
    expect(text).toContain(`\n\n${FACTS}\n\n`);
    for (const word of ["Ira Sen, +91 98765 43210", "5 Dec 2026", "<table"]) expect(html).toContain(word);
  });

  it("names who stands in for a recruiter who is away, with their number", () => {
    const in_charge = { name: "Ira Sen", away_until: "2026-12-02", stand_in: { name: "Priya Rao", phone: "+91 2" } };
    const about = [{ ...welder, in_charge, messages: 1 }];
    const { text } = writeMail("k.1", { ...news, side: "company", about }, SITE, undefined);
    expect(text).toContain("Your recruiter: Ira Sen, away until 2 Dec 2026\nStand-in: Priya Rao, +91 2");
  });

  it("names them in a list as well, and to the team the dates alone", () => {
    const about = [{ ...welder, ...outlook, status: "filled" }];
    const listed = writeMail("k.1", { ...news, side: "company", is_daily: true, about }, SITE, "+91 120 555 0100").text;
    expect(listed).toContain("filled; your recruiter Ira Sen, +91 98765 43210; we answer by 24 Nov 2026, 21:33 IST");
    expect(listed).toContain("Our office: +91 120 555 0100");
    const team = [{ ...ofAcme, ...outlook, messages: 1 }];
    const told = writeMail("k.1", { ...news, side: "team", about: team }, SITE, "+91 120 555 0100").text;
    expect(told).toContain("Answer due: 24 Nov 2026, 21:33 IST\nDeadline: 5 Dec 2026");
    expect(told).not.toContain("555 0100");
  });

  it("asks nobody to answer who may only read", () => {
    const about = [{ ...welder, may_answer: false, messages: 1, authors: ["Ira Sen"] }];
    const { text } = writeMail("k.1", { ...news, side: "company", about }, SITE);
    expect(text).toContain("Ira Sen has written to your company.");
    expect(text).toContain("Owners and members of your company can answer.");
    expect(text).toContain("Read it on the site:");
  });

  it("quotes how a message begins, where the content has it", () => {
    const about = [{ ...welder, messages: 1, authors: ["Ira Sen"], beginning: "Come at <nine>\nand ring" }];
    const { text, html } = writeMail("k.1", { ...news, side: "company", about }, SITE);
    expect(text).toContain("It begins:\n> Come at <nine>\n> and ring");
    expect(html).toContain("Come at &lt;nine&gt;");
  });

  it.each(MAILS)("to the %s about %j says so, and leads there", (side, about, subject, words, path) => {
    const mail = writeMail("k.1", { ...news, side, about: [about] }, SITE);
    expect(mail.subject).toBe(SUBJECTS[`${side}: ${subject.replace(/: .*| Welder.*/, "")}`]);
    const settings = `${SITE}/${side === "team" ? "team" : "client-dashboard"}/notifications`;
    const stop = `${SITE}/unsubscribe?token=ab12`;
    const button = path.endsWith("messages")
      ? "Read and answer"
      : `Open the ${["candidates", "advert"].find((page) => path.endsWith(page)) ?? "requirement"}`;
    expect(mail.text).toBe(
      [
        subject,
        ...words,
        `${button}:\n${SITE}${path}`,
        `Choose which mails you get:\n${settings}`,
        `Stop mails like this one:\n${stop}`,
        "-- \nKaushal Global Hiring\n",
      ].join("\n\n"),
    );
    expect(hrefsOf(mail.html)).toEqual([SITE + path, settings, stop]);
    expect(mail.unsubscribeUrl).toBe(stop);
    for (const word of words) expect(mail.html).toContain(word);
  });

  it("about the first candidates begins with them, and says that the search has begun", () => {
    const candidates_by = "2026-11-27T13:08:00Z";
    const about = [{ ...welder, candidates: 2, candidates_by, status: "in_progress" }];
    const { subject, text, html } = writeMail("k.1", { ...news, side: "company", about }, SITE);
    expect(subject).toBe("2 candidates for a requirement: answer by Fri 27 Nov");
    expect(text).toMatch(/Please answer by:\s+Fri 27 Nov\n/);
    expect(text).toMatch(/^2 candidates for Welder\n\n2 candidates wait for [^]*We are working on it now\./);
    expect(hrefsOf(html)[0]).toBe(`${SITE}${PORTAL}/candidates`);
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
        "The inbox:\n- New and unassigned: 3\n- Overdue: 1,000 or more\n- Yours: 0",
        "Requirements since yesterday:\n- Welder (Acme): changed: notes; 2 messages from Ann\n- Fitter (Acme): withdrawn",
        `Open my day:\n${SITE}/team/my-day`,
      ].join("\n\n"),
    );
    expect(html).toContain("<li>Fitter (Acme): withdrawn</li>");
  });

  it("of a morning lists the day with a way to each thing, and nothing that a stranger has written", () => {
    const row = { is_item: false, kind: "requirement", title: "Welder", company: "Acme", unread: 0 };
    const day = [
      {
        name: "due",
        total: 1,
        rows: [{ ...row, id: OTHER, is_item: true, kind: "contact", title: "www.evil.example" }],
      },
      { name: "messages", total: 7, rows: [{ ...row, id: ID, unread: 2 }] },
      { name: "agreed", total: 1, rows: [{ ...row, id: ID, people: 3 }] },
    ];
    const inbox = { unclaimed: 0, overdue: 0, mine: 0, day };
    const { text, html } = writeMail("k", { ...news, side: "team", is_daily: true, about: [], inbox }, SITE);
    expect(text).toContain(
      `Due today or late:\n- A message\n  ${SITE}/team/inbox/${OTHER}\n\n` +
        `Messages from companies:\n- Welder (Acme): 2 messages\n  ${SITE}/team/requirements/${ID}\n- and 6 more\n\n` +
        `Said yes, ready to show:\n- Welder (Acme): 3\n  ${SITE}/team/requirements/${ID}/candidates\n`,
    );
    expect(html).toContain(`href="${SITE}/team/inbox/${OTHER}"`);
    expect(text + html).not.toContain("evil");
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
    const name = fc.string({ unit: anySign, maxLength: 300 });
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
