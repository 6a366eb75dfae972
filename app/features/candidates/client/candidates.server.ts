import { z } from "zod";
import { mutateAsUser, queryAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { cardSchema, sealSchema } from "~/features/candidates/card";
import { notedSchema } from "~/features/candidates/noted";
import { verdictSchema } from "~/features/candidates/states";
import type { Answer } from "./answers";

const text = z.string().nullable();

/** What somebody has said of a card. */
const answerSchema = z.object({ verdict: verdictSchema, reason: text, created_at: z.string() });

/** What `company_candidates` answers of one card: nothing of the candidate's own record but what is on it. */
const shownSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: z.enum(["shown", "interview", "offered", "accepted", "joined", "declined"]),
  card: cardSchema,
  pitch: z.string().nullable(),
  is_blind: z.boolean(),
  seal: sealSchema.optional(),
  /** Of a blind card the word that stands for it, until "interview" has opened it. */
  name: z.string(),
  shown_at: z.string(),
  /** When they have applied for this job by themselves. */
  applied_at: z.string().nullish(),
  begins_on: z.string().nullable(),
  joined_on: z.string().nullable(),
  answer_by: z.string().nullable(),
  contact: z.object({ full_name: z.string(), email: z.string().optional(), phone: z.string().optional() }).nullable(),
  /** When "interview" opens how they are reached, while that is still to come. */
  opens_at: text.optional().default(null),
  /** The reader's own answer, as long as it counts and can be undone. */
  undo: z.object({ answer: z.string(), until: z.string() }).nullish(),
  own_answer: answerSchema.extend({ words_for_agency: text, words_for_candidate: text }).nullable(),
  /** What was told to the team by phone or mail, the last of it. */
  noted: answerSchema.extend(notedSchema.shape).nullish(),
  /** Colleagues', each one's last. */
  answers: z.array(answerSchema.extend({ name: text })),
});

export type ShownCandidate = z.output<typeof shownSchema>;

const candidatesSchema = z.object({
  may_answer: z.boolean(),
  /** How many were shown and are no longer, and when that was said last. */
  withdrawn: z.number(),
  withdrawn_at: z.string().nullable(),
  entries: z.array(shownSchema),
});

/** The candidates of a requirement as its company sees them, and whether the reader answers. */
export type OwnCandidates = z.output<typeof candidatesSchema>;

/** Asks for the candidates of a requirement of the own company. @param opens are they noted as opened? */
export async function loadOwnCandidates(
  context: Context,
  requirement: string,
  opens: boolean,
): Promise<Result<OwnCandidates>> {
  const asked = queryAsUser(context, (person) => person.rpc("company_candidates", { requirement, opens }));
  return parseResult(candidatesSchema, asked);
}

/** Answers about candidates of a requirement, all or none. @returns how many answers that made: the same again is none */
export function answerCandidates(context: Context, requirement: string, answers: readonly Answer[]) {
  return mutateAsUser(context, (person) => person.rpc("answer_candidates", { requirement, answers: [...answers] }));
}

/** Undoes an answer, as long as nobody outside the company was told. @returns whether there was one to be undone */
export function undoAnswer(context: Context, requirement: string, answer: string) {
  return mutateAsUser(context, (person) => person.rpc("undo_answer", { requirement, answer }));
}
