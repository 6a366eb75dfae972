import { isolated } from "~/lib/format/text";
import type { Question } from "./own-page";

/** How a question stands that is not open any more: what the page is headed with, and what that means. */
const STANDS: Record<Exclude<Question["state"], "open">, readonly [string, string]> = {
  given: ["You said yes", "We may show your card to this company. You can take your yes back here."],
  refused: ["You said no", "They see nothing about you. You need do nothing more."],
  withdrawn: ["You took your yes back", "They no longer see anything about you."],
  changed: [
    "The card has changed since we asked you",
    "So this question is closed. You get a new one, about the new card. Until you agree to that, they see nothing about you.",
  ],
  closed: ["This question is closed", "You need not answer. Nothing about you is shown."],
  ended: ["Your yes has ended", "It was not used, so nothing about you was shown."],
};

/** How a question stands that is over, which tells nothing of what it was about. */
export function standingOf(question: Question): readonly [string, string] | undefined {
  const { state, is_never, is_reconsidered, erase_at } = question;
  if (erase_at) return ["Everything about you is being deleted", "No company sees anything about you."];
  if (state === "open") return undefined;
  if (state !== "refused" && state !== "withdrawn") return STANDS[state];
  if (is_never) return ["You have blocked this company", "It sees nothing about you, and we never ask you about it."];
  if (is_reconsidered) {
    return ["You want to be asked after all", "Your recruiter knows. You get a new question. Nothing is shown before."];
  }
  return STANDS[state];
}

/** What the page is headed with: the question itself, or how it stands. */
export function questionHeading(question: Question): string {
  const { purpose, first_name, company } = question;
  if (purpose === "page") return "Your page";
  const standing = standingOf(question);
  if (standing) return standing[0];
  if (purpose === "keep") return `${first_name}, may we keep your details?`;
  return `${first_name}, may we show you to ${isolated(company ?? "a company")}?`;
}

/** What stands in tabs and in a browser's history: nothing of what is asked. */
export function questionTitle(question: Question): string {
  const isAsked = question.purpose !== "page" && question.state === "open" && !question.erase_at;
  return isAsked ? "A question for you" : questionHeading(question);
}
