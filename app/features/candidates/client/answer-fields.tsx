import type { FormState } from "~/lib/forms/form";
import { FieldError, FieldFrame, describedBy, fieldId } from "~/ui/forms/field";
import { RadioChoices } from "~/ui/forms/radio-choices";
import { verdicts } from "~/features/candidates/states";
import { fieldOf } from "./answers";
import type { ShownCandidate } from "./candidates.server";

type AnswerFieldsProps = {
  candidate: ShownCandidate;
  /** One's own answer, where it is the one that counts. */
  standing: ShownCandidate["own_answer"];
  sent: FormState | undefined;
};

/** The fields below a card: one of four answers, and words that nobody has to write. */
export function AnswerFields({ candidate, standing, sent }: AnswerFieldsProps) {
  const { id, version, name } = candidate;
  const verdict = fieldOf("verdict", id);
  const error = sent?.errors[verdict]?.message;
  const chosen = sent?.defaultValues[verdict] ?? standing?.verdict;
  const texts = [
    ["reason", "Why", "Since when you know them, and from whom, where you do.", 1],
    [
      "words_for_agency",
      "For your recruiter",
      "We read it, and the candidate does who asks for all we have of them.",
      2,
    ],
    ["words_for_candidate", "For the candidate", "They read it once your recruiter has let it go.", 2],
  ] as const;
  const isOpen = texts.some(
    ([field]) => sent?.errors[fieldOf(field, id)] ?? sent?.defaultValues[fieldOf(field, id)] ?? standing?.[field],
  );
  return (
    <>
      <input type="hidden" name={fieldOf("seen", id)} value={version} />
      <fieldset className="kinds" aria-describedby={describedBy(verdict, undefined, error)}>
        <legend className="sr-only">Your answer about {name}</legend>
        <FieldError name={verdict} error={error} />
        <RadioChoices name={verdict} choices={verdicts} chosen={chosen} />
      </fieldset>
      <details className="no-print" open={Boolean(isOpen)}>
        <summary>Say more</summary>
        <div className="grid gap-3">
          {texts.map(([field, label, hint, rows]) => {
            const key = fieldOf(field, id);
            const wrong = sent?.errors[key]?.message;
            return (
              <FieldFrame
                key={key}
                name={key}
                label={label}
                note={field === "reason" ? "needed where you know them already" : undefined}
                hint={hint}
                error={wrong}
              >
                <textarea
                  id={fieldId(key)}
                  name={key}
                  className="control"
                  dir="auto"
                  rows={rows}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={describedBy(key, hint, wrong)}
                  defaultValue={String(sent?.defaultValues[key] ?? standing?.[field] ?? "")}
                />
              </FieldFrame>
            );
          })}
        </div>
      </details>
    </>
  );
}
