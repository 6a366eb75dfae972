import { omitNulls, type Call } from "~/lib/backend/calls.server";
import { textOf } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import { emailAddress, isRowId } from "~/lib/schema/fields";
import { readVersionedIds } from "~/lib/schema/versioned-id";
import { candidateNotices } from "~/features/candidates/notices";
import { z } from "zod";
import { notedKeys, notedSchema } from "./noted";
import { performCall, type Act } from "~/features/candidates/team/act.server";

/** What a company has told the team about somebody. */
async function noteAnswer(context: Context, body: FormData): Promise<Act> {
  const { values, state } = await parseForm(body, notedSchema, notedKeys);
  if (!values) return { state };
  const { entry: versionedId, ...noted } = values;
  const { id: entry, seen } = versionedId;
  const call: Call<number | null> = (person) => person.rpc("note_answer", omitNulls({ entry, seen, ...noted }));
  return {
    state,
    perform: () =>
      performCall(context, call, () => ({ notice: candidateNotices.answerNoted, open: entry, tells: "both" })),
  };
}

/** Takes back what was noted by mistake. */
function takeBackNote(context: Context, body: FormData): Act {
  const state = { ...keepEntries(body, { single: ["intent", "answer", "entry"] }), errors: {} };
  const [versionedId] = readVersionedIds(body, "entry");
  const answer = textOf(body.get("answer"));
  if (!versionedId || !isRowId(answer)) return { state };
  const { id: open, seen } = versionedId;
  const call: Call<number | null> = (person) => person.rpc("take_back_note", { answer, seen });
  return {
    state,
    perform: () => performCall(context, call, () => ({ notice: candidateNotices.noteTakenBack, open, tells: "both" })),
  };
}

const addressSchema = z.object({ address: emailAddress() });

/** Gives the cards of those ticked to the company: by mail, or on paper. */
async function sendCards(context: Context, body: FormData, requirement: string): Promise<Act> {
  const isMailed = textOf(body.get("intent")) === "mail-cards";
  const parsed = isMailed ? await parseForm(body, addressSchema, { single: ["address"] }) : undefined;
  const kept = keepEntries(body, { single: ["intent", "address"], multiple: ["entry"], most: 50 });
  const state = { ...kept, errors: parsed?.state.errors ?? {} };
  const versionedIds = readVersionedIds(body, "entry");
  if (versionedIds.length === 0 || (parsed && !parsed.values)) return { state };
  const address = parsed?.values?.address;
  const cards = { entries: versionedIds.map(({ id }) => id), seen: versionedIds.map(({ seen }) => seen) };
  const call: Call<number | null> = (person) =>
    person.rpc("send_cards", { requirement, ...cards, ...(address === undefined ? {} : { address }) });
  return {
    state,
    perform: () =>
      performCall(context, call, (count) => ({
        notice: candidateNotices.cardsSent(count ?? 0, address),
        tells: "both",
      })),
  };
}

const readers = new Map<string, (context: Context, body: FormData, requirement: string) => Act | Promise<Act>>([
  ["note-answer", noteAnswer],
  ["take-back-note", takeBackNote],
  ["mail-cards", sendCards],
  ["hand-over-cards", sendCards],
]);

/** What a form of the page asks for that is about a company on the telephone; null for any other form. */
export async function readTelephoneAct(context: Context, requirement: string, body: FormData): Promise<Act | null> {
  return readers.get(textOf(body.get("intent")))?.(context, body, requirement) ?? null;
}
