import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import { definitionOf, fieldNames, parts, type Field, type PartDefinition } from "~/features/requirements/fields";
import type { Requirement } from "~/features/requirements/schema";
import type { Entries } from "./use-requirement-form";

/** A part of the form, by its name. */
export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

/** The fields of a part, in their order. */
export function fieldsOf(part: PartName): Field[] {
  return fieldNames.filter((field) => definitionOf(field).part === part);
}

function partId(name: string): string {
  return `part-${name}`;
}

/** One part of the form, under its own heading. @param end what stands after its fields */
export function RequirementPart({ name, end, children }: { name: PartName; end: ReactNode; children: ReactNode }) {
  const { title, isWide }: PartDefinition = parts[name];
  return (
    <fieldset id={partId(name)} className="part">
      <legend>{title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        {isWide ? <div className="grid gap-5 sm:col-span-2">{children}</div> : children}
      </div>
      {end}
    </fieldset>
  );
}

/** Has a part all that must be filled in? Where that is filled in from the start, something else of it must be as well. */
function isComplete(part: PartName, isFilled: (field: Field) => boolean): boolean {
  const all = fieldsOf(part);
  const required = all.filter((field) => definitionOf(field).isRequired);
  const isBegun = required.every((field) => definitionOf(field).initial !== undefined);
  return required.every(isFilled) && (!isBegun || all.some((field) => !required.includes(field) && isFilled(field)));
}

/**
 * The list of the form's parts: leads to each, and says which have all that must be filled in; as the server has it
 * without a script, as it is typed with one.
 */
export function RequirementParts({ control }: { control: Control<Entries, unknown, Requirement> }) {
  const entries = useWatch({ control });
  const isFilled = (field: Field) => String(entries[field] ?? "").trim() !== "";
  return (
    <nav className="parts" aria-label="Parts of the form">
      <ol>
        {partNames.map((name) => {
          const isDone = isComplete(name, isFilled);
          return (
            <li key={name} className={isDone ? "complete" : undefined}>
              <a href={`#${partId(name)}`}>
                {parts[name].title}
                {isDone && <span className="sr-only">, complete</span>}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
