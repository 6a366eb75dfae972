import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { askAll, type Result } from "~/lib/result";
import { tableRow } from "~/lib/backend/row";
import { mutateAsUser, parseResult, queryAsUser } from "~/lib/backend/calls.server";
import type { Filters } from "~/features/inbox/filters";
import type { Kind, State } from "~/features/inbox/list/items";
import { loadNext, type Next } from "~/features/inbox/list/list.server";
import { loadFound, type FoundItem } from "~/features/inbox/sent/sent.server";

/** What else names the same address, telephone number or company. */
export type Related = {
  id: string;
  kind: Kind;
  title: string | null;
  came: string;
  state: State;
  source: string | null;
};

/** A candidate, or a company, that the team knows and that it may be from, and why. */
const personSchema = z.object({
  kind: z.enum(["candidate", "client"]),
  id: z.string(),
  name: z.string(),
  detail: z.string().nullable(),
  reason: z.string(),
});
export type RelatedPerson = z.output<typeof personSchema>;

/** A mail to whoever sent it; `delivery` is null while it is on its way. */
const replySchema = z.object({ id: z.string(), body: z.string(), delivery: z.enum(["sent", "failed"]).nullable() });
export type Reply = z.output<typeof replySchema>;

/** An item of the inbox with all that belongs to it. */
export type Item = FoundItem &
  History & {
    related: Related[];
    people: RelatedPerson[];
    /** Who else has opened it in the last five minutes. */
    others: { user_id: string; opened_at: string }[];
    /** The item after it in the list that it was opened from. */
    next: Next | null;
  };

/** The list that an item was opened from, and the group where it stood. */
export type From = { filters: Filters; at: string | undefined };

/** What has happened to an item, of each kind the newest hundred: more than anybody reads. */
const historySchema = z.object({
  /** How many have applied for the requirement and wait for an answer; an older database tells none. */
  applicants: z.number().default(0),
  notes: z.array(tableRow<"notes">()),
  replies: z.array(replySchema),
  events: z.array(tableRow<"item_events">()),
  requirement_events: z.array(tableRow<"requirement_events">()),
});
type History = z.output<typeof historySchema>;

/** Marks an item as opened. @returns who else has it open; null when there is no such item */
async function openItem(context: Context, id: string): Promise<Result<Item["others"] | null>> {
  const opened = await mutateAsUser(context, (supabase) => supabase.rpc("open_item", { item: id }));
  return !opened.ok && opened.status === 404 ? { ok: true, value: null } : opened;
}

/** Everything about an item, and that the caller has opened it. @returns null when there is none */
export async function loadItem(context: Context, id: string, { filters, at }: From): Promise<Result<Item | null>> {
  const [others, found] = await Promise.all([
    openItem(context, id),
    askAll({
      lines: loadFound(context, [id]),
      next: loadNext(context, id, filters, at),
      related: queryAsUser(context, (supabase) => supabase.rpc("related_items", { item: id })),
      people: parseResult(
        z.array(personSchema),
        queryAsUser(context, (supabase) => supabase.rpc("related_people", { item: id })),
      ),
      history: parseResult(
        historySchema,
        queryAsUser(context, (supabase) => supabase.rpc("read_item_history", { item: id })),
      ),
    }),
  ]);
  if (!others.ok) return others;
  if (others.value === null) return { ok: true, value: null };
  if (!found.ok) return found;
  const { lines, history, ...beside } = found.value;
  const [line] = lines;
  if (!line) return { ok: true, value: null };
  return { ok: true, value: { ...line, ...history, ...beside, others: others.value } };
}
