import type { Context } from "~/lib/context";
import type { FormState } from "~/lib/form";
import { keepEntries } from "~/lib/form.server";
import type { ChangeFailure } from "~/lib/result";
import { DRAFT_KEY, draftKeys, entriesOf, readReference, VERSION_KEY, type DraftReference } from "./draft-entries";
import type { DraftFormState } from "./draft-on-page";
import { fileDraft, openDraft, pageId, saveDraft, type Draft } from "./drafts.server";
import type { Requirement } from "./schema";

/** A draft that was not saved or filed: why, and what somebody else has saved, if that is why. */
export type DraftFailure = { ok: false; failure: ChangeFailure; meanwhile?: Draft };

/** Adds to a refusal what somebody else has saved. */
async function explain(context: Context, id: string, failure: ChangeFailure): Promise<DraftFailure> {
  if (failure.message !== "stale") return { ok: false, failure };
  const opened = await openDraft(context, id);
  return opened.ok && opened.value && "draft" in opened.value
    ? { ok: false, failure, meanwhile: opened.value.draft }
    : { ok: false, failure };
}

/** Saves a form as the draft it is, as it stands. @returns which one, and the version that makes of it */
export async function saveAsDraft(
  context: Context,
  body: FormData,
  userId: string,
): Promise<DraftFailure | { ok: true; id: string; version: number }> {
  const reference = readReference(body);
  if (!reference) return { ok: false, failure: { ok: false, message: "draft_gone", status: 400 } };
  const saved = await saveDraft(context, reference, pageId(body, userId), entriesOf(body));
  if (!saved.ok) return explain(context, reference.id, saved);
  return { ok: true, id: reference.id, version: saved.value ?? 1 };
}

/** Files the requirement that a draft has become. @returns the requirement's id */
export async function fileAsDraft(
  context: Context,
  {
    reference,
    body,
    userId,
    values,
  }: { reference: DraftReference; body: FormData; userId: string; values: Requirement },
): Promise<DraftFailure | { ok: true; value: string }> {
  const filed = await fileDraft(context, reference, pageId(body, userId), values);
  if (!filed.ok) return explain(context, reference.id, filed);
  if (filed.value === null) return { ok: false, failure: { ok: false, message: "", status: 502 } };
  return { ok: true, value: filed.value };
}

/**
 * The form again after a refusal: on the version that is saved now, which the page shows, so that sending it again is
 * meant; or, when there is no such draft any more, as the beginning of another.
 */
export function stateAfter({ failure, meanwhile }: DraftFailure, body: FormData, state: FormState): DraftFormState {
  const { defaultValues, lists } = keepEntries(body, draftKeys);
  if (meanwhile) defaultValues[VERSION_KEY] = String(meanwhile.version);
  if (failure.message === "draft_gone" || failure.message === "filed_already") {
    defaultValues[DRAFT_KEY] = crypto.randomUUID();
    defaultValues[VERSION_KEY] = "";
  }
  const shown = meanwhile ? { meanwhile: { saved: meanwhile, own: entriesOf(body), isAsked: true } } : {};
  return { ...state, defaultValues, lists, ...shown };
}
