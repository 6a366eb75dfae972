import type { MergedState } from "~/lib/forms/merged-edit";
import { Part } from "~/ui/layout/part";
import { Rows } from "~/ui/pieces/rows";
import { fieldId } from "./field";

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

type TextClashNoticeProps = { labels: Readonly<Record<string, string>>; sent: MergedState | undefined };

/** Of a form in which another has saved the same fields meanwhile, what both have made of it, before the form. */
export function TextClashNotice({ labels, sent }: TextClashNoticeProps) {
  if (!sent?.clash) return null;
  const { conflicts, theirs } = sent.clash;
  const linked = (field: string) => <a href={`#${fieldId(field)}`}>{labels[field] ?? field}</a>;
  return (
    <Part id="clash" title="What changed since you opened this page" heading="text-lg" className="empty">
      <p>Your changes are not saved yet. Check these, then save the form as you want it.</p>
      <h3>Changed by both of you: the form has yours</h3>
      <dl className="sheet">
        {conflicts.map(({ field, now, mine }) => (
          <div key={field}>
            <dt>{linked(field)}</dt>
            <dd>
              <strong>Now:</strong> {now || "nothing"}
            </dd>
            <dd>
              <strong>Yours:</strong> {mine || "nothing"}
            </dd>
          </div>
        ))}
      </dl>
      {theirs.length > 0 && (
        <>
          <h3>Changed only by them: the form has it already</h3>
          <dl className="sheet">
            {theirs.map(({ field, now }) => (
              <div key={field}>
                <dt>{linked(field)}</dt>
                <dd>{now || "nothing"}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Part>
  );
}
