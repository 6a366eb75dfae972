import { Form } from "react-router";
import { formConsent } from "~/content/consent";
import { FORM_ID } from "~/lib/forms/form";
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

/** The job posting form for anonymous visitors (§2, "Hiring page"). */
export function JobPostingForm() {
  const form = usePostedForm<Record<keyof JobPosting, string>>();
  return (
    <Form id={FORM_ID} method="post" noValidate className="grid gap-5 sm:grid-cols-2">
      <TextField form={form} name="job_title" label="Job Title" required />
      <SelectField form={form} name="department" label="Department" options={departments} />
      <TextField form={form} name="location" label="Location" required />
      <SelectField form={form} name="experience_level" label="Experience Level" options={experienceLevels} />
      <SelectField form={form} name="employment_type" label="Employment Type" options={employmentTypes} />
      <SelectField form={form} name="urgency" label="Urgency" options={urgencies} />
      <SelectField form={form} name="budget_range" label="Budget Range" options={budgetRanges} />
      <SelectField form={form} name="positions_count" label="Number of Positions" options={positionCounts} />
      <div className="grid gap-5 sm:col-span-2">
        <TextField form={form} name="skills" label="Skills" hint="Separate them with commas" />
        <TextAreaField form={form} name="job_description" label="Job Description" />
      </div>
      <TextField form={form} name="contact_name" label="Contact Name" required autoComplete="name" />
      <EmailField form={form} name="contact_email" label="Contact Email" autoComplete="email" />
      <TextField form={form} name="company" label="Company" required autoComplete="organization" />
      <PhoneField form={form} name="phone" />
      <div className="grid gap-5 sm:col-span-2">
        <Honeypot form={form} />
        <Consent {...formConsent.hiring} />
        <Button busyText="Submitting...">Post Job</Button>
      </div>
    </Form>
  );
}
