import type { ReactNode } from "react";
import { sentText } from "~/lib/forms/form";
import { MARKS_KEY, marksOfTexts, type FieldGroups, type MergedState, type Texts } from "~/lib/forms/merged-edit";
import { SubmitOrCancel } from "./button";
import { TextClashNotice } from "./conflict-fields";
import { OwnedForm } from "./owned-form";

type SeenFieldsProps<Field extends string> = {
  groups: FieldGroups<Field>;
  /** What is saved, and its version; undefined while the backend can't tell. */
  saved: Texts<NoInfer<Field>> | undefined;
  version: number | undefined;
  /** The form as it came back; undefined before it was sent. */
  sent: MergedState | undefined;
};

/** What a form carries of the page it is on: the version that was read, and a mark of each field. One that came back has its own. */
export function SeenFields<Field extends string>({ groups, saved, version, sent }: SeenFieldsProps<Field>) {
  const seen = {
    version: sentText(sent, "version") ?? version ?? "",
    // Without the marks that it was sent with, all that differs is a conflict.
    [MARKS_KEY]: sent ? (sentText(sent, MARKS_KEY) ?? "") : saved ? marksOfTexts(groups, saved) : "",
  };
  const stood: Record<string, string> | undefined = sent?.clash?.stood;
  return Object.entries(seen).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} data-before={stood?.[name]} />
  ));
}

type VersionedFormProps<Field extends string> = SeenFieldsProps<Field> & {
  labels: Texts<Field>;
  /** Where it leads without saving. */
  cancelPath: string;
  children: ReactNode;
};

/** A form of texts that are saved on the version that was read; before it, what somebody else has made of the same fields. */
export function VersionedForm<Field extends string>({
  labels,
  cancelPath,
  children,
  ...seen
}: VersionedFormProps<Field>) {
  return (
    <>
      <TextClashNotice labels={labels} sent={seen.sent} />
      <OwnedForm noValidate className="grid gap-5">
        <SeenFields {...seen} />
        {children}
        <SubmitOrCancel busyText="Saving..." path={cancelPath}>
          Save
        </SubmitOrCancel>
      </OwnedForm>
    </>
  );
}
