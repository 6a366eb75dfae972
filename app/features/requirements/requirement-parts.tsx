import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { Requirement } from "./schema";
import type { Entries } from "./use-requirement-form";

/** The form's parts in their order: what of each must be filled in, and of what is filled in already, what else can be. */
const PARTS = {
  role: { title: "The role", required: ["job_title", "job_type", "location"] },
  pay: {
    title: "Experience and pay",
    required: ["currency", "positions_count"],
    any: ["min_experience", "max_experience", "min_salary", "max_salary"],
  },
  skills: { title: "Skills", required: ["required_skills"] },
  work: { title: "The work", required: ["job_description"] },
  timing: { title: "Timing", required: ["priority"], any: ["expected_start_date", "deadline", "notes"] },
} as const satisfies Record<string, Part>;

type Part = { title: string; required: readonly (keyof Entries)[]; any?: readonly (keyof Entries)[] };

type PartName = keyof typeof PARTS;

function partId(name: string): string {
  return `part-${name}`;
}

/** One part of the form, under its own heading. @param end what stands after its fields */
export function RequirementPart({ name, end, children }: { name: PartName; end: ReactNode; children: ReactNode }) {
  return (
    <fieldset id={partId(name)} className="part">
      <legend>{PARTS[name].title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
      {end}
    </fieldset>
  );
}

/**
 * The list of the form's parts: leads to each, and says which have all that must be filled in; as the server has it
 * without a script, as it is typed with one.
 */
export function RequirementParts({ control }: { control: Control<Entries, unknown, Requirement> }) {
  const entries = useWatch({ control });
  const isFilled = (key: keyof Entries) => String(entries[key] ?? "").trim() !== "";
  return (
    <nav className="parts" aria-label="Parts of the form">
      <ol>
        {Object.entries<Part>(PARTS).map(([name, { title, required, any }]) => {
          const isComplete = required.every(isFilled) && (any?.some(isFilled) ?? true);
          return (
            <li key={name} className={isComplete ? "complete" : undefined}>
              <a href={`#${partId(name)}`}>
                {title}
                {isComplete && <span className="sr-only">, complete</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
