import type { z } from "zod";
import type { FormKeys, FormState } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import { applyIntent, enteredBox } from "~/features/requirements/form/intent";
import { requirementKeys, requirementSchema, type Requirement } from "~/features/requirements/schema";
import { recruiterEntry } from "./work";

/** What the team fills in for a company: the requirement, and who of the team looks after it. */
export type Filing = { entries: Requirement; recruiter: string | null };

/** The keys of the team's form; those that stand beside the requirement's own are a page's. */
export function filingKeys(single: readonly string[] = [], multiple: readonly string[] = []) {
  return {
    ...requirementKeys,
    single: [...requirementKeys.single, "recruiter", ...single],
    multiple: [...requirementKeys.multiple, ...multiple],
  } as const satisfies FormKeys;
}

/** What is wrong with an entry, as the form says it beside its field. */
export function errorOf(field: string, { error }: { error?: z.ZodError | undefined }): FormState["errors"] {
  const message = error?.issues[0]?.message;
  return message === undefined ? {} : { [field]: { type: "validation", message } };
}

/** The form again, when a button of it has only changed a list of skills; undefined when it is to be taken. */
export function editedSkills(body: FormData, keys: FormKeys): FormState | undefined {
  const opensAt = enteredBox(body);
  return applyIntent(body) ? { ...keepEntries(body, keys), errors: {}, opensAt } : undefined;
}

/** Reads what the team has filled in. @param others what is wrong beside it */
export async function parseFiling(
  body: FormData,
  keys: FormKeys,
  others: FormState["errors"] = {},
): Promise<{ state: FormState; filing?: Filing }> {
  const parsed = await parseForm(body, requirementSchema, requirementKeys);
  const recruiter = recruiterEntry.safeParse(body.get("recruiter") ?? "");
  const errors = { ...others, ...errorOf("recruiter", recruiter), ...parsed.state.errors };
  const state = { ...keepEntries(body, keys), errors };
  if (Object.keys(others).length > 0 || !recruiter.success || !parsed.values) return { state };
  return { state, filing: { entries: parsed.values, recruiter: recruiter.data } };
}
