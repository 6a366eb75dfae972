import { z } from "zod";

/** How many candidates of a requirement got at least how far: the same count for every page, list and mail. */
export const countsSchema = z.object({
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
  /** For the team alone: how many have applied, and of those who wait for its answer how many, and by when the first has it. */
  applied: z.number().optional(),
  unanswered: z.number().default(0),
  unanswered_by: z.string().nullable().default(null),
});
export type CandidateCounts = z.output<typeof countsSchema>;

/** The steps of candidates, in their order. */
const STEPS = ["asked", "agreed", "shown", "interview", "offered", "joined"] as const;

/**
 * How far candidates have come, the same on both sides' lists: "5 asked, 3 shown, 1 interview". A step that all of them have
 * passed is left out, since the next one has its number; empty where nobody was asked.
 */
export function pipelineWords(counts: CandidateCounts): string {
  return STEPS.filter((step, index) => {
    const next = STEPS[index + 1];
    return counts[step] > (next === undefined ? 0 : counts[next]);
  })
    .map((step) => `${counts[step]} ${step}`)
    .join(", ");
}
