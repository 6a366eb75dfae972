import { sentText, type FormState } from "~/lib/forms/form";
import { labelOf } from "~/lib/schema/fields";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { CandidateCard } from "~/features/candidates/card";
import { cardFields } from "~/features/candidates/fields";
import { isShown } from "~/features/candidates/states";
import { Button } from "~/ui/forms/button";
import { ConflictFields } from "~/ui/forms/conflict-fields";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import { OwnedForm } from "~/ui/forms/owned-form";
import { AskerWords } from "~/features/candidates/by-phone/asker-words";
import { wayToAsk } from "./shortlist";
import type { Entry, Shortlist } from "./shortlist.server";

export type OpenProps = {
  entry: Entry;
  list: Shortlist;
  /** The company that they are proposed to. */
  company: string;
  /** What people of the team are called, by their ids. */
  names: Record<string, string>;
  /** A form that came back, of whichever of them. */
  sent: FormState | undefined;
};

/** The form's entries, if it is this one's. */
export function sentOf(
  { entry, sent }: Pick<OpenProps, "entry" | "sent">,
  field: "pitch" | "state" | "said",
): FormState | undefined {
  return sentText(sent, "entry")?.startsWith(entry.id) && field in sent!.defaultValues ? sent : undefined;
}

/** The form of an entry's card, which what is done next with the entry sends along. */
export function cardFormId({ id }: Entry): string {
  return `card-${id}`;
}

/** Which fields are on the card, and why this person. */
export function CardForm(props: OpenProps) {
  const { entry, list } = props;
  const sent = sentOf(props, "pitch");
  const chosen = sent?.lists["chosen"] ?? entry.chosen;
  const error = sent?.errors["pitch"]?.message;
  const isStale = sent !== undefined && sentText(sent, "entry") !== versionedIdText(entry);
  return (
    <OwnedForm id={cardFormId(entry)} className="grid gap-4">
      <input type="hidden" name="entry" value={versionedIdText(entry)} />
      {isStale && (
        <ConflictFields
          did="entered"
          rows={[
            ["On the card", entry.chosen.map((name) => labelOf(cardFields, name)).join(", ")],
            ["Why this person", entry.pitch ?? ""],
          ]}
        />
      )}
      <fieldset className="field">
        <legend className="label">On the card</legend>
        <div className="chosen">
          {cardFields.map(([name, label]) => (
            <label key={name} className="check">
              <input type="checkbox" name="chosen" value={name} defaultChecked={chosen.includes(name)} />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {list.shortlist.is_blind && (
          <p className="hint">Blind: the card leaves out name, links and employer, whatever you tick.</p>
        )}
      </fieldset>
      <Labelled name="pitch" label="Why this person" error={error}>
        <textarea
          {...labelledControl({ name: "pitch", error })}
          rows={3}
          defaultValue={sentText(sent, "pitch") ?? entry.pitch ?? ""}
        />
      </Labelled>
      {wayToAsk(entry) === "mail" && entry.state !== "asked" && !entry.has_yes && (
        <AskerWords list={list} sent={sent} />
      )}
      {entry.state !== "draft" && (
        <p className="hint">If you change the card, ask them again: the question is then withdrawn.</p>
      )}
      <div className="acts">
        <Button variant="outline" name="intent" value="card" busyText="Saving...">
          Save the Card
        </Button>
      </div>
    </OwnedForm>
  );
}

/** The card as the company sees it; folded once it does. */
export function Card({ entry }: Pick<OpenProps, "entry">) {
  const card = (
    <CandidateCard
      name={entry.card.name ?? entry.opened_to?.full_name ?? entry.code_word}
      card={entry.card}
      pitch={entry.pitch}
      seal={entry.seal}
      heading="h4"
    />
  );
  if (isShown(entry.state)) {
    return (
      <details className="fold">
        <summary>What the company sees</summary>
        {card}
      </details>
    );
  }
  return (
    <>
      <p className="label">What the company would see</p>
      {card}
    </>
  );
}
