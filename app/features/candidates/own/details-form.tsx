import { candidatePath } from "~/content/navigation";
import type { FormState } from "~/lib/forms/form";
import { VersionedForm } from "~/ui/forms/versioned-form";
import { CandidateFields } from "~/features/candidates/candidate-fields";
import { candidateEntries, fieldGroups, labels } from "~/features/candidates/fields";
import { ownFieldNames } from "~/features/candidates/schema";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import type { OwnDetails } from "./own-page";

type OwnField = (typeof ownFieldNames)[number];

/** What is asked otherwise of its candidate. */
const HINTS: Partial<Record<OwnField, string>> = {
  expected_pay_amount: "What you want to earn, never what you earn now",
  employer: "We never show you there",
};

export const ownLabels = Object.fromEntries(ownFieldNames.map((field) => [field, labels[field]])) as Record<
  OwnField,
  string
>;

/** Which of them are one thing. */
export const ownGroups = fieldGroups.filter((group): group is OwnField[] =>
  group.every((field) => (ownFieldNames as readonly string[]).includes(field)),
);

/** What of a record is the candidate's own to correct. */
export type OwnEntries = Pick<OwnDetails, OwnField>;

/** A record as its form has it. */
export function ownTexts(details: OwnEntries): Record<OwnField, string> {
  return candidateEntries({ ...details, email: null, source: null, is_adult: true });
}

type DetailsFormProps = {
  /** Undefined while the backend can't tell: then the entries that were sent stand alone. */
  details: OwnDetails | undefined;
  /** The form as it came back, if it was sent. */
  sent: FormState | undefined;
};

/** Corrects what we have of somebody. */
export function DetailsForm({ details, sent }: DetailsFormProps) {
  const saved = details && ownTexts(details);
  const form = usePostedForm<Record<OwnField, string>>(saved);
  return (
    <VersionedForm
      groups={ownGroups}
      labels={ownLabels}
      saved={saved}
      version={details?.version}
      sent={sent}
      cancelPath={candidatePath}
    >
      <CandidateFields form={form} names={ownFieldNames} ownHints={HINTS} />
    </VersionedForm>
  );
}
