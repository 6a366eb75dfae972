import { z } from "zod";
import { omitNulls, parseResult, queryAsUser } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { typedOtherwiseSchema } from "~/lib/schema/typed-otherwise";

/** An applicant who waits for an answer. */
const applicantSchema = z.object({
  id: z.string(),
  version: z.number(),
  candidate_id: z.string(),
  full_name: z.string(),
  city: z.string().optional(),
  notice_period: z.string().optional(),
  employer: z.string().optional(),
  headline: z.string().optional(),
  phone: z.string().optional(),
  skills: z.array(z.string()),
  /** Their words for this job. */
  said: z.string().optional(),
  applied_at: z.string(),
  answer_by: z.string(),
  differs: typedOtherwiseSchema,
  /** Have they agreed that their card is shown, as it would be; or another one? */
  yes: z.enum(["card", "other_card"]).optional(),
  is_kept: z.boolean(),
  /** Was there a record of them before? */
  is_known: z.boolean(),
  /** For how many jobs they are in process. */
  in_process: z.number().default(0),
  /** Must the company not learn of them? */
  is_never: z.boolean(),
  near_names: z.array(z.string()).default([]),
  /** When all of it is deleted, as they want. */
  erase_at: z.string().optional(),
});

const turnedDownSchema = z.object({
  id: z.string(),
  candidate_id: z.string(),
  full_name: z.string(),
  turned_down_at: z.string(),
  /** When they are told; none once it can't be undone. */
  told_at: z.string().optional(),
  /** When their mail goes, which waits for the day. */
  mailed_at: z.string().optional(),
  /** Why, where the job was over and nobody has decided about them. */
  reason: z.enum(["taken_down", "filled", "closed"]).optional(),
  /** What they are told, of the first of those of one act; none for the standard words. */
  words: z.string().optional(),
});

/** Somebody who was taken on, as long as that can be undone. */
const takenOnSchema = z.object({
  id: z.string(),
  candidate_id: z.string(),
  full_name: z.string(),
  told_at: z.string(),
  mailed_at: z.string(),
});

const applicantsSchema = z.object({
  total: z.number(),
  /** By when the first of all of them is to be answered. */
  answer_by: z.string().nullable(),
  /** When whoever is answered now has a mail. */
  mailed_at: z.string(),
  /** Who was taken on, and not shown yet: they are told when the job is over. */
  unshown: z.number(),
  /** A page of fifty, and how many wait before it. */
  people: z.array(applicantSchema),
  before: z.number(),
  turned_down_count: z.number(),
  turned_down: z.array(turnedDownSchema),
  taken_on: z.array(takenOnSchema),
});

export type Applicants = z.output<typeof applicantsSchema>;
export type Applicant = Applicants["people"][number];

/**
 * Who has applied for a requirement and waits for an answer, and who was turned down.
 *
 * @param after the last entry before the page of fifty; null for the first page
 */
export async function loadApplicants(
  context: Context,
  requirement: string,
  after: string | null,
): Promise<Result<Applicants>> {
  const page = omitNulls({ requirement, after });
  const asked = queryAsUser(context, (person) => person.rpc("read_applicants", page));
  return parseResult(applicantsSchema, asked);
}
