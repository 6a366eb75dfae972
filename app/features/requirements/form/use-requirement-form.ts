import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { useNavigation, useSubmit } from "react-router";
import { useRemixForm } from "remix-hook-form";
import { TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { findEntries, keepDraft, renewIfSent } from "~/features/requirements/drafts/form-session-storage";
import { DRAFT_KEY, draftFields, entriesOf, MARKS_KEY, VERSION_KEY, type DraftEntries } from "./draft-entries";
import {
  definitionOf,
  fieldNames,
  isSkillField,
  skillFields,
  tickFields,
  type SkillField,
} from "~/features/requirements/fields";
import { cleanSkills } from "~/lib/format/skills";
import { answerAboutPay, PAY_ANSWERED } from "~/features/requirements/pay-question";
import { requirementSchema, skillEntry, type Entries, type Requirement } from "~/features/requirements/schema";
import { useAutosave, type DraftOnPage } from "~/features/requirements/drafts/use-autosave";

/** What stands in a blank form. */
const EMPTY = Object.fromEntries([
  ...fieldNames
    .filter((field) => !isSkillField(field))
    .map((field) => [field, tickFields.includes(field) ? false : (definitionOf(field).initial ?? "")]),
  [PAY_ANSWERED, ""],
]) as Omit<Entries, SkillField>;

/** The same, as a draft would keep it. */
export const BLANK = entriesOf(EMPTY);

/** Something of each list of skills. */
function perList<Value>(of: (field: SkillField) => Value) {
  return Object.fromEntries(skillFields.map((field) => [field, of(field)])) as Record<SkillField, Value>;
}

/** What the browser would send as blank because it can't read it, such as half a date: it is wrong, not left out. */
function unreadable(form: HTMLFormElement | null): Record<string, string> {
  const controls = [...(form?.elements ?? [])].filter(
    (control) => control instanceof HTMLInputElement && control.validity.badInput,
  ) as HTMLInputElement[];
  return Object.fromEntries(controls.map(({ name }) => [name, "unreadable"]));
}

/** What stands in a box of skills, not yet added. */
function boxOf(state: FormState | undefined, field: SkillField): string {
  const entry = state?.defaultValues[skillEntry(field)];
  return typeof entry === "string" ? entry : "";
}

/**
 * The form of /submit-requirement as a browser with scripts works it: checked here by the schema that the server has,
 * with mistakes shown as the server shows them (summary first, and again only when it is sent again).
 *
 * @param state what the server sent back, if it did
 * @param owner who is signed in
 * @param begun what stands in it to begin with, where it is not blank
 * @param draft the draft it is, if it is one: then it is saved by itself
 */
export function useRequirementForm(
  state: FormState | undefined,
  owner: string | undefined,
  begun?: FormState,
  draft?: DraftOnPage,
) {
  const { lists = {} } = state ?? begun ?? {};
  const [skills, setSkills] = useState(() => perList((field) => lists[field] ?? []));
  const [boxes, setBoxes] = useState(() => perList((field) => boxOf(state ?? begun, field)));
  // Looked for before the library below takes the boxes over and empties them.
  const [found] = useState(() => findEntries(state ? undefined : owner));
  const element = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const saving = useAutosave(element, draft, fill);
  const isBusy = useNavigation().state !== "idle";
  const form = useRemixForm<Entries, unknown, Requirement>({
    resolver: (values, ...rest) =>
      zodResolver(requirementSchema)({ ...values, ...unreadable(element.current) }, ...rest),
    reValidateMode: "onSubmit",
    shouldFocusError: false,
    defaultValues: { ...EMPTY, ...(state ?? begun)?.defaultValues, ...skills },
    stringifyAllValues: false,
    // The form itself is posted, so that its bytes are the same with and without a script.
    submitHandlers: {
      async onValid(_, event) {
        const sent = event?.target as HTMLFormElement;
        await saving.settle();
        await submit(sent);
      },
    },
  });
  const { errors, submitCount } = form.formState;

  useLayoutEffect(() => {
    if (!found) return;
    fill(entriesOf(found), draftFields);
    // The same form as before: sent twice, it is taken once.
    const token = element.current?.elements.namedItem(TOKEN_KEY);
    const served = found.get(TOKEN_KEY);
    if (token instanceof HTMLInputElement && typeof served === "string") token.value = served;
    // And the same draft, on the version that it stands on.
    const [id, version, marks] = [DRAFT_KEY, VERSION_KEY, MARKS_KEY].map((key) => found.get(key));
    if (typeof id === "string" && typeof version === "string") {
      saving.setReference({ id, version, marks: typeof marks === "string" ? marks : "" });
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when scripts take the form over
  }, []);

  useEffect(() => {
    function keep() {
      if (owner !== undefined && element.current) keepDraft(owner, element.current);
    }
    addEventListener("pagehide", keep);
    addEventListener("pageshow", renewIfSent);
    return () => {
      removeEventListener("pagehide", keep);
      removeEventListener("pageshow", renewIfSent);
    };
  }, [owner]);

  useEffect(() => {
    document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
  }, [errors, submitCount]);

  /** Puts entries into some of the fields. */
  function fill(entries: DraftEntries, fields: readonly string[]) {
    for (const name of Object.keys(EMPTY) as (keyof typeof EMPTY)[]) {
      const entry = entries[name];
      if (!fields.includes(name) || typeof entry !== "string") continue;
      form.setValue(name, (tickFields as readonly string[]).includes(name) ? entry === "on" : entry);
    }
    for (const field of skillFields) {
      const [list, typed] = [entries[field], entries[skillEntry(field)]];
      if (fields.includes(field) && Array.isArray(list)) changeSkills(field, list);
      if (fields.includes(skillEntry(field)) && typeof typed === "string") changeBox(field, typed);
    }
  }

  function changeSkills(field: SkillField, next: string[]) {
    setSkills((current) => ({ ...current, [field]: next }));
    form.setValue(field, next);
  }

  function changeBox(field: SkillField, typed: string) {
    setBoxes((current) => ({ ...current, [field]: typed }));
  }

  /** Answers what was asked about the pay, and sends the form again. */
  function answerPay(answer: string) {
    const entries = answerAboutPay(form.getValues(), answer);
    fill(entries, Object.keys(entries));
    element.current?.requestSubmit();
  }

  /** A skill that is still in its box goes along: nothing typed is lost. */
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    for (const field of skillFields) form.setValue(field, cleanSkills([...skills[field], boxes[field]]));
    void form.handleSubmit(event);
  }

  const nextBox = state?.opensAt;
  return { form, element, skills, changeSkills, boxes, changeBox, nextBox, answerPay, handleSubmit, isBusy, saving };
}

export type RequirementFormModel = ReturnType<typeof useRequirementForm>;
