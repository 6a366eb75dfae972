import { z } from "zod";
import { jobSchema } from "~/features/adverts/job/schema";
import { keptEntriesSchema, type AdvertEntries, type KeptEntries } from "~/features/adverts/fields";
import { lookUpAsUser, mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import { Constants } from "~/lib/backend/database.types";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";

/** How far an advert is; over: nobody can apply any more, and somebody waits for an answer. */
const STATES = ["draft", "open", "over", "closed"] as const;

/** What `read_advert` answers. */
const advertSchema = z.object({
  /** What is written; of a requirement that has no advert, what it could be made of. */
  entries: keptEntriesSchema,
  /** Null where nothing is written. */
  version: z.number().nullable(),
  state: z.enum(STATES).nullable(),
  job: jobSchema.nullable(),
  /** What stands against opening it, by the names of refusals, and the words that name its company. */
  against: z.array(z.string()),
  traces: z.array(z.string()),
  /** Who has applied and has no answer. */
  waiting: z.number(),
  /** When whoever is answered now has a mail. */
  mailed_at: z.string(),
  is_named: z.boolean(),
  /** Which side has closed it; null for the schedule. */
  closed_by: z.enum(Constants.public.Enums.side).nullable(),
  closes_on: z.string().nullable(),
  closed_at: z.string().nullable(),
});

/** A requirement's advert, as the team sees it. */
export type Advert = z.output<typeof advertSchema>;

/** The advert of a requirement, or what it could be made of; null for a requirement that is not there. */
export async function loadAdvert(context: Context, id: string): Promise<Result<Advert | null>> {
  const asked = lookUpAsUser(context, (person) => person.rpc("read_advert", { requirement: id }));
  return parseResult(advertSchema.nullable(), asked);
}

/** What a form is saved beside: the entries and their version, 0 where nothing is written. */
export async function loadWritten(
  context: Context,
  id: string,
): Promise<Result<(KeptEntries & { version: number }) | null>> {
  const found = await loadAdvert(context, id);
  if (!found.ok) return found;
  return { ok: true, value: found.value && { ...found.value.entries, version: found.value.version ?? 0 } };
}

/** Writes an advert on the version that was read. @param seen 0 for the first */
export function saveAdvert(context: Context, id: string, seen: number, entries: AdvertEntries | KeptEntries) {
  return mutateAsUser(context, (person) =>
    person.rpc("save_advert", { requirement: id, entries: { ...entries }, ...(seen === 0 ? {} : { seen }) }),
  );
}

/** Shows it to the public until a day. */
export function openAdvert(
  context: Context,
  id: string,
  { version, closes_on }: { version: number; closes_on: string },
) {
  return mutateAsUser(context, (person) => person.rpc("open_advert", { requirement: id, seen: version, closes_on }));
}

/** Ends it. @param words what those are told who wait for an answer; null for the standard words */
export function closeAdvert(context: Context, id: string, seen: number, words: string | null) {
  return mutateAsUser(context, (person) =>
    person.rpc("close_advert", { requirement: id, seen, ...(words === null ? {} : { words }) }),
  );
}
