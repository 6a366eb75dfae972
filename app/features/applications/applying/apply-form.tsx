import { Form } from "react-router";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { FORM_ID } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { CheckboxField, EmailField, TextAreaField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import type { ApplyEntries } from "./schema";

/** Page one: few fields, each with the keyboard and the browser's own entry for it. */
export function ApplyForm({ texts: { form: words } }: { texts: ApplyingTexts }) {
  const form = usePostedForm<Record<keyof ApplyEntries, string>>();
  const { labels, hints } = words;
  return (
    <Form id={FORM_ID} method="post" noValidate className="fit grid gap-5">
      <TextField form={form} name="full_name" label={labels.full_name} required autoComplete="name" />
      <EmailField form={form} name="email" label={labels.email} hint={hints.email} autoComplete="email" />
      <TextField form={form} name="phone" label={labels.phone} type="tel" autoComplete="tel" />
      <TextField form={form} name="skills" label={labels.skills} hint={hints.skills} required />
      <TextField form={form} name="city" label={labels.city} autoComplete="address-level2" />
      <TextField form={form} name="notice_period" label={labels.notice_period} hint={hints.notice_period} />
      <TextField
        form={form}
        name="employer"
        label={labels.employer}
        hint={hints.employer}
        autoComplete="organization"
      />
      <TextAreaField form={form} name="said" label={labels.said} hint={hints.said} rows={4} />
      <CheckboxField form={form} name="is_adult" label={words.adult} required />
      <CheckboxField form={form} name="keep" label={words.keep} />
      <Honeypot form={form} />
      <Consent {...words.consent} />
      <Button busyText={words.sending}>{words.send}</Button>
    </Form>
  );
}
