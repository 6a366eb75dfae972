import { Form } from "react-router";
import type { FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { SubmitOrCancel } from "~/ui/forms/button";
import { PhoneField, TextField } from "~/ui/forms/field";
import { savedElse } from "~/ui/forms/saved-meanwhile";
import type { Colleague } from "./people.server";
import type { Details } from "./schema";

const LABELS = { display_name: "Name", contact_email: "Email", contact_phone: "Phone" } as const;
type Field = keyof typeof LABELS;

/** What is seen of somebody, as text. */
function entriesOf(person: Colleague | undefined): Record<Field, string> {
  const { display_name = "", contact_email, contact_phone } = person ?? {};
  return { display_name, contact_email: contact_email ?? "", contact_phone: contact_phone ?? "" };
}

/** What is saved of somebody, where something else was sent. */
export function savedElseOf(person: Colleague, sent: FormState["defaultValues"]) {
  return savedElse(LABELS, entriesOf(person), sent);
}

type PersonFormProps = {
  /** Undefined while the backend can't tell: then the entries that were sent stand alone. */
  person: Colleague | undefined;
  /** The version that was read, of a form that came back without a newer one. */
  seen: string;
};

/** Writes what colleagues and clients see of somebody of the team. */
export function PersonForm({ person, seen }: PersonFormProps) {
  const form = usePostedForm<Omit<Record<keyof Details, string>, "version">>(entriesOf(person));
  return (
    <Form method="post" noValidate className="grid gap-5">
      <input type="hidden" name="version" value={person?.version ?? seen} />
      <TextField form={form} name="display_name" label={LABELS.display_name} required />
      <TextField
        form={form}
        name="contact_email"
        label={LABELS.contact_email}
        type="email"
        hint="Where clients write."
      />
      <PhoneField form={form} name="contact_phone" />
      <SubmitOrCancel busyText="Saving..." path="/team/people">
        Save
      </SubmitOrCancel>
    </Form>
  );
}
