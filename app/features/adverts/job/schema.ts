import { z } from "zod";

/** The kinds of work, as the database names them. */
export const WORK = ["permanent", "full_time", "part_time", "contract", "temporary"] as const;
export type Work = (typeof WORK)[number];

/** What a job pays: for an hour, a day, a month or a year. */
const paySchema = z.object({
  min: z.number().nullable(),
  max: z.number().nullable(),
  currency: z.string(),
  unit: z.enum(["hour", "day", "month", "year"]),
});
export type Pay = z.output<typeof paySchema>;

/** A job as lists tell it (`private.listed_job`). */
export const listedJobSchema = z.object({
  slug: z.string(),
  title: z.string(),
  place: z.string(),
  country: z.string(),
  work: z.enum(WORK),
  is_remote: z.boolean(),
  min_experience: z.number().nullable(),
  max_experience: z.number().nullable(),
  skills: z.array(z.string()),
  /** Null where it is not told. */
  pay: paySchema.nullable(),
  /** Null for a company that has not named itself. */
  company: z.string().nullable(),
  /** When it was first seen, as ISO 8601; null in a preview. */
  opened_at: z.string().nullable(),
  /** The last day on which somebody can apply, where the agency is; null in a preview that names none yet. */
  closes_on: z.string().nullable(),
});
export type ListedJob = z.output<typeof listedJobSchema>;

/** A job as its own page tells it (`private.job_of`). */
export const jobSchema = listedJobSchema.extend({ body: z.string(), updated_at: z.string().nullable() });
export type Job = z.output<typeof jobSchema>;

/** How applicants of the last ninety days were answered; null for too few to tell. */
export const answerRecordSchema = z
  .object({ applied: z.number(), answered: z.number(), median_hours: z.number().nullable() })
  .nullable();
export type AnswerRecord = z.output<typeof answerRecordSchema>;
