import { entriesOf, labels, type Field } from "~/features/candidates/fields";
import type { Candidate } from "./candidate.server";

type CandidateFields = Candidate["candidate"];

/** What is not chosen between: the address is the same, skills and links are kept of both, and a pay is one with its unit. */
const NOT_CHOSEN: readonly Field[] = [
  "email",
  "skills",
  "links",
  "is_adult",
  "expected_pay_currency",
  "expected_pay_unit",
];

/** What goes along with a field. */
const ALONG: Partial<Record<Field, readonly Field[]>> = {
  expected_pay_amount: ["expected_pay_currency", "expected_pay_unit"],
};

/** A field in which two records differ, with what stands in each. */
export type Difference = { field: Field; label: string; kept: string; merged: string; choice: "kept" | "merged" };

function wordsOf(entries: Record<Field, string>, field: Field): string {
  return [field, ...(ALONG[field] ?? [])]
    .map((each) => entries[each])
    .filter(Boolean)
    .join(" ");
}

/**
 * In what two records differ. Without another choice what stays is what the record says whose address is proved, since its
 * candidate has been there, or else the record to keep; and whatever only one of them says.
 */
export function differencesOf(kept: CandidateFields, merged: CandidateFields): Difference[] {
  const [one, other] = [entriesOf(kept), entriesOf(merged)];
  const preferred = merged.email_confirmed_at !== null && kept.email_confirmed_at === null ? "merged" : "kept";
  return (Object.keys(labels) as Field[])
    .filter((field) => !NOT_CHOSEN.includes(field))
    .map((field) => ({ field, label: labels[field], kept: wordsOf(one, field), merged: wordsOf(other, field) }))
    .filter((row) => row.kept !== row.merged)
    .map((row) => ({ ...row, choice: row[preferred] === "" ? (preferred === "kept" ? "merged" : "kept") : preferred }));
}

function both(kept: readonly string[], merged: readonly string[]): string[] {
  const known = new Set(kept.map((each) => each.toLowerCase()));
  return [...kept, ...merged.filter((each) => !known.has(each.toLowerCase()))];
}

/** What the one record says, as it was chosen. @param chosen whose of a field is kept */
export function mergedEntries(
  kept: CandidateFields,
  merged: CandidateFields,
  chosen: (field: Field) => unknown,
): Record<string, unknown> {
  const taken = differencesOf(kept, merged)
    .filter(({ field, choice }) => (chosen(field) ?? choice) === "merged")
    .flatMap(({ field }) => [field, ...(ALONG[field] ?? [])]);
  return {
    ...Object.fromEntries(taken.map((field) => [field, merged[field]])),
    skills: both(kept.skills, merged.skills).slice(0, 50),
    links: both(kept.links, merged.links).slice(0, 10),
  };
}
