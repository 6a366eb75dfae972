import { z } from "zod";
import type { FormKeys, FormState } from "~/lib/forms/form";
import { isRowId } from "~/lib/schema/fields";
import { answerWords } from "~/lib/schema/text-places";
import { MOST_AT_ONCE } from "~/lib/schema/versioned-id";

/** The form that the tick boxes of the applicants belong to. */
export const APPLICANTS_FORM = "answer-applicants";

/** The entry of an address that says after whom the page of the applicants begins, by the id of their entry. */
export const PAGE_KEY = "applicants";

/** After whom the page of the applicants begins that an address is about: null for the first page. */
export function readPage(search: URLSearchParams): string | null {
  const id = search.get(PAGE_KEY);
  return id !== null && isRowId(id) ? id : null;
}

/** What an address says to lead to a page of the applicants. */
export function applicantsSearch(after: string | null): Record<string, string | undefined> {
  return { [PAGE_KEY]: after ?? undefined };
}

/** In which words somebody is turned down: typed ones, or those of a template, by its id; else the standard ones. */
export const answerSchema = z.object({ template: z.string(), words: answerWords() });

/** The beginning of an id, by which the form says who stood on its page: fifty whole ones would be a page's tenth. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Reads all that somebody has said, with the ticks as they are. */
export const READ_ON = "read-on";
/** Where on the page the one stands whose words are all shown: no other address tells it in so few bytes. */
export const OPENED_ANCHOR = "opened";

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

/** What the form sends: who is ticked, who stood on the page, and when those are told whom an undo is about. */
export const applicantKeys = {
  single: ["intent", "template", "words", "listed", "told"],
  multiple: ["applicant"],
  most: MOST_AT_ONCE,
} as const satisfies FormKeys;
