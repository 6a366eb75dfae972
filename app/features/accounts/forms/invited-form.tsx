import { formConsent } from "~/content/consent";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Consent } from "~/ui/forms/consent";
import { TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import { PostForm } from "~/ui/forms/post-form";
import { NewPasswordField } from "./account-fields";

/** Makes an account for somebody invited, and accepts: for whom, and for which company, the invitation says. */
export function InvitedForm({ address }: { address: string }) {
  const form = usePostedForm({ full_name: "", password: "" });
  return (
    <PostForm intent="sign-up" button="Accept" busyText="Accepting...">
      <p>
        The invitation is for <strong>{address}</strong>, and so is the account: with that address and this password you
        sign in from now on.
      </p>
      <TextField form={form} name="full_name" label="Your Name" required autoComplete="name" />
      <NewPasswordField form={form} />
      <Honeypot form={form} />
      <Consent {...formConsent.account} />
    </PostForm>
  );
}
