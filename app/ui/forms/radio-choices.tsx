import type { ReactNode } from "react";
import { fieldId } from "./field";

type RadioChoicesProps = {
  name: string;
  choices: readonly (readonly [value: string, label: ReactNode])[];
  /** The value that is chosen, if it is one of them. */
  chosen: unknown;
  /** How each of them looks. */
  className?: string;
  /** The id of the words that say what a choice does. */
  hintId?: (value: string) => string;
};

/** One of several to choose from; what is wrong with the choice leads to the first. */
export function RadioChoices({ name, choices, chosen, className, hintId }: RadioChoicesProps) {
  return choices.map(([value, label], index) => (
    <label key={value} className={className}>
      <input
        type="radio"
        name={name}
        id={index === 0 ? fieldId(name) : undefined}
        value={value}
        defaultChecked={chosen === value}
        aria-describedby={hintId?.(value)}
      />
      <span>{label}</span>
    </label>
  ));
}
