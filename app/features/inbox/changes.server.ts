import type { Context } from "~/lib/http/context";
import type { Enums } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { mutateAsUser } from "~/lib/backend/supabase.server";
import type { Kind, State } from "./lines";
import type { Ticket } from "./schema";

/** Takes one, or what is due first of what is nobody's, of a kind or of any. @returns its id; null when there is none */
export async function takeOne(
  context: Context,
  ticket: Ticket | undefined,
  kind: Kind | undefined,
): Promise<Result<string | null>> {
  if (!ticket)
    return mutateAsUser(context, (supabase) =>
      kind ? supabase.rpc("take_next_of", { kind }) : supabase.rpc("take_next_item"),
    );
  const taken = await takeItem(context, ticket);
  return taken.ok ? { ok: true, value: ticket.id } : taken;
}

export function takeItem(context: Context, { id, seen }: Ticket): Promise<Result<unknown>> {
  return mutateAsUser(context, (supabase) => supabase.rpc("take_item", { item: id, seen }));
}

/** @param person somebody of the team; nobody when it is empty */
export function giveItem(context: Context, { id, seen }: Ticket, person: string): Promise<Result<unknown>> {
  const to = person === "" ? {} : { person };
  return mutateAsUser(context, (supabase) => supabase.rpc("give_item", { item: id, seen, ...to }));
}

export function setState(context: Context, { id, seen }: Ticket, state: State): Promise<Result<unknown>> {
  return mutateAsUser(context, (supabase) => supabase.rpc("set_item_state", { item: id, seen, state }));
}

export function setDue(context: Context, { id, seen }: Ticket, due: Date): Promise<Result<unknown>> {
  return mutateAsUser(context, (supabase) => supabase.rpc("set_item_due", { item: id, seen, due: due.toISOString() }));
}

/** What somebody notes, and the form that it comes in: the same one twice is one note. */
type NewNote = { kind: Enums<"note_kind">; body: string; form: string };

export function addNote(context: Context, item: string, note: NewNote): Promise<Result<unknown>> {
  return mutateAsUser(context, (supabase) => supabase.rpc("note_once", { item, ...note }));
}

/** What is done with several at once: a state, or somebody who gets them. */
export type Act = { state: State } | { person: string };

/** What became of one of several: "changed", "stale" or "gone". */
type Outcome = { id: string; outcome: string };

/** Does one thing with several. @returns what became of each */
export async function changeSeveral(context: Context, tickets: Ticket[], act: Act): Promise<Result<Outcome[]>> {
  const which = { items: tickets.map(({ id }) => id), seen: tickets.map(({ seen }) => seen) };
  const done = await mutateAsUser(context, (supabase) => {
    if ("state" in act) return supabase.rpc("set_item_states", { ...which, state: act.state });
    return supabase.rpc("give_items", { ...which, ...(act.person === "" ? {} : { person: act.person }) });
  });
  if (!done.ok) return done;
  return { ok: true, value: (done.value ?? []).map(({ item_id, outcome }) => ({ id: item_id, outcome })) };
}
