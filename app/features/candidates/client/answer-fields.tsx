import { labelOf } from "~/lib/schema/fields";
import type { FormState } from "~/lib/forms/form";
import { FieldError, FieldFrame, describedBy, fieldId } from "~/ui/forms/field";
import { RadioChoices } from "~/ui/forms/radio-choices";
import { verdicts, type Verdict } from "~/features/candidates/states";
import { fieldOf } from "./answers";
import type { ShownCandidate } from "./candidates.server";

type AnswerFieldsProps = {
  candidate: ShownCandidate;
  /** One's own answer, where it is the one that counts. */
  standing: ShownCandidate["own_answer"];
  sent: FormState | undefined;
};

/** What sending each answer does, and to whom: said before it is sent. */
function effectsOf({ contact, is_blind }: ShownCandidate): readonly (readonly [Verdict, string])[] {
  const closes = contact ? " You no longer see their mail and number." : "";
  const told =
    "Your recruiter reads it; the candidate sees that you answered, not what. You can undo it for ten minutes.";
  return [
    [
      "interview",
      contact
        ? "They know that you want to meet them, and you have their mail and number."
        : `You get their ${is_blind ? "name, mail" : "mail"} and number, and they are told. Both happen after ten minutes; until then you can undo it.`,
    ],
    ["maybe", told + closes],
    ["no", told + closes],
    ["known", `Say below since when, and from whom. ${told}${closes}`],
  ];
}

/** The answers, of which one needs words. */
const CHOICES = verdicts.map(
  ([verdict, label]) => [verdict, verdict === "known" ? `${label} (say since when)` : label] as const,
);

const REASON = ["reason", "Why", "If you know them already: since when, and from whom.", 1] as const;

const TEXTS = [
  [
    "words_for_agency",
    "For your recruiter",
    "We read it. Candidates may ask for everything we keep about them, and then read it too.",
    2,
  ],
  ["question", "A question about them, before or with your answer", "Your recruiter answers in Messages.", 2],
  ["words_for_candidate", "For the candidate", "They read it once your recruiter passes it on.", 2],
] as const;

type TextFieldProps = AnswerFieldsProps & {
  field: readonly [name: "reason" | (typeof TEXTS)[number][0], label: string, hint: string, rows: number];
};

/** The words of one's own answer that a box begins with; a question is asked once. */
function standingText(
  standing: AnswerFieldsProps["standing"],
  field: TextFieldProps["field"][0],
): string | null | undefined {
  return field === "question" ? undefined : standing?.[field];
}

/** A box for words about somebody. */
function TextField({ candidate, standing, sent, field: [field, label, hint, rows] }: TextFieldProps) {
  const key = fieldOf(field, candidate.id);
  const error = sent?.errors[key]?.message;
  return (
    <FieldFrame
      name={key}
      label={label}
      note={field === "reason" ? "needed if you know them already" : undefined}
      hint={hint}
      error={error}
    >
      <textarea
        id={fieldId(key)}
        name={key}
        className="control"
        dir="auto"
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(key, hint, error)}
        defaultValue={String(sent?.defaultValues[key] ?? standingText(standing, field) ?? "")}
      />
    </FieldFrame>
  );
}

/** The last row of a card: one of four answers with what each does, and words that only one of them needs. */
export function AnswerFields(props: AnswerFieldsProps) {
  const { candidate, standing, sent } = props;
  const { id, version, name } = candidate;
  const verdict = fieldOf("verdict", id);
  const error = sent?.errors[verdict]?.message;
  const chosen = sent?.defaultValues[verdict] ?? standing?.verdict;
  const isOpen = TEXTS.some(
    ([field]) =>
      sent?.errors[fieldOf(field, id)] ?? sent?.defaultValues[fieldOf(field, id)] ?? standingText(standing, field),
  );
  return (
    <>
      <input type="hidden" name={fieldOf("seen", id)} value={version} />
      <fieldset className="answer-row" aria-describedby={describedBy(verdict, undefined, error)}>
        <legend className="sr-only">Your answer about {name}</legend>
        <FieldError name={verdict} error={error} />
        {/* A browser for text chooses the first of several, which must be no answer that is sent unasked. */}
        <span className="sr-only">
          <input
            type="radio"
            name={verdict}
            value=""
            defaultChecked={!chosen}
            aria-label={`No answer about ${name} yet`}
          />{" "}
          No answer yet
        </span>
        <RadioChoices name={verdict} choices={CHOICES} chosen={chosen} hintId={(value) => `${value}.${id}`} />
        {effectsOf(candidate).map(([value, words]) => (
          <p key={value} id={`${value}.${id}`} data-of={value}>
            <strong>{labelOf(verdicts, value)}:</strong> {words}
          </p>
        ))}
      </fieldset>
      <div className="why no-print">
        <TextField {...props} field={REASON} />
      </div>
      <details className="no-print" open={Boolean(isOpen)}>
        <summary>Write to us, or ask</summary>
        <div className="grid gap-3">
          {TEXTS.map((field) => (
            <TextField key={field[0]} {...props} field={field} />
          ))}
        </div>
      </details>
    </>
  );
}
