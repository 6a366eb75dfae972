import type { FormState } from "~/lib/forms/form";
import { DRAFT_KEY, MARKS_KEY, VERSION_KEY, type DraftEntries } from "~/features/requirements/form/draft-entries";
import type { Draft } from "./drafts.server";
import type { DraftOnPage, Meanwhile } from "./use-autosave";

/** What an action of the form answers with: of a draft that somebody else has saved, both words. */
export type DraftFormState = FormState & { meanwhile?: Meanwhile };

/**
 * The draft that a form is.
 *
 * @param state the form as it came back, which says it for itself
 * @param saved the draft that the page was opened with
 * @param fresh of one that is yet to be begun, the id and what a blank form has in it
 */
export function draftOnPage(
  state: FormState | undefined,
  saved: Draft | null,
  fresh: { id: string; entries: DraftEntries },
): DraftOnPage {
  const { [DRAFT_KEY]: id, [VERSION_KEY]: version, [MARKS_KEY]: marks } = state?.defaultValues ?? {};
  const entries = saved?.entries ?? fresh.entries;
  if (typeof id === "string" && id !== "") return { id, version: String(version), marks: String(marks), entries };
  return { id: saved?.id ?? fresh.id, version: saved ? String(saved.version) : "", marks: saved?.marks ?? "", entries };
}
