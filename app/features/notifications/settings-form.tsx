import { isStale, sentText, type FormState } from "~/lib/forms/form";
import { labelOf } from "~/lib/schema/fields";
import { Button } from "~/ui/forms/button";
import { FieldError, fieldId } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { RadioChoices } from "~/ui/forms/radio-choices";
import { ConflictFields } from "~/ui/forms/conflict-fields";
import { readableAddress } from "~/lib/schema/address";
import { frequencies, frequenciesOf, questions, type Question, type Settings, type Side } from "./schema";

type ChoiceProps = Question & { chosen: unknown; error: string | undefined };

function Choice({ group, label, hint, chosen, error }: ChoiceProps) {
  const id = fieldId(group);
  return (
    <fieldset className="part" aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      <FieldError name={group} error={error} />
      <RadioChoices name={group} choices={frequenciesOf[group]} chosen={chosen} className="check" />
    </fieldset>
  );
}

/** What is saved, where something else was chosen. */
function savedElse(side: Side, settings: Settings, entries: Entries): [string, string][] {
  return questions[side]
    .filter(({ group }) => entries[group] !== settings[group])
    .map(({ group, label }) => [label, labelOf(frequencies, settings[group])]);
}

type Entries = FormState["defaultValues"];

type SettingsFormProps = {
  side: Side;
  /** Undefined while the backend can't tell: then the entries that were sent stand alone. */
  settings: Settings | undefined;
  /** What came of the form, if it was sent. */
  sent: FormState | undefined;
};

/** Which mails somebody gets, and how often. */
export function SettingsForm({ side, settings, sent }: SettingsFormProps) {
  const entries = sent?.defaultValues;
  return (
    <>
      {settings && entries && isStale(sent, settings.version) && (
        <ConflictFields did="chosen" rows={savedElse(side, settings, entries)} />
      )}
      <OwnedForm noValidate className="grid gap-4">
        <input type="hidden" name="version" value={settings?.version ?? sentText(sent, "version") ?? ""} />
        {questions[side].map((question) => (
          <Choice
            key={question.group}
            {...question}
            chosen={entries?.[question.group] ?? settings?.[question.group]}
            error={sent?.errors[question.group]?.message}
          />
        ))}
        <div className="actions">
          <Button busyText="Saving...">Save</Button>
        </div>
      </OwnedForm>
    </>
  );
}

/** What the words of the form mean, and where its mails go. */
export function SettingsHints({ email }: { email: string | undefined }) {
  return (
    <div className="hint grid gap-2">
      <p>
        At once means within ten minutes: what comes in that time goes in one mail. Once a day means at 8:00 in the
        morning in India.
      </p>
      <p>
        {email && (
          <>
            They go to <strong>{readableAddress(email)}</strong>.{" "}
          </>
        )}
        Invitations, changes of your access, and mails about your account are always sent.
      </p>
    </div>
  );
}
