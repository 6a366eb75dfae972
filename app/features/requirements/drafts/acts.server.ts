import type { Context } from "~/lib/http/context";
import { textOf, type FormState } from "~/lib/forms/form";
import { keepEntries } from "~/lib/forms/form.server";
import type { Failure } from "~/lib/result";
import { compareSides, type BothSides } from "~/lib/forms/three-way-merge";
import { draftFields, draftEntries, stateOf, type DraftEntries } from "~/features/requirements/form/draft-entries";
import { DRAFT_KEY, MARKS_KEY, VERSION_KEY } from "~/lib/forms/draft-saving";
import type { DraftFormState, Meanwhile } from "./on-page";
import {
  draftKeys,
  fileDraft,
  marksOfDraft,
  openDraft,
  pageId,
  readReference,
  saveDraft,
  type Draft,
  type DraftReference,
} from "./drafts.server";
import type { Requirement } from "~/features/requirements/schema";

/** A draft that was not saved or filed: why, and what somebody else has saved, if that is why. */
export type DraftFailure = { ok: false; failure: Failure; meanwhile?: Meanwhile };

/** The same marks, but that of what only the other has changed the form has their words now. */
function moveMarks(marks: string, saved: Draft, { theirs }: BothSides<string, DraftEntries>): string {
  const savedMarks = saved.marks.split(".");
  const move = (mark: string, at: number) => (theirs.includes(draftFields[at] ?? "") ? savedMarks[at] : mark);
  return marks.split(".").map(move).join(".");
}

/** What a form carries of the draft it is, no longer than we make it. */
function carried(body: FormData, key: string): string {
  return textOf(body.get(key)).slice(0, 300);
}

/** Compares what was sent with what somebody else has saved meanwhile, by what the form began with. */
function compare(body: FormData, saved: Draft): Meanwhile {
  const own = draftEntries(body);
  const marks = carried(body, MARKS_KEY);
  const sides = compareSides({ fields: draftFields, marks }, own, draftEntries(saved.entries));
  const { theirs, conflicts } = sides;
  const stood = { version: carried(body, VERSION_KEY), marks };
  return { saved, own, theirs, conflicts, stood, marks: moveMarks(marks, saved, sides) };
}

/** Adds to a refusal what somebody else has saved. */
async function explain(context: Context, id: string, body: FormData, failure: Failure): Promise<DraftFailure> {
  if (failure.message !== "stale") return { ok: false, failure };
  const opened = await openDraft(context, id);
  return opened.ok && opened.value && "draft" in opened.value
    ? { ok: false, failure, meanwhile: compare(body, opened.value.draft) }
    : { ok: false, failure };
}

/** Is there no such draft any more? What was typed can begin another. */
export function isGone({ failure: { message } }: DraftFailure): boolean {
  return message === "draft_gone" || message === "filed_already";
}

/** Saves a form as the draft it is, as it stands. @returns which one, and what the form stands on from now */
export async function saveAsDraft(
  context: Context,
  body: FormData,
  userId: string,
): Promise<DraftFailure | { ok: true; id: string; version: number; marks: string }> {
  const reference = readReference(body);
  if (!reference) return { ok: false, failure: { ok: false, message: "draft_gone", status: 400 } };
  const entries = draftEntries(body);
  const saved = await saveDraft(context, reference, pageId(body, userId), entries);
  if (!saved.ok) return explain(context, reference.id, body, saved);
  return { ok: true, id: reference.id, version: saved.value ?? 1, marks: marksOfDraft(entries) };
}

type DraftFiling = { reference: DraftReference; body: FormData; userId: string; values: Requirement };

/** Files the requirement that a draft has become. @returns the requirement's id */
export async function fileAsDraft(
  context: Context,
  { reference, body, userId, values }: DraftFiling,
): Promise<DraftFailure | { ok: true; value: string }> {
  const filed = await fileDraft(context, reference, pageId(body, userId), values);
  if (!filed.ok) return explain(context, reference.id, body, filed);
  if (filed.value === null) return { ok: false, failure: { ok: false, message: "", status: 502 } };
  return { ok: true, value: filed.value };
}

/**
 * The form again after a refusal: with what only the other has changed, on the version that is saved now, which the page
 * shows, so that sending it again is meant; or, when there is no such draft any more, as the beginning of another.
 */
export function stateAfter(refused: DraftFailure, body: FormData, state: FormState): DraftFormState {
  const { meanwhile } = refused;
  const kept = keepEntries(body, draftKeys);
  if (isGone(refused)) {
    const fresh = { [DRAFT_KEY]: crypto.randomUUID(), [VERSION_KEY]: "", [MARKS_KEY]: "" };
    return { ...state, ...kept, defaultValues: { ...kept.defaultValues, ...fresh } };
  }
  if (!meanwhile) return { ...state, ...kept };
  const { saved, own, theirs } = meanwhile;
  const taken = Object.fromEntries(theirs.map((field) => [field, draftEntries(saved.entries)[field]!]));
  const { defaultValues, lists } = stateOf({ ...own, ...taken });
  const seen = { [VERSION_KEY]: String(saved.version), [MARKS_KEY]: saved.marks };
  return {
    ...state,
    defaultValues: { ...kept.defaultValues, ...defaultValues, ...seen },
    lists: { ...kept.lists, ...lists },
    meanwhile,
  };
}
