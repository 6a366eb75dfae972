import type { Context } from "~/lib/context";
import type { Tables } from "~/lib/database.types";
import type { Result } from "~/lib/result";
import { askAsPerson, changeFailure, sessionContext } from "~/lib/supabase.server";
import type { Filters } from "./filters";
import type { Kind, State } from "./lines";
import { loadNext, type Next } from "./list.server";
import { loadFound, loadSenders, withSender, type FoundItem } from "./sent.server";

/** What else came from the same address or company. */
export type Related = { id: string; kind: Kind; title: string | null; came: string; state: State };

export type Note = Tables<"notes">;
export type ItemEvent = Tables<"item_events">;
export type RequirementEvent = Tables<"requirement_events">;

/** A line of the inbox with all that belongs to it. */
export type Item = FoundItem & {
  related: Related[];
  /** Who else has opened it in the last five minutes. */
  others: { user_id: string; opened_at: string }[];
  notes: Note[];
  events: ItemEvent[];
  requirementEvents: RequirementEvent[];
  /** The line after it in the list that it was opened from. */
  next: Next | null;
};

/** The list that a line was opened from, and the group where it stood. */
export type From = { filters: Filters; at: string | undefined };

/** So much of each stands in the timeline, the newest: more than anybody reads. */
const MOST_SHOWN = 100;

/** Marks a line as opened. @returns who else has it open; null when there is no such line */
async function openItem(context: Context, id: string): Promise<Result<Item["others"] | null>> {
  const { data, error, status } = await context.get(sessionContext)().supabase.rpc("open_item", { item: id });
  if (!error) return { ok: true, value: data };
  const failure = changeFailure(error, status);
  if (failure.status === 404) return { ok: true, value: null };
  return { ok: false, message: failure.message, status: failure.status === 503 ? 503 : 502 };
}

/** The line, and who filed its requirement and that one's history; an enquiry has none. */
async function readLine(context: Context, id: string): Promise<Result<[FoundItem, RequirementEvent[]] | null>> {
  const line = await loadFound(context, [id]);
  if (!line.ok) return line;
  const [found] = line.value;
  if (!found) return { ok: true, value: null };
  const { requirement_id } = found;
  if (requirement_id === null) return { ok: true, value: [found, []] };
  const [senders, events] = await Promise.all([
    loadSenders(context, [id]),
    askAsPerson(context, (supabase) =>
      supabase
        .from("requirement_events")
        .select("*")
        .eq("requirement_id", requirement_id)
        .order("created_at", { ascending: false })
        .limit(MOST_SHOWN),
    ),
  ]);
  if (!senders.ok) return senders;
  return events.ok ? { ok: true, value: [withSender(found, senders.value.get(id)), events.value] } : events;
}

/** Everything about a line, and that whoever asks has opened it. @returns null when there is none */
export async function loadItem(context: Context, id: string, { filters, at }: From): Promise<Result<Item | null>> {
  const [others, line, next, related, notes, events] = await Promise.all([
    openItem(context, id),
    readLine(context, id),
    loadNext(context, id, filters, at),
    askAsPerson(context, (supabase) => supabase.rpc("related_items", { item: id })),
    askAsPerson(context, (supabase) =>
      supabase.from("notes").select("*").eq("item_id", id).order("created_at", { ascending: false }).limit(MOST_SHOWN),
    ),
    askAsPerson(context, (supabase) =>
      supabase
        .from("item_events")
        .select("*")
        .eq("item_id", id)
        .order("created_at", { ascending: false })
        .limit(MOST_SHOWN),
    ),
  ]);
  if (!others.ok) return others;
  if (others.value === null) return { ok: true, value: null };
  if (!line.ok) return line;
  if (!next.ok) return next;
  if (!related.ok) return related;
  if (!notes.ok) return notes;
  if (!events.ok) return events;
  if (line.value === null) return { ok: true, value: null };
  const [found, requirementEvents] = line.value;
  return {
    ok: true,
    value: {
      ...found,
      related: related.value,
      others: others.value,
      notes: notes.value,
      events: events.value,
      requirementEvents,
      next: next.value,
    },
  };
}
