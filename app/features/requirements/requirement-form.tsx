import { zodResolver } from "@hookform/resolvers/zod";
import { useState, type FormEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useRemixForm } from "remix-hook-form";
import type { z } from "zod";
import { formConsent } from "~/content/consent";
import { FORM_ID, type FormState } from "~/lib/form";
import { LIMITS } from "~/lib/schema";
import { Button, ButtonLink } from "~/ui/button";
import { Consent } from "~/ui/consent";
import { ErrorSummary } from "~/ui/error-summary";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/field";
import {
  cleanSkills,
  currencies,
  jobTypes,
  priorities,
  requirementSchema,
  skillEntry,
  skillFields,
  type Requirement,
  type SkillField,
} from "./schema";
import { SkillsField } from "./skills-field";

type Entries = z.input<typeof requirementSchema>;

const EMPTY: Omit<Entries, SkillField> = {
  job_title: "",
  job_type: "",
  department: "",
  location: "",
  remote_allowed: false,
  min_experience: "",
  max_experience: "",
  min_salary: "",
  max_salary: "",
  currency: "USD",
  education_requirements: "",
  job_description: "",
  responsibilities: "",
  benefits: "",
  positions_count: "1",
  priority: "medium",
  expected_start_date: "",
  deadline: "",
  notes: "",
};

/** The form of /submit-requirement (§2, §3, §5, §9). `state` is what the server sent back, if it did. */
export function RequirementForm({ state, minDeadline }: { state: FormState | undefined; minDeadline: string }) {
  const [skills, setSkills] = useState<Record<SkillField, string[]>>({
    required_skills: state?.lists["required_skills"] ?? [],
    preferred_skills: state?.lists["preferred_skills"] ?? [],
  });
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";
  const form = useRemixForm<Entries, unknown, Requirement>({
    resolver: zodResolver(requirementSchema),
    defaultValues: { ...EMPTY, ...skills },
    stringifyAllValues: false,
    // The form itself is posted, so that its bytes are the same with and without a script.
    submitHandlers: { onValid: (_, event) => submit(event?.target as HTMLFormElement) },
  });
  const { errors } = form.formState;

  function changeSkills(field: SkillField, next: string[]) {
    setSkills((current) => ({ ...current, [field]: next }));
    form.setValue(field, next, { shouldValidate: form.formState.isSubmitted });
  }

  /** A skill that is still in its box goes along: nothing typed is lost. */
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const boxes = new FormData(event.currentTarget);
    for (const field of skillFields) {
      const typed = boxes.get(skillEntry(field));
      if (typeof typed === "string") form.setValue(field, cleanSkills([...skills[field], typed]));
    }
    return form.handleSubmit(event);
  }

  function skillsProps(name: SkillField) {
    const error = errors[name] as { message?: string } | undefined;
    const entry = state?.defaultValues[skillEntry(name)];
    return {
      name,
      skills: skills[name],
      entry: typeof entry === "string" ? entry : "",
      error: error?.message,
      onChange: (next: string[]) => changeSkills(name, next),
    };
  }

  return (
    <Form
      id={FORM_ID}
      method="post"
      onSubmit={(event) => void handleSubmit(event)}
      className="grid gap-5 sm:grid-cols-2"
    >
      {/* Enter presses a form's first button: this one adds a typed skill, or else submits. */}
      <button
        type="submit"
        name="intent"
        value="enter"
        formNoValidate
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        Enter
      </button>
      <ErrorSummary errors={errors} />
      <TextField form={form} name="job_title" label="Job Title" required maxLength={LIMITS.short} />
      <SelectField form={form} name="job_type" label="Job Type" required options={jobTypes} prompt="Choose" />
      <TextField form={form} name="department" label="Department" maxLength={LIMITS.short} />
      <TextField form={form} name="location" label="Location" required maxLength={LIMITS.short} />
      <div className="sm:col-span-2">
        <CheckboxField form={form} name="remote_allowed" label="Remote Allowed" />
      </div>
      <TextField
        form={form}
        name="min_experience"
        label="Min Experience"
        type="number"
        min={0}
        placeholder="0"
        hint="Years"
      />
      <TextField
        form={form}
        name="max_experience"
        label="Max Experience"
        type="number"
        min={0}
        placeholder="15"
        hint="Years"
      />
      <TextField form={form} name="min_salary" label="Min Salary" type="number" step="any" placeholder="50000" />
      <TextField form={form} name="max_salary" label="Max Salary" type="number" step="any" placeholder="120000" />
      <SelectField form={form} name="currency" label="Currency" required options={currencies} />
      <TextField form={form} name="positions_count" label="Number of Positions" required type="number" min={1} />
      <SkillsField {...skillsProps("required_skills")} label="Required Skills" required />
      <SkillsField {...skillsProps("preferred_skills")} label="Preferred Skills" />
      <div className="grid gap-5 sm:col-span-2">
        <TextAreaField form={form} name="job_description" label="Job Description" required maxLength={LIMITS.long} />
        <TextAreaField form={form} name="responsibilities" label="Responsibilities" maxLength={LIMITS.long} />
        <TextAreaField
          form={form}
          name="education_requirements"
          label="Education Requirements"
          maxLength={LIMITS.long}
        />
        <TextAreaField form={form} name="benefits" label="Benefits" maxLength={LIMITS.long} />
      </div>
      <SelectField form={form} name="priority" label="Priority" required options={priorities} />
      <div />
      <TextField form={form} name="expected_start_date" label="Expected Start Date" type="date" />
      <TextField form={form} name="deadline" label="Application Deadline" type="date" min={minDeadline} />
      <div className="grid gap-5 sm:col-span-2">
        <TextAreaField form={form} name="notes" label="Notes" maxLength={LIMITS.long} />
        <Consent {...formConsent} />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="submit" disabled={isBusy} busyText="Submitting...">
            {isBusy ? "Submitting..." : "Submit Requirement"}
          </Button>
          <ButtonLink href="/client-dashboard" variant="outline">
            Cancel
          </ButtonLink>
        </div>
      </div>
    </Form>
  );
}
