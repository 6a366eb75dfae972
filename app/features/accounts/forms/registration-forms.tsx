import { formConsent } from "~/content/consent";
import { sentText, type FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { CheckboxField, EmailField, PhoneField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PostForm } from "~/ui/forms/post-form";
import { CompanyFields, NewPasswordField } from "./account-fields";
import type { Profile } from "~/features/accounts/schema";

/** Opens a client account (§2, "Get started"). */
export function GetStartedForm() {
  const form = usePostedForm({
    first_name: "",
    last_name: "",
    email: "",
    company: "",
    phone: "",
    password: "",
    terms: false,
  });
  return (
    <OwnedForm noValidate className="grid gap-5 sm:grid-cols-2">
      <TextField form={form} name="first_name" label="First Name" required autoComplete="given-name" />
      <TextField form={form} name="last_name" label="Last Name" required autoComplete="family-name" />
      <EmailField form={form} name="email" label="Work Email" autoComplete="username" />
      <TextField form={form} name="company" label="Company" required autoComplete="organization" />
      <PhoneField form={form} name="phone" />
      <NewPasswordField form={form} />
      <div className="grid gap-5 sm:col-span-2">
        <CheckboxField
          form={form}
          name="terms"
          required
          label={
            <>
              I agree to the <a href="/terms-of-service">Terms of Service</a> and the{" "}
              <a href="/privacy-policy#notice-account">Privacy Policy</a>
            </>
          }
        />
        <Honeypot form={form} />
        <Button busyText="Creating Account...">Create Account</Button>
      </div>
    </OwnedForm>
  );
}

/** The company of somebody whose account has none yet, in a form that is about something else, as that came back. */
export function CompanyPart({ state }: { state: FormState | undefined }) {
  const entry = (field: keyof Profile) => sentText(state, field) ?? "";
  const form = usePostedForm({
    company_name: entry("company_name"),
    full_name: entry("full_name"),
    phone: entry("phone"),
  });
  return (
    <fieldset className="part">
      <legend>Your company</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <CompanyFields form={form} />
        <PhoneField form={form} name="phone" />
        <div className="sm:col-span-2">
          <Consent {...formConsent.account} />
        </div>
      </div>
    </fieldset>
  );
}

/**
 * Gives a provider-made account its company (docs/decisions/specification.md). @param profile what the sign-up has said
 * of it
 */
export function ProfileForm({ profile }: { profile: Partial<Record<keyof Profile, string | null>> | undefined }) {
  const form = usePostedForm({
    company_name: profile?.company_name ?? "",
    full_name: profile?.full_name ?? "",
    phone: profile?.phone ?? "",
  });
  return (
    <PostForm intent="profile" button="Save Company Profile" busyText="Saving...">
      <CompanyFields form={form} />
      <PhoneField form={form} name="phone" />
      <Consent {...formConsent.account} />
    </PostForm>
  );
}
