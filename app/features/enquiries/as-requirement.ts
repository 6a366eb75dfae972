import type { Tables } from "~/lib/backend/database.types";
import type { FormState } from "~/lib/forms/form";

/** What somebody wants in their own words, by one of the two forms or as it was written down. */
type Words =
  | { kind: "contact"; row: Pick<Tables<"contact_submissions">, "requirement"> }
  | { kind: "consultation"; row: Pick<Tables<"consultation_requests">, "needs"> };

/** What of such words fits a requirement: they describe the work. All else is for a person to read out of them. */
export function requirementOfWords({ kind, row }: Words): FormState {
  const words = kind === "contact" ? row.requirement : row.needs;
  return { defaultValues: { positions_count: "", job_description: words ?? "" }, lists: {}, errors: {} };
}
