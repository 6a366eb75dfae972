import { parseResult, lookUpAsUser } from "~/lib/backend/calls.server";
import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { pageOf, type Place } from "~/lib/backend/cursor";
import { Constants } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";

/** Events on one page of a history; the database gives one more. */
const PAGE_SIZE = 50;

const eventSchema = z.object({
  id: z.string(),
  side: z.enum(Constants.public.Enums.side).nullable(),
  type: z.string(),
  changes: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  /** Who did it, and who was put in charge: ids for the team alone. */
  actor: z.string().nullable(),
  person: z.string().nullable(),
  /** The name of a member of the company who did it. */
  actor_name: z.string().nullable(),
  /** Was anybody put in charge? */
  is_named: z.boolean(),
  /** For the team: the names of the candidates whom it is about, as far as they are known still. */
  people: z.array(z.string()).nullable(),
  /** The name of who was put in charge and is still. */
  person_name: z.string().nullable(),
});

/** What happened to a requirement, as the database tells it. */
export type RequirementEvent = z.output<typeof eventSchema>;

/** What `requirement_history` answers. */
const historySchema = z.object({ currency: z.string().nullable(), rows: z.array(eventSchema) });

/** A page of the events of a requirement, the newest first. */
export type Events = {
  rows: RequirementEvent[];
  /** Where the next page starts; null on the last. */
  next: string | null;
  /** That of the amounts where the page starts; null where it is today's. */
  currency: string | null;
};

/** The events of a requirement; none of one that is not there, or not theirs to see. @param place where the page starts */
export async function loadEvents(context: Context, id: string, place: Place | undefined): Promise<Result<Events>> {
  const wanted = { requirement: id, ...(place ? { before_at: place[0], before_id: place[1] } : {}) };
  const asked = lookUpAsUser(context, (person) => person.rpc("requirement_history", wanted));
  const found = await parseResult(historySchema.nullable(), asked);
  if (!found.ok) return found;
  const { rows, currency } = found.value ?? { rows: [], currency: null };
  return { ok: true, value: { ...pageOf(rows, PAGE_SIZE), currency } };
}
