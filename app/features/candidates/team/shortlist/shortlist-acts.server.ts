import { omitNulls, mutateAsUser, type Call } from "~/lib/backend/calls.server";
import { textOf, withReason, type FormState } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import { isRowId } from "~/lib/schema/fields";
import { readVersionedIds } from "~/lib/schema/versioned-id";
import type { Context } from "~/lib/http/context";
import { effectWords } from "~/lib/schema/audience";
import type { Result } from "~/lib/result";
import { candidateNotices } from "~/features/candidates/notices";
import { performCall, type Act, type Done } from "~/features/candidates/team/act.server";
import {
  cardFormKeys,
  cardFormSchema,
  howKeys,
  howSchema,
  isSameCard,
  isUnasked,
  markKeys,
  markSchema,
  OTHER_CARD,
  type CardForm,
} from "./shortlist";
import { readReminder, readStepDone, readTalk } from "~/features/candidates/team/talk-acts.server";
import { loadShortlist } from "./shortlist.server";
import { addKnown, addNew } from "./add-acts.server";

/** A form of one button, of whoever is ticked or named beside it. */
function sentOf(body: FormData): FormState {
  const keys = { single: ["intent", "candidate", "answer"], multiple: ["entry"], most: 50 };
  return { ...keepEntries(body, keys), errors: {} };
}

/** Makes a change after which candidates who were asked may have to be asked again, and counts those. @param about one of them, else all */
async function changeAndCountUnasked(
  context: Context,
  requirement: string,
  call: Call<unknown>,
  done: (unasked: number) => Done,
  about?: string,
): Promise<Result<Done>> {
  const made = await mutateAsUser(context, call);
  if (!made.ok) return made;
  const list = await loadShortlist(context, requirement);
  const unasked = list.ok
    ? list.value.entries.filter((entry) => isUnasked(entry) && entry.id === (about ?? entry.id))
    : [];
  return { ok: true, value: done(unasked.length) };
}

/** How the candidates of a requirement are shown, on the version that was read. */
async function changeHow(context: Context, body: FormData, requirement: string): Promise<Act> {
  const { values, state } = await parseForm(body, howSchema, howKeys);
  if (!values) return { state };
  const call: Call<unknown> = (person) => person.rpc("set_shortlist", omitNulls({ requirement, ...values }));
  const done = (unasked: number) => ({ notice: candidateNotices.shortlistSaved(unasked) });
  return { state, perform: () => changeAndCountUnasked(context, requirement, call, done) };
}

/** Saves a card, on the version that was read. The entry's version then comes back. */
function saveCard({ entry: versionedId, chosen, pitch }: CardForm): Call<number | null> {
  const { id: entry, seen } = versionedId;
  return (person) => person.rpc("set_card", omitNulls({ entry, seen, chosen, pitch }));
}

/** What is on a card and why this person, on the version that was read. */
async function changeCard(context: Context, body: FormData, requirement: string): Promise<Act> {
  const { values, state } = await parseForm(body, cardFormSchema, cardFormKeys);
  if (!values) return { state };
  const { id } = values.entry;
  const done = (unasked: number) => ({ notice: candidateNotices.cardSaved(unasked), open: id });
  return { state, perform: () => changeAndCountUnasked(context, requirement, saveCard(values), done, id) };
}

/** What has become of somebody who was shown. */
async function mark(context: Context, body: FormData): Promise<Act> {
  const { values, state } = await parseForm(body, markSchema, markKeys);
  if (!values) return { state };
  const { entry: versionedId, ...become } = values;
  const { id: entry, seen } = versionedId;
  const done: Done = { notice: candidateNotices.marked(values.state), open: entry };
  if (values.state === "joined") done.tells = "both";
  const call: Call<unknown> = (person) => person.rpc("mark_entry", omitNulls({ entry, seen, ...become }));
  return { state, perform: () => performCall(context, call, () => done) };
}

/** Entries as a form has seen them. */
type SeenEntries = { entries: string[]; seen: number[] };

function askEntries(context: Context, cards: SeenEntries, words: string | null = null): Promise<Result<Done>> {
  const ask: Call<number | null> = (person) => person.rpc("ask_candidates", omitNulls({ ...cards, words }));
  return performCall(context, ask, (count) => ({ notice: candidateNotices.asked(count ?? 0), tells: "mail" }));
}

/** Shows those who have agreed to the company of their requirement, each as it was seen. */
export async function showEntries(context: Context, requirement: string, cards: SeenEntries): Promise<Result<Done>> {
  const show: Call<number | null> = (person) => person.rpc("show_candidates", { requirement, ...cards });
  const made = await mutateAsUser(context, show);
  if (!made.ok) return made;
  const list = await loadShortlist(context, requirement);
  const effect = list.ok ? effectWords(list.value.audience, "requirements") : undefined;
  return { ok: true, value: { notice: candidateNotices.shown(made.value ?? 0, effect), tells: "both" } };
}

