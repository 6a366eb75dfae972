import { sentText, type FormState } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import type { Shortlist } from "./shortlist.server";

type CardsFormProps = {
  list: Shortlist;
  /** The page's own. */
  path: string;
  sent: FormState | undefined;
};

/** Gives the cards of those ticked to a company that has no account: by mail to an address of its, or on paper. */
export function CardsForm({ list, path, sent }: CardsFormProps) {
  const { invited, company } = list.audience;
  const own = sent && "address" in sent.defaultValues ? sent : undefined;
  const error = own?.errors["address"]?.message;
  return (
    <OwnedForm id="show" className="grid gap-3 no-print">
      <Labelled name="address" label="E-mail address of the company" error={error}>
        <input
          {...labelledControl({ name: "address", error })}
          type="email"
          defaultValue={sentText(own, "address") ?? invited[0]?.email ?? ""}
        />
      </Labelled>
      <div className="acts">
        <Button name="intent" value="mail-cards" busyText="Sending...">
          Mail the Cards of Those Ticked
        </Button>
        <Button variant="outline" name="intent" value="hand-over-cards" busyText="Saving...">
          Given on Paper
        </Button>
        <a href={`${path.replace(/\/candidates$/, "")}/cards`}>Print the cards</a>
      </div>
      <p className="hint">
        Each has agreed to their card going to <bdi>{company}</bdi> this way. What was sent stays there when somebody
        withdraws: ask the company to delete it.
      </p>
    </OwnedForm>
  );
}
