import type { ReactNode } from "react";
import type { FieldErrors, FieldValues, Path, UseFormRegisterReturn } from "react-hook-form";
import { SelectOptions } from "./select-options";

/** What a field needs of remix-hook-form: its attributes with the entry, and its error. */
export type FormHandle<Values extends FieldValues> = {
  register: (name: Path<Values>) => UseFormRegisterReturn<Path<Values>> & {
    defaultValue?: string | undefined;
    defaultChecked?: boolean | undefined;
  };
  formState: { errors: FieldErrors<Values> };
};

type FieldProps<Values extends FieldValues> = {
  form: FormHandle<Values>;
  name: Path<Values>;
  label: string;
  required?: boolean | undefined;
  hint?: string | undefined;
};

/** The id of a field's control: what the error summary links to. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** A label with the mark of a required field, or the word for an optional one. */
function LabelText({ label, required, note = "optional" }: Pick<FrameProps, "label" | "required" | "note">) {
  return (
    <>
      {label}
      {required ? <span aria-hidden="true"> *</span> : <span className="hint"> ({note})</span>}
    </>
  );
}

type FrameProps = {
  name: string;
  label: string;
  required?: boolean | undefined;
  /** When it has to be filled in, if that is neither always nor never. */
  note?: string | undefined;
  hint?: string | undefined;
  error: string | undefined;
  children: ReactNode;
};

/** Label, hint, error and control in the order they are read. */
export function FieldFrame({ name, label, required, note, hint, error, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={fieldId(name)} className="label">
        <LabelText label={label} required={required} note={note} />
      </label>{" "}
      {hint && (
        <p id={`${fieldId(name)}-hint`} className="hint">
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
      {children}
    </div>
  );
}

/** The message beside a field, tied to it by `describedBy`. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${fieldId(name)}-error`} className="error">
      <span className="sr-only">Error: </span>
      {error}
    </p>
  );
}

/** The ids of what explains a control, for `aria-describedby`. */
export function describedBy(name: string, hint: string | undefined, error: string | undefined): string | undefined {
  const ids = [hint && `${fieldId(name)}-hint`, error && `${fieldId(name)}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** Everything a control and its frame share, from the form's state. */
function useField<Values extends FieldValues>({ form, name, required, hint }: Omit<FieldProps<Values>, "label">) {
  const message = form.formState.errors[name]?.message;
  const error = typeof message === "string" ? message : undefined;
  const registered = form.register(name);
  return {
    error,
    control: {
      ...registered,
      defaultValue: registered.defaultValue ?? "",
      id: fieldId(name),
      className: "control",
      required: required ?? false,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy(name, hint, error),
    },
  };
}

type TextFieldProps<Values extends FieldValues> = FieldProps<Values> & {
  type?: "text" | "email" | "tel" | "password" | "date" | undefined;
  autoComplete?: string | undefined;
  placeholder?: string | undefined;
  minLength?: number;
  /** Of a page that is there to have this filled in: the caret is in it, with a script and without. */
  autoFocus?: boolean;
  min?: string | undefined;
  /** Numbers are text to the browser: a number box sends what it can't read as blank, without a word. */
  inputMode?: "numeric" | "decimal" | undefined;
};

/** A one-line field. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { form: _, hint, label, required, type = "text", ...attributes } = props;
  const { control, error } = useField(props);
  return (
    <FieldFrame name={props.name} label={label} required={required} hint={hint} error={error}>
      <input {...attributes} {...control} type={type} />
    </FieldFrame>
  );
}

/** A required e-mail address. `username` tells password managers that it is who somebody is here. */
export function EmailField<Values extends FieldValues>(
  props: Pick<FieldProps<Values>, "form" | "name" | "label" | "hint"> & { autoComplete: "email" | "username" },
) {
  return <TextField {...props} type="email" required />;
}

/** A phone number, which nobody has to give. */
export function PhoneField<Values extends FieldValues>(props: Pick<FieldProps<Values>, "form" | "name" | "hint">) {
  return <TextField {...props} label="Phone" type="tel" autoComplete="tel" />;
}

/** A field of several lines. */
export function TextAreaField<Values extends FieldValues>(props: FieldProps<Values> & { rows?: number | undefined }) {
  const { form: _, hint, label, required, ...attributes } = props;
  const { control, error } = useField(props);
  return (
    <FieldFrame name={props.name} label={label} required={required} hint={hint} error={error}>
      <textarea {...attributes} {...control} />
    </FieldFrame>
  );
}

/** A choice from a list, which starts with an empty one; without it something is always chosen. */
export function SelectField<Values extends FieldValues>(
  props: FieldProps<Values> & {
    options: readonly (readonly [value: string, label: string])[];
    hasPrompt?: boolean;
  },
) {
  const { hint, label, required, options, hasPrompt = true } = props;
  const { control, error } = useField(props);
  return (
    <FieldFrame name={props.name} label={label} required={required} hint={hint} error={error}>
      <select {...control}>
        {hasPrompt && <option value="">Choose</option>}
        <SelectOptions options={options} />
      </select>
    </FieldFrame>
  );
}

/** A box to tick, its words beside it. */
export function CheckboxField<Values extends FieldValues>(
  props: Omit<FieldProps<Values>, "label"> & { label: ReactNode },
) {
  const { control, error } = useField(props);
  const { className: _class, defaultValue, defaultChecked, ...attributes } = control;
  return (
    <div className="field">
      <FieldError name={props.name} error={error} />
      <label className="check">
        <input
          {...attributes}
          type="checkbox"
          value="on"
          // Where saved entries stand as texts, a tick is the word that it is posted as.
          defaultChecked={defaultChecked ?? defaultValue === "on"}
        />
        <span>
          {props.label}
          {props.required && <span aria-hidden="true"> *</span>}
        </span>
      </label>
    </div>
  );
}
