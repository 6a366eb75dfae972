import { z } from "zod";

/** A fact of a mail: what it is called, and what it is. */
export type Fact = readonly [label: string, value: string];

/** A line of a list; one of something on the site has its path. */
export type ListItem = string | { text: string; path: string };

/** What a mail says, as plain text: the layout makes text and HTML of it. */
export type Letter = {
  /** In our words alone: names and titles stand in the text. */
  subject: string;
  /** What stands above the text; the subject where there is nothing more to say, and nothing over what a person wrote. */
  heading?: string | null;
  paragraphs: string[];
  /** What is worth knowing at a glance: whom to ask, and by when. */
  facts?: Fact[];
  /** What there is several of, under headings. */
  lists?: { heading: string; items: ListItem[] }[];
  /** The one thing to do, on the site. */
  button?: { label: string; path: string };
  /** What else is good to know, smaller. */
  notes: string[];
  /** Of a mail that can be switched off: where one chooses, and where one does that. */
  choices?: { settings: string; unsubscribe: string };
  /** Where an answer goes; else to whoever the mails come from. */
  replyTo?: string | undefined;
  /** What it answers, under it. */
  quote?: { heading: string; lines: string[] };
  /** Has a person written it? Then it is signed in its text, and an absence note may answer. */
  isPersonal?: boolean;
};

/** A moment, as the database writes it. */
export const moment = z.iso.datetime({ offset: true });

/**
 * A template: the facts that the database tells of a mail (`private.<template>_mail`), and the letter that says them.
 *
 * @param facts names, titles and words of our own lists. Of texts that somebody wrote there are two, both the team's: a
 *   reply, with what it answers, and how a message begins
 * @param write makes the letter of them; `office` is the office's number, where there is one
 * @returns makes the letter of a mail's content, and null of one that is not understood
 */
export function defineMail<Facts extends z.ZodRawShape>(
  facts: Facts,
  write: (facts: z.infer<z.ZodObject<Facts>>, office: string | undefined) => Letter,
) {
  const schema = z.object(facts);
  return function letterOf(content: unknown, office?: string): Letter | null {
    const { data } = schema.safeParse(content);
    return data ? write(data, office) : null;
  };
}
