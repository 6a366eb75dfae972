import { z } from "zod";
import { NO_ENTRIES, textOf, type FormState } from "~/lib/forms/form";
import { verdicts, type Verdict } from "~/features/candidates/states";
import { isRowId, optionalChoice, optionalText, seenVersion } from "~/lib/schema/fields";

/** What is asked about each card; the database holds the same limits. */
const answerSchema = z
  .object({
    seen: seenVersion,
    verdict: optionalChoice(verdicts),
    reason: optionalText("the reason", 500),
    words_for_agency: optionalText("the message to us", 2_000),
    words_for_candidate: optionalText("the message to the candidate", 2_000),
    question: optionalText("the question", 2_000),
  })
  .superRefine(({ verdict, reason, words_for_agency, words_for_candidate }, context) => {
    const hasWords = [reason, words_for_agency, words_for_candidate].some((words) => words !== null);
    if (verdict === null && hasWords) {
      context.addIssue({ code: "custom", path: ["verdict"], message: "Choose an answer to go with your message" });
    }
    if (verdict === "known" && reason === null) {
      const message = "Enter since when you know this person, and from whom";
      context.addIssue({ code: "custom", path: ["reason"], message });
    }
  });

const fields = ["seen", "verdict", "reason", "words_for_agency", "words_for_candidate", "question"] as const;

type Field = (typeof fields)[number];

/** What a field of one of the cards is called in the form of them all. */
export function fieldOf(field: Field, entry: string): string {
  return `${field}.${entry}`;
}

/** An answer about somebody, a question, or both, as the database takes it. */
export type Answer = z.output<typeof answerSchema> & { entry: string; verdict: Verdict | null };

/** So many cards are answered at once; the database takes no more. */
const MOST = 100;

/**
 * Reads the form of all cards. A card without an answer or a question is none of those that come back.
 *
 * @returns the answers that can be sent, whatever is wrong beside which field of others, and the entries of all
 */
export function readAnswers(body: FormData): { answers: Answer[]; state: FormState } {
  const entries = [...body.keys()]
    .flatMap((key) => (key.startsWith("seen.") ? [key.slice("seen.".length)] : []))
    .filter(isRowId)
    .slice(0, MOST);
  const state: FormState = structuredClone(NO_ENTRIES);
  const answers: Answer[] = [];
  for (const entry of entries) {
    const typed = Object.fromEntries(fields.map((field) => [field, textOf(body.get(fieldOf(field, entry)))]));
    for (const [field, value] of Object.entries(typed)) state.defaultValues[fieldOf(field as Field, entry)] = value;
    const read = answerSchema.safeParse(typed);
    if (!read.success) {
      for (const { path, message } of read.error.issues) {
        state.errors[fieldOf(path[0] as Field, entry)] ??= { type: "validation", message };
      }
    } else if (read.data.verdict !== null || read.data.question !== null) answers.push({ ...read.data, entry });
  }
  const isWrong = Object.keys(state.errors).length > 0;
  const [first] = entries;
  if (!isWrong && answers.length === 0 && first !== undefined) {
    state.errors[fieldOf("verdict", first)] = {
      type: "validation",
      message: "Choose an answer for at least one candidate",
    };
  }
  return { answers, state };
}

/** Whose fields of a form have something wrong, by their ids. */
export function wrongOf({ errors }: FormState): Set<string> {
  return new Set(Object.keys(errors).map((key) => key.slice(key.indexOf(".") + 1)));
}

/** What is left of a form when some of its answers were sent: what stands on their cards now is what was sent. */
export function withoutSent(state: FormState, answers: readonly Answer[]): FormState {
  const sent = new Set(answers.map(({ entry }) => entry));
  const kept = Object.entries(state.defaultValues).filter(([key]) => !sent.has(key.slice(key.indexOf(".") + 1)));
  return { ...state, defaultValues: Object.fromEntries(kept) };
}
