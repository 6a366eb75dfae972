import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { Constants } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { lookUpAsUser, parseResult } from "~/lib/backend/calls.server";
import { countsSchema } from "./candidate-counts";
import { recruiterSchema } from "~/features/requirements/client/dashboard.server";

const { requirement_status, requirement_priority, currency_code, side } = Constants.public.Enums;

/** What `requirement_frame` answers. */
const frameSchema = z.object({
  id: z.string(),
  job_title: z.string(),
  /** For the team alone. */
  client_id: z.string().optional(),
  company: z.string(),
  status: z.enum(requirement_status),
  priority: z.enum(requirement_priority),
  positions_count: z.number(),
  positions_filled: z.number(),
  joining_date: z.string().nullable(),
  version: z.number(),
  currency: z.enum(currency_code),
  location: z.string(),
  closed_reason: z.string().nullable(),
  closed_by: z.enum(side).nullable(),
  recruiter: recruiterSchema.nullable(),
  answer_by: z.string().nullable(),
  may_write: z.boolean(),
  /** What the team has written and the reader has not read. */
  unread: z.number(),
  candidates: countsSchema,
  /** Its advert, once the public has seen it; an older database tells none. */
  advert: z
    .object({ state: z.enum(["open", "over", "closed"]), closes_on: z.string(), is_named: z.boolean() })
    .nullish(),
});

/** What every page of a requirement says of it. */
export type Frame = z.output<typeof frameSchema>;

/** Asks for a requirement's frame, and whose it is; null for one that is not there, or not theirs to see. */
export async function loadRequirementFrame(context: Context, id: string): Promise<Result<Frame | null>> {
  const asked = lookUpAsUser(context, (person) => person.rpc("requirement_frame", { requirement: id }));
  return parseResult(frameSchema.nullable(), asked);
}
