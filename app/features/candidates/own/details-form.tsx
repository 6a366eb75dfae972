import { Form } from "react-router";
import { candidatePath } from "~/content/navigation";
import type { FormState } from "~/lib/forms/form";
import { SubmitOrCancel } from "~/ui/forms/button";
import { savedElse } from "~/ui/forms/saved-meanwhile";
import { CandidateFields } from "~/features/candidates/candidate-fields";
import { entriesOf, labels } from "~/features/candidates/fields";
import { ownFieldNames } from "~/features/candidates/schema";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { PersonField } from "./own-sections";
import type { OwnDetails } from "./own.server";

type OwnField = (typeof ownFieldNames)[number];

/** What is asked otherwise of whoever it is about. */
const HINTS: Partial<Record<OwnField, string>> = {
  expected_pay_amount: "What you want to earn, never what you earn now",
  employer: "We never show you there",
};

const LABELS = Object.fromEntries(ownFieldNames.map((field) => [field, labels[field]])) as Record<OwnField, string>;

/** A record as its form has it. */
function textsOf(details: OwnDetails): Record<OwnField, string> {
  return entriesOf({ ...details, source: null, is_adult: true });
}

/** What is saved now, where something else was sent. */
export function savedElseOf(details: OwnDetails, sent: FormState["defaultValues"]) {
  return savedElse(LABELS, textsOf(details), sent);
}

type DetailsFormProps = {
  details: OwnDetails | undefined;
  /** The version that was read, and whose it is, of a form that came back without a newer one. */
  seen: string;
  person: string;
};

/** Corrects what we have of somebody. */
export function DetailsForm({ details, seen, person }: DetailsFormProps) {
  const form = usePostedForm<Record<OwnField, string>>(details && textsOf(details));
  return (
    <Form method="post" noValidate className="grid gap-5">
      <input type="hidden" name="version" value={details?.version ?? seen} />
      <PersonField id={details?.id ?? person} />
      <CandidateFields form={form} names={ownFieldNames} ownHints={HINTS} />
      <SubmitOrCancel busyText="Saving..." path={candidatePath}>
        Save
      </SubmitOrCancel>
    </Form>
  );
}
