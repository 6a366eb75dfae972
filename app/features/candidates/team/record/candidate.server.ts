import { z } from "zod";
import { lookUpAsUser, mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import { isRowId } from "~/lib/schema/fields";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { recordSchema } from "~/features/candidates/record";
import { Constants } from "~/lib/backend/database.types";
import { nextStepSchema, talkSchema } from "~/features/candidates/talks";
import { entrySchema, findSimilar, type Similar } from "~/features/candidates/team/shortlist/shortlist.server";

const text = z.string().nullable();

const teamRecordSchema = recordSchema.extend({
  email_confirmed_at: text,
  source: text,
  is_adult: z.boolean(),
  created_at: z.string(),
  last_activity_at: z.string(),
  /** When all of it is deleted, as they want. */
  erase_at: text,
});

const candidateSchema = z.object({
  candidate: teamRecordSchema,
  /** Have they agreed that we keep them? */
  is_kept: z.boolean(),
  /** Has somebody at their address said that it is not theirs? */
  is_disowned: z.boolean(),
  talks: z.array(talkSchema),
  next: nextStepSchema.nullable(),
  never: z.array(
    z.object({
      id: z.string(),
      client_id: text,
      named: text,
      /** The domain that it is compared by as well; null where the name alone is. */
      domain: text,
      /** Is it the name of a company of ours? */
      is_known: z.boolean(),
      is_employer: z.boolean(),
      /** They have said so themselves. */
      is_own: z.boolean(),
    }),
  ),
  /** The newest hundred of all. */
  consents: z.array(
    z.object({
      id: z.string(),
      purpose: z.enum(["keep", "show", "apply"]),
      entry_id: text,
      /** Which application it came with. */
      applied_entry_id: text.optional(),
      how: z.enum(["link", "own_page", "phone_link"]),
      /** Of one that was asked by phone. */
      rung_at: text,
      rung_by: text,
      asked_at: z.string(),
      given_at: text,
      refused_at: text,
      withdrawn_at: text,
      ends_at: text,
      closed_at: text,
      is_disowned: z.boolean(),
      is_in_force: z.boolean(),
    }),
  ),
  consents_count: z.number(),
  keep_asked: z.boolean(),
  entries: z.array(
    entrySchema.extend({
      job_title: z.string(),
      requirement_status: z.enum(Constants.public.Enums.requirement_status),
      /** What they have typed with an application that waits, otherwise than it is here. */
      differs: recordSchema
        .pick({ full_name: true, phone: true, city: true, notice_period: true, skills: true, employer: true })
        .partial()
        .nullish(),
      company: text,
    }),
  ),
});

/** All that the team knows of a candidate. */
export type Candidate = z.output<typeof candidateSchema>;
export type Consent = Candidate["consents"][number];

/** A candidate; null for one who is not there. */
export async function loadCandidate(context: Context, id: string): Promise<Result<Candidate | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const asked = lookUpAsUser(context, (person) => person.rpc("read_candidate", { candidate: id }));
  return parseResult(candidateSchema.nullable(), asked);
}

/** The same with who may be the same person. */
export async function loadWithSimilar(
  context: Context,
  id: string,
): Promise<Result<(Candidate & { similar: Similar[] }) | null>> {
  const found = await loadCandidate(context, id);
  if (!found.ok || found.value === null) return found.ok ? { ok: true, value: null } : found;
  const { full_name, email, phone, city } = found.value.candidate;
  const similar = await findSimilar(context, { full_name, email, phone, city }, id);
  return similar.ok ? { ok: true, value: { ...found.value, similar: similar.value } } : similar;
}

/** Changes what is known of a candidate, on the version that was read. */
export function editCandidate(context: Context, candidate: string, seen: number, entries: object) {
  return mutateAsUser(context, (person) => person.rpc("save_candidate", { entries: { ...entries }, candidate, seen }));
}

/** Deletes a candidate and all that is about them. */
export function eraseCandidate(context: Context, candidate: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("erase_candidate", { candidate }));
}

/** All that is kept of a candidate, for a file; the database logs that it leaves. Null for one who is not there. */
export function exportCandidate(context: Context, candidate: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("export_candidate", { candidate }));
}

/** Makes one of two records of a person, each as it was seen. */
export function mergeCandidates(
  context: Context,
  merge: { kept: string; seen: number; merged: string; merged_seen: number },
  entries: object,
) {
  return mutateAsUser(context, (person) => person.rpc("merge_candidates", { ...merge, entries: { ...entries } }));
}
