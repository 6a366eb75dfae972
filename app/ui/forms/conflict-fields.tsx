import { isStale, type FormState } from "~/lib/forms/form";
import { Part } from "~/ui/layout/part";
import { Rows } from "~/ui/pieces/rows";

type ConflictFieldsProps = {
  /** What the reader has done in the form. */
  did: "entered" | "chosen";
  /** The fields in which something else is saved: what each is called, and what is saved, as text. */
  rows: readonly (readonly [label: string, saved: string])[];
};

/** Of a form that was not saved, what now stands in the place of its entries. */
export function ConflictFields({ did, rows }: ConflictFieldsProps) {
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

export type TextConflictsProps<Field extends string> = {
  labels: Readonly<Record<Field, string>>;
  /** What is saved, and its version; undefined while the backend can't tell. */
  saved: Readonly<Record<NoInfer<Field>, string>> | undefined;
  version: number | undefined;
  /** The form as it came back; undefined before it was sent. */
  sent: FormState | undefined;
};

/** Of a form of texts that was sent on an older version, the fields in which something else is saved than was sent. */
export function TextConflicts<Field extends string>({ labels, saved, version, sent }: TextConflictsProps<Field>) {
  if (!saved || !sent || !isStale(sent, version)) return null;
  const fields = Object.keys(labels) as Field[];
  const others = fields.filter((field) => sent.defaultValues[field] !== saved[field]);
  return <ConflictFields did="entered" rows={others.map((field) => [labels[field], saved[field]])} />;
}
