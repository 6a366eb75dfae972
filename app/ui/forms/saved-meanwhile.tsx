import { Part } from "~/ui/layout/part";
import { Rows } from "~/ui/pieces/rows";

type SavedMeanwhileProps = {
  /** What the reader has done in the form. */
  did: "entered" | "chosen";
  /** The fields in which something else is saved: what each is called, and what is saved, as text. */
  rows: readonly (readonly [label: string, saved: string])[];
};

/** Of a form that was not saved, what now stands in the place of its entries. */
export function SavedMeanwhile({ did, rows }: SavedMeanwhileProps) {
  return (
    <Part
      id="saved"
      title={<>What is saved now, where you have {did} something else</>}
      heading="text-lg"
      className="empty"
    >
      <Rows look="sheet" rows={rows.map(([label, saved]) => [label, saved || "Nothing"])} />
    </Part>
  );
}

/** The rows of a form of texts: those in which something else is saved than was sent. */
export function savedElse<Field extends string>(
  labels: Record<Field, string>,
  saved: Record<Field, string>,
  sent: Readonly<Record<string, unknown>>,
): [label: string, saved: string][] {
  const fields = Object.keys(labels) as Field[];
  return fields.filter((field) => sent[field] !== saved[field]).map((field) => [labels[field], saved[field]]);
}
