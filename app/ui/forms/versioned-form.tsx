import type { ReactNode } from "react";
import { sentText } from "~/lib/forms/form";
import { SubmitOrCancel } from "./button";
import { TextConflicts, type TextConflictsProps } from "./conflict-fields";
import { OwnedForm } from "./owned-form";

type VersionedFormProps<Field extends string> = TextConflictsProps<Field> & {
  /** Where it leads without saving. */
  cancelPath: string;
  children: ReactNode;
};

/** A form of texts that are saved on the version that was read; before it, what somebody else has saved meanwhile. */
export function VersionedForm<Field extends string>({ cancelPath, children, ...saving }: VersionedFormProps<Field>) {
  const { version, sent } = saving;
  return (
    <>
      <TextConflicts {...saving} />
      <OwnedForm noValidate className="grid gap-5">
        <input type="hidden" name="version" value={version ?? sentText(sent, "version") ?? ""} />
        {children}
        <SubmitOrCancel busyText="Saving..." path={cancelPath}>
          Save
        </SubmitOrCancel>
      </OwnedForm>
    </>
  );
}
