import { FORM_ID, messageOf, type FormState } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { describedBy, FieldFrame, fieldId } from "~/ui/forms/field";
import { LONGEST_MESSAGE } from "./schema";
import { OwnedForm } from "~/ui/forms/owned-form";

type MessageFormProps = {
  /** Where it is sent: the newest page of the thread. */
  path: string;
  /** The writer's newest message that stands on the page. */
  after: string | undefined;
  /** When the newest message came that stands on the page; empty when there is none. */
  seen: string;
  /** Who reads it. */
  readers: string;
  /** What was sent and not taken. */
  state: FormState | undefined;
};

/** Writes a message. It stands on the page whatever else can't be shown, with the words that were typed. */
export function MessageForm({ path, after, seen, readers, state }: MessageFormProps) {
  const hint = `${readers} Up to ${LONGEST_MESSAGE.toLocaleString("en")} characters.`;
  const error = state?.errors["body"] && messageOf(state.errors["body"]);
  // Going back, a browser types into the box what stood there, by the form's name or by where it goes, without the query.
  // So after each message it is another form: words that arrived do not come back to be sent twice, and others do.
  return (
    <OwnedForm
      id={FORM_ID}
      name={after && `after-${after}`}
      action={after ? `${path}#after-${after}` : path}
      noValidate
      className="grid gap-4 no-print"
    >
      <input type="hidden" name="seen" value={seen || String(state?.defaultValues["seen"] ?? "")} />
      <FieldFrame name="body" label="Your message" required hint={hint} error={error}>
        <textarea
          id={fieldId("body")}
          name="body"
          className="control"
          dir="auto"
          rows={5}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy("body", hint, error)}
          defaultValue={String(state?.defaultValues["body"] ?? "")}
        />
      </FieldFrame>
      <p>
        <Button busyText="Sending...">Send Message</Button>
      </p>
    </OwnedForm>
  );
}
