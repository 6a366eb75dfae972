import type { FieldValues, Path } from "react-hook-form";
import { CheckboxField, SelectField, TextAreaField, TextField, type FormHandle } from "~/ui/forms/field";
import { definitionOf, type Field } from "./fields";

type FieldsProps<Values extends FieldValues> = {
  form: FormHandle<Values>;
  /** Which, in their order. */
  names: readonly (Field & Path<Values>)[];
  /** Is it the candidate's own form? Then a browser may fill in what it knows of them. */
  isOwn?: boolean;
};

/** Fields of a candidate's record, each by the control that it has. */
export function CandidateFields<Values extends FieldValues>({ form, names, isOwn = false }: FieldsProps<Values>) {
  return names.map((name) => {
    const { label, kind, type, isRequired, hint, options, autoComplete } = definitionOf(name);
    const shared = { form, name, label, required: isRequired, hint };
    if (kind === "text") return <TextAreaField key={name} {...shared} rows={3} />;
    if (kind === "tick") return <CheckboxField key={name} {...shared} />;
    if (kind === "choice") return <SelectField key={name} {...shared} options={options ?? []} prompt="Choose" />;
    return <TextField key={name} {...shared} type={type} autoComplete={isOwn ? (autoComplete ?? "on") : "off"} />;
  });
}
