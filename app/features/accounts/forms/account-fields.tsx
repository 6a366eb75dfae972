import type { FieldValues, Path } from "react-hook-form";
import { TextField, type FormHandle } from "~/ui/forms/field";
import { PASSWORD_HINT, PASSWORD_MINIMUM } from "~/features/accounts/schema";

type FieldsProps<Values extends FieldValues> = { form: FormHandle<Values> };

/** Which company a client is, and whom to ask for there. */
export function CompanyFields<Values extends FieldValues>({ form }: FieldsProps<Values>) {
  return (
    <>
      <TextField
        form={form}
        name={"company_name" as Path<Values>}
        label="Company Name"
        required
        autoComplete="organization"
      />
      <TextField form={form} name={"full_name" as Path<Values>} label="Contact Person" required autoComplete="name" />
    </>
  );
}

/** A password to be chosen (§5). */
export function NewPasswordField<Values extends FieldValues>({
  form,
  label = "Password",
}: FieldsProps<Values> & { label?: string }) {
  return (
    <TextField
      form={form}
      name={"password" as Path<Values>}
      label={label}
      type="password"
      required
      minLength={PASSWORD_MINIMUM}
      hint={PASSWORD_HINT}
      autoComplete="new-password"
    />
  );
}

/** A password that somebody has already. */
export function KnownPasswordField<Values extends FieldValues>(
  props: FieldsProps<Values> & { name: Path<Values>; label: string; hint?: string },
) {
  return <TextField {...props} type="password" required autoComplete="current-password" />;
}
