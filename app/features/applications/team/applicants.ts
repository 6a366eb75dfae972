import { z } from "zod";
import type { FormKeys, FormState } from "~/lib/forms/form";
import { answerWords } from "~/lib/schema/text-places";
import { MOST_AT_ONCE } from "~/lib/schema/versioned-id";

/** The form that the tick boxes of the applicants belong to. */
export const APPLICANTS_FORM = "answer-applicants";

/** The entry of an address that says which page of the applicants is wanted. */
export const PAGE_KEY = "applicants";

/** Which page of the applicants an address asks for: the first unless it says so. */
export function readApplicantsPage(search: URLSearchParams): number {
  return pageOf(search.get(PAGE_KEY));
}

/** What an address says to lead to a page of the applicants. */
export function applicantsSearch(page: number): Record<string, string | undefined> {
  return { [PAGE_KEY]: page > 1 ? String(page) : undefined };
}

/** A page by its number: the first unless it is one. */
export function pageOf(entry: string | null): number {
  const page = Number(entry);
  return Number.isInteger(page) && page > 1 && page < 1000 ? page : 1;
}

/** In which words somebody is turned down: typed ones, or those of a template, by its id; else the standard ones. */
export const answerSchema = z.object({ template: z.string(), words: answerWords() });

/** The beginning of an id, by which the form says who stood on its page: fifty whole ones would be a page's tenth. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Reads all that somebody has said, with the ticks as they are. */
export const READ_ON = "read-on";

/** Turns down all that stand on a page and are not ticked. */
export const TURN_DOWN_OTHERS = "turn-down-others";

/** The same where nobody is ticked, once that was asked. */
export const TURN_DOWN_ALL = "turn-down-all";

/** Does a form ask to turn down everybody of its page? That is asked about before it is done. */
export function isAskedOfAll(sent: FormState | undefined): boolean {
  const intent = sent?.defaultValues["intent"];
  return intent === TURN_DOWN_ALL || (intent === TURN_DOWN_OTHERS && !sent?.lists["applicant"]?.length);
}

/** The entry of an address that asks for those who were turned down. */
export const TURNED_DOWN_KEY = "turned-down";

/** What the form sends: who is ticked, who stood on which page, and when those are told whom an undo is about. */
export const applicantKeys = {
  single: ["intent", "template", "words", "page", "listed", "told"],
  multiple: ["applicant"],
  most: MOST_AT_ONCE,
} as const satisfies FormKeys;
