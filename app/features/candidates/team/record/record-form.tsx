import { FORM_ID } from "~/lib/forms/form";
import type { MergedState } from "~/lib/forms/merged-edit";
import { CandidateFields } from "~/features/candidates/candidate-fields";
import { fieldGroups, type Field } from "~/features/candidates/fields";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { SubmitOrCancel } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SeenFields } from "~/ui/forms/versioned-form";
import { Part } from "~/ui/layout/part";
import { SimilarList } from "./similar-list";
import type { Similar } from "~/features/candidates/team/shortlist/shortlist.server";

/** The fields beside each other: who they are, what they do, what they want; and what takes a whole line. */
const PARTS = [
  ["full_name", "email", "phone", "city", "country"],
  ["headline", "skills", "notice_period", "employer", "source"],
] as const;
const PAY = ["expected_pay_amount", "expected_pay_currency", "expected_pay_unit"] as const;
const LINES = ["summary", "links"] as const;

/** What is said beside a field of a record with an address. */
const SAVED_HINTS = {
  email:
    "A new address ends every question and yes of the old one. Companies stop seeing them until they say yes again.",
};

type RecordFormProps = {
  /** What is saved; undefined for a new record, and while nobody can tell. */
  entries?: Record<Field, string> | undefined;
  /** What it begins with instead: as somebody has typed it elsewhere. */
  typed?: Record<Field, string> | undefined;
  /** The version that is saved, unless nobody can tell, and the form as it came back; undefined for a new record. */
  seen?: { version: number | undefined; sent: MergedState | undefined };
  /** Who may be the same person: then it is sent once more. */
  similar: readonly Similar[];
  /** Was it asked elsewhere on the page whether they are somebody we know? */
  isOther?: boolean;
  cancelPath: string;
};

/** Writes a candidate's record. */
export function RecordForm({ entries, typed, seen, similar, isOther = false, cancelPath }: RecordFormProps) {
  const form = usePostedForm<Record<Field, string>>(typed ?? entries);
  return (
    <OwnedForm id={FORM_ID} noValidate className="grid gap-6">
      {seen && <SeenFields groups={fieldGroups} saved={entries} {...seen} />}
      {similar.length > 0 && (
        <Part id="similar" title="This may be the same person as" heading="text-lg" className="found">
          <SimilarList similar={similar} />
          <p className="hint">If it is someone else, save it once more.</p>
        </Part>
      )}
      {(isOther || similar.length > 0) && <input type="hidden" name="is_other" value="yes" />}
      <div className="work-halves">
        {PARTS.map((names) => (
          <div key={names[0]} className="grid gap-5 content-start">
            <CandidateFields form={form} names={names} hints={seen && entries?.email ? SAVED_HINTS : undefined} />
          </div>
        ))}
      </div>
      <div className="work-thirds">
        <CandidateFields form={form} names={PAY} />
      </div>
      <CandidateFields form={form} names={LINES} />
      {seen === undefined ? (
        <CandidateFields form={form} names={["is_adult"]} />
      ) : (
        <input type="hidden" name="is_adult" value="on" />
      )}
      <SubmitOrCancel busyText="Saving..." path={cancelPath}>
        Save
      </SubmitOrCancel>
    </OwnedForm>
  );
}
