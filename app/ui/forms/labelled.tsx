import type { InputHTMLAttributes, ReactNode } from "react";
import type { Options } from "~/lib/schema/fields";
import { describedBy, FieldError, fieldId } from "./field";
import { SelectOptions } from "./select-options";

type LabelledProps = { name: string; label: string; error?: string | undefined };

/** A label over the one control of a small form: a filter, or one thing that is done. */
export function Labelled({ name, label, error, children }: LabelledProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={fieldId(name)} className="label">
        {label}
      </label>{" "}
      <FieldError name={name} error={error} />
      {children}
    </div>
  );
}

/** What such a control shares with its label. */
export function labelledControl({ name, error }: Pick<LabelledProps, "name" | "error">) {
  return {
    id: fieldId(name),
    name,
    className: "control",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy(name, undefined, error),
  };
}

type LabelledInputProps = LabelledProps & InputHTMLAttributes<HTMLInputElement>;

/** A control of one line, with its label. */
export function LabelledInput({ name, label, error, ...attributes }: LabelledInputProps) {
  return (
    <Labelled name={name} label={label} error={error}>
      <input {...labelledControl({ name, error })} {...attributes} />
    </Labelled>
  );
}

type LabelledSelectProps = LabelledProps & {
  options: Options;
  value: string;
  /** What the empty choice says; there is none where this is missing. */
  empty?: string;
};

/** A choice from a list, with its label. */
export function LabelledSelect({ options, value, empty, ...labelled }: LabelledSelectProps) {
  return (
    <Labelled {...labelled}>
      <select {...labelledControl(labelled)} defaultValue={value}>
        {empty !== undefined && <option value="">{empty}</option>}
        <SelectOptions options={options} />
      </select>
    </Labelled>
  );
}
