import { z } from "zod";
import type { Context } from "~/lib/http/context";
import type { FormKeys, FormState } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import type { Failure, Result } from "~/lib/result";
import { compareSides, isSame, isUntouched, marksOf } from "~/lib/forms/three-way-merge";
import { draftEntries, stateOf } from "~/features/requirements/form/draft-entries";
import { fieldNames, type Field } from "~/features/requirements/fields";
import { loadRequirementFrame } from "~/features/requirements/frame/frame.server";
import { askAboutPay, QUESTIONS_ANSWERED } from "~/features/requirements/form/pay-question";
import { askAboutStart, START_ANSWER } from "~/features/requirements/form/start-question";
import { optionalDate } from "~/lib/schema/fields";
import {
  requirementKeys,
  requirementSchema,
  requirementSchemaWith,
  type Requirement,
} from "~/features/requirements/schema";
import { isEditable } from "~/features/requirements/statuses";

/** What the form carries of the page that it is on: the version that was read, and a mark of each field. */
export const editKeys = {
  ...requirementKeys,
  single: [...requirementKeys.single, "version", "marks", "since"],
} as const satisfies FormKeys;

const seenSchema = z.object({ version: z.coerce.number().int().min(1), marks: z.string().max(1_000) });

/** What the form has, and what it carries: marks of what is filed. Whoever filed it was asked about the pay and the start then. */
export function beginEdit(entries: Requirement, version: number, filed: Requirement = entries): FormState {
  const form = stateOf(draftEntries(entries));
  const answered = [
    askAboutPay(form.defaultValues) && "currency period",
    askAboutStart(form.defaultValues) && START_ANSWER,
  ].filter(Boolean);
  return {
    ...form,
    defaultValues: {
      ...form.defaultValues,
      [QUESTIONS_ANSWERED]: answered.join(" "),
      version: String(version),
      marks: marksOf(fieldNames, filed),
    },
  };
}

/** What two have made of one requirement at once, for the page to show. */
export type Clash = {
  /** What the form had carried, before it was shown what the other has changed. */
  stood: Record<"version" | "since" | "marks", string>;
  /** The currencies of the amounts. */
  currency: { now: string; mine: string };
  conflicts: FieldOfTwo[];
  theirs: FieldOfTwo[];
};
/** A field, what stands in it now, and what was sent. */
export type FieldOfTwo = { field: Field; now: unknown; mine: unknown };

/** A form that was sent, and what it says when nothing is wrong with it. */
export type ReadEdit = { state: FormState; sent?: { values: Requirement; version: number; marks: string } };

/** A deadline that has passed since stays what it is, unless it is changed. */
const withKeptDeadline = requirementSchemaWith({ deadline: optionalDate });

/** Reads the form of an edit; without `sent` when something is wrong with it. */
export async function readEdit(body: FormData): Promise<ReadEdit> {
  const kept = { ...keepEntries(body, editKeys), errors: {} };
  const seen = seenSchema.safeParse({ version: body.get("version"), marks: body.get("marks") });
  const isDeadlineKept =
    seen.success && isUntouched({ fields: fieldNames, marks: seen.data.marks }, "deadline", body.get("deadline"));
  const schema = isDeadlineKept ? withKeptDeadline : requirementSchema;
  const { values, state } = await parseForm(body, schema, requirementKeys);
  if (!values || !seen.success) return { state: { ...kept, errors: state.errors } };
  return { state: kept, sent: { values, ...seen.data } };
}

/** A requirement as it is filed, with the version that it is. */
export type Filed = Requirement & { version: number };

/** How a side reads what is filed (null for what is not there, or not theirs), and changes it on the version that was read. */
export type EditSide = {
  load: (context: Context, id: string) => Promise<Result<Filed | null>>;
  save: (context: Context, id: string, version: number, entries: Requirement) => Promise<Result<number | null>>;
};

export type Edited = { ok: true; value: null } | (Failure & { state: FormState; clash?: Clash });

/**
 * Saves an edited requirement, on the version that was read. Sent twice it is saved once: what stands there already is
 * saved. Whoever comes second to another's change gets the form back, with what both have changed.
 */
export async function saveEdit(
  context: Context,
  id: string,
  { state, sent }: Required<ReadEdit>,
  side: EditSide,
): Promise<Edited> {
  const { values, version, marks } = sent;
  const saved = await side.save(context, id, version, values);
  if (saved.ok) return { ok: true, value: null };
  if (saved.status !== 409) return { ...saved, state };
  const [current, frame] = await Promise.all([side.load(context, id), loadRequirementFrame(context, id)]);
  if (!current.ok) return { ...current, state };
  if (current.value === null) return { ...saved, status: 404, state };
  const { version: now, ...filed } = current.value;
  if (isSame(fieldNames, values, filed)) return { ok: true, value: null };
  // What can't be changed any more is not asked for again.
  if (frame.ok && frame.value !== null && !isEditable(frame.value.status)) {
    return { ok: false, message: "closed", status: 422, state };
  }
  const { merged, conflicts, theirs } = compareSides({ fields: fieldNames, marks }, values, filed);
  const ofTwo = (field: Field): FieldOfTwo => ({ field, now: filed[field], mine: values[field] });
  return {
    ...saved,
    // Sent again, it is what they want on top of what they have seen now.
    state: beginEdit(merged, now, filed),
    clash: {
      stood: { version: String(version), since: String(state.defaultValues["since"] ?? ""), marks },
      currency: { now: filed.currency, mine: values.currency },
      conflicts: conflicts.map(ofTwo),
      theirs: theirs.map(ofTwo),
    },
  };
}