/** Asks one for their yes to the card as the form has it, which is saved before; or shows them, if it is what they said yes to. */
async function changeWithCard(context: Context, body: FormData, requirement: string): Promise<Act> {
  const { values, state } = await parseForm(body, cardFormSchema, cardFormKeys);
  if (!values) return { state };
  const { id, seen } = values.entry;
  if (textOf(body.get("intent")) === "ask") {
    const perform = async () => {
      const saved = await mutateAsUser(context, saveCard(values));
      return saved.ok ? askEntries(context, { entries: [id], seen: [saved.value ?? seen] }, values.words) : saved;
    };
    return { state, perform };
  }
  const list = await loadShortlist(context, requirement);
  const saved = list.ok ? list.value.entries.find((entry) => entry.id === id) : undefined;
  if (saved && !isSameCard(saved, values)) return { state: withReason(state, "pitch", OTHER_CARD) };
  return { state, perform: () => showEntries(context, requirement, { entries: [id], seen: [seen] }) };
}

/** What is done with those that are ticked, or with one: all or none. */
function changeEntries(context: Context, body: FormData, requirement: string): Act | Promise<Act> {
  if (body.has("pitch")) return changeWithCard(context, body, requirement);
  const state = sentOf(body);
  const versionedIds = readVersionedIds(body, "entry");
  if (versionedIds.length === 0) return { state };
  const cards = { entries: versionedIds.map(({ id }) => id), seen: versionedIds.map(({ seen }) => seen) };
  const perform = () =>
    textOf(body.get("intent")) === "ask" ? askEntries(context, cards) : showEntries(context, requirement, cards);
  return { state, perform };
}

/** The company sees nothing of an entry any more; how far it was comes back, null for who was never asked. */
function takeBack(context: Context, body: FormData): Act {
  const [versionedId] = readVersionedIds(body, "entry");
  const state = sentOf(body);
  if (!versionedId) return { state };
  const call: Call<string | null> = (person) =>
    person.rpc("take_back_entry", { entry: versionedId.id, seen: versionedId.seen });
  const done = (was: string | null): Done => ({ notice: candidateNotices.takenBack(was), tells: "mail" });
  return { state, perform: () => performCall(context, call, done) };
}

/** Where else somebody is in process whom an entry is about: what is ticked ends, all or none. */
function endElsewhere(context: Context, body: FormData): Act {
  const state = sentOf(body);
  const entry = textOf(body.get("entry"));
  const others = readVersionedIds(body, "elsewhere");
  if (others.length === 0) return { state };
  const ended = { entries: others.map(({ id }) => id), seen: others.map(({ seen }) => seen) };
  const call: Call<number | null> = (person) => person.rpc("take_back_entries", ended);
  const done = (count: number | null): Done => ({
    notice: candidateNotices.endedElsewhere(count ?? 0),
    open: entry,
    tells: "mail",
  });
  return { state, perform: () => performCall(context, call, done) };
}

/** Lets a candidate read what the company has said for them. */
function release(context: Context, body: FormData, requirement: string): Act {
  const state = sentOf(body);
  const answer = textOf(body.get("answer"));
  if (!isRowId(answer)) return { state };
  const call: Call<unknown> = (person) => person.rpc("release_answer", { answer });
  return {
    state,
    perform: async () => {
      const made = await mutateAsUser(context, call);
      if (!made.ok) return made;
      const list = await loadShortlist(context, requirement);
      const about = list.ok
        ? list.value.entries.find(({ answers }) => answers.some(({ id }) => id === answer))
        : undefined;
      return {
        ok: true,
        value: { notice: candidateNotices.released(about?.candidate.has_address ?? true), tells: "mail" },
      };
    },
  };
}

/** What reads a form of the page, by the button that was pressed. */
const readers = new Map<string, (context: Context, body: FormData, requirement: string) => Act | Promise<Act>>([
  ["add", addNew],
  ["add-known", addKnown],
  ["how", changeHow],
  ["card", changeCard],
  ["ask", changeEntries],
  ["show", changeEntries],
  ["take-back", takeBack],
  ["mark", mark],
  ["release", release],
  ["end-elsewhere", endElsewhere],
  ["talk", readTalk],
  ["step-done", readStepDone],
  ["remind", readReminder],
]);

/** What a form of the page of a requirement's candidates asks for; null for a form that is not known. */
export async function readAct(context: Context, requirement: string, body: FormData): Promise<Act | null> {
  return readers.get(textOf(body.get("intent")))?.(context, body, requirement) ?? null;
}
