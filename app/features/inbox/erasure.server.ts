import { z } from "zod";
import { mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";

const erasureSchema = z.object({
  name: z.string(),
  /** The address, or the number of who gave none. */
  reached_at: z.string(),
  /** Do they belong to a company, or to the team? */
  is_member: z.boolean(),
  items: z.number(),
  candidates: z.number(),
  mails: z.number(),
  /** After how many days things go by themselves. */
  days: z.object({ all: z.number(), candidates: z.number() }),
});

export type SenderErasure = z.output<typeof erasureSchema>;

/** What would go with the sender of an item; null for who may not ask, and where there is no such item: both are refusals. */
export async function previewErasure(context: Context, item: string): Promise<Result<SenderErasure | null>> {
  const asked = mutateAsUser(context, (person) => person.rpc("preview_sender_erasure", { item }));
  const found = await parseResult(erasureSchema, asked);
  return !found.ok && found.status === 404 ? { ok: true, value: null } : found;
}

/** Deletes all that the sender of an item has sent, and their candidate's record. */
export function eraseSender(context: Context, item: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("erase_sender", { item }));
}
