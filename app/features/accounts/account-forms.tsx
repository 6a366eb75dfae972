import { Form } from "react-router";
import { useRemixForm } from "remix-hook-form";
import { LIMITS } from "~/lib/schema";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PASSWORD_MINIMUM } from "./schema";

const PASSWORD_HINT = `At least ${PASSWORD_MINIMUM} characters; 12 or more, or a few words, is better.`;

/** Signs in with a password (§2, "Client portal"). */
export function SignInForm() {
  const form = useRemixForm<{ email: string; password: string }>({
    defaultValues: { email: "", password: "" },
    stringifyAllValues: false,
  });
  return (
    <Form method="post" className="grid gap-5">
      <ErrorSummary errors={form.formState.errors} />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        maxLength={LIMITS.email}
      />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        required
        autoComplete="current-password"
      />
      <Button name="intent" value="sign-in" busyText="Signing In...">
        Sign In
      </Button>
    </Form>
  );
}

/** Makes a client account (§2, §5, "Sign-up"). */
export function SignUpForm() {
  const form = useRemixForm<{
    company_name: string;
    full_name: string;
    email: string;
    phone: string;
    password: string;
  }>({
    defaultValues: { company_name: "", full_name: "", email: "", phone: "", password: "" },
    stringifyAllValues: false,
  });
  return (
    <Form method="post" className="grid gap-5">
      <ErrorSummary errors={form.formState.errors} />
      <TextField
        form={form}
        name="company_name"
        label="Company Name"
        required
        autoComplete="organization"
        maxLength={LIMITS.short}
      />
      <TextField
        form={form}
        name="full_name"
        label="Contact Person"
        required
        autoComplete="name"
        maxLength={LIMITS.name}
      />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        maxLength={LIMITS.email}
      />
      <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" maxLength={LIMITS.short} />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        required
        minLength={PASSWORD_MINIMUM}
        hint={PASSWORD_HINT}
        autoComplete="new-password"
      />
      <Button name="intent" value="sign-up" busyText="Signing Up...">
        Sign Up
      </Button>
    </Form>
  );
}

/** Asks for a mail to set a new password. The server has the catalogue's notice for an empty address (§5). */
export function ResetForm() {
  const form = useRemixForm<{ email: string }>({ defaultValues: { email: "" }, stringifyAllValues: false });
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary errors={form.formState.errors} />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        maxLength={LIMITS.email}
      />
      <Button name="intent" value="reset" busyText="Sending...">
        Send Reset Email
      </Button>
    </Form>
  );
}

/** Sets a new password after a recovery link (DESIGN.md, decision 5). */
export function NewPasswordForm() {
  const form = useRemixForm<{ password: string }>({ defaultValues: { password: "" }, stringifyAllValues: false });
  return (
    <Form method="post" className="grid gap-5">
      <ErrorSummary errors={form.formState.errors} />
      <TextField
        form={form}
        name="password"
        label="New Password"
        type="password"
        required
        minLength={PASSWORD_MINIMUM}
        hint={PASSWORD_HINT}
        autoComplete="new-password"
      />
      <Button name="intent" value="new-password" busyText="Saving...">
        Set New Password
      </Button>
    </Form>
  );
}
