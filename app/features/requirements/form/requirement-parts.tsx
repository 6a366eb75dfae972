import { useEffect, useRef, useState, type ReactNode } from "react";
import { useWatch, type Control, type FieldErrors } from "react-hook-form";
import { definitionOf, fieldNames, parts, type Field, type PartDefinition } from "~/features/requirements/fields";
import type { Entries, Requirement } from "~/features/requirements/schema";

/** A part of the form, by its name. */
export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

/** The fields of a part, in their order. */
export function fieldsOf(part: PartName): Field[] {
  return fieldNames.filter((field) => definitionOf(field).part === part);
}

/** How many fields of a part are to be mended. */
export function mistakesIn(part: PartName, errors: FieldErrors<Entries>): number {
  return fieldsOf(part).filter((field) => errors[field]).length;
}

function partId(name: string): string {
  return `part-${name}`;
}

type PartProps = {
  name: PartName;
  /** Has a folded part something that must be seen? */
  isOpen: boolean;
  mistakes: number;
  children: ReactNode;
};

/** A part that is folded until somebody opens it, or something in it must be seen. From then on it stays as people have it. */
function FoldedPart({ name, isOpen, mistakes, children }: PartProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (mistakes > 0) element.current!.open = true;
  }, [mistakes]);
  return (
    <details ref={element} className="part" open={wasOpen}>
      <summary>
        {parts[name].title} <span className="hint">(optional)</span>
      </summary>
      {/* A link to what is folded opens it, without a script, where it leads into the part and not to it. */}
      <div id={partId(name)} className="grid gap-5 sm:grid-cols-2">
        {children}
      </div>
    </details>
  );
}

/** One part of the form, under its own heading. */
export function RequirementPart(props: PartProps) {
  const { name, children } = props;
  const { title, isFolded }: PartDefinition = parts[name];
  if (isFolded) return <FoldedPart {...props} />;
  return (
    <fieldset id={partId(name)} className="part">
      <legend>{title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
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

type RequirementPartsProps = { control: Control<Entries, unknown, Requirement>; errors: FieldErrors<Entries> };

/**
 * The list of the form's parts: leads to each, and says which have all that must be filled in, and where something is to be
 * mended; as the server has it without a script, as it is typed with one.
 */
export function RequirementParts({ control, errors }: RequirementPartsProps) {
  const entries = useWatch({ control });
  const isFilled = (field: Field) => !["", "false"].includes(String(entries[field] ?? "").trim());
  return (
    <nav className="parts" aria-label="Parts of the form">
      <ol>
        {partNames.map((name) => {
          const mistakes = mistakesIn(name, errors);
          const isDone = mistakes === 0 && isComplete(name, isFilled);
          return (
            <li key={name} className={mistakes > 0 ? "mistaken" : isDone ? "complete" : undefined}>
              <a href={`#${partId(name)}`}>
                <span>
                  {parts[name].title}
                  {isDone && <span className="sr-only">, complete</span>}
                  {mistakes > 0 && <span className="error">, needs attention, {mistakes}</span>}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
