import { z } from "zod";
import { moment } from "./letter.ts";
import { outlook } from "./outlook.ts";
import { statuses } from "./statuses.ts";

/** What there is to tell of one requirement. */
export const requirementNews = z.object({
  ...outlook,
  id: z.uuid(),
  title: z.string(),
  /** To the team: whose it is. */
  company: z.string().optional(),
  /** To the company: the status that it has now. */
  status: z.enum(statuses).optional(),
  /** Of one that is filled: how many of its positions, which is none where nobody has said, and when they begin. */
  outcome: z
    .object({ positions: z.number().int(), filled: z.number().int(), begin_on: z.iso.date().nullish() })
    .optional(),
  /** To the company: a colleague has withdrawn it; who, as far as that is known. */
  withdrawal: z.object({ by: z.string().optional() }).optional(),
  /** To the company: who looks after it now. */
  recruiter: z.string().optional(),
  /** To the team: they have been put in charge of it. */
  is_new: z.boolean().optional(),
  is_withdrawn: z.boolean().optional(),
  /** Which fields the other side has changed. */
  edited: z.array(z.string().regex(/^[a-z_]+$/)).optional(),
  messages: z.number().int(),
  authors: z.array(z.string()),
  /** To the company: how many candidates wait for its answer, some of whom are new. */
  candidates: z.number().int().optional(),
  /** By when that answer is asked for; an older database tells none. */
  candidates_by: moment.nullish(),
  /** To the team: about how many candidates the company has answered. */
  answers: z.number().int().optional(),
  /** How many of these answers are which; an older database tells none. */
  verdicts: z.partialRecord(z.enum(["interview", "maybe", "no", "known"]), z.number().int()).optional(),
  /** To both sides: how many candidates are no longer shown. */
  withdrawn: z.number().int().optional(),
  /** To the team: how many candidates have agreed and are to be shown, some of whom are new, and how many have said no. */
  agreed: z.number().int().optional(),
  refused: z.number().int().optional(),
  /** To the team: how many who had said no want to be asked after all. */
  reconsidered: z.number().int().optional(),
  /** To the company: how many of those it had chosen Interview for. */
  withdrawn_opened: z.number().int().optional(),
  /** To the company: its job is public, and until when. To the team: what the company has said of that last. */
  advert: z.object({ closes_on: z.iso.date(), is_named: z.boolean().default(false) }).optional(),
  /** To the company: what of its public job the team has changed. */
  advert_changed: z.array(z.string().regex(/^[a-z_]+$/)).optional(),
  advert_said: z.enum(["taken_down", "named", "unnamed"]).optional(),
  /** To a company that wants it: how the first message of the team's begins. */
  beginning: z.string().optional(),
  /** To the company: may the receiver write, or only read? */
  may_answer: z.boolean().optional(),
});

export type RequirementNews = z.infer<typeof requirementNews>;
