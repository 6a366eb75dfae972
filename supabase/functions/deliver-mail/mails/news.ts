import type { Day, News, RequirementNews } from "../content.ts";
import { capitalized, happenings, isAboutCandidates, listed } from "../happenings.ts";
import type { Letter, ListItem } from "../letters.ts";
import { named, titled } from "../names.ts";
import { companyFacts, nextFacts, officeFacts, type Fact } from "../outlook.ts";

/** Beyond this the database does not count. */
const MOST_COUNTED = 1000;

function counted(messages: number): string {
  return messages === 1 ? "a message" : `${messages} messages`;
}

/** Whoever has written, by name where there is one. */
function writersOf({ authors, company }: RequirementNews, side: News["side"]): string {
  if (authors.length > 0) return listed(authors.map(named));
  return side === "team" ? named(company ?? "the company") : "your recruiter";
}

/** A requirement's page, as the reader's side has it. */
function pathOf({ id }: RequirementNews, side: News["side"]): string {
  return `/${side === "team" ? "team" : "client-dashboard"}/requirements/${id}`;
}

/** A letter's words, without what all of these end with. */
type Body = Pick<Letter, "subject" | "heading" | "paragraphs" | "facts" | "lists" | "button" | "quote">;

/** What a mail about one requirement says at a glance. */
function factsOf(about: RequirementNews, side: News["side"], office: string | undefined): Fact[] {
  // Of candidates it is the company that is waited for, and nobody of what it has answered.
  const { answer_by, ...others } = about;
  const outlook = isAboutCandidates(about) || answer_by === undefined ? others : about;
  return side === "company" ? companyFacts(outlook, office) : nextFacts(outlook, "To be answered by");
}

function messagesLetter(about: RequirementNews, side: News["side"]): Body {
  const { authors, company, messages, title, beginning, may_answer } = about;
  const mayAnswer = side === "team" || may_answer === true;
  const whose = side === "team" && company && authors.length > 0 ? ` of ${named(company)}` : "";
  const who = authors.length === 0 && side === "company" ? "Your recruiter" : writersOf(about, side) + whose;
  const has = authors.length > 1 ? "have" : "has";
  return {
    subject: `${capitalized(counted(messages))} about a requirement`,
    heading: `${capitalized(counted(messages))} about ${titled(title)}`,
    paragraphs: [
      `${who} ${has} written to ${mayAnswer ? "you" : "your company"}${messages === 1 ? "" : `: ${counted(messages)}`}.`,
      ...(mayAnswer ? [] : ["You may read it. Your company's owners and members answer."]),
    ],
    button: { label: mayAnswer ? "Read and answer" : "Read it on the site", path: `${pathOf(about, side)}/messages` },
    ...(beginning === undefined
      ? {}
      : { quote: { heading: `${messages === 1 ? "It" : "The first"} begins:`, lines: beginning.split("\n") } }),
  };
}

/** Where a mail about one requirement leads: straight to its candidates, where it is about them. */
function buttonOf(about: RequirementNews, side: News["side"]): NonNullable<Letter["button"]> {
  const path = pathOf(about, side);
  if (about.candidates !== undefined) return { label: "See the cards and answer", path: `${path}/candidates` };
  return isAboutCandidates(about)
    ? { label: "Open the candidates", path: `${path}/candidates` }
    : { label: "Open the requirement", path };
}

function eventsLetter(about: RequirementNews, side: News["side"]): Body {
  const told = happenings(about);
  return {
    subject: told[0]?.subject ?? "News about a requirement",
    heading: told[0]?.heading ?? titled(about.title),
    paragraphs: told.map(({ sentence }) => sentence),
    button: buttonOf(about, side),
  };
}

/** One requirement's line in a day's mail. */
function lineOf(about: RequirementNews, side: News["side"]): string {
  const { title, company, messages } = about;
  const told = happenings(about).map(({ short }) => short);
  if (messages > 0) told.push(`${counted(messages)} from ${writersOf(about, side)}`);
  told.push(...factsOf(about, side, undefined).map(([label, value]) => `${label.toLowerCase()} ${value}`));
  return `${titled(title)}${side === "team" && company ? ` (${named(company)})` : ""}: ${told.join("; ")}`;
}

function amount(count: number): string {
  return count < MOST_COUNTED ? String(count) : "1,000 or more";
}

