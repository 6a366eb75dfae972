import type { News, RequirementNews } from "./content.ts";
import type { Letter } from "./letters.ts";
import { named, titled } from "./names.ts";
import { STATUS_WORDS } from "./statuses.ts";

/** Beyond this the database does not count. */
const MOST_COUNTED = 1000;

/** "Ann", "Ann and Ben", "Ann, Ben and Cem". */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function counted(messages: number): string {
  return messages === 1 ? "a message" : `${messages} messages`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The names of fields as people read them. */
function fieldsOf(edited: readonly string[]): string {
  return listed(edited.map((field) => field.replaceAll("_", " ")));
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

/** Something that has happened: in a subject, above the text, in a sentence about it, and in a line of a list. */
type Happening = { subject: string; heading: string; sentence: string; short: string };

/** What has become of a requirement; nothing when that is what it was. */
function outcomesOf({ title, status, withdrawal }: RequirementNews): Happening[] {
  if (!status) return [];
  if (withdrawal) {
    const by = named(withdrawal.by ?? "");
    return [
      {
        subject: "Withdrawn: a requirement of your company",
        heading: `Withdrawn: ${titled(title)}`,
        sentence: `${by || "Somebody"} at your company withdrew it.`,
        short: `withdrawn by ${by || "somebody"} at your company`,
      },
    ];
  }
  const [label, sentence, short] = STATUS_WORDS[status];
  return [
    { subject: `${label}: a requirement of your company`, heading: `${label}: ${titled(title)}`, sentence, short },
  ];
}

/** What has happened, each in a sentence; the first is what the subject is about. */
function happenings(about: RequirementNews): Happening[] {
  const title = titled(about.title);
  const company = named(about.company ?? "The company");
  const whose = about.company ? `${title}, ${company}` : title;
  const { recruiter, edited = [] } = about;
  return [
    ...outcomesOf(about),
    ...(recruiter
      ? [
          {
            subject: "Your recruiter for a requirement",
            heading: `Your recruiter for ${title}`,
            sentence: `${named(recruiter)} looks after it now.`,
            short: `${named(recruiter)} looks after it`,
          },
        ]
      : []),
    ...(about.is_withdrawn
      ? [
          {
            subject: "Withdrawn: a requirement of yours",
            heading: `Withdrawn: ${whose}`,
            sentence: `${company} has withdrawn it.`,
            short: "withdrawn",
          },
        ]
      : []),
    ...(about.is_new
      ? [
          {
            subject: "A requirement is yours now",
            heading: `Yours: ${whose}`,
            sentence: "You are in charge of it now.",
            short: "you are in charge of it",
          },
        ]
      : []),
    ...(edited.length > 0
      ? [
          {
            subject: `Changed: a requirement of ${about.company ? "yours" : "your company"}`,
            heading: `Changed: ${whose}`,
            sentence: `${about.company ? `${company} has` : "We have"} changed ${fieldsOf(edited)}.`,
            short: `changed: ${fieldsOf(edited)}`,
          },
        ]
      : []),
  ];
}

/** A letter's words, without what all of these end with. */
type Body = Pick<Letter, "subject" | "heading" | "paragraphs" | "lists" | "button">;

function messagesLetter(about: RequirementNews, side: News["side"]): Body {
  const { authors, company, messages, title } = about;
  const whose = side === "team" && company && authors.length > 0 ? ` of ${named(company)}` : "";
  const who = authors.length === 0 && side === "company" ? "Your recruiter" : writersOf(about, side) + whose;
  const has = authors.length > 1 ? "have" : "has";
  return {
    subject: `${capitalized(counted(messages))} about a requirement`,
    heading: `${capitalized(counted(messages))} about ${titled(title)}`,
    paragraphs: [`${who} ${has} written to you${messages === 1 ? "" : `: ${counted(messages)}`}.`],
    // Of a company it may be somebody who only reads; of the team everybody answers.
    button: {
      label: side === "team" ? "Read and answer" : "Read it on the site",
      path: `${pathOf(about, side)}/messages`,
    },
  };
}

function eventsLetter(about: RequirementNews, side: News["side"]): Body {
  const told = happenings(about);
  return {
    subject: told[0]?.subject ?? "News about a requirement",
    heading: told[0]?.heading ?? titled(about.title),
    paragraphs: told.map(({ sentence }) => sentence),
    button: { label: "Open the requirement", path: pathOf(about, side) },
  };
}

/** One requirement's line in a day's mail. */
function lineOf(about: RequirementNews, side: News["side"]): string {
  const { title, company, messages } = about;
  const told = happenings(about).map(({ short }) => short);
  if (messages > 0) told.push(`${counted(messages)} from ${writersOf(about, side)}`);
  return `${titled(title)}${side === "team" && company ? ` (${named(company)})` : ""}: ${told.join("; ")}`;
}

function amount(count: number): string {
  return count < MOST_COUNTED ? String(count) : "1,000 or more";
}

/** Of a day, or of what was more than one wants a mail each of. */
function listLetter({ about, inbox, side, is_daily }: News): Body {
  const [only] = about.length === 1 && !inbox ? about : [];
  const home =
    side === "team"
      ? { label: "Open the inbox", path: "/team" }
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
    lists: [
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

/** The words of a mail about requirements and the inbox, and of its links that choose and switch off. */
export function newsLetter(news: News): Letter {
  const { about, side, is_daily, unsubscribe } = news;
  const [first] = about;
  const body =
    is_daily || !first || about.length > 1
      ? listLetter(news)
      : first.messages > 0
        ? messagesLetter(first, side)
        : eventsLetter(first, side);
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
