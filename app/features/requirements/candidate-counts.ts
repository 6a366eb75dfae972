import { z } from "zod";

/** How many candidates of a requirement are where: the same count for every page, list and mail. */
export const countsSchema = z.object({
  /** Who has to say yes or no. */
  asked: z.number(),
  agreed: z.number(),
  /** All that the company sees, whatever became of them since. */
  shown: z.number(),
  interview: z.number(),
  offered: z.number(),
  joined: z.number(),
  /** Who waits for an answer of the company, the first of them since when, and by when it is promised. */
  waiting: z.number(),
  waiting_since: z.string().nullable(),
  answer_by: z.string().nullable(),
});
export type CandidateCounts = z.output<typeof countsSchema>;
