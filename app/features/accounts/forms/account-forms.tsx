import { Form } from "react-router";
import { formConsent } from "~/content/consent";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { CheckboxField, EmailField, PhoneField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import { PostForm } from "~/ui/forms/post-form";
import { CompanyFields, KnownPasswordField, NewPasswordField } from "./account-fields";
import type { Provider } from "~/features/accounts/schema";

/** The address that was typed into the form before, if any: nobody has to type it again. */
type AddressProps = { email?: string | undefined };

/** Signs in with a password (§2, "Login" and "Client portal"); /login has a box to tick, which has no effect. */
export function SignInForm({ email = "", hasRemember = false }: AddressProps & { hasRemember?: boolean }) {
  const form = usePostedForm({ email, password: "", remember: false });
  return (
    <PostForm intent="sign-in" button="Sign In" busyText="Signing In...">
      <EmailField form={form} name="email" label="Email" autoComplete="username" />
      <KnownPasswordField form={form} name="password" label="Password" />
      {hasRemember && <CheckboxField form={form} name="remember" label="Remember me" />}
    </PostForm>
  );
}

/** Makes a client account (§2, §5, "Sign-up"). */
export function SignUpForm({ email = "" }: AddressProps) {
  const form = usePostedForm({ company_name: "", full_name: "", email, phone: "", password: "" });
  return (
    <PostForm intent="sign-up" button="Sign Up" busyText="Signing Up...">
      <CompanyFields form={form} />
      <EmailField form={form} name="email" label="Email" autoComplete="username" />
      <PhoneField form={form} name="phone" />
      <NewPasswordField form={form} />
      <Honeypot form={form} />
      <Consent {...formConsent.account} />
    </PostForm>
  );
}

/** A form that asks for nothing but an address, to send a mail to. */
function AddressForm({ email = "", intent, button }: AddressProps & { intent: string; button: string }) {
  const form = usePostedForm({ email });
  return (
    <PostForm intent={intent} button={button} busyText="Sending...">
      <EmailField form={form} name="email" label="Email" autoComplete="username" />
    </PostForm>
  );
}

/** Asks for a mail to set a new password. The server has the catalogue's notice for an empty address (§5). */
export function ResetForm({ email }: AddressProps) {
  return <AddressForm email={email} intent="reset" button="Send Reset Email" />;
}

const PROVIDER_NAMES: Record<Provider, string> = { google: "Google", linkedin_oidc: "LinkedIn" };

/** The two external identity providers (§2), as buttons that post: no script is needed to leave for them. */
export function ProviderButtons() {
  return (
    <Form method="post" className="grid gap-3">
      {Object.entries(PROVIDER_NAMES).map(([provider, name]) => (
        <Button key={provider} variant="outline" name="intent" value={provider}>
          Continue with {name}
        </Button>
      ))}
    </Form>
  );
}

/** Sends a mail to the same address again. */
export function SendAgainForm({ email, intent }: { email: string; intent: "reset" | "resend" }) {
  return (
    <Form method="post">
      <input type="hidden" name="email" value={email} />
      <Button name="intent" value={intent} variant="outline" busyText="Sending...">
        Send It Again
      </Button>
    </Form>
  );
}

/** Sends the confirmation mail once more. */
export function ResendForm({ email }: AddressProps) {
  return <AddressForm email={email} intent="resend" button="Send the Link Again" />;
}
