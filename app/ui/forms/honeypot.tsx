import type { FieldValues, Path } from "react-hook-form";
import { HONEYPOT_KEY } from "~/lib/forms/form";
import { FieldError, fieldId, type FormHandle } from "./field";

/**
 * A field for programs: out of sight, out of the order of tabs, and not read out. Where something has filled it in, it
 * comes into sight with its message, so that a person whose browser did it can empty it.
 */
export function Honeypot<Values extends FieldValues>({ form }: { form: FormHandle<Values> }) {
  const message = form.formState.errors[HONEYPOT_KEY]?.message;
  const error = typeof message === "string" ? message : undefined;
  const id = fieldId(HONEYPOT_KEY);
  return (
    <div className={error ? "field" : "trap"} aria-hidden={error ? undefined : true}>
      <label htmlFor={id} className="label">
        Leave this field empty
      </label>
      <FieldError name={HONEYPOT_KEY} error={error} />
      <input
        {...form.register(HONEYPOT_KEY as Path<Values>)}
        id={id}
        type="text"
        className="control"
        autoComplete="off"
        tabIndex={error ? undefined : -1}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
    </div>
  );
}
