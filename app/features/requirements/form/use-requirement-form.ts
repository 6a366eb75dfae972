import type { FormState } from "~/lib/forms/form";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { draftEntries } from "./draft-entries";
import {
  definitionOf,
  fieldNames,
  isSkillField,
  skillFields,
  tickFields,
  type SkillField,
} from "~/features/requirements/fields";
import { QUESTIONS_ANSWERED } from "./pay-question";
import { skillEntry, type Entries } from "~/features/requirements/schema";

/** What stands in a blank form. */
const EMPTY = Object.fromEntries([
  ...fieldNames
    .filter((field) => !isSkillField(field))
    .map((field) => [field, tickFields.includes(field) ? false : (definitionOf(field).initial ?? "")]),
  [QUESTIONS_ANSWERED, ""],
]) as Omit<Entries, SkillField>;

/** The same, as a draft would keep it. */
export const BLANK = draftEntries(EMPTY);

/** Something of each list of skills. */
function perList<Value>(of: (field: SkillField) => Value) {
  return Object.fromEntries(skillFields.map((field) => [field, of(field)])) as Record<SkillField, Value>;
}

/**
 * The form of a requirement, on the pages that file one, edit it, or make it of a posting.
 *
 * @param state what the server sent back, if it did
 * @param begun what stands in it to begin with, where it is not blank
 */
export function useRequirementForm(state: FormState | undefined, begun?: FormState) {
  const shown = state ?? begun;
  const form = usePostedForm<Entries>({ ...EMPTY, ...shown?.defaultValues });
  const skills = perList((field) => shown?.lists[field] ?? []);
  /** What stands in a box of skills, not yet added. */
  const boxes = perList((field) => String(shown?.defaultValues[skillEntry(field)] ?? ""));
  return { form, skills, boxes, nextBox: state?.opensAt };
}

export type RequirementFormModel = ReturnType<typeof useRequirementForm>;
