import { Button, ButtonLink } from "~/ui/forms/button";
import { Moment } from "~/ui/pieces/moment";
import { Rows } from "~/ui/pieces/rows";
import { differences, entryWords } from "~/features/requirements/form/draft-entries";
import { DRAFT_KEY, draftPath, MARKS_KEY, SAVE_DRAFT, VERSION_KEY } from "~/lib/forms/draft-saving";
import { skillFields, titleOf, type Field } from "~/features/requirements/fields";
import { skillEntry } from "~/features/requirements/schema";
import { STALE } from "~/features/requirements/notices";
import type { DraftOnPage, Meanwhile } from "./on-page";

type DraftFieldsProps = DraftOnPage & {
  /** What the form stood on when it was sent, on a page that shows what somebody else has saved since. */
  stood?: Meanwhile["stood"] | undefined;
};

/** What a form carries of the draft it is. */
export function DraftFields({ id, version, marks, stood }: DraftFieldsProps) {
  return (
    <>
      <input type="hidden" autoComplete="off" name={DRAFT_KEY} value={id} />
      <input type="hidden" autoComplete="off" name={VERSION_KEY} value={version} data-before={stood?.version} />
      <input type="hidden" autoComplete="off" name={MARKS_KEY} value={marks} data-before={stood?.marks} />
    </>
  );
}

/** Saves the form as it stands. */
export function SaveDraft() {
  return (
    <Button variant="outline" name="intent" value={SAVE_DRAFT}>
      Save Draft
    </Button>
  );
}

/** What a field is called, or the box in which the next skill of a list is typed. */
function labelOf(name: string): string {
  const list = skillFields.find((field) => skillEntry(field) === name);
  return list ? `${titleOf(list)}, not added yet` : titleOf(name as Field);
}

/** Of a draft that somebody else has changed, both words by field. Until then it is not saved by itself: why not, is said again. */
export function DraftConflicts({ meanwhile }: { meanwhile: Meanwhile }) {
  const { saved, own, theirs } = meanwhile;
  const both = differences(saved.entries, own).filter(({ field }) => !theirs.includes(field));
  return (
    <section tabIndex={-1} className="empty mb-6" aria-labelledby="meanwhile" data-meanwhile={STALE}>
      <h2 id="meanwhile" className="text-lg">
        Saved meanwhile by {saved.saved_by ?? "someone else"}
      </h2>
      <p>
        <Moment value={saved.updated_at} hasTime />, on another page or device. Your entries are below, and not saved
        yet. If you save or submit now, yours replace the saved ones.
      </p>
      {both.length + theirs.length === 0 && <p>The entries are the same.</p>}
      {both.length > 0 && (
        <Rows
          look="sheet"
          rows={both.map(({ field, saved: other, own: yours }) => [
            labelOf(field),
            <>
              <p>
                <strong>Saved:</strong> {other || "nothing"}
              </p>
              <p>
                <strong>Yours:</strong> {yours || "nothing"}
              </p>
            </>,
          ])}
        />
      )}
      {theirs.length > 0 && (
        <>
          <h3>Changed only by them: the form has it already</h3>
          <Rows
            look="sheet"
            rows={theirs.map((field) => [
              labelOf(field),
              <>
                <strong>Saved:</strong> {entryWords(field, saved.entries[field]) || "nothing"}
              </>,
            ])}
          />
        </>
      )}
      <p>
        <ButtonLink href={draftPath(saved.id)} variant="outline">
          Continue with What Is Saved
        </ButtonLink>
      </p>
    </section>
  );
}
