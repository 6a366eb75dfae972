import type { Advert } from "./advert.server";
import { definitionOf, fieldGroups, labels, type Field } from "~/features/adverts/fields";
import { FORM_ID } from "~/lib/forms/form";
import type { MergedState } from "~/lib/forms/merged-edit";
import { usePostedForm } from "~/lib/forms/use-posted-form";
import { Button } from "~/ui/forms/button";
import { TextClashNotice } from "~/ui/forms/conflict-fields";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/forms/field";
import { OwnedForm } from "~/ui/forms/owned-form";
import { SeenFields } from "~/ui/forms/versioned-form";

/** The fields beside each other: what and where, whom it needs, what it pays. */
const HALVES = [
  ["title", "place", "country"],
  ["work", "min_experience", "max_experience"],
] as const;
const WIDE = ["is_remote", "skills", "body"] as const;
const PAY = ["min_pay", "max_pay", "pay_currency", "pay_unit"] as const;

type FieldsProps = { form: ReturnType<typeof usePostedForm<Record<Field, string>>>; names: readonly Field[] };

function Fields({ form, names }: FieldsProps) {
  return names.map((name) => {
    const { label, kind, isRequired, hint, options = [] } = definitionOf(name);
    const shared = { form, name, label, required: isRequired, hint };
    if (kind === "text") return <TextAreaField key={name} {...shared} rows={14} />;
    if (kind === "tick") return <CheckboxField key={name} {...shared} />;
    if (kind === "choice") return <SelectField key={name} {...shared} options={options} hasPrompt={false} />;
    return <TextField key={name} {...shared} autoComplete="off" />;
  });
}

type AdvertFormProps = {
  /** What is written, or what it could be made of; undefined while nobody can tell. */
  entries: Record<Field, string> | undefined;
  /** 0 where nothing is written. */
  version: number | undefined;
  /** How far the advert is: of one that is open what is saved is read at once. */
  state: Advert["state"];
  /** The form as it came back. */
  sent: MergedState | undefined;
};

/** Writes an advert. */
export function AdvertForm({ entries, version, state, sent }: AdvertFormProps) {
  const form = usePostedForm<Record<Field, string>>(entries);
  return (
    <>
      <TextClashNotice labels={labels} sent={sent} />
      <OwnedForm id={FORM_ID} noValidate className="grid gap-5">
        <SeenFields groups={fieldGroups} saved={entries} version={version} sent={sent} />
        <div className="work-halves">
          {HALVES.map((names) => (
            <div key={names[0]} className="grid gap-5 content-start">
              <Fields form={form} names={names} />
            </div>
          ))}
        </div>
        <Fields form={form} names={WIDE} />
        <div className="work-halves">
          <div className="grid gap-5 content-start">
            <Fields form={form} names={PAY.slice(0, 2)} />
          </div>
          <div className="grid gap-5 content-start">
            <Fields form={form} names={PAY.slice(2)} />
          </div>
        </div>
        <Fields form={form} names={["tells_pay"]} />
        <Button name="intent" value="save" busyText="Saving...">
          {state === "open" ? "Save: Public at Once" : "Save and Preview"}
        </Button>
      </OwnedForm>
    </>
  );
}
