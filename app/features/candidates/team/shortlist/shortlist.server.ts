import { z } from "zod";
import type { Json } from "~/lib/backend/database.types";
import { mutateAsUser, queryAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { audienceSchema } from "~/lib/schema/audience";
import { typedOtherwiseSchema } from "~/lib/schema/typed-otherwise";
import { cardSchema } from "~/features/candidates/card";
import { notedSchema } from "~/features/candidates/noted";
import { sharedEntrySchema } from "~/features/candidates/record";
import { nextStepSchema, talkSchema } from "~/features/candidates/talks";
import type { CandidateEntries } from "~/features/candidates/schema";
import { entryStates, verdictSchema } from "~/features/candidates/states";

const text = z.string().nullable();

/** What a company has said of a card. */
const answerSchema = z.object({
  id: z.string(),
  /** Of a former member there is none. */
  name: text,
  verdict: verdictSchema,
  reason: text,
  words_for_agency: text,
  words_for_candidate: text,
  /** Since when the candidate may read what is for them. */
  released_at: text,
  created_at: z.string(),
  /** How it was told to the team, which has noted it; null for what the company has answered itself. */
  noted: notedSchema.nullish(),
  /** Until when its author can undo it; null once they can't. */
  undo_until: text.optional(),
});

/** What is known of an entry, wherever the team sees it. */
export const entrySchema = sharedEntrySchema.extend({
  version: z.number(),
  requirement_id: z.string(),
  /** The fields that the card is made of, by their names. */
  chosen: z.array(z.string()),
  code_word: z.string(),
  /** Does the card go by mail or on paper? */
  is_by_mail: z.boolean().default(false),
  /** Has whoever has the address said that they are not who was asked? */
  is_disowned: z.boolean(),
  /** Have they withdrawn what they had applied with, before they were asked? An older database tells none. */
  is_application_withdrawn: z.boolean().optional(),
  /** Is there a yes in force to this very card? */
  has_yes: z.boolean(),
  interview_at: text,
  /** By when its company is asked to answer, while it has not. */
  answer_by: text,
  /** What the team does next about them for this job. */
  next: nextStepSchema.nullable(),
  /** How often they were reminded of the question, and from when on they may be again; null for who was never asked. */
  reminders: z.object({ count: z.number(), at: text, from: text }).nullable(),
  /** What the company has of them beside the card, as long as it says "interview". */
  opened_to: z.object({ full_name: z.string(), email: z.string().optional(), phone: z.string().optional() }).nullable(),
  /** Have they said no, and want to be asked after all? */
  is_reconsidered: z.boolean(),
  /** Was what they were asked last asked at another address than the one we know now? */
  is_moved: z.boolean(),
  /** What they were asked last, where it is still open. */
  question: z
    .object({
      /** By a link that the asker gives them, and nobody else has? */
      is_by_phone: z.boolean(),
      has_link: z.boolean(),
      asked_by: text,
      /** Since when they want to be rung before they answer. */
      call_wanted_at: text,
    })
    .nullish(),
  /** Must the company not learn of them? */
  is_never: z.boolean(),
  /** What stands on their list, or where they work, that may be the company written otherwise; none once it sees them. */
  near_names: z.array(z.string()),
  opened: z.array(z.object({ name: text, day: z.string() })),
  answers: z.array(answerSchema),
  card: cardSchema.extend({ name: z.string().optional() }),
});

/** Another job that somebody is in process for: how far, and since when. */
const elsewhereSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: z.enum(entryStates),
  requirement_id: z.string(),
  job_title: z.string(),
  company: text,
  since: text,
  begins_on: text,
});

export type Elsewhere = z.output<typeof elsewhereSchema>;

/** Who an entry is about, as the page of its requirement has them. */
const personSchema = z.object({
  id: z.string(),
  full_name: z.string(),
  has_address: z.boolean(),
  /** When all of it is deleted, as they want. */
  erase_at: text,
  /** Of who has no address the numbers that can be asked, and who has rung them last; older calls don't count. */
  numbers: z.array(z.object({ number: z.string(), rung_at: text, rung_by: text, noted_at: text })),
  phone: text,
  /** What they have typed otherwise when they applied for this job. */
  differs: typedOtherwiseSchema,
  /** The latest, for whatever job. */
  talks: z.array(talkSchema),
  elsewhere: z.array(elsewhereSchema),
});

const shortlistSchema = z.object({
  shortlist: z.object({
    is_blind: z.boolean(),
    is_abroad: z.boolean(),
    is_abroad_said: z.boolean(),
    tells_pay: z.boolean(),
    is_by_mail: z.boolean(),
    version: z.number(),
  }),
  /** Does its place name another country? Null where it names none that is known, or India as well. */
  is_place_abroad: z.boolean().nullable(),
  /** Who of the company sees what is shown. */
  audience: audienceSchema,
  /** Whom the team speaks with there. */
  contact: z.object({ name: text, phone: text }).nullable(),
  /** Is somebody still looked for? */
  is_open: z.boolean(),
  has_emigration_number: z.boolean(),
  /** Do the settings take a yes by a link that went to a number which was rung? */
  may_ask_by_phone: z.boolean(),
  entries: z.array(entrySchema.extend({ candidate: personSchema })),
});

export type Shortlist = z.output<typeof shortlistSchema>;
export type Entry = Shortlist["entries"][number];

/** The candidates of a requirement, as the team sees them. */
export async function loadShortlist(context: Context, requirement: string): Promise<Result<Shortlist>> {
  const asked = queryAsUser(context, (person) => person.rpc("read_shortlist", { requirement }));
  return parseResult(shortlistSchema, asked);
}

/** Keeps what a form says of a new candidate, once for each form. @returns whose record that is */
export async function createCandidate(
  context: Context,
  entries: CandidateEntries,
  form: string,
): Promise<Result<string>> {
  const asked = mutateAsUser(context, (person) => person.rpc("save_candidate", { entries: { ...entries }, form }));
  return parseResult(
    z.object({ id: z.string() }).transform(({ id }) => id),
    asked,
  );
}

/** Somebody who may be the same person, and why. */
const similarSchema = z.array(
  z.object({
    id: z.string(),
    full_name: z.string(),
    headline: text,
    city: text,
    why: z.enum(["address", "number", "name"]),
    is_confirmed: z.boolean(),
  }),
);

export type Similar = z.output<typeof similarSchema>[number];

/** Who is known that may be the same person as somebody who is entered. @param except whose own entries they are */
export async function findSimilar(context: Context, entries: object, except?: string): Promise<Result<Similar[]>> {
  const asked = queryAsUser(context, (person) =>
    person.rpc("similar_candidates", { entries: entries as Json, ...(except ? { except_one: except } : {}) }),
  );
  return parseResult(similarSchema, asked);
}
