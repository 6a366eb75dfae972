import { z } from "zod";
import { talkChannels } from "~/content/talk-channels";
import { today } from "~/lib/format/clock";
import type { FormKeys } from "~/lib/forms/form";
import { choice, optionalDate, optionalText, type Options } from "~/lib/schema/fields";

const text = z.string().nullable();

/** What is noted without a talk. */
const NOTE = "note";

/** A talk or a note, to choose from. */
export const talkKinds = [...talkChannels, [NOTE, "Note"]] as const satisfies Options;

/** A talk with a candidate, or a note about one, as the database answers it. */
export const talkSchema = z.object({
  id: z.string(),
  /** Null for a note. */
  channel: z.enum(talkChannels.map(([name]) => name)).nullable(),
  body: z.string(),
  created_at: z.string(),
  author: text,
  entry_id: text,
  /** For which job; null for none. */
  job_title: text,
});

export type Talk = z.output<typeof talkSchema>;

/** What the team does next about somebody, and whose day it is in. */
export const nextStepSchema = z.object({ on: z.string(), words: text, by: text });

export type NextStep = z.output<typeof nextStepSchema>;

/** What a link by telephone and a reminder note of themselves (`ask_by_phone`, `remind_candidate`). */
const NOTED_BY_ITSELF = /^(?:Rang \+[0-9 ]+ and spoke to them\.|Reminded of the question)$/;

/** The last talk that has words of a person; else the last one. */
export function lastTalk(talks: readonly Talk[]): Talk | undefined {
  return talks.find(({ body }) => !NOTED_BY_ITSELF.test(body)) ?? talks[0];
}

/** How a talk was held, in a word. */
export function channelWord({ channel }: Pick<Talk, "channel">): string {
  return talkKinds.find(([name]) => name === (channel ?? NOTE))?.[1] ?? "";
}

/** The last day for which a next step can be set. */
function lastDay(): string {
  const day = new Date(`${today()}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 365);
  return day.toISOString().slice(0, 10);
}

/** A talk as it is noted: what was said, by which way, and what comes next. Without words only the next step changes. */
export const talkFormSchema = z
  .object({
    channel: choice(talkKinds, "Choose how you spoke to them"),
    said: optionalText("what was said", 4_000),
    next_words: optionalText("the next step", 200),
    next_on: optionalDate,
  })
  .superRefine(({ said, next_words, next_on }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (said === null && next_words === null && next_on === null) refuse("said", "Enter what was said");
    if (next_words !== null && next_on === null) refuse("next_on", "Enter the day of the next step");
    if (next_on !== null && (next_on < today() || next_on > lastDay())) {
      refuse("next_on", "Enter today or a later day, within a year");
    }
  })
  .transform(({ channel, said, ...next }) => ({ ...next, words: said, channel: channel === NOTE ? null : channel }));

/** `entry` and `seen_next` say for which job it is, and which next step its page showed. */
export const talkKeys = {
  single: ["entry", "candidate", "channel", "said", "next_words", "next_on", "seen_next"],
} as const satisfies FormKeys;
