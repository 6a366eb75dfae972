import { SubmitOrCancel } from "~/ui/forms/button";
import { TextAreaField } from "~/ui/forms/field";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { SeenFields, type Seen } from "~/features/requirements/team/work-forms";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { OwnedForm } from "~/ui/forms/owned-form";

/** Asks once, and for the reason, before a requirement is withdrawn. */
export function WithdrawForm({ id, ...seen }: Seen & { id: string }) {
  const form = usePostedForm({ reason: "" });
  return (
    <OwnedForm noValidate className="grid gap-5">
      <SeenFields {...seen} />
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        required
        hint="Your recruiter and your company read it."
      />
      <SubmitOrCancel
        variant="danger"
        name="intent"
        value="withdraw"
        busyText="Withdrawing..."
        path={requirementPathFor("company", id)}
        cancel="Keep It"
      >
        Withdraw Requirement
      </SubmitOrCancel>
    </OwnedForm>
  );
}
