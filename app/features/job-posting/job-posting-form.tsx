import { Form, useActionData } from "react-router";
import { consentToForm } from "~/content/consent";
import { FORM_ID, type FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { EmailField, PhoneField, SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import {
  budgetRanges,
  departments,
  employmentTypes,
  experienceLevels,
  positionCounts,
  urgencies,
  type JobPosting,
} from "./schema";

/** What a recruiter can ask as well: folded until somebody has filled in, or mistaken, one of it. */
const MORE: readonly (keyof JobPosting)[] = [
  "department",
  "experience_level",
  "employment_type",
  "urgency",
  "budget_range",
  "skills",
  "job_description",
];

/** The job posting form for anonymous visitors (§2, "Hiring page"). */
export function JobPostingForm() {
  const form = usePostedForm<Record<keyof JobPosting, string>>();
  const sent = useActionData<FormState>();
  const hasMore = MORE.some((name) => sent?.errors[name] || sent?.defaultValues[name]);
  return (
    <Form id={FORM_ID} method="post" noValidate className="fit grid gap-5 sm:grid-cols-2">
      <TextField form={form} name="job_title" label="Job Title" required />
      <TextField form={form} name="location" label="Location" required />
      <SelectField form={form} name="positions_count" label="Number of Positions" options={positionCounts} />
      <TextField form={form} name="company" label="Company" required autoComplete="organization" />
      <TextField form={form} name="contact_name" label="Contact Name" required autoComplete="name" />
      <EmailField form={form} name="contact_email" label="Contact Email" autoComplete="email" />
      <PhoneField form={form} name="phone" />
      <details className="more sm:col-span-2" open={hasMore}>
        <summary>More, if you know it</summary>
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField form={form} name="department" label="Department" options={departments} />
          <SelectField form={form} name="experience_level" label="Experience Level" options={experienceLevels} />
          <SelectField form={form} name="employment_type" label="Employment Type" options={employmentTypes} />
          <SelectField form={form} name="urgency" label="Urgency" options={urgencies} />
          {/* The break is for text browsers, which else write the next label on its line. */}
          <div>
            <SelectField
              form={form}
              name="budget_range"
              label="Budget Range"
              options={budgetRanges}
              hint="A year, in your currency; below that choose Discuss"
            />
            <br className="hidden" />
          </div>
          <TextField form={form} name="skills" label="Skills" hint="Separate them with commas" />
          <div className="sm:col-span-2">
            <TextAreaField form={form} name="job_description" label="Job Description" />
          </div>
        </div>
      </details>
      <div className="grid gap-5 sm:col-span-2">
        <Honeypot form={form} />
        <Consent {...consentToForm("posting")} />
        <Button busyText="Submitting...">Post Job</Button>
      </div>
    </Form>
  );
}
