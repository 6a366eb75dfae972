import { Form } from "react-router";
import { consentToForm } from "~/content/consent";
import { FORM_ID } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { EmailField, PhoneField, TextAreaField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import type { ContactMessage } from "./schema";

/** The contact form (§2, "Contact"). */
export function ContactForm() {
  const form = usePostedForm<Record<keyof ContactMessage, string>>();
  return (
    <Form id={FORM_ID} method="post" noValidate className="fit grid gap-5">
      <TextField form={form} name="name" label="Full Name" required autoComplete="name" />
      <EmailField form={form} name="email" label="Email Address" autoComplete="email" />
      <TextField form={form} name="company" label="Company Name" autoComplete="organization" />
      <PhoneField form={form} name="phone" />
      <TextAreaField form={form} name="requirement" label="Hiring Requirement" required />
      <Honeypot form={form} />
      <Consent {...consentToForm("contact")} />
      <Button busyText="Sending...">Send Message</Button>
    </Form>
  );
}
