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

type Entries = Record<keyof JobPosting, string>;

const EMPTY: Entries = {
  job_title: "",
  department: "",
  location: "",
  experience_level: "",
  employment_type: "",
  urgency: "",
  skills: "",
  job_description: "",
  budget_range: "",
  positions_count: "",
  contact_name: "",
  contact_email: "",
  company: "",
  phone: "",
};

/** The job posting form for anonymous visitors (§2, "Hiring page"). */
export function JobPostingForm() {
  const form = usePostedForm<Entries>(EMPTY);
  return (
    <Form id={FORM_ID} method="post" noValidate className="grid gap-5 sm:grid-cols-2">
      <TextField form={form} name="job_title" label="Job Title" required />
      <SelectField form={form} name="department" label="Department" options={departments} prompt="Choose" />
      <TextField form={form} name="location" label="Location" required />
      <SelectField
        form={form}
        name="experience_level"
        label="Experience Level"
        options={experienceLevels}
        prompt="Choose"
      />
      <SelectField
        form={form}
        name="employment_type"
        label="Employment Type"
        options={employmentTypes}
        prompt="Choose"
      />
      <SelectField form={form} name="urgency" label="Urgency" options={urgencies} prompt="Choose" />
      <SelectField form={form} name="budget_range" label="Budget Range" options={budgetRanges} prompt="Choose" />
      <SelectField
        form={form}
        name="positions_count"
        label="Number of Positions"
        options={positionCounts}
        prompt="Choose"
      />
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
