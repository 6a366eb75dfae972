import type { z } from "zod";
import type { Context } from "~/lib/http/context";
import { NO_ENTRIES, TOKEN_KEY, type FormKeys, type FormState } from "~/lib/forms/form";
import { originOf } from "~/lib/forms/form-token.server";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Result } from "~/lib/result";
import { seenVersion } from "~/lib/format/schema";
import { addNote, giveItem, setDue, setState, takeItem } from "./changes.server";
import { inboxMessages } from "./messages";
import {
  dueKeys,
  dueSchema,
  noteKeys,
  noteSchema,
  personKeys,
  personSchema,
  stateKeys,
  stateSchema,
  type Ticket,
} from "./schema";

type Done = (typeof inboxMessages)["taken" | "given" | "stateSet" | "dueSet" | "noted" | "replied"];

/** What was asked for: not understood, with what is wrong; or what became of it, with the entries and what to say. */
export type Outcome = { state: FormState; change?: { result: Result<unknown>; done: Done } };

/** Reads a form by its schema, and does with it what it is for. */
async function act<Schema extends z.ZodType<object, Record<string, unknown>>>(
  body: FormData,
  [schema, keys]: readonly [Schema, FormKeys],
  done: Done,
  change: (values: z.output<Schema>) => Promise<Result<unknown>>,
): Promise<Outcome> {
  const { values, state } = await parseForm(body, schema, keys);
  return values ? { state, change: { result: await change(values), done } } : { state };
}

/** What any of an item's forms sends. */
const KEYS = ["intent", "seen", ...[noteKeys, personKeys, stateKeys, dueKeys].flatMap(({ single }) => [...single])];

/** What one of an item's forms has sent, as the page shows it again: the other forms stay as they are. */
export function entriesOf(body: FormData): FormState {
  return { ...keepEntries(body, { single: KEYS.filter((key) => body.has(key)) }), errors: {} };
}

/** Notes something, once: the same words from the same page are the same note (docs/decisions/forms-and-limits.md). */
function noteOnce(context: Context, id: string, body: FormData, note: z.output<typeof noteSchema>) {
  const { form_id: form } = originOf(body.get(TOKEN_KEY), `note on ${id}`, note, "page");
  return addNote(context, id, { ...note, form });
}

/**
 * Does what one of an item's forms asks for.
 *
 * @param id the item's
 * @returns undefined for what no form of it asks
 */
export async function actOnItem(context: Context, id: string, body: FormData): Promise<Outcome | undefined> {
  const ticket: Ticket = { id, seen: seenVersion.parse(body.get("seen")) };
  switch (body.get("intent")) {
    case "take":
      return { state: NO_ENTRIES, change: { result: await takeItem(context, ticket), done: inboxMessages.taken } };
    case "give":
      return act(body, [personSchema, personKeys], inboxMessages.given, ({ person }) =>
        giveItem(context, ticket, person),
      );
    case "state":
      return act(body, [stateSchema, stateKeys], inboxMessages.stateSet, ({ state }) =>
        setState(context, ticket, state),
      );
    case "due":
      return act(body, [dueSchema, dueKeys], inboxMessages.dueSet, ({ due }) => setDue(context, ticket, due));
    case "note":
      return act(body, [noteSchema, noteKeys], inboxMessages.noted, (note) => noteOnce(context, id, body, note));
    case "reply": {
      const result = await noteOnce(context, id, body, { kind: "email", body: "Replied by e-mail" });
      return { state: NO_ENTRIES, change: { result, done: inboxMessages.replied } };
    }
    default:
      return undefined;
  }
}
