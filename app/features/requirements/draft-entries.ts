import { z } from "zod";
import type { FormState } from "~/lib/form";
import { requirementKeys, skillFields, type Requirement } from "./schema";
import { rowId } from "~/lib/schema";

/** What a draft keeps of the form, field by field: text as it was typed, and the lists of skills. */
export type DraftEntries = Record<string, string | string[]>;

/** The hidden entries that tell which draft a form is, which version of it stands in it, and what that began with. */
export const DRAFT_KEY = "draft";
export const VERSION_KEY = "draft_version";
export const MARKS_KEY = "draft_marks";

/** The version of a draft that a page has begun without having heard that it is saved. */
export const BEGUN = 0;

/** What a button asks for that saves the form as a draft. */
export const SAVE_DRAFT = "save-draft";

/** Where a browser with scripts saves a draft. */
export const SAVE_PATH = "/submit-requirement/draft";

/** The form, blank. */
export const FORM_PATH = "/submit-requirement";

/** The form, as it was left. */
export function draftPath(id: string): string {
  return `${FORM_PATH}?${DRAFT_KEY}=${id}`;
}

/** The form's keys, with those of its draft. */
export const draftKeys = {
  ...requirementKeys,
  single: [...requirementKeys.single, DRAFT_KEY, VERSION_KEY, MARKS_KEY],
} as const;

/** What a draft has of a form, by the names there. */
export const draftFields: readonly string[] = [...requirementKeys.single, ...requirementKeys.multiple];

/** Which draft a form is. */
export type DraftReference = {
  id: string;
  /** The version that stands in the form; undefined as long as nobody has tried to save it. */
  seen: number | undefined;
};

const referenceSchema = z.object({
  id: rowId().transform((id) => id.toLowerCase()),
  seen: z.union([
    z.literal("").transform(() => undefined),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ]),
});

/** Which draft a body is from; undefined where there is none, or what it says is nothing of ours. */
export function readReference(body: FormData): DraftReference | undefined {
  const read = referenceSchema.safeParse({ id: body.get(DRAFT_KEY), seen: body.get(VERSION_KEY) });
  return read.success ? read.data : undefined;
}

/** A text as the database takes it, with the same line ends whoever sends it. */
function tidy(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "");
}

/** What stands in a form, for a draft to keep: everything, right or wrong. */
export function entriesOf(body: FormData): DraftEntries {
  const entries: DraftEntries = {};
  for (const key of requirementKeys.single) {
    const value = body.get(key);
    entries[key] = typeof value === "string" ? tidy(value) : "";
  }
  for (const field of skillFields) {
    entries[field] = body.getAll(field).flatMap((skill) => (typeof skill === "string" ? [tidy(skill)] : []));
  }
  return entries;
}

/** A draft with every field of the form: blank where nothing was kept of one. */
export function wholeEntries(entries: DraftEntries): DraftEntries {
  return { ...entriesOf(new FormData()), ...entries };
}

/** A requirement as a draft of another. @param hasDates keeps the days that it names */
export function entriesOfRequirement(requirement: Requirement, hasDates: boolean): DraftEntries {
  const entries: DraftEntries = {};
  for (const [key, value] of Object.entries(requirement)) {
    if (Array.isArray(value)) entries[key] = value;
    else if (typeof value === "boolean") entries[key] = value ? "on" : "";
    else entries[key] = String(value ?? "");
  }
  return hasDates ? entries : { ...entries, expected_start_date: "", deadline: "" };
}

/** A draft as its form shows it. What is nobody's field is left out. */
export function stateOf(entries: DraftEntries): Pick<FormState, "defaultValues" | "lists"> {
  const defaultValues: FormState["defaultValues"] = {};
  const lists: FormState["lists"] = {};
  for (const key of requirementKeys.single) {
    const value = entries[key];
    if ((requirementKeys.checkboxes as readonly string[]).includes(key)) defaultValues[key] = value === "on";
    else if (typeof value === "string") defaultValues[key] = value;
  }
  for (const field of skillFields) {
    const list = entries[field];
    lists[field] = Array.isArray(list) ? list : [];
  }
  return { defaultValues, lists };
}

/** A field of which there are two words: what somebody has saved, and what stands in the form. */
export type Difference = { field: string; saved: string; own: string };

/** What stands in a field of a draft, in words for a person. */
export function wordsOf(field: string, value: string | readonly string[] | undefined): string {
  if (Array.isArray(value)) return value.join(", ");
  if ((requirementKeys.checkboxes as readonly string[]).includes(field)) return value === "on" ? "Yes" : "No";
  return String(value ?? "").trim();
}

/** In which fields a form differs from what is saved. */
export function differences(saved: DraftEntries, own: DraftEntries): Difference[] {
  return draftFields
    .map((field) => ({ field, saved: wordsOf(field, saved[field]), own: wordsOf(field, own[field]) }))
    .filter((difference) => difference.saved !== difference.own);
}
