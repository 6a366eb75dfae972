import { Fragment, type ReactNode } from "react";
import { formConsent } from "~/content/consent";
import { FORM_ID, messageOf } from "~/lib/forms/form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { CheckboxField, fieldId, SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { definitionOf, isSkillField, type Field, type FieldDefinition } from "~/features/requirements/fields";
import { askAboutPay, QUESTIONS_ANSWERED, type PayQuestion } from "./pay-question";
import { askAboutStart, START_ANSWER } from "./start-question";
import { fieldsOf, partNames, RequirementPart, type PartName } from "./requirement-parts";
import { OwnedForm } from "~/ui/forms/owned-form";
import { intentValue } from "./intent";
import { SkillsField } from "./skills-field";
import type { RequirementFormModel } from "./use-requirement-form";

type RequirementFormProps = {
  model: RequirementFormModel;
  minDeadline: string;
  /** Whose entries the page's script keeps for a reload. */
  keptFor: string | undefined;
  /** Where a script saves it by itself, for a form that is a draft. */
  savePath?: string | undefined;
  /** Has it what was sent, and not saved? */
  isUnsaved?: boolean;
  /** What is known of a field and can't stand in it. */
  hints?: Record<string, string>;
  /** Is a part folded although something stands in it? Then its summary names what. */
  foldsFilled?: boolean;
  /** What stands before the fields. */
  children?: ReactNode;
  /** The button that saves a draft: where all that is required has been filled in, and at the end. */
  saveDraft?: ReactNode;
  /** What stands after them, if not what a client agrees to and its buttons. */
  end?: ReactNode;
};

type ControlProps = RequirementFormProps & { name: Field };

/** The end of the form as a client sends it. */
function ClientEnd({ saveDraft }: { saveDraft: ReactNode }) {
  return (
    <>
      <Consent {...formConsent.requirement} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="submit" busyText="Submitting...">
          Submit Requirement
        </Button>
        {saveDraft}
        <ButtonLink href="/client-dashboard" variant="outline">
          Cancel
        </ButtonLink>
      </div>
    </>
  );
}

/** Which keys a phone shows for what is a number. */
const INPUT_MODES: { [Kind in FieldDefinition["kind"]]?: "numeric" | "decimal" } = {
  years: "numeric",
  amount: "decimal",
  count: "numeric",
};

/** A field's control, with its label. */
function FieldControl({ name, model, minDeadline, hints = {} }: ControlProps) {
  const { form, skills, boxes, nextBox } = model;
  const { kind, label, isRequired: required, initial, options = [], placeholder, isFromToday } = definitionOf(name);
  if (isSkillField(name)) {
    const error = form.formState.errors[name];
    return (
      <SkillsField
        name={name}
        label={label}
        required={required}
        skills={skills[name]}
        typed={boxes[name]}
        error={error && messageOf(error)}
        isNext={nextBox === name}
      />
    );
  }
  const hint = hints[name] ?? (kind === "years" ? "Years" : undefined);
  const shared = { form, name, label, required, hint };
  if (kind === "text") return <TextAreaField {...shared} />;
  if (kind === "tick") return <CheckboxField {...shared} />;
  if (kind === "choice") {
    return <SelectField {...shared} options={options} hasPrompt={initial === undefined} />;
  }
  return (
    <TextField
      {...shared}
      type={kind === "date" ? kind : undefined}
      inputMode={INPUT_MODES[kind]}
      placeholder={placeholder}
      min={isFromToday && minDeadline}
    />
  );
}

/** A field of the form, in its line. */
function RequirementField(props: ControlProps) {
  const { kind, line } = definitionOf(props.name);
  const { form } = props.model;
  const isAsked =
    props.name === "expected_start_date" && form.formState.errors[props.name] && askAboutStart(form.getValues());
  const control = isAsked ? (
    <div className="grid gap-3 content-start">
      <FieldControl {...props} />
      <Answers field={props.name} answers={[[START_ANSWER, "Yes, That Is Right"]]} />
    </div>
  ) : (
    <FieldControl {...props} />
  );
  if (kind === "text" || line === "whole") return <div className="sm:col-span-2">{control}</div>;
  return (
    <>
      {control}
      {line === "alone" && <div />}
    </>
  );
}

