import { z } from "zod";
import { jobSchema } from "~/features/adverts/job/schema";
import { lookUpAsUser, mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";

/** What `company_advert` answers. */
const advertSchema = z.object({
  /** Null where the public has seen none. */
  job: jobSchema.nullable(),
  state: z.enum(["open", "over", "closed"]).nullable(),
  is_named: z.boolean(),
  version: z.number().nullable(),
  closes_on: z.string().nullable(),
  closed_at: z.string().nullable(),
  /** What our team has changed last since it was opened; an older database tells none. */
  changed: z.object({ at: z.string(), fields: z.array(z.string()) }).nullish(),
  /** How many applications have come; an older database tells none. */
  applications: z.number().optional(),
  company: z.string(),
  may_write: z.boolean(),
});

/** The advert of a company's requirement, as its company sees it. */
export type OwnAdvert = z.output<typeof advertSchema>;

/** The advert of a requirement of the own company; null for a requirement that is not there, or not theirs. */
export async function loadOwnAdvert(context: Context, id: string): Promise<Result<OwnAdvert | null>> {
  const asked = lookUpAsUser(context, (person) => person.rpc("company_advert", { requirement: id }));
  return parseResult(advertSchema.nullable(), asked);
}

/** Has the company's name stand on it, or no more. */
export function nameAdvert(context: Context, id: string, seen: number, named: boolean) {
  return mutateAsUser(context, (person) => person.rpc("name_advert", { requirement: id, seen, named }));
}

/** Takes it down. */
export function takeDownAdvert(context: Context, id: string, seen: number) {
  return mutateAsUser(context, (person) => person.rpc("take_down_advert", { requirement: id, seen }));
}
