import { Form } from "react-router";
import { candidatePath } from "~/content/navigation";
import type { FormState } from "~/lib/forms/form";
import { SubmitOrCancel } from "~/ui/forms/button";
import { SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { savedElse } from "~/ui/forms/saved-meanwhile";
import { definitionOf, entriesOf } from "~/features/candidates/fields";
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

const LABELS = Object.fromEntries(ownFieldNames.map((field) => [field, definitionOf(field).label])) as Record<
  OwnField,
  string
>;

/** A record as its form has it; all blank while nobody can tell. */
function textsOf(details: OwnDetails | undefined): Record<OwnField, string> {
  const record = details && entriesOf({ ...details, source: null, is_adult: true });
  return Object.fromEntries(ownFieldNames.map((field) => [field, record?.[field] ?? ""])) as Record<OwnField, string>;
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
  const form = usePostedForm<Record<OwnField, string>>(textsOf(details));
  return (
    <Form method="post" noValidate className="grid gap-5">
      <input type="hidden" name="version" value={details?.version ?? seen} />
      <PersonField id={details?.id ?? person} />
      {ownFieldNames.map((field) => {
        const { kind, label, isRequired, hint, options, type, autoComplete } = definitionOf(field);
        const shared = { form, name: field, label, required: isRequired, hint: HINTS[field] ?? hint };
        if (options) return <SelectField key={field} {...shared} options={options} prompt="Choose" />;
        if (kind === "text") return <TextAreaField key={field} {...shared} />;
        return <TextField key={field} {...shared} type={type} {...(autoComplete ? { autoComplete } : {})} />;
      })}
      <SubmitOrCancel busyText="Saving..." path={candidatePath}>
        Save
      </SubmitOrCancel>
    </Form>
  );
}
