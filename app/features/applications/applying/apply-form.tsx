import { Form } from "react-router";
import type { ApplyingTexts } from "~/content/jobs/applying";
import { FORM_ID } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { Consent } from "~/ui/forms/consent";
import { CheckboxField, EmailField, TextAreaField, TextField } from "~/ui/forms/field";
import { Honeypot } from "~/ui/forms/honeypot";
import { MEANT_KEY, meantBy, type TypedEntries } from "./schema";

type ApplyFormProps = {
  texts: ApplyingTexts;
  /** What its fields show at first. */
  typed?: TypedEntries | undefined;
  /** Where it is sent, from another page than page one. */
  action?: string;
};

/** Page one: few fields, each with the keyboard and the browser's own entry for it. */
export function ApplyForm({ texts: { form: words }, typed = {}, action }: ApplyFormProps) {
  const form = usePostedForm<TypedEntries>(typed);
  const { labels, hints } = words;
  const { defaultValue: address = "" } = form.register("email");
  // An address that is asked about, whether it is a slip, is taken when it comes again.
  const meant = form.formState.errors.email && meantBy(address);
  const { defaultValue: questioned } = form.register("questioned");
  const { defaultValue: replaced } = form.register("instead_of");
  return (
    <Form id={FORM_ID} method="post" noValidate className="fit grid gap-5" {...(action && { action })}>
      {/* Enter presses a form's first button: this one changes no address. */}
      {meant && (
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          {words.send}
        </button>
      )}
      <TextField form={form} name="full_name" label={labels.full_name} required autoComplete="name" />
      <div className="grid gap-2">
        <EmailField form={form} name="email" label={labels.email} hint={hints.email} autoComplete="email" />
        {meant && (
          <Button variant="outline" name={MEANT_KEY} value={meant} busyText={words.sending}>
            {words.use(meant)}
          </Button>
        )}
      </div>
      <input type="hidden" name="questioned" value={meant ? address : (questioned ?? "")} />
      {replaced && <input type="hidden" name="instead_of" value={replaced} />}
      <TextField form={form} name="phone" label={labels.phone} type="tel" autoComplete="tel" />
      <TextAreaField form={form} name="skills" label={labels.skills} hint={hints.skills} rows={2} required />
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
      <CheckboxField form={form} name="keep" label={`${words.keep} ${words.keepAgain}`} />
      <Honeypot form={form} />
      <Consent {...words.consent} />
      <Button busyText={words.sending}>{words.send}</Button>
    </Form>
  );
}
