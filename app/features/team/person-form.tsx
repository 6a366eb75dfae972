import type { FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { PhoneField, TextField } from "~/ui/forms/field";
import { VersionedForm } from "~/ui/forms/versioned-form";
import type { Colleague } from "./people.server";
import type { Details } from "./schema";

export const personLabels = { display_name: "Name", contact_email: "Email", contact_phone: "Phone" } as const;
export const personGroups = [["display_name"], ["contact_email"], ["contact_phone"]] as const;
type Field = keyof typeof personLabels;

/** What is seen of somebody, as text. */
export function personEntries(person: Pick<Colleague, Field> | undefined): Record<Field, string> {
  const { display_name = "", contact_email, contact_phone } = person ?? {};
  return { display_name, contact_email: contact_email ?? "", contact_phone: contact_phone ?? "" };
}

type PersonFormProps = {
  /** Undefined while the backend can't tell: then the entries that were sent stand alone. */
  person: Colleague | undefined;
  /** The form as it came back, if it was sent. */
  sent: FormState | undefined;
};

/** Writes what colleagues and clients see of a colleague. */
export function PersonForm({ person, sent }: PersonFormProps) {
  const saved = personEntries(person);
  const form = usePostedForm<Omit<Record<keyof Details, string>, "version">>(saved);
  return (
    <VersionedForm
      groups={personGroups}
      labels={personLabels}
      saved={saved}
      version={person?.version}
      sent={sent}
      cancelPath="/team/people"
    >
      <TextField form={form} name="display_name" label={personLabels.display_name} required />
      <TextField
        form={form}
        name="contact_email"
        label={personLabels.contact_email}
        type="email"
        hint="Where clients write."
      />
      <PhoneField form={form} name="contact_phone" />
    </VersionedForm>
  );
}