/** The sections of a day, as the page of it calls them. */
const SECTIONS: Record<Day[number]["name"], string> = {
  due: "Due today or late",
  back: "Back today",
  messages: "Companies have written",
  agreed: "Said yes, to be shown",
  refused: "Said no",
  waiting: "Waiting for you",
  candidates: "Candidates without an answer",
  deadline: "Deadline this week",
  silent: "Silent for five days",
};

/** What somebody has sent, in our words: a public form's own are none of a mail. */
const KINDS = {
  contact: "A message",
  posting: "A posting",
  consultation: "A consultation",
  requirement: "A requirement",
};

/** The sections that are about candidates: their lines lead to those. */
const OF_CANDIDATES: readonly Day[number]["name"][] = ["agreed", "refused", "candidates"];

/** A line of a day, with the way to it. */
function dayItem(section: Day[number]["name"], row: Day[number]["rows"][number]): ListItem {
  const { id, is_item, kind, title, company, unread, people } = row;
  const isFiled = kind === "requirement" && title !== null;
  const what = isFiled ? titled(title) : KINDS[kind];
  const whose = isFiled && company ? ` (${named(company)})` : "";
  const news = unread > 0 ? `: ${counted(unread)}` : people > 0 ? `: ${people}` : "";
  const page = OF_CANDIDATES.includes(section) ? "/candidates" : "";
  return { text: `${what}${whose}${news}`, path: is_item ? `/team/inbox/${id}` : `/team/requirements/${id}${page}` };
}

/** Somebody's day as lists: the first of each section, and how many more there are. */
function dayLists(day: Day): NonNullable<Letter["lists"]> {
  return day.map(({ name, total, rows }) => ({
    heading: SECTIONS[name],
    items: [
      ...rows.map((row) => dayItem(name, row)),
      ...(total > rows.length ? [`and ${total - rows.length} more`] : []),
    ],
  }));
}

/** Of a day, or of what was more than one wants a mail each of. */
function listLetter({ about, inbox, side, is_daily }: News, office: string | undefined): Body {
  const [only] = about.length === 1 && !inbox ? about : [];
  const home =
    side === "team"
      ? { label: "Open my day", path: "/team/my-day" }
      : { label: "Open the dashboard", path: "/client-dashboard" };
  const todo = inbox && [
    `New, and nobody's: ${amount(inbox.unclaimed)}`,
    `Overdue: ${amount(inbox.overdue)}`,
    `Yours: ${amount(inbox.mine)}`,
  ];
  return {
    subject: inbox
      ? `Today: ${amount(inbox.unclaimed)} new, ${amount(inbox.overdue)} overdue, ${amount(inbox.mine)} yours`
      : `News about ${only ? "a requirement" : `${about.length} requirements`}`,
    ...(only ? { heading: `News about ${titled(only.title)}` } : {}),
    paragraphs: [],
    facts: side === "company" ? officeFacts(office) : [],
    lists: [
      ...(inbox ? dayLists(inbox.day) : []),
      ...(todo ? [{ heading: "The inbox", items: todo }] : []),
      ...(about.length > 0
        ? [
            {
              heading: is_daily ? "Requirements since yesterday" : "Requirements",
              items: about.map((each) => lineOf(each, side)),
            },
          ]
        : []),
    ],
    button: only ? { label: "Open the requirement", path: pathOf(only, side) } : home,
  };
}

/**
 * The words of a mail about requirements and the inbox, and of its links that choose and switch off.
 *
 * @param office the office's number, where there is one
 */
export function newsLetter(news: News, office?: string): Letter {
  const { about, side, is_daily, unsubscribe } = news;
  const [first] = about;
  const one = (about: RequirementNews): Body => ({
    ...(about.messages > 0 ? messagesLetter(about, side) : eventsLetter(about, side)),
    facts: factsOf(about, side, office),
  });
  const body = is_daily || !first || about.length > 1 ? listLetter(news, office) : one(first);
  return {
    ...body,
    notes: [],
    replyTo: news.reply_to ?? undefined,
    choices: {
      settings: side === "team" ? "/team/notifications" : "/client-dashboard/notifications",
      unsubscribe: `/unsubscribe?token=${encodeURIComponent(unsubscribe)}`,
    },
  };
}
