import { z } from "zod";
import { form, FORMS } from "./forms.ts";
import { counted } from "./happening.ts";
import type { Letter, ListItem } from "./letter.ts";
import { named, titled } from "./names.ts";

/** The sections of a day, in their order, as the page of it calls them. */
const SECTIONS = {
  answers: "Answers from companies",
  begins: "Begins today",
  agreed: "Said yes, ready to show",
  calls: "Want a call before they answer",
  applied: "Applied, to be answered",
  steps: "Your next steps",
  asked: "Asked, no answer",
  starting: "Starting soon",
  due: "Due today or late",
  back: "Back today",
  messages: "Messages from companies",
  refused: "Said no",
  waiting: "Waiting for you",
  candidates: "Shown, company has not answered",
  deadline: "Deadline this week",
  empty: "In progress, nobody proposed",
  silent: "No news for five days",
};

const SECTION_NAMES = Object.keys(SECTIONS) as [keyof typeof SECTIONS, ...(keyof typeof SECTIONS)[]];

/** What of the inbox there is to do. */
export const inboxNews = z.object({
  unclaimed: z.number().int(),
  overdue: z.number().int(),
  mine: z.number().int(),
  /** The reader's day (`private.day_of`); an older database tells none. */
  day: z
    .array(
      z.object({
        name: z.enum(SECTION_NAMES),
        total: z.number().int(),
        rows: z.array(
          z.object({
            id: z.uuid(),
            is_item: z.boolean(),
            kind: z.union([form, z.enum(["requirement", "candidate"])]),
            title: z.string().nullable(),
            company: z.string().nullable(),
            unread: z.number().int(),
            /** How many candidates it is about; an older database counts none. */
            people: z.number().int().default(0),
          }),
        ),
      }),
    )
    .default([]),
});

type Day = z.infer<typeof inboxNews>["day"];

/** The sections that are about requirements: the lines of all others that are about candidates lead to those. */
const OF_REQUIREMENTS: readonly Day[number]["name"][] = ["messages", "waiting", "deadline", "silent"];

/** A line of a day, with the way to it: of candidates how many, and no name. */
function dayItem(section: Day[number]["name"], row: Day[number]["rows"][number]): ListItem {
  const { id, is_item, kind, title, company, unread, people } = row;
  if (kind === "candidate") return { text: "A candidate", path: `/team/candidates/${id}` };
  const isFiled = kind === "requirement" && title !== null;
  const what = isFiled ? titled(title) : kind === "requirement" ? "A requirement" : FORMS[kind].called;
  const whose = isFiled && company ? ` (${named(company)})` : "";
  const news = unread > 0 ? `: ${counted(unread)}` : people > 0 ? `: ${people}` : "";
  const page = OF_REQUIREMENTS.includes(section) ? "" : "/candidates";
  return { text: `${what}${whose}${news}`, path: is_item ? `/team/inbox/${id}` : `/team/requirements/${id}${page}` };
}

/** Somebody's day as lists: the first of each section, and how many more there are. */
export function dayLists(day: Day): NonNullable<Letter["lists"]> {
  return day.map(({ name, total, rows }) => ({
    heading: SECTIONS[name],
    items: [
      ...rows.map((row) => dayItem(name, row)),
      ...(total > rows.length ? [`and ${total - rows.length} more`] : []),
    ],
  }));
}
