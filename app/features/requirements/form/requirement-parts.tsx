import type { ReactNode } from "react";
import type { FieldErrors } from "react-hook-form";
import {
  definitionOf,
  fieldNames,
  isSkillField,
  parts,
  type Field,
  type PartDefinition,
} from "~/features/requirements/fields";
import type { Entries } from "~/features/requirements/schema";
import type { RequirementFormModel } from "./use-requirement-form";

/** A part of the form, by its name. */
export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

/** The fields of a part, in their order. */
export function fieldsOf(part: PartName): Field[] {
  return fieldNames.filter((field) => definitionOf(field).part === part);
}

/** How many fields of a part are to be mended. */
function mistakesIn(part: PartName, errors: FieldErrors<Entries>): number {
  return fieldsOf(part).filter((field) => errors[field]).length;
}

function partId(name: string): string {
  return `part-${name}`;
}

type PartProps = {
  name: PartName;
  /** Has a folded part something that must be seen? */
  isOpen: boolean;
  /** What stands in it, where its summary tells that. */
  filled: readonly Field[];
  children: ReactNode;
};

/** A part that is folded until somebody opens it, or something in it must be seen. */
function FoldedPart({ name, isOpen, filled, children }: PartProps) {
  return (
    <details className="part" open={isOpen}>
      <summary>
        {parts[name].title}{" "}
        <span className="hint">
          {filled.length === 0 ? "(optional)" : `has ${filled.map((field) => definitionOf(field).label).join(", ")}`}
        </span>
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

/** Does a part have a required field that a blank form fills in? Then it is complete only with more than those. */
function isBegun(part: PartName): boolean {
  return fieldsOf(part).every((field) => !definitionOf(field).isRequired || definitionOf(field).initial !== undefined);
}

/** Has a part all that must be filled in, and something that was not there to begin with? */
function isComplete(part: PartName, isFilled: (field: Field) => boolean): boolean {
  const all = fieldsOf(part);
  const required = all.filter((field) => definitionOf(field).isRequired);
  return (
    required.every(isFilled) && (!isBegun(part) || all.some((field) => !required.includes(field) && isFilled(field)))
  );
}

type RequirementPartsProps = { model: RequirementFormModel };

/**
 * The list of the form's parts: leads to each, and says which have all that must be filled in, and where something is to be
 * mended, as the form was sent or opened; a script goes on with it as it is typed (enhance/requirement-form/parts).
 */
export function RequirementParts({ model: { form, skills } }: RequirementPartsProps) {
  const entries = form.getValues();
  const { errors } = form.formState;
  const isFilled = (field: Field) =>
    isSkillField(field) ? skills[field].length > 0 : !["", "false"].includes(String(entries[field] ?? "").trim());
  return (
    <nav className="parts" aria-label="Parts of the form">
      <ol>
        {partNames.map((name) => {
          const mistakes = mistakesIn(name, errors);
          const isDone = mistakes === 0 && isComplete(name, isFilled);
          return (
            <li key={name} className={mistakes > 0 ? "mistaken" : isDone ? "complete" : undefined}>
              <a href={`#${partId(name)}`} data-part={isBegun(name) ? "begun" : ""}>
                <span>
                  {parts[name].title}
                  <span className={mistakes > 0 ? "error" : "sr-only"}>
                    {isDone && ", complete"}
                    {mistakes > 0 && `, needs attention, ${mistakes}`}
                  </span>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
