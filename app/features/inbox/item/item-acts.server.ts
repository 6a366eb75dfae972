import type { VersionedId } from "~/lib/schema/versioned-id";
import type { z } from "zod";
import type { Context } from "~/lib/http/context";
import { NO_ENTRIES, TOKEN_KEY, type FormKeys, type FormState } from "~/lib/forms/form";
import { identifyForm } from "~/lib/forms/form-token.server";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Result } from "~/lib/result";
import type { Notice } from "~/lib/http/notice.server";
import { seenVersion } from "~/lib/schema/fields";
import { mutateAsUser } from "~/lib/backend/calls.server";
import { addNote, finishItem, takeItem } from "./changes.server";
import { itemActions, morningAfter, type ItemAction, type ItemActionName } from "./item-actions";
import type { From } from "./item.server";
import type { Next } from "~/features/inbox/list/list.server";
import { inboxNotices } from "~/features/inbox/notices";
import {
  dueKeys,
  dueSchema,
  personKeys,
  personSchema,
  REPLY,
  stateKeys,
  stateSchema,
  wordsKeys,
  wordsSchema,
} from "~/features/inbox/schema";

/** What was done. */
export type Done = {
  notice: Notice;
  /** What it can be undone by. */
  act?: string;
  /** Where it leads: back to the item, to the list that it is of, or to what was taken. */
  leadsTo: "item" | "list" | Next;
  /** Is a mail to be sent? */
  hasMail?: boolean;
};

/** What was asked for: not understood, with what is wrong; or what became of it. */
export type Outcome = { state: FormState; result?: Result<Done> };

/** Reads a form by its schema, and does with it what it is for. */
async function act<Schema extends z.ZodType<object, Record<string, unknown>>>(
  body: FormData,
  [schema, keys]: readonly [Schema, FormKeys],
  notice: Notice,
  change: (values: z.output<Schema>) => Promise<Result<unknown>>,
): Promise<Outcome> {
  const { values, state } = await parseForm(body, schema, keys);
  return values ? { state, result: back(await change(values), notice) } : { state };
}

/** What was done leads back to the item. */
function back(changed: Result<unknown>, notice: Notice): Result<Done> {
  return changed.ok ? { ok: true, value: { notice, leadsTo: "item" } } : changed;
}

/** What any of an item's forms sends. */
const KEYS = ["intent", "seen", ...[wordsKeys, personKeys, stateKeys, dueKeys].flatMap(({ single }) => [...single])];

/** What one of an item's forms has sent, as the page shows it again: the other forms stay as they are. */
export function itemFormEntries(body: FormData): FormState {
  return { ...keepEntries(body, { single: KEYS.filter((key) => body.has(key)) }), errors: {} };
}

/** The form's id: the same words from the same page are the same form (docs/decisions/forms-and-limits.md). */
function formIdOf(body: FormData, id: string, values: object): string {
  return identifyForm(body.get(TOKEN_KEY), `note on ${id}`, values, "page").form_id;
}

/** Notes that a mail was written elsewhere, with what is said of it. */
async function noteMail(context: Context, id: string, body: FormData): Promise<Outcome> {
  const { values, state } = await parseForm(body, wordsSchema(false), wordsKeys);
  if (!values) return { state };
  const note = { kind: "email", body: values.body || "Replied by e-mail" } as const;
  const noted = await addNote(context, id, { ...note, form: formIdOf(body, id, note) });
  return { state, result: back(noted, inboxNotices.noted) };
}

type ItemActArgs = {
  context: Context;
  versionedId: VersionedId;
  body: FormData;
  from: From;
  isOverBudget: () => Promise<boolean>;
  /** Gives back what `isOverBudget` has counted. */
  giveBackBudget: () => Promise<void>;
};

/** Notes or sends what was written, and does with the item what the button says. @returns undefined when a mail is one too many */
async function finish(
  { context, versionedId, body, from, isOverBudget, giveBackBudget }: ItemActArgs,
  name: ItemActionName,
): Promise<Outcome | undefined> {
  const { state: next, days, takesNext = false, marksSender = false }: ItemAction = itemActions[name];
  const isReply = body.get("kind") === REPLY && next !== "spam";
  // What waits or is spam needs no words; a reply that is done does.
  const isNeeded = next === undefined || (isReply && next === "done");
  const { values, state } = await parseForm(body, wordsSchema(isNeeded), wordsKeys);
  if (!values) return { state };
  const kind = values.kind === REPLY ? "note" : values.kind;
  const form = formIdOf(body, versionedId.id, next ? { ...values, name, seen: versionedId.seen } : values);
  if (!isReply && next === undefined) {
    const noted = await addNote(context, versionedId.id, { kind, body: values.body, form });
    return { state, result: back(noted, inboxNotices.noted) };
  }
  const hasMail = isReply && values.body !== "";
  if (hasMail && (await isOverBudget())) return undefined;
  const finished = await finishItem(context, versionedId, {
    form,
    from: takesNext ? from : undefined,
    marksSender,
    ...(values.body === "" ? {} : { words: { kind, body: values.body, isReply } }),
    ...(next ? { state: next } : {}),
    ...(days === undefined ? {} : { due: morningAfter(days, new Date()) }),
  });
  if (!finished.ok && hasMail && finished.status < 500) await giveBackBudget();
  if (!finished.ok) return { state, result: finished };
  const { value: taken } = finished;
  const leadsTo = next === undefined ? "item" : (taken ?? "list");
  const notice = inboxNotices.finished(name, { hasMail, isNoted: values.body !== "", isTaken: taken !== null });
  return { state, result: { ok: true, value: { notice, act: form, leadsTo, hasMail } } };
}

function isItemAction(intent: unknown): intent is ItemActionName {
  return typeof intent === "string" && Object.hasOwn(itemActions, intent);
}

/**
 * Does what one of an item's forms asks for.
 *
 * @returns undefined for what no form of it asks; "over" when it would send a mail too many
 */
export async function actOnItem(asked: ItemActArgs): Promise<Outcome | "over" | undefined> {
  const { context, versionedId, body } = asked;
  const intent = body.get("intent");
  const which = { item: versionedId.id, seen: versionedId.seen };
  if (isItemAction(intent)) return (await finish(asked, intent)) ?? "over";
  switch (intent) {
    case "take":
      return { state: NO_ENTRIES, result: back(await takeItem(context, versionedId), inboxNotices.taken) };
    case "give":
      return act(body, [personSchema, personKeys], inboxNotices.given, ({ person }) =>
        mutateAsUser(context, (user) => user.rpc("give_item", { ...which, ...(person === "" ? {} : { person }) })),
      );
    case "state":
      return act(body, [stateSchema, stateKeys], inboxNotices.stateSet, ({ state }) =>
        mutateAsUser(context, (user) => user.rpc("set_item_state", { ...which, state })),
      );
    case "due":
      return act(body, [dueSchema, dueKeys], inboxNotices.dueSet, ({ due }) =>
        mutateAsUser(context, (user) => user.rpc("set_item_due", { ...which, due: due.toISOString() })),
      );
    case "not-spam": {
      const released = await mutateAsUser(context, (user) => user.rpc("release_sender", { item: versionedId.id }));
      const notice = inboxNotices.senderReleased(released.ok ? (released.value ?? 0) : 0);
      return { state: NO_ENTRIES, result: back(released, notice) };
    }
    case "wrote":
      return noteMail(context, versionedId.id, body);
    default:
      return undefined;
  }
}

/** The version that a form was made from. */
export function versionedIdFor(id: string, body: FormData): VersionedId {
  return { id, seen: seenVersion.parse(body.get("seen")) };
}
