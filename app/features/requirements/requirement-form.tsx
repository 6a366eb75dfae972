import type { ReactNode } from "react";
import { Form } from "react-router";
import { formConsent } from "~/content/consent";
import { FORM_ID, messageOf } from "~/lib/form";
import { Button, ButtonLink } from "~/ui/button";
import { Consent } from "~/ui/consent";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { currencies, jobTypes, priorities, type SkillField } from "./schema";
import { RequirementPart } from "./requirement-parts";
import { SkillsField } from "./skills-field";
import type { RequirementFormModel } from "./use-requirement-form";

type RequirementFormProps = {
  model: RequirementFormModel;
  minDeadline: string;
  /** Is the priority "medium" until another is chosen? */
  hasPriority?: boolean;
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

/** A hint, for a field that has one. */
function hintOf(hints: Record<string, string>, name: string): { hint?: string } {
  const hint = hints[name];
  return hint === undefined ? {} : { hint };
}

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

/** The form of /submit-requirement (§2, §3, §5, §9). */
export function RequirementForm(props: RequirementFormProps) {
  const { model, minDeadline, hasPriority = true, hints = {}, keptFor, children, partEnd, end } = props;
  const { form, element, skills, changeSkills, boxes, changeBox, nextBox, handleSubmit, isBusy } = model;
  const { errors } = form.formState;

  function skillsProps(name: SkillField) {
    return {
      name,
      skills: skills[name],
      typed: boxes[name],
      onType: (typed: string) => changeBox(name, typed),
      error: errors[name] && messageOf(errors[name]),
      isNext: nextBox === name,
      onChange: (next: string[]) => changeSkills(name, next),
      isKept: keptFor !== undefined,
    };
  }

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
      <RequirementPart name="role" end={partEnd}>
        <TextField form={form} name="job_title" label="Job Title" required />
        <SelectField
          form={form}
          name="job_type"
          label="Job Type"
          required
          options={jobTypes}
          prompt="Choose"
          {...hintOf(hints, "job_type")}
        />
        <TextField form={form} name="department" label="Department" />
        <TextField form={form} name="location" label="Location" required />
        <div className="sm:col-span-2">
          <CheckboxField form={form} name="remote_allowed" label="Remote Allowed" />
        </div>
      </RequirementPart>
      <RequirementPart name="pay" end={partEnd}>
        <TextField
          form={form}
          name="min_experience"
          label="Min Experience"
          inputMode="numeric"
          placeholder="0"
          hint="Years"
        />
        <TextField
          form={form}
          name="max_experience"
          label="Max Experience"
          inputMode="numeric"
          placeholder="15"
          hint="Years"
        />
        <TextField
          form={form}
          name="min_salary"
          label="Min Salary"
          inputMode="decimal"
          placeholder="50000"
          {...hintOf(hints, "min_salary")}
        />
        <TextField form={form} name="max_salary" label="Max Salary" inputMode="decimal" placeholder="120000" />
        <SelectField form={form} name="currency" label="Currency" required options={currencies} />
        <TextField
          form={form}
          name="positions_count"
          label="Number of Positions"
          required
          inputMode="numeric"
          {...hintOf(hints, "positions_count")}
        />
      </RequirementPart>
      <RequirementPart name="skills" end={partEnd}>
        <SkillsField {...skillsProps("required_skills")} label="Required Skills" required />
        <SkillsField {...skillsProps("preferred_skills")} label="Preferred Skills" />
      </RequirementPart>
      <RequirementPart name="work" end={partEnd}>
        <div className="grid gap-5 sm:col-span-2">
          <TextAreaField form={form} name="job_description" label="Job Description" required />
          <TextAreaField form={form} name="responsibilities" label="Responsibilities" />
          <TextAreaField form={form} name="education_requirements" label="Education Requirements" />
          <TextAreaField form={form} name="benefits" label="Benefits" />
        </div>
      </RequirementPart>
      <RequirementPart name="timing" end={partEnd}>
        <SelectField
          form={form}
          name="priority"
          label="Priority"
          required
          options={priorities}
          {...(hasPriority ? {} : { prompt: "Choose" })}
          {...hintOf(hints, "priority")}
        />
        <div />
        <TextField form={form} name="expected_start_date" label="Expected Start Date" type="date" />
        <TextField form={form} name="deadline" label="Application Deadline" type="date" min={minDeadline} />
        <div className="sm:col-span-2">
          <TextAreaField form={form} name="notes" label="Notes" />
        </div>
      </RequirementPart>
      <div className="grid gap-5">{end ?? <ClientEnd isBusy={isBusy} />}</div>
    </Form>
  );
}
