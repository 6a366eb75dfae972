import { z } from "zod";
import { dayLists, inboxNews } from "../day.ts";
import { isAboutCandidates } from "../candidate-happenings.ts";
import { capitalized, counted, listed } from "../happening.ts";
import { happenings } from "../happenings.ts";
import { requirementNews, type RequirementNews } from "../requirement-news.ts";
import { defineMail, type Fact, type Letter } from "../letter.ts";
import { named, titled } from "../names.ts";
import { companyFacts, nextFacts, officeFacts, weekdayOf } from "../outlook.ts";

/** What has happened to requirements, and what of the inbox there is to do: several mails that go together as one. */
const facts = {
  side: z.enum(["company", "team"]),
  /** A day's mail; else one about what has just happened to one requirement, or to several that were too many for one each. */
  is_daily: z.boolean(),
  about: z.array(requirementNews),
  inbox: inboxNews.nullable(),
  /** To the company: the address of the recruiter who looks after all of these. */
  reply_to: z.string().nullish(),
  /** The token of the link that switches such mails off. */
  unsubscribe: z.string(),
};

type News = z.infer<z.ZodObject<typeof facts>>;

/** Beyond this the database does not count. */
const MOST_COUNTED = 1000;

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
  if (side === "team") return nextFacts(outlook, "Answer due");
  const { candidates, candidates_by } = about;
  const asked =
    candidates !== undefined && candidates_by ? [["Please answer by", weekdayOf(candidates_by)] as const] : [];
  return [...asked, ...companyFacts(outlook, office)];
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
      ...(mayAnswer ? [] : ["You can read it. Owners and members of your company can answer."]),
    ],
    button: { label: mayAnswer ? "Read and answer" : "Read it on the site", path: `${pathOf(about, side)}/messages` },
    ...(beginning === undefined
      ? {}
      : { quote: { heading: `${messages === 1 ? "It" : "The first"} begins:`, lines: beginning.split("\n") } }),
  };
}

/** Where a mail about one requirement leads: straight to its candidates, or its advert, where it is about them. */
function buttonOf(about: RequirementNews, side: News["side"]): NonNullable<Letter["button"]> {
  const path = pathOf(about, side);
  if (about.candidates !== undefined) return { label: "See the cards and answer", path: `${path}/candidates` };
  if (isAboutCandidates(about)) return { label: "Open the candidates", path: `${path}/candidates` };
  return about.advert || about.advert_said || about.advert_changed
    ? { label: "Open the advert", path: `${path}/advert` }
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

/** Of a day, or of what was more than one wants a mail each of. */
function listLetter({ about, inbox, side, is_daily }: News, office: string | undefined): Body {
  const [only] = about.length === 1 && !inbox ? about : [];
  const home =
    side === "team"
      ? { label: "Open my day", path: "/team/my-day" }
      : { label: "Open the dashboard", path: "/client-dashboard" };
  const todo = inbox && [
    `New and unassigned: ${amount(inbox.unclaimed)}`,
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

/** The words, and the links that choose and switch off. */
export const news = defineMail(facts, (content, office) => {
  const { about, side, is_daily, unsubscribe, reply_to } = content;
  const [first] = about;
  const one = (about: RequirementNews): Body => ({
    ...(about.messages > 0 ? messagesLetter(about, side) : eventsLetter(about, side)),
    facts: factsOf(about, side, office),
  });
  const body = is_daily || !first || about.length > 1 ? listLetter(content, office) : one(first);
  return {
    ...body,
    notes: [],
    replyTo: reply_to ?? undefined,
    choices: {
      settings: side === "team" ? "/team/notifications" : "/client-dashboard/notifications",
      unsubscribe: `/unsubscribe?token=${encodeURIComponent(unsubscribe)}`,
    },
  };
});
