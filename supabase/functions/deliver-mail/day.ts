import { z } from "zod";
import { form, FORMS } from "./forms.ts";
import { counted } from "./happenings.ts";
import type { Letter, ListItem } from "./letter.ts";
import { named, titled } from "./names.ts";

/** What of the inbox there is to do. */
export const inboxNews = z.object({
  unclaimed: z.number().int(),
  overdue: z.number().int(),
  mine: z.number().int(),
  /** The reader's day (`private.day_of`); an older database tells none. */
  day: z
    .array(
      z.object({
        name: z.enum(["due", "back", "messages", "agreed", "refused", "waiting", "candidates", "deadline", "silent"]),
        total: z.number().int(),
        rows: z.array(
          z.object({
            id: z.uuid(),
            is_item: z.boolean(),
            kind: z.union([form, z.literal("requirement")]),
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

/** The sections of a day, as the page of it calls them. */
const SECTIONS: Record<Day[number]["name"], string> = {
  due: "Due today or late",
  back: "Back today",
  messages: "Messages from companies",
  agreed: "Said yes, ready to show",
  refused: "Said no",
  waiting: "Waiting for you",
  candidates: "Shown, no answer yet",
  deadline: "Deadline this week",
  silent: "No news for five days",
};

/** The sections that are about candidates: their lines lead to those. */
const OF_CANDIDATES: readonly Day[number]["name"][] = ["agreed", "refused", "candidates"];

/** A line of a day, with the way to it. */
function dayItem(section: Day[number]["name"], row: Day[number]["rows"][number]): ListItem {
  const { id, is_item, kind, title, company, unread, people } = row;
  const isFiled = kind === "requirement" && title !== null;
  const what = isFiled ? titled(title) : kind === "requirement" ? "A requirement" : FORMS[kind].called;
  const whose = isFiled && company ? ` (${named(company)})` : "";
  const news = unread > 0 ? `: ${counted(unread)}` : people > 0 ? `: ${people}` : "";
  const page = OF_CANDIDATES.includes(section) ? "/candidates" : "";
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
