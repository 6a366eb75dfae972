import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useNavigation, useSubmit } from "react-router";
import { useRemixForm } from "remix-hook-form";
import type { z } from "zod";
import type { FormState } from "~/lib/form";
import { cleanSkills, requirementSchema, skillEntry, skillFields, type Requirement, type SkillField } from "./schema";

type Entries = z.input<typeof requirementSchema>;

const EMPTY: Omit<Entries, SkillField> = {
  job_title: "",
  job_type: "",
  department: "",
  location: "",
  remote_allowed: false,
  min_experience: "",
  max_experience: "",
  min_salary: "",
  max_salary: "",
  currency: "USD",
  education_requirements: "",
  job_description: "",
  responsibilities: "",
  benefits: "",
  positions_count: "1",
  priority: "medium",
  expected_start_date: "",
  deadline: "",
  notes: "",
};

/** What the browser would send as blank because it can't read it, such as half a date: it is wrong, not left out. */
function unreadable(form: HTMLFormElement | null): Record<string, string> {
  const controls = [...(form?.elements ?? [])].filter(
    (control) => control instanceof HTMLInputElement && control.validity.badInput,
  ) as HTMLInputElement[];
  return Object.fromEntries(controls.map(({ name }) => [name, "unreadable"]));
}

/**
 * The form of /submit-requirement as a browser with scripts works it: checked here by the schema that the server has,
 * with mistakes shown as the server shows them (summary first, and again only when it is sent again).
 *
 * @param state what the server sent back, if it did
 */
export function useRequirementForm(state: FormState | undefined) {
  const [skills, setSkills] = useState<Record<SkillField, string[]>>({
    required_skills: state?.lists["required_skills"] ?? [],
    preferred_skills: state?.lists["preferred_skills"] ?? [],
  });
  const element = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";
  const form = useRemixForm<Entries, unknown, Requirement>({
    resolver: (values, ...rest) =>
      zodResolver(requirementSchema)({ ...values, ...unreadable(element.current) }, ...rest),
    reValidateMode: "onSubmit",
    shouldFocusError: false,
    defaultValues: { ...EMPTY, ...skills },
    stringifyAllValues: false,
    // The form itself is posted, so that its bytes are the same with and without a script.
    submitHandlers: { onValid: (_, event) => submit(event?.target as HTMLFormElement) },
  });
  const { errors, submitCount } = form.formState;

  useEffect(() => {
    document.querySelector<HTMLElement>("[data-error-summary]")?.focus();
  }, [errors, submitCount]);

  function changeSkills(field: SkillField, next: string[]) {
    setSkills((current) => ({ ...current, [field]: next }));
    form.setValue(field, next);
  }

  /** A skill that is still in its box goes along: nothing typed is lost. */
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const boxes = new FormData(event.currentTarget);
    for (const field of skillFields) {
      const typed = boxes.get(skillEntry(field));
      if (typeof typed === "string") form.setValue(field, cleanSkills([...skills[field], typed]));
    }
    void form.handleSubmit(event);
  }

  return { form, element, skills, changeSkills, handleSubmit, isBusy };
}

export type RequirementFormModel = ReturnType<typeof useRequirementForm>;
