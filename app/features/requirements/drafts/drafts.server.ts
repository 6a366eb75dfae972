import { z } from "zod";
import type { Context } from "~/lib/http/context";
import { TOKEN_KEY } from "~/lib/forms/form";
import { identifyForm } from "~/lib/forms/form-token.server";
import type { Result } from "~/lib/result";
import { isRowId, rowId } from "~/lib/schema/fields";
import { lookUpAsUser, mutateAsUser, parseResult } from "~/lib/backend/calls.server";
import { marksOf } from "~/lib/forms/three-way-merge";
import { draftFields, draftEntries, type DraftEntries } from "~/features/requirements/form/draft-entries";
import { BEGUN, DRAFT_KEY, MARKS_KEY, VERSION_KEY } from "~/lib/forms/draft-saving";
import { requirementKeys, type Requirement } from "~/features/requirements/schema";

/** The form's keys, with those of its draft. */
export const draftKeys = {
  ...requirementKeys,
  single: [...requirementKeys.single, DRAFT_KEY, VERSION_KEY, MARKS_KEY],
} as const;

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

const storedSchema = z.object({
  id: z.string(),
  version: z.number(),
  entries: z.record(z.string(), z.unknown()).transform(readEntries),
  updated_at: z.string(),
  saved_by: z.string().nullable(),
});

const draftSchema = storedSchema.transform((draft) => ({ ...draft, marks: marksOfDraft(draft.entries) }));

/** A draft as its form begins with it, with a mark of each field; `saved_by` is the name of who saved it last. */
export type Draft = z.output<typeof draftSchema>;

/** What has become of a draft: it is there, or it is the requirement of this id. */
export type OpenedDraft = { draft: Draft } | { filed: string };

const openedSchema = z.union([
  z.object({ filed: z.string() }),
  draftSchema.transform((draft) => ({ draft })),
  z.null(),
]);

/** Of what stands in the database, only what a form can show: texts, and lists of them. */
function readEntries(stored: Record<string, unknown>): DraftEntries {
  const kept: DraftEntries = {};
  for (const [key, value] of Object.entries(stored)) {
    if (typeof value === "string") kept[key] = value;
    if (Array.isArray(value)) kept[key] = value.filter((each) => typeof each === "string");
  }
  return kept;
}

/** What a form begins with, or has been saved with, field by field. */
export function marksOfDraft(entries: DraftEntries): string {
  return marksOf(draftFields, draftEntries(entries));
}

/** The version that a form was made on; one that can be no draft's for what is none. */
export function readVersion(value: unknown): number {
  return z.coerce.number().int().min(1).max(999_999_999).catch(-1).parse(value);
}

/** Looks a draft up; null for one that is not there, or not of those that this person may work on. */
export async function openDraft(context: Context, id: string): Promise<Result<OpenedDraft | null>> {
  if (!isRowId(id)) return { ok: true, value: null };
  const asked = lookUpAsUser(context, (person) => person.rpc("requirement_draft", { draft: id }));
  return parseResult(openedSchema, asked);
}

/**
 * Tells one opened page from another: what a page has saved itself it may save again, also when the answer got lost and
 * it knows an older version.
 */
export function pageId(body: FormData, userId: string): string {
  return identifyForm(body.get(TOKEN_KEY), "requirement draft", [userId], "page").form_id;
}

/** Saves a draft, or begins it. @returns the version that makes of it */
export function saveDraft(
  context: Context,
  { id, seen = BEGUN }: DraftReference,
  page: string,
  entries: DraftEntries,
): Promise<Result<number | null>> {
  return mutateAsUser(context, (person) => person.rpc("save_requirement_draft", { draft: id, seen, page, entries }));
}

/** Files the requirement that a draft has become, once, and takes the draft away. @returns the requirement's id */
export function fileDraft(
  context: Context,
  { id, seen = BEGUN }: DraftReference,
  page: string,
  entries: Requirement,
): Promise<Result<string | null>> {
  return mutateAsUser(context, (person) => person.rpc("file_requirement_draft", { draft: id, seen, page, entries }));
}

/** Deletes a draft that nobody has changed since it was seen. */
export function deleteDraft(context: Context, id: string, seen: number): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("delete_requirement_draft", { draft: id, seen }));
}
