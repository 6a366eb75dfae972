import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { Requirement } from "./schema";
import type { Entries } from "./use-requirement-form";

/** The form's parts in their order, and what of each must be filled in. */
const PARTS = {
  role: { title: "The role", required: ["job_title", "job_type", "location"] },
  pay: { title: "Experience and pay", required: ["currency", "positions_count"] },
  skills: { title: "Skills", required: ["required_skills"] },
  work: { title: "The work", required: ["job_description"] },
  timing: { title: "Timing", required: ["priority"] },
} as const satisfies Record<string, { title: string; required: readonly (keyof Entries)[] }>;

type PartName = keyof typeof PARTS;

function partId(name: string): string {
  return `part-${name}`;
}

/** One part of the form, under its own heading. */
export function RequirementPart({ name, children }: { name: PartName; children: ReactNode }) {
  return (
    <fieldset id={partId(name)} className="part">
      <legend>{PARTS[name].title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/**
 * The list of the form's parts: leads to each, and says which have all that must be filled in; as the server has it
 * without a script, as it is typed with one.
 */
export function RequirementParts({ control }: { control: Control<Entries, unknown, Requirement> }) {
  const entries = useWatch({ control });
  return (
    <nav className="parts" aria-label="Parts of the form">
      <ol>
        {Object.entries(PARTS).map(([name, { title, required }]) => {
          const isComplete = required.every((key) => String(entries[key] ?? "").trim() !== "");
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
