import { Form } from "react-router";
import { consentToForm } from "~/content/consent";
import { FORM_ID } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { EmailField, PhoneField, SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import { consultationRoles, preferredTimes, type Consultation } from "./schema";

/** The consultation form (§2, §5). */
export function ConsultationForm() {
  const form = usePostedForm<Record<keyof Consultation, string>>();
  return (
    <Form id={FORM_ID} method="post" noValidate className="fit grid gap-5 sm:grid-cols-2">
      <TextField form={form} name="first_name" label="First Name" required autoComplete="given-name" />
      <TextField form={form} name="last_name" label="Last Name" required autoComplete="family-name" />
      <EmailField form={form} name="email" label="Email" autoComplete="email" />
      {/* The break is for text browsers, which else write the next label on its line. */}
      <div>
        <PhoneField form={form} name="phone" hint="We call you here; without it, we write" />
        <br className="hidden" />
      </div>
      <TextField form={form} name="company" label="Company" autoComplete="organization" />
      <SelectField form={form} name="role" label="Role" options={consultationRoles} />
      <div className="grid gap-5 sm:col-span-2">
        <TextAreaField form={form} name="needs" label="Needs" />
        <SelectField form={form} name="preferred_time" label="Preferred Time" options={preferredTimes} />
        <Honeypot form={form} />
        <Consent {...consentToForm("consultation")} />
        <Button busyText="Sending...">Request Consultation</Button>
      </div>
    </Form>
  );
}
