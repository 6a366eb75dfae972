import { LIMITS } from "~/lib/schema/fields";
import { candidateEntries, labels, MOST_LINKS, type Field } from "~/features/candidates/fields";
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

function fieldWords(entries: Record<Field, string>, field: Field): string {
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
  const [one, other] = [candidateEntries(kept), candidateEntries(merged)];
  const preferred = merged.email_confirmed_at !== null && kept.email_confirmed_at === null ? "merged" : "kept";
  return (Object.keys(labels) as Field[])
    .filter((field) => !NOT_CHOSEN.includes(field))
    .map((field) => ({ field, label: labels[field], kept: fieldWords(one, field), merged: fieldWords(other, field) }))
    .filter((row) => row.kept !== row.merged)
    .map((row) => ({ ...row, choice: row[preferred] === "" ? (preferred === "kept" ? "merged" : "kept") : preferred }));
}

function both(kept: readonly string[], merged: readonly string[]): string[] {
  const known = new Set(kept.map((each) => each.toLowerCase()));
  return [...kept, ...merged.filter((each) => !known.has(each.toLowerCase()))];
}

/** What is more of both together than one record has room for, in words. */
export function tooMuchOf(kept: CandidateFields, merged: CandidateFields): string[] {
  const [skills, links] = [both(kept.skills, merged.skills).length, both(kept.links, merged.links).length];
  return [
    ...(skills > LIMITS.skills
      ? [`Together they have ${skills} skills, and one record has ${LIMITS.skills} at most.`]
      : []),
    ...(links > MOST_LINKS ? [`Together they have ${links} links, and one record has ${MOST_LINKS} at most.`] : []),
  ].map((words) => `${words} Take some off one of them first.`);
}

/** Why two records can't be made one as they stand, in words; none where they can. The database has the same rules. */
export function whyNotMerged({ kept, merged }: { kept: Candidate; merged: Candidate }): string[] {
  const [stays, goes] = [kept.candidate, merged.candidate];
  if (stays.id === goes.id) return ["They are one record already."];
  if (stays.email === null || goes.email === null || stays.email !== goes.email) {
    return [
      "Only records with the same e-mail address can be merged. If it is the same person, enter the same address in both.",
    ];
  }
  const isProved = stays.email_confirmed_at !== null || goes.email_confirmed_at !== null;
  const isAsked = merged.entries.some(({ state }) => !["applied", "draft", "withdrawn", "closed"].includes(state));
  return [
    ...(isProved
      ? []
      : [
          "The address is not confirmed yet. Ask them whether we may keep one of the records: their answer confirms it.",
        ]),
    ...(isAsked
      ? ["The record that goes was asked about or shown for a job. Keep that one, or withdraw it there first."]
      : []),
    ...tooMuchOf(stays, goes),
  ];
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
    skills: both(kept.skills, merged.skills),
    links: both(kept.links, merged.links),
  };
}
