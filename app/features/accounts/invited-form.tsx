import { Form } from "react-router";
import { useRemixForm } from "remix-hook-form";
import { formConsent } from "~/content/consent";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { EmailField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import { NewPasswordField } from "./account-fields";

/** Makes an account for somebody invited: without a company, which the invitation names. */
export function InvitedForm({ address }: { address: string }) {
  const form = useRemixForm<{ full_name: string; email: string; password: string }>({
    defaultValues: { full_name: "", email: "", password: "" },
    stringifyAllValues: false,
  });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <p>The invitation is for {address}: sign up with that address.</p>
      <TextField form={form} name="full_name" label="Your Name" required autoComplete="name" />
      <EmailField form={form} name="email" label="Email" autoComplete="username" />
      <NewPasswordField form={form} />
      <Honeypot form={form} />
      <Consent {...formConsent.account} />
      <Button name="intent" value="sign-up" busyText="Signing Up...">
        Sign Up
      </Button>
    </Form>
  );
}
