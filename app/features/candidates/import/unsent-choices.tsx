import { sentText, type FormState } from "~/lib/forms/form";
import { UnsentForm } from "~/ui/forms/unsent-form";
import { columnUses } from "./columns";
import type { Import, ImportRow } from "./import.server";

const choices = ["leave", "fill", "make"] as const satisfies readonly ImportRow["choice"][];

/** A table as it is, with what was chosen for its columns and rows in a form that was not taken. */
export function withChosen(table: Import, sent: FormState | undefined): Import {
  if (!sent) return table;
  const use = (place: number) => columnUses.find(([value]) => value === sentText(sent, `column-${place}`))?.[0];
  return {
    ...table,
    has_head: sentText(sent, "intent") === "columns" ? "has_head" in sent.defaultValues : table.has_head,
    columns: table.columns.map((known, place) => use(place) ?? known),
    rows: table.rows.map((row) => {
      const chosen = sentText(sent, `row-${row.place}`);
      return chosen === undefined ? row : { ...row, choice: choices.find((choice) => choice === chosen) ?? null };
    }),
  };
}

/** What each of the page's forms does, as its button says it. */
const BUTTONS: Readonly<Record<string, string>> = {
  columns: "Read It Again",
  decide: "Save These Choices",
  run: "Import Them",
};

/** In the place of a table that can't be shown: what was chosen for it, to be sent again. */
export function UnsentChoices({ sent }: { sent: FormState | undefined }) {
  const intent = sentText(sent, "intent");
  const button = BUTTONS[intent ?? ""];
  if (!sent || intent === undefined || button === undefined) return null;
  const { intent: _, ...defaultValues } = sent.defaultValues;
  return (
    <UnsentForm sent={{ ...sent, defaultValues }} intent={intent} button={button}>
      <p>It is not done yet: what you chose is kept on this page.</p>
    </UnsentForm>
  );
}
