import type { ReactNode } from "react";
import { Form } from "react-router";
import { formConsent } from "~/content/consent";
import { FORM_ID, messageOf } from "~/lib/forms/form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { definitionOf, isSkillField, type Field, type FieldDefinition } from "~/features/requirements/fields";
import { fieldsOf, partNames, RequirementPart } from "./requirement-parts";
import { SkillsField } from "./skills-field";
import type { RequirementFormModel } from "./use-requirement-form";

type RequirementFormProps = {
  model: RequirementFormModel;
  minDeadline: string;
  /** Choices in which nothing is chosen until somebody does, though a blank form has something there. */
  unchosen?: readonly Field[];
  /** Whose entries the page's script keeps for a reload, where no other script does. */
  keptFor?: string | undefined;
  /** What is known of a field and can't stand in it. */
  hints?: Record<string, string>;
  /** What stands before the fields. */
  children?: ReactNode;
  /** What stands at the end of each part. */
  partEnd?: ReactNode;
  /** What stands after them: what one agrees to, and the buttons. */
  end?: ReactNode;
};

type ControlProps = RequirementFormProps & { name: Field };

/** The end of the form as a client sends it. */
function ClientEnd({ isBusy }: { isBusy: boolean }) {
  return (
    <>
      <Consent {...formConsent.requirement} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="submit" disabled={isBusy} busyText="Submitting...">
          {isBusy ? "Submitting..." : "Submit Requirement"}
        </Button>
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
function FieldControl({ name, model, minDeadline, unchosen = [], hints = {}, keptFor }: ControlProps) {
  const { form, skills, changeSkills, boxes, changeBox, nextBox } = model;
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
        onType={(typed) => changeBox(name, typed)}
        error={error && messageOf(error)}
        isNext={nextBox === name}
        onChange={(next) => changeSkills(name, next)}
        isKept={keptFor !== undefined}
      />
    );
  }
  const hint = hints[name] ?? (kind === "years" ? "Years" : undefined);
  const shared = { form, name, label, required, hint };
  if (kind === "text") return <TextAreaField {...shared} />;
  if (kind === "tick") return <CheckboxField {...shared} />;
  if (kind === "choice") {
    const isUnchosen = initial === undefined || unchosen.includes(name);
    return <SelectField {...shared} options={options} prompt={isUnchosen ? "Choose" : undefined} />;
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
  const { line } = definitionOf(props.name);
  const control = <FieldControl {...props} />;
  if (line === "whole") return <div className="sm:col-span-2">{control}</div>;
  return (
    <>
      {control}
      {line === "alone" && <div />}
    </>
  );
}

/** The form of /submit-requirement (§2, §3, §5, §9). */
export function RequirementForm(props: RequirementFormProps) {
  const { model, keptFor, children, partEnd, end } = props;
  const { element, handleSubmit, isBusy } = model;
  return (
    <Form
      ref={element}
      id={FORM_ID}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      data-keep={keptFor}
      className="grid gap-8"
    >
      {/* Enter presses a form's first button: this one adds a typed skill, or else submits. */}
      <button type="submit" name="intent" value="enter" tabIndex={-1} aria-hidden="true" className="sr-only">
        Enter
      </button>
      {children}
      {partNames.map((part) => (
        <RequirementPart key={part} name={part} end={partEnd}>
          {fieldsOf(part).map((field) => (
            <RequirementField key={field} {...props} name={field} />
          ))}
        </RequirementPart>
      ))}
      <div className="grid gap-5">{end ?? <ClientEnd isBusy={isBusy} />}</div>
    </Form>
  );
}
