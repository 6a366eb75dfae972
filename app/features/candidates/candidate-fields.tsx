import type { FieldValues, Path } from "react-hook-form";
import { CheckboxField, SelectField, TextAreaField, TextField, type FormHandle } from "~/ui/forms/field";
import { definitionOf, type Field } from "./fields";

type FieldsProps<Values extends FieldValues> = {
  form: FormHandle<Values>;
  /** Which, in their order. */
  names: readonly (Field & Path<Values>)[];
  /** What is said otherwise beside them. */
  hints?: Partial<Record<Field, string>> | undefined;
  /** Of the candidate's own form what is said otherwise beside them; and a browser may fill in what it knows of them. */
  ownHints?: Partial<Record<Field, string>>;
};

/** Fields of a candidate's record, each by the control that it has. */
export function CandidateFields<Values extends FieldValues>({ form, names, hints, ownHints }: FieldsProps<Values>) {
  return names.map((name) => {
    const { label, kind, type, isRequired, hint, options, autoComplete } = definitionOf(name);
    const shared = { form, name, label, required: isRequired, hint: (ownHints ?? hints)?.[name] ?? hint };
    if (kind === "text") return <TextAreaField key={name} {...shared} rows={ownHints ? undefined : 3} />;
    if (kind === "tick") return <CheckboxField key={name} {...shared} />;
    if (kind === "choice") return <SelectField key={name} {...shared} options={options ?? []} />;
    return <TextField key={name} {...shared} type={type} autoComplete={ownHints ? autoComplete : "off"} />;
  });
}
