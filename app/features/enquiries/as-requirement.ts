import type { FormState } from "~/lib/forms/form";

/** What fits a requirement of what somebody wants in their own words: they describe the work. All else a person reads in them. */
export function requirementOfWords(words: string): FormState {
  return { defaultValues: { positions_count: "", job_description: words }, lists: {}, errors: {} };
}
