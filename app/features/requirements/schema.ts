import { z } from "zod";
import type { FormKeys } from "~/lib/forms/form";
import { fieldNames, isSkillField, ranges, rules, skillFields, tickFields, type SkillField } from "./fields";
import { askAboutPay, QUESTIONS_ANSWERED } from "~/features/requirements/form/pay-question";
import { askAboutStart } from "~/features/requirements/form/start-question";
import { MOST_SKILLS } from "~/lib/schema/skills";

/** What stands in the form: text, as it was typed. */
export type Entries = z.input<z.ZodObject<typeof rules>> & { [QUESTIONS_ANSWERED]?: string };

/** The form's rules, with some of a field's own. What is asked about the pay goes by what was typed. */
export function requirementSchemaWith(own: Partial<typeof rules>) {
  const fields = z
    .object({
      ...rules,
      ...own,
      asked: z.union([z.string(), z.undefined()]),
      askedOfStart: z.union([z.string(), z.undefined()]),
    })
    .superRefine((entries, context) => {
      const wrong = ranges.filter(({ least, most }) => {
        const [from, to] = [entries[least], entries[most]];
        return from !== null && to !== null && to < from;
      });
      for (const { title, most } of wrong) {
        const message = `The maximum ${title.toLowerCase()} must not be below the minimum`;
        context.addIssue({ code: "custom", path: [most], message });
      }
      // A range that is upside down is mended first.
      if (entries.asked !== undefined && wrong.length === 0) {
        context.addIssue({ code: "custom", path: ["currency"], message: entries.asked });
      }
      if (entries.askedOfStart !== undefined) {
        context.addIssue({ code: "custom", path: ["expected_start_date"], message: entries.askedOfStart });
      }
    });
  return z
    .custom<Entries>()
    .transform((entries) => ({ ...entries, asked: askAboutPay(entries)?.text, askedOfStart: askAboutStart(entries) }))
    .pipe(fields)
    .transform(({ asked: _, askedOfStart: __, ...requirement }) => requirement);
}

/** The Submit Job Requirement form (§3, §5). */
export const requirementSchema = requirementSchemaWith({});

export type Requirement = z.output<typeof requirementSchema>;

/** The name of the box in which the next skill of a list is typed. */
export function skillEntry(field: SkillField): `${SkillField}_entry` {
  return `${field}_entry`;
}

export const requirementKeys = {
  single: [...fieldNames.filter((field) => !isSkillField(field)), ...skillFields.map(skillEntry), QUESTIONS_ANSWERED],
  multiple: skillFields,
  most: MOST_SKILLS,
  checkboxes: tickFields,
  order: fieldNames,
} as const satisfies FormKeys;