type AnswersProps = {
  field: Field;
  answers: PayQuestion["answers"];
};

/** The answers to what is asked about a field: each of them sends the form on. */
function Answers({ field, answers }: AnswersProps) {
  return (
    <div className="answers">
      {answers.map(([answer, words]) => (
        <Button
          key={answer}
          variant="outline"
          name="intent"
          value={intentValue({ kind: "answer", answer })}
          aria-describedby={`${fieldId(field)}-error`}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}

/** The pay, in one row: the currency, from how much to how much, and for how long. */
function PayRow({ names, ...props }: RequirementFormProps & { names: readonly Field[] }) {
  const { form } = props.model;
  const question = form.formState.errors.currency ? askAboutPay(form.getValues()) : undefined;
  return (
    <div role="group" aria-label="Pay for a year" className="pay sm:col-span-2">
      {names.map((name) => (
        <FieldControl key={name} {...props} name={name} />
      ))}
      <p aria-hidden="true">a year</p>
      <p className="hint">As you say it: 450000, 4.5 lakh, 12 LPA, 12k, or 40k a month.</p>
      {question && <Answers field="currency" answers={question.answers} />}
    </div>
  );
}

/** The fields of a part in which something stands, or of which something is known. */
function filledOf(part: PartName, { model, hints = {} }: RequirementFormProps): Field[] {
  const { form, skills, boxes } = model;
  const entries = form.getValues();
  return fieldsOf(part).filter((name) => {
    if (name in hints) return true;
    if (isSkillField(name)) return skills[name].length > 0 || boxes[name] !== "";
    const { kind, initial = "" } = definitionOf(name);
    // The currency is somebody's only with an amount.
    return kind === "tick" ? entries[name] === true : name !== "currency" && entries[name] !== initial;
  });
}

/** Must a folded part be seen: for a mistake, an entry, or what is known of a field? */
function isPartOpen(part: PartName, props: RequirementFormProps): boolean {
  const { errors } = props.model.form.formState;
  const isMistaken = fieldsOf(part).some((name) => errors[name]);
  return isMistaken || (!props.foldsFilled && filledOf(part, props).length > 0);
}

/** The fields of a part, those of a shared line together. */
function PartFields({ part, ...props }: RequirementFormProps & { part: PartName }) {
  const shared = fieldsOf(part).filter((name) => definitionOf(name).line === "shared");
  return fieldsOf(part).map((name) => {
    if (name === shared[0]) return <PayRow key={name} {...props} names={shared} />;
    return shared.includes(name) ? null : <RequirementField key={name} {...props} name={name} />;
  });
}

/** The form of /submit-requirement (§2, §3, §5, §9). */
export function RequirementForm(props: RequirementFormProps) {
  const { model, keptFor, savePath, isUnsaved, children, saveDraft, end } = props;
  const { form } = model;
  return (
    <OwnedForm
      id={FORM_ID}
      noValidate
      data-keep={keptFor}
      data-save={savePath}
      data-unsaved={isUnsaved ? "" : undefined}
      className={props.foldsFilled ? "grid folds-filled" : "grid gap-8"}
    >
      {/* Enter presses a form's first button: this one adds a typed skill, or else submits. */}
      <button type="submit" name="intent" value="enter" tabIndex={-1} aria-hidden="true" className="sr-only">
        Enter
      </button>
      <input type="hidden" autoComplete="off" {...form.register(QUESTIONS_ANSWERED)} />
      {children}
      {partNames.map((part, index) => (
        <Fragment key={part}>
          <RequirementPart
            name={part}
            isOpen={isPartOpen(part, props)}
            filled={props.foldsFilled ? filledOf(part, props) : []}
          >
            <PartFields part={part} {...props} />
          </RequirementPart>
          {index === 0 && saveDraft && <p>{saveDraft}</p>}
        </Fragment>
      ))}
      <div className="grid gap-5">{end ?? <ClientEnd saveDraft={saveDraft} />}</div>
    </OwnedForm>
  );
}
