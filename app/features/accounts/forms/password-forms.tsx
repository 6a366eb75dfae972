import { formConsent } from "~/content/consent";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { PhoneField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { PostForm } from "~/ui/forms/post-form";
import { CompanyFields, KnownPasswordField, NewPasswordField } from "./account-fields";

/** Sets a new password, where a link has just shown whose mailbox it is (docs/decisions/accounts.md). */
export function NewPasswordForm() {
  const form = usePostedForm({ password: "" });
  return (
    <PostForm intent="new-password" button="Set New Password" busyText="Saving...">
      <NewPasswordField form={form} label="New Password" />
    </PostForm>
  );
}

/**
 * Sets a new password by the old one; who has none, or has forgotten it, gets a link instead.
 *
 * @param email the account's address; empty when it can't be told just now
 */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = usePostedForm({ current_password: "", password: "" });
  return (
    <>
      <PostForm intent="new-password" button="Set New Password" busyText="Saving...">
        <KnownPasswordField form={form} name="current_password" label="Current Password" />
        <NewPasswordField form={form} label="New Password" />
      </PostForm>
      {email !== "" && (
        <OwnedForm className="grid gap-3">
          <p>No password yet, or forgotten? We send a link to {email} that sets a new one.</p>
          <input type="hidden" name="email" value={email} />
          <Button variant="outline" name="intent" value="reset" busyText="Sending...">
            Send Reset Email
          </Button>
        </OwnedForm>
      )}
    </>
  );
}

/** Confirms an account by the password of its sign-up. */
export function ConfirmForm() {
  const form = usePostedForm({ password: "" });
  return (
    <PostForm intent="confirm" button="Confirm My Account" busyText="Confirming...">
      <KnownPasswordField form={form} name="password" label="Password" hint="The one you chose when you signed up." />
    </PostForm>
  );
}

/** Confirms an account with a password and a company that its owner chooses now. */
export function ChooseForm() {
  const form = usePostedForm({ company_name: "", full_name: "", phone: "", password: "" });
  return (
    <PostForm intent="choose" button="Confirm My Account" busyText="Confirming...">
      <CompanyFields form={form} />
      <PhoneField form={form} name="phone" />
      <NewPasswordField form={form} label="New Password" />
      <Consent {...formConsent.account} />
    </PostForm>
  );
}

/** Confirms a change of address. */
export function ChangeAddressForm() {
  return (
    <OwnedForm>
      <Button name="intent" value="change" busyText="Confirming...">
        Confirm the Change
      </Button>
    </OwnedForm>
  );
}
