import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { spaced } from "~/lib/text";
import { LocalDate } from "~/ui/local-date";
import { differences, DRAFT_KEY, draftPath, SAVE_DRAFT, VERSION_KEY } from "./draft-entries";
import type { DraftOnPage, Meanwhile } from "./use-autosave";

/** What a form carries of the draft it is. */
export function DraftFields({ id, version }: Pick<DraftOnPage, "id" | "version">) {
  return (
    <>
      <input type="hidden" name={DRAFT_KEY} value={id} />
      <input type="hidden" name={VERSION_KEY} value={version} />
    </>
  );
}

/** Saves the form as it stands, at the end of each of its parts. @param onSave how a script does it, without a new page */
export function SaveDraft({ onSave }: { onSave: () => Promise<void> }) {
  return (
    <p className="mt-5">
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
    </p>
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

/** A field in words: "Job title". */
function labelOf(field: string): string {
  return spaced(field).replace(/^./, (first) => first.toUpperCase());
}

/** Of a draft that somebody else has changed, both words by field. */
export function SavedMeanwhile({ meanwhile, locale }: { meanwhile: Meanwhile; locale: string }) {
  const { saved, own, isAsked = false } = meanwhile;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked) section.current?.focus();
  }, [isAsked, meanwhile]);
  const both = differences(saved.entries, own);
  return (
    <section ref={section} tabIndex={-1} className="empty mb-6" aria-labelledby="meanwhile">
      <h2 id="meanwhile" className="text-lg">
        Saved meanwhile by {saved.saved_by ?? "somebody else"}
      </h2>
      <p>
        <LocalDate value={saved.updated_at} locale={locale} hasTime />, on another page or device. Your entries are
        below, and not saved: what you save or submit now takes the place of the other words.
      </p>
      {both.length === 0 && <p>The entries are the same.</p>}
      <dl className="sheet">
        {both.map(({ field, saved: theirs, own: yours }) => (
          <div key={field}>
            <dt>{labelOf(field)}</dt>
            <dd>
              <p>
                <strong>Saved:</strong> {theirs || "nothing"}
              </p>
              <p>
                <strong>Yours:</strong> {yours || "nothing"}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <ButtonLink href={draftPath(saved.id)} variant="outline">
          Go on with what is saved
        </ButtonLink>
      </p>
    </section>
  );
}
