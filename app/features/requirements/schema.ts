import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { fieldNames, isSkillField, ranges, rules, skillFields, tickFields, type SkillField } from "./fields";
import { MOST_SKILLS } from "./rules";

/** The Submit Job Requirement form (§3, §5). */
export const requirementSchema = z.object(rules).superRefine((entries, context) => {
  for (const { title, least, most } of ranges) {
    const [from, to] = [entries[least], entries[most]];
    if (from === null || to === null || to >= from) continue;
    const message = `The maximum ${title.toLowerCase()} must not be below the minimum`;
    context.addIssue({ code: "custom", path: [most], message });
  }
});

export type Requirement = z.output<typeof requirementSchema>;

/** The name of the box in which the next skill of a list is typed. */
export function skillEntry(field: SkillField): `${SkillField}_entry` {
  return `${field}_entry`;
}

export const requirementKeys = {
  single: [...fieldNames.filter((field) => !isSkillField(field)), ...skillFields.map(skillEntry)],
  multiple: skillFields,
  most: MOST_SKILLS,
  checkboxes: tickFields,
} as const satisfies FormKeys;
