import type { Context } from "~/lib/http/context";
import type { Enums } from "~/lib/backend/database.types";
import type { Result } from "~/lib/result";
import { mutateAsUser } from "~/lib/backend/calls.server";
import type { From } from "./item.server";
import type { Kind, State } from "~/features/inbox/list/items";
import { placeIn, type Next } from "~/features/inbox/list/list.server";
import type { VersionedId } from "~/lib/schema/versioned-id";

/** Takes one, or what is due first of what is nobody's, of a kind or of any. @returns its id; null when there is none */
export async function takeOne(
  context: Context,
  versionedId: VersionedId | undefined,
  kind: Kind | undefined,
): Promise<Result<string | null>> {
  if (!versionedId)
    return mutateAsUser(context, (supabase) =>
      kind ? supabase.rpc("take_next_of", { kind }) : supabase.rpc("take_next_item"),
    );
  const taken = await takeItem(context, versionedId);
  return taken.ok ? { ok: true, value: versionedId.id } : taken;
}

/** Makes the caller the holder of an item, on the version that was read; else 409. */
export function takeItem(context: Context, { id, seen }: VersionedId): Promise<Result<unknown>> {
  return mutateAsUser(context, (supabase) => supabase.rpc("take_item", { item: id, seen }));
}

/** What somebody notes, and the form that it comes in: the same one twice is one note. */
type NewNote = { kind: NoteKind; body: string; form: string };

/** Notes something about an item; the same form twice is one note. */
export function addNote(context: Context, item: string, note: NewNote): Promise<Result<unknown>> {
  return mutateAsUser(context, (supabase) => supabase.rpc("note_once", { item, ...note }));
}

type NoteKind = Enums<"note_kind">;

/** What one form asks for, all or nothing: words that are noted or mailed, another state, and the next one of a list. */
type Finished = {
  /** The form's id, by which it is done once, and can be undone. */
  form: string;
  words?: { kind: NoteKind; body: string; isReply: boolean };
  state?: State;
  due?: Date;
  /** Does all that its sender sends from now on come as spam? */
  marksSender?: boolean;
  /** The list that the next one is taken from; none where none is. */
  from: From | undefined;
};

/** Does with an item what one form asks for. @returns what was taken; null where nothing was */
export async function finishItem(
  context: Context,
  { id, seen }: VersionedId,
  { form, words, state, due, marksSender = false, from }: Finished,
): Promise<Result<Next | null>> {
  const finished = await mutateAsUser(context, (supabase) =>
    supabase.rpc("finish_item", {
      item: id,
      seen,
      form,
      change: {
        note_kind: words?.kind ?? null,
        body: words?.body ?? null,
        is_reply: words?.isReply ?? false,
        state: state ?? null,
        due_at: due?.toISOString() ?? null,
        takes_next: from !== undefined,
        marks_sender: marksSender,
      },
      ...(from ? placeIn(from.filters, from.at) : {}),
    }),
  );
  if (!finished.ok) return finished;
  const next = finished.value?.[0] as { next_id: string | null; next_group: string | null } | undefined;
  return { ok: true, value: next?.next_id ? { id: next.next_id, group: next.next_group ?? undefined } : null };
}

/** What became of one that was to be as it was before. */
export type Undone = {
  item_id: string;
  outcome: string;
  /** Who has changed it since. */
  person: string | null;
  has_reply: boolean;
};

/** Puts back what one form has done, as far as nobody has changed it since. */
export async function undoAct(context: Context, act: string): Promise<Result<Undone[]>> {
  const undone = await mutateAsUser(context, (supabase) => supabase.rpc("undo_act", { act }));
  return undone.ok ? { ok: true, value: undone.value ?? [] } : undone;
}

/** What is done with several at once: a state, or somebody who gets them. */
export type Act = { state: State } | { person: string };

/** What became of one of several: "changed", "stale", "gone", or "applicants": who has applied for it waits. */
type Outcome = { item_id: string; outcome: string };

/** Does one thing with several. @param form what it can be undone by. @returns what became of each */
export async function changeItems(
  context: Context,
  versionedIds: VersionedId[],
  act: Act,
  form: string,
): Promise<Result<Outcome[]>> {
  const which = { items: versionedIds.map(({ id }) => id), seen: versionedIds.map(({ seen }) => seen), act: form };
  const done = await mutateAsUser(context, (supabase) => {
    if ("state" in act) return supabase.rpc("set_item_states", { ...which, state: act.state });
    return supabase.rpc("give_items", { ...which, ...(act.person === "" ? {} : { person: act.person }) });
  });
  return done.ok ? { ok: true, value: done.value ?? [] } : done;
}
