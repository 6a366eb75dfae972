import type { FormState } from "~/lib/forms/form";
import { skillFields, tickFields } from "~/features/requirements/fields";
import { QUESTIONS_ANSWERED } from "./pay-question";
import { requirementKeys } from "~/features/requirements/schema";

/** What a draft keeps of the form, field by field: text as it was typed, and the lists of skills. */
export type DraftEntries = Record<string, string | string[]>;

/** What a draft has of a form, by the names there. */
export const draftFields: readonly string[] = [...requirementKeys.single, ...requirementKeys.multiple];

function isTick(field: string): boolean {
  return (tickFields as readonly string[]).includes(field);
}

/** A text as the database takes it, with the same line ends whoever sends it. */
function tidy(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "");
}

/** A value of a form, a draft or a requirement, as a form would send it. */
function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" || typeof value === "number" ? tidy(String(value)) : "";
}

/**
 * What stands in each field of a form, right or wrong; blank where nothing does.
 *
 * @param source the form as it was sent, what was kept of one, or a requirement
 */
export function draftEntries(source: FormData | Readonly<Record<string, unknown>>): DraftEntries {
  const valuesOf = (name: string) => (source instanceof FormData ? source.getAll(name) : [source[name]].flat());
  return Object.fromEntries<string | string[]>([
    ...requirementKeys.single.map((key) => [key, valueText(valuesOf(key)[0])] as const),
    ...skillFields.map(
      (key) =>
        [
          key,
          valuesOf(key)
            .filter((each) => typeof each === "string")
            .map(tidy),
        ] as const,
    ),
  ]);
}

/** The same, as the form shows it. What is nobody's field is left out, and what was not kept as well. */
export function stateOf(entries: DraftEntries): FormState {
  const state: FormState = { defaultValues: {}, lists: {}, errors: {} };
  for (const key of requirementKeys.single) {
    const value = entries[key];
    if (isTick(key)) state.defaultValues[key] = value === "on";
    else if (typeof value === "string") state.defaultValues[key] = value;
  }
  for (const field of skillFields) {
    const list = entries[field];
    state.lists[field] = Array.isArray(list) ? list : [];
  }
  return state;
}

/** A field of which there are two words: what somebody has saved, and what stands in the form. */
export type Difference = { field: string; saved: string; own: string };

/** What stands in a field of a draft, in words for a person. */
export function entryWords(field: string, value: string | readonly string[] | undefined): string {
  if (Array.isArray(value)) return value.join(", ");
  if (isTick(field)) return value === "on" ? "Yes" : "No";
  return String(value ?? "").trim();
}

/** In which fields a form differs from what is saved. */
export function differences(saved: DraftEntries, own: DraftEntries): Difference[] {
  return draftFields
    .filter((field) => field !== QUESTIONS_ANSWERED)
    .map((field) => ({ field, saved: entryWords(field, saved[field]), own: entryWords(field, own[field]) }))
    .filter((difference) => difference.saved !== difference.own);
}
