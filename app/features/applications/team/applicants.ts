import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { optionalText } from "~/lib/schema/fields";
import { MOST_AT_ONCE } from "~/lib/schema/versioned-id";

/** The form that the tick boxes of the applicants belong to. */
export const APPLICANTS_FORM = "answer-applicants";

/** The entry of an address that says which page of the applicants is wanted. */
export const PAGE_KEY = "applicants";

/** Which page of the applicants an address asks for: the first unless it says so. */
export function readApplicantsPage(search: URLSearchParams): number {
  const page = Number(search.get(PAGE_KEY));
  return Number.isInteger(page) && page > 1 && page < 1000 ? page : 1;
}

/** In which words somebody is turned down: typed ones, or those of a template, by its id; else the standard ones. */
export const answerSchema = z.object({ template: z.string(), words: optionalText("your words", 3_000) });

/** What the form sends: who is ticked, and who stood there. */
export const applicantKeys = {
  single: ["intent", "template", "words"],
  multiple: ["applicant", "listed"],
  most: MOST_AT_ONCE,
} as const satisfies FormKeys;
