import type { MergedState } from "~/lib/forms/merged-edit";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { PhoneField, TextAreaField, TextField } from "~/ui/forms/field";
import { VersionedForm } from "~/ui/forms/versioned-form";
import { clientPath } from "./filters";
import type { Client } from "./clients.server";

export const termsLabels = {
  fee: "Fee",
  replacement_days: "Free replacement within, in days",
  payment_days: "Payment within, in days",
  remarks: "Remarks",
} as const;
export const termsGroups = [["fee"], ["replacement_days"], ["payment_days"], ["remarks"]] as const;
type TermsField = keyof typeof termsLabels;

export const contactLabels = { full_name: "Contact person", phone: "Phone" } as const;
export const contactGroups = [["full_name"], ["phone"]] as const;
type ContactField = keyof typeof contactLabels;

function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The terms as text; of a company that has none, nothing. */
export function termsTexts(
  terms: Record<TermsField, string | number | null> | null | undefined,
): Record<TermsField, string> {
  return {
    fee: textOf(terms?.fee),
    replacement_days: textOf(terms?.replacement_days),
    payment_days: textOf(terms?.payment_days),
    remarks: textOf(terms?.remarks),
  };
}

/** The contact as text. */
export function contactTexts(company: Record<ContactField, string | null> | undefined): Record<ContactField, string> {
  return { full_name: textOf(company?.full_name), phone: textOf(company?.phone) };
}

type EditProps = {
  id: string;
  /** Undefined while the backend can't tell: then the entries that were sent stand alone. */
  client: Client | undefined;
  sent: MergedState | undefined;
};

/** A form's own entries as they came back; the page has two. */
function sentWith(sent: MergedState | undefined, field: string): MergedState | undefined {
  return sent && field in sent.defaultValues ? sent : undefined;
}

/** Writes on which terms we work for a company; only the team reads them. */
export function TermsForm({ id, client, sent }: EditProps) {
  const terms = client?.terms;
  const saved = termsTexts(terms);
  const form = usePostedForm<Record<TermsField, string>>(saved);
  return (
    <VersionedForm
      groups={termsGroups}
      labels={termsLabels}
      saved={saved}
      version={client ? (terms?.version ?? 0) : undefined}
      sent={sentWith(sent, "fee")}
      cancelPath={clientPath(id)}
    >
      <input type="hidden" name="intent" value="terms" />
      <TextField form={form} name="fee" label={termsLabels.fee} hint="As agreed: 8.33 % of the yearly pay." />
      <TextField form={form} name="replacement_days" label={termsLabels.replacement_days} inputMode="numeric" />
      <TextField form={form} name="payment_days" label={termsLabels.payment_days} inputMode="numeric" />
      <TextAreaField form={form} name="remarks" label={termsLabels.remarks} rows={4} />
    </VersionedForm>
  );
}

/** Corrects whom to ask for at a company that has named none of its own people. */
export function ContactForm({ id, client, sent }: EditProps) {
  const saved = contactTexts(client?.company);
  const form = usePostedForm<Record<ContactField, string>>(saved);
  return (
    <VersionedForm
      groups={contactGroups}
      labels={contactLabels}
      saved={saved}
      version={client?.company.version}
      sent={sentWith(sent, "phone")}
      cancelPath={clientPath(id)}
    >
      <input type="hidden" name="intent" value="contact" />
      <TextField form={form} name="full_name" label={contactLabels.full_name} />
      <PhoneField form={form} name="phone" />
    </VersionedForm>
  );
}
