import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Moment } from "~/ui/pieces/moment";
import { Rows } from "~/ui/pieces/rows";
import {
  differences,
  DRAFT_KEY,
  draftPath,
  MARKS_KEY,
  SAVE_DRAFT,
  VERSION_KEY,
  wordsOf,
} from "~/features/requirements/form/draft-entries";
import { skillFields, titleOf, type Field } from "~/features/requirements/fields";
import { skillEntry } from "~/features/requirements/schema";
import type { Meanwhile, Reference } from "./use-autosave";

/** What a form carries of the draft it is. */
export function DraftFields({ id, version, marks }: Reference) {
  return (
    <>
      <input type="hidden" name={DRAFT_KEY} value={id} />
      <input type="hidden" name={VERSION_KEY} value={version} />
      <input type="hidden" name={MARKS_KEY} value={marks} />
    </>
  );
}

/** Saves the form as it stands. @param onSave how a script does it, without a new page */
export function SaveDraft({ onSave }: { onSave: () => Promise<void> }) {
  return (
    <Button
      variant="outline"
      name="intent"
      value={SAVE_DRAFT}
      onClick={(event) => {
        event.preventDefault();
        void onSave();
      }}
    >
      Save draft
    </Button>
  );
}

/** Says whether what was typed is saved, where it can be seen while typing goes on. */
export function SavingStatus({ said }: { said: string }) {
  return (
    <p role="status" className="saving">
      {said}
    </p>
  );
}

/** What a field is called, or the box in which the next skill of a list is typed. */
function labelOf(name: string): string {
  const list = skillFields.find((field) => skillEntry(field) === name);
  return list ? `${titleOf(list)}, not added yet` : titleOf(name as Field);
}

/** Of a draft that somebody else has changed, both words by field. */
export function SavedMeanwhile({ meanwhile }: { meanwhile: Meanwhile }) {
  const { saved, own, theirs, isAsked = false } = meanwhile;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked) section.current?.focus();
  }, [isAsked, meanwhile]);
  const both = differences(saved.entries, own).filter(({ field }) => !theirs.includes(field));
  return (
    <section ref={section} tabIndex={-1} className="empty mb-6" aria-labelledby="meanwhile">
      <h2 id="meanwhile" className="text-lg">
        Saved meanwhile by {saved.saved_by ?? "somebody else"}
      </h2>
      <p>
        <Moment value={saved.updated_at} hasTime />, on another page or device. Your entries are below, and not saved:
        what you save or submit now takes the place of the other words.
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
          <h3>Changed by them alone: the form has it already</h3>
          <Rows
            look="sheet"
            rows={theirs.map((field) => [
              labelOf(field),
              <>
                <strong>Saved:</strong> {wordsOf(field, saved.entries[field]) || "nothing"}
              </>,
            ])}
          />
        </>
      )}
      <p>
        <ButtonLink href={draftPath(saved.id)} variant="outline">
          Go on with what is saved
        </ButtonLink>
      </p>
    </section>
  );
}
