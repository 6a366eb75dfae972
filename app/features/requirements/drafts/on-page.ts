import type { FormState } from "~/lib/forms/form";
import { type DraftEntries } from "~/features/requirements/form/draft-entries";
import { DRAFT_KEY, MARKS_KEY, VERSION_KEY } from "~/lib/forms/draft-saving";
import type { Draft } from "./drafts.server";

/** Which draft a form is, and what it stands on, as its hidden entries say it. */
export type DraftOnPage = {
  id: string;
  /** "" for one that nobody has saved yet. */
  version: string;
  /** A mark of each field: whether it was changed since. */
  marks: string;
};

/** Of a draft that somebody else has saved meanwhile, both words. */
export type Meanwhile = {
  saved: Draft;
  /** What the form was sent with. */
  own: DraftEntries;
  /** What both have changed, each in another way. */
  conflicts: string[];
  /** What only the other has changed: the form takes it over. */
  theirs: string[];
  /** What the form stood on when it was sent. */
  stood: Pick<DraftOnPage, "version" | "marks">;
  /** The form's marks, when it has taken that over. */
  marks: string;
};

/** What an action of the form answers with: of a draft that somebody else has saved, both words. */
export type DraftFormState = FormState & { meanwhile?: Meanwhile };

/**
 * The draft that a form is.
 *
 * @param state the form as it came back, which says it for itself
 * @param saved the draft that the page was opened with
 * @param fresh the id of one that is yet to be begun
 */
export function draftOnPage(state: FormState | undefined, saved: Draft | null, fresh: string): DraftOnPage {
  const { [DRAFT_KEY]: id, [VERSION_KEY]: version, [MARKS_KEY]: marks } = state?.defaultValues ?? {};
  if (typeof id === "string" && id !== "") return { id, version: String(version), marks: String(marks) };
  return { id: saved?.id ?? fresh, version: saved ? String(saved.version) : "", marks: saved?.marks ?? "" };
}
