import type { FormState } from "~/lib/form";
import { skillFields, type Requirement, type SkillField } from "./schema";

/** The form of a requirement as it is filled in already. */
export function filledForm(requirement: Requirement): FormState {
  const defaultValues: FormState["defaultValues"] = {};
  const lists: FormState["lists"] = {};
  for (const [name, value] of Object.entries(requirement)) {
    if (skillFields.includes(name as SkillField)) lists[name] = value as string[];
    else defaultValues[name] = typeof value === "boolean" ? value : String(value ?? "");
  }
  return { defaultValues, lists, errors: {} };
}
